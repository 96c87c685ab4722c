import type { Database } from '../database/client.ts'
import type { Context } from './context.ts'

/** Returns a context whose reads fail with an error, which thereby has its places in the answer. */
export function failing<Given extends Pick<Context, 'database'>>(context: Given, error: Error): Given {
  const database: Database = {
    ...context.database,
    query: () => Promise.reject(error),
    openSnapshot: () => ({ database, end: () => {} }),
  }
  return { ...context, database }
}
