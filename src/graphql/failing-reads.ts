import type { Context } from './context.ts'

/** Returns a context whose reads fail with an error, which thereby has its places in the answer. */
export const failing = <Given extends Pick<Context, 'database'>>(context: Given, error: Error): Given => ({
  ...context,
  database: { ...context.database, query: () => Promise.reject(error) },
})
