import type { TestApp } from './app.ts'
import { poolsOf } from './pools.ts'

/** Runs work in which PostgreSQL counts the rows it reads of and writes to pages and documents. */
export async function rowCounts(app: TestApp, work: () => Promise<unknown>) {
  const read = async () => {
    const { rows } = await app.database.pool.query<{ read: number; written: number }>(
      `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read,
              sum(n_tup_ins + n_tup_upd + n_tup_del)::int AS written
       FROM pg_stat_user_tables WHERE relname IN ('PageVersion', 'Document')`,
    )
    return rows[0] as { read: number; written: number }
  }
  await settleStatistics(app)
  const before = await read()
  await work()
  await settleStatistics(app)
  const after = await read()
  return { read: after.read - before.read, written: after.written - before.written }
}

/** Every connection hands in its counters before they are read. */
const settleStatistics = (app: TestApp) => onEveryConnection(app, 'SELECT pg_stat_force_next_flush()')

/**
 * Makes the app read tables by their indexes. A table of few rows is scanned once PostgreSQL has analyzed it, and all
 * of its rows count as read then.
 */
export const readByIndexes = (app: TestApp): Promise<void> =>
  onEveryConnection(app, 'SET enable_seqscan = off')

async function onEveryConnection({ database }: TestApp, statement: string): Promise<void> {
  for (const pool of poolsOf(database)) {
    const clients = await Promise.all(Array.from({ length: pool.options.max ?? 10 }, () => pool.connect()))
    try {
      for (const connection of clients) await connection.query(statement)
    } finally {
      for (const connection of clients) connection.release()
    }
  }
}
