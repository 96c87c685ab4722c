import type { RunStatement } from './rows.ts'

export interface ForeignKey {
  readonly table: string
  readonly column: string
  readonly key: string
}

/** Returns the columns whose foreign keys keep rows of a table: those with which a row is not deleted. */
export const referencesTo = (run: RunStatement, table: string): Promise<readonly ForeignKey[]> =>
  run<ForeignKey>(
    `SELECT c.relname::text AS "table", a.attname::text AS "column", k.attname::text AS key
     FROM pg_constraint f
     JOIN pg_class c ON c.oid = f.conrelid
     JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1]
     JOIN pg_attribute k ON k.attrelid = f.confrelid AND k.attnum = f.confkey[1]
     WHERE f.contype = 'f' AND f.confrelid = to_regclass(quote_ident($1)) AND f.confdeltype IN ('a', 'r')
     ORDER BY 1, 2`,
    [table],
  )

/**
 * Returns the SQL condition that something refers to the row with the alias. `oneByOne` looks each row up by itself, by the
 * indexes of the columns that refer to it: of few rows of a large table, where all that refer to the table are joined else.
 */
export const isReferenced = (
  references: readonly ForeignKey[],
  row: string,
  { oneByOne = false }: { readonly oneByOne?: boolean } = {},
): string =>
  `(${references
    .map(
      ({ table, column, key }) =>
        // A query with an offset is no part of a join.
        `EXISTS (SELECT 1 FROM "${table}" r WHERE r."${column}" = ${row}."${key}"${oneByOne ? ' OFFSET 0' : ''})`,
    )
    .join(' OR ')})`
