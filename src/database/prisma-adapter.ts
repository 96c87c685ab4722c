import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'
import type { usedByTransactions } from './driver-members.ts'

/** A statement as Prisma gives it to the driver. */
export interface QueryOfPrisma {
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
  readonly types: { readonly getTypeParser: (oid: number, format: 'text') => (text: string) => unknown }
}

/** A connection that is lent to Prisma for a transaction, which Prisma begins and ends. */
export interface LentConnection {
  query(statement: QueryOfPrisma): Promise<unknown>
  release(error?: Error): void
}

const lent = new AsyncLocalStorage<{ connection?: LentConnection | undefined }>()

/** The time in which Prisma must begin a transaction on a connection that it has. */
const maxWaitMs = 15_000

/** Runs work in a transaction of Prisma on a connection. */
export const transactOn = <Result>(
  connection: LentConnection,
  prisma: PrismaClient,
  milliseconds: number,
  run: (models: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> =>
  lent.run({ connection }, () => prisma.$transaction(run, { maxWait: maxWaitMs, timeout: milliseconds }))

/** The pool of which Prisma takes the connections of transactions. */
class LendingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback?: unknown): void
  override async connect(): Promise<pg.PoolClient> {
    const loan = lent.getStore()
    const connection = loan?.connection
    if (!connection) throw new Error('no connection is lent')
    loan.connection = undefined
    const client: Record<(typeof usedByTransactions)[number], unknown> = {
      query: (statement: QueryOfPrisma) => connection.query(statement),
      release: (error?: Error) => connection.release(error),
      // Whoever lends a connection listens to its errors.
      on: () => client,
      removeListener: () => client,
    }
    return client as unknown as pg.PoolClient
  }
}

/** The adapter of Prisma: its reads have the connections of a pool, and each transaction has the one that it is lent. */
export class LendingAdapter extends PrismaPg {
  readonly #lending: PrismaPg

  constructor(pool: pg.Pool, options: ConstructorParameters<typeof PrismaPg>[1]) {
    super(pool, options)
    this.#lending = new PrismaPg(new LendingPool(), options)
  }

  override async connect(): ReturnType<PrismaPg['connect']> {
    const reader = await super.connect()
    const borrower = await this.#lending.connect()
    const start = reader.startTransaction.bind(reader)
    return Object.assign(reader, {
      startTransaction: (...given: Parameters<typeof start>) =>
        lent.getStore()?.connection ? borrower.startTransaction() : start(...given),
    })
  }
}
