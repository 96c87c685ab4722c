import { selectKeys } from './row-set-sql.ts'

/** The relation of a row of a tree to the one above it, in SQL. The rows that it selects have the columns that are its keys. */
export interface Steps<Keys extends string = string> {
  /** SQL to select rows from, over the keys p.k0, p.k1 … of the row below. */
  readonly from: string
  /** SQL condition over the row above `t` and the keys `p`. */
  readonly condition: string
  /** The columns of the row below that are its keys. */
  readonly keys: readonly Keys[]
}

/** The number of steps after which a climb ends. A tree is not that deep: rows that are above themselves are. */
const maximumSteps = 1000

/**
 * Returns SQL for all rows above one, of which `p` has the keys, each with its distance: 0 directly above.
 *
 * @param names - The columns that are read; undefined for all. Every column costs time in each step.
 */
export function rowsAbove({ from, condition, keys }: Steps, names: readonly string[] | undefined): string {
  const columns = names ? [...new Set([...keys, ...names])].map((name) => `t."${name}"`).join(', ') : 't.*'
  return `(WITH RECURSIVE climb AS (
  SELECT ${columns}, 0 AS distance FROM ${from} t WHERE ${condition}
  UNION ALL
  SELECT ${columns}, p.distance + 1 FROM (SELECT ${selectKeys('c', keys)}, c.distance FROM climb c) p CROSS JOIN LATERAL ${from} t WHERE ${condition} AND p.distance < ${maximumSteps})
  SELECT * FROM climb)`
}
