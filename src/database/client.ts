import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { Logger } from 'pino'
import { PrismaClient } from '../generated/prisma/client.ts'

/** The one database, by two ways on the same connections: Prisma for writes, SQL for reads that matter. */
export interface Database {
  readonly prisma: PrismaClient
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** Each connection keeps the plan of every named statement, and what clients ask for has no end of shapes. */
const namedStatements = 200
const mostParameters = 20
const closeMs = 5000

/** Connects on the first use. */
export function connectDatabase(url: string, log: Pick<Logger, 'warn'>): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 10_000,
    application_name: 'lectern',
  })
  // A connection that the server closes is replaced on the next use; unheard, its error would end the process, as
  // well from a connection that waits between two statements of a transaction as from an idle one.
  const lost = (error: Error) => log.warn({ err: error }, 'lost a database connection')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  const nameOf = statementNames()
  const adapter = new PrismaPg(pool, {
    // The type asks for a name always; without one the statement is not kept, which is what is meant.
    statementNameGenerator: ({ sql, args }) => nameOf(sql, args.length) as string,
  })
  const prisma = new PrismaClient({
    adapter,
    transactionOptions: { maxWait: 15_000, timeout: 15_000 },
  })
  return {
    prisma,
    pool,
    close: async () => {
      await prisma.$disconnect()
      // The pool waits for the connections that are in use, for which a query that hangs must not keep the process.
      if (!pool.ended) await Promise.race([pool.end(), setTimeout(closeMs, undefined, { ref: false })])
    },
  }
}

/**
 * Names for statements that come again, so that PostgreSQL plans them once per connection. Long lists of parameters
 * make a statement of their own for each length, which seldom comes again.
 */
export function statementNames(): (sql: string, parameters: number) => string | undefined {
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()
  return (sql, parameters) => {
    const known = names.get(sql)
    if (known !== undefined || parameters > mostParameters || names.size >= namedStatements) return known
    if (!seenOnce.delete(sql)) {
      if (seenOnce.size >= namedStatements) seenOnce.clear()
      seenOnce.add(sql)
      return undefined
    }
    const name = `s${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`
    names.set(sql, name)
    return name
  }
}
