import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'
import { type Delegate, isModel } from './prisma-models.ts'
import { type Snapshot, snapshotLimits } from './snapshot.ts'

/** The functions of a model that read. */
const reads: ReadonlySet<string> = new Set([
  'aggregate',
  'count',
  'findFirst',
  'findFirstOrThrow',
  'findMany',
  'findUnique',
  'findUniqueOrThrow',
  'groupBy',
])

const opening = new AsyncLocalStorage<Snapshot>()

/** Returns whether the transaction that Prisma opens is to be a snapshot. */
export const isOpeningSnapshot = (): boolean => opening.getStore() !== undefined

/** Returns a client of Prisma whose models read in a snapshot. Whatever else it does is as ever. */
export function prismaIn(snapshot: Snapshot, prisma: PrismaClient, over: Promise<void>): PrismaClient {
  let begun: Promise<Prisma.TransactionClient> | undefined
  const begin = () => {
    const { promise, resolve, reject } = Promise.withResolvers<Prisma.TransactionClient>()
    const wait = async (transaction: Prisma.TransactionClient) => {
      resolve(transaction)
      await over
    }
    const options = { maxWait: snapshotLimits.milliseconds, timeout: 2 * snapshotLimits.milliseconds }
    opening.run(snapshot, () => prisma.$transaction(wait, options)).catch(reject)
    return promise
  }
  const read = async (model: string, name: string, given: readonly unknown[]) => {
    begun ??= begin()
    const { [model]: delegate } = (await begun) as unknown as Readonly<Record<string, Delegate>>
    return delegate?.[name]?.(...given)
  }
  return new Proxy(prisma, {
    get: (target, model) => {
      const value = Reflect.get(target, model) as unknown
      if (typeof model !== 'string' || !isModel(model, value)) return value
      return new Proxy(value, {
        get: (delegate, name) =>
          typeof name === 'string' && reads.has(name)
            ? (...given: unknown[]) => read(model, name, given)
            : Reflect.get(delegate, name),
      })
    },
  })
}

/** The statements by which the adapter of Prisma begins and ends a transaction. A snapshot begins and ends by itself. */
const controls: ReadonlySet<string> = new Set(['BEGIN', 'COMMIT', 'ROLLBACK'])

interface QueryOfPrisma {
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
  readonly types: { readonly getTypeParser: (oid: number, format: 'text') => (text: string) => unknown }
}

/** The pool of the adapter for transactions that are snapshots: its connections are those of the snapshots. */
export class SnapshotPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback?: unknown): void
  override async connect(): Promise<pg.PoolClient> {
    const snapshot = opening.getStore()
    if (!snapshot) throw new Error('no snapshot is being opened')
    const client = {
      query: (query: QueryOfPrisma) => queryIn(snapshot, query),
      on: () => client,
      removeListener: () => client,
      release: () => {},
    }
    return client as unknown as pg.PoolClient
  }
}

async function queryIn(snapshot: Snapshot, { name, text, values, types }: QueryOfPrisma) {
  if (controls.has(text)) return { fields: [], rows: [], rowCount: 0 }
  let fields: readonly pg.FieldDef[] = []
  const cells = await snapshot.run({
    name,
    text,
    values,
    maximumBytes: Number.POSITIVE_INFINITY,
    onColumns: (found) => {
      fields = found
    },
  })
  const parsers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text'))
  const rows = cells.map((row) => row.map((cell, index) => (cell === null ? null : parsers[index]?.(cell))))
  return { fields, rows, rowCount: rows.length }
}
