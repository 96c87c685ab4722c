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

/** Connects on the first use. */
export function connectDatabase(url: string, log: Pick<Logger, 'warn'>): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 10_000,
    application_name: 'lectern',
  })
  // A connection that the server closes is replaced on the next use; unheard, its error would end the process.
  const lost = (error: Error) => log.warn({ err: error }, 'lost a database connection')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: 15_000, timeout: 15_000 },
  })
  return {
    prisma,
    pool,
    close: async () => {
      await prisma.$disconnect()
      if (!pool.ended) await pool.end()
    },
  }
}
