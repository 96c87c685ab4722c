/** The members that `from` of a relation adds to the columns of the table: their types in the Prisma schema, by name. */
export type AddedMembers = Readonly<Record<string, 'String' | 'Json'>>

/** The relation between a row and the rows of a list. */
export interface Relation {
  /** SQL to select rows from, over the row's keys `p`. Defaults to the table of the target. */
  readonly from?: string
  /** The members that `from` adds to the columns of each row, such as those of the row that relates the two. */
  readonly adds?: AddedMembers
  /** SQL condition over the target's row `t` and the row's keys p.k0, p.k1 … */
  readonly condition: string
  /** The column of the target that has the row's key, if nothing else relates them. */
  readonly by?: string
  /** The columns of the row that are its keys. */
  readonly keys: readonly string[]
}

/** Returns the relation by a column of the target with the id of a row, or a relation in SQL. */
export const relationBy = (by: string | Relation): Relation =>
  typeof by === 'string' ? { condition: `t."${by}" = p.k0`, by, keys: ['id'] } : by
