import type { Database } from '../database/client.ts'
import { type Delegate, isModel } from '../database/prisma-models.ts'
import type { UpdatedColumns } from '../database/rows.ts'
import { queryIn } from '../database/transaction-statements.ts'
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'
import type { OperationRecord } from './operation-record.ts'

type Transaction = Prisma.TransactionClient

/** Tables that have their organization in a column and no secrets, so that the statement of an update records it too. */
const recordedInUpdate: ReadonlySet<UpdatedColumns['table']> = new Set(['Space', 'Collection'])

/**
 * Returns a database that records an operation in the transaction in which it writes. Reads are as ever.
 *
 * @param beforeTransaction - Called before each transaction, which does not begin if it throws.
 */
export function auditedDatabase(
  database: Database,
  record: OperationRecord,
  beforeTransaction?: () => Promise<void>,
): Database {
  const prisma = auditedPrisma(database.prisma, record, beforeTransaction)
  return {
    ...database,
    prisma,
    update: (text, values, updated) =>
      recordedInUpdate.has(updated.table)
        ? record.inUpdate(database, text, values, updated)
        : prisma.$transaction((transaction) => queryIn(transaction, text, values)),
  }
}

/** The functions of a model of Prisma that write. Each becomes a transaction. */
const writes: ReadonlySet<string> = new Set([
  'create',
  'createMany',
  'createManyAndReturn',
  'delete',
  'deleteMany',
  'update',
  'updateMany',
  'updateManyAndReturn',
  'upsert',
])

function auditedPrisma(
  prisma: PrismaClient,
  record: OperationRecord,
  beforeTransaction: (() => Promise<void>) | undefined,
): PrismaClient {
  const transact = async (run: (transaction: Transaction) => Promise<unknown>, options?: object) => {
    await beforeTransaction?.()
    return record.inTransaction((given) => prisma.$transaction(given, options), run)
  }
  return new Proxy(prisma, {
    get: (target, name) => {
      if (name === '$transaction') return transact
      const value = Reflect.get(target, name) as unknown
      return typeof name === 'string' && isModel(name, value) ? auditedModel(name, value, transact) : value
    },
  })
}

const auditedModel = (
  model: string,
  delegate: Delegate,
  transact: (run: (transaction: Transaction) => Promise<unknown>) => Promise<unknown>,
): Delegate =>
  new Proxy(delegate, {
    get: (target, name) => {
      if (typeof name !== 'string' || !writes.has(name)) return Reflect.get(target, name)
      return (...given: unknown[]) =>
        transact((transaction) => {
          const { [model]: within } = transaction as unknown as Readonly<Record<string, Delegate>>
          const write = within?.[name]
          if (!within || !write) throw new Error(`${model} has no ${name}`)
          return write.apply(within, given)
        })
    },
  })
