import type { QueryResultRow } from 'pg'
import type PrismaTypes from '../generated/pothos-types.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import {
  columnNamesOf,
  columnsOf,
  compileWhere,
  Parameters,
  updatedAtColumnsOf,
  type Where,
} from '../graph/sql/where.ts'

/** The columns that a statement updates. It returns them, and those that `columnsOfEvent` names. */
export interface UpdatedColumns {
  readonly table: Table
  readonly columns: readonly string[]
  /** Whether the statement is to record the update in the audit log as well, if it is a part of an audited operation. */
  readonly recordsEvent: boolean
}

/** A row of a result, by the names of its columns. */
export type ResultRow = QueryResultRow

/** Runs a statement: `query` and `write` of a database, and `query` of a transaction do so. */
export type RunStatement = <Row extends ResultRow>(
  text: string,
  values: readonly unknown[],
  updated?: UpdatedColumns,
) => Promise<readonly Row[]>

type Table = Prisma.ModelName

/** A row of a table as Prisma returns it. */
export type RowOfTable<Name extends Table> = PrismaTypes[Name]['Shape']

/** Values of columns. Absent ones are left to the database. Lists are those of PostgreSQL, not of JSON. */
export type ColumnValues<Name extends Table> = Partial<RowOfTable<Name>>

/** Returns the row that matches, or null. */
export async function selectRow<Name extends Table>(
  run: RunStatement,
  table: Name,
  where: PrismaTypes[Name]['Where'],
): Promise<RowOfTable<Name> | null> {
  const parameters = new Parameters()
  const condition = compileWhere(table, where as Where, 't', parameters)
  const [row] = await run(
    `SELECT ${columnsOf(table, 't')} FROM "${table}" t WHERE ${condition} LIMIT 1`,
    parameters.values,
  )
  return (row as RowOfTable<Name> | undefined) ?? null
}

/** Returns a statement in SQL, whose values it adds to the parameters of the statement that it is a part of. */
export type PartOfStatement = (parameters: Parameters) => string

/** Inserts a row, in one statement with another write if one is given. Returns the row with what the database has set. */
export async function insertRow<Name extends Table>(
  run: RunStatement,
  table: Name,
  columns: ColumnValues<Name>,
  otherWrite?: PartOfStatement,
): Promise<RowOfTable<Name>> {
  const parameters = new Parameters()
  const beginning = otherWrite ? `WITH other AS (${otherWrite(parameters)}) ` : ''
  const given = givenColumns(columns)
  const names = given.map(([name]) => `"${name}"`).join(', ')
  const values = given.map(([, value]) => parameters.add(value)).join(', ')
  const [row] = await run(
    `${beginning}INSERT INTO "${table}" AS t (${names}) VALUES (${values}) RETURNING ${columnsOf(table, 't')}`,
    parameters.values,
  )
  return row as RowOfTable<Name>
}

export interface UpdateOptions {
  /**
   * Whether the same statement records the update in the audit log: only for tables that have their organization in a column and
   * no secrets.
   */
  readonly recordsEvent?: boolean
  /** The columns that the caller reads of the row. By default all of them. */
  readonly returning?: readonly string[] | undefined
}

/** The columns, if the table has them, that the record of an update in the audit log needs besides those that are updated. */
const columnsOfEvent = ['id', 'organizationId']

/** Updates the row that matches, and returns it as it is then. Returns null if none matches. No columns change nothing. */
export async function updateRow<Name extends Table>(
  run: RunStatement,
  table: Name,
  where: PrismaTypes[Name]['Where'],
  columns: ColumnValues<Name>,
  { recordsEvent = false, returning }: UpdateOptions = {},
): Promise<RowOfTable<Name> | null> {
  const parameters = new Parameters()
  const given = givenColumns(columns)
  if (given.length === 0) return selectRow(run, table, where)
  const times = updatedAtColumnsOf(table).filter((name) => !(name in columns))
  const set = [...given, ...times.map((name) => [name, new Date()] as const)].map(
    ([name, value]) => `"${name}" = ${parameters.add(value)}`,
  )
  const condition = compileWhere(table, where as Where, 't', parameters)
  const updated = given.map(([name]) => name).filter((name) => name !== 'updatedAt')
  const needed = returning && new Set([...columnsOfEvent, ...updated, ...returning])
  const returned = needed && columnNamesOf(table).filter((name) => needed.has(name))
  const [row] = await run(
    `UPDATE "${table}" AS t SET ${set.join(', ')} WHERE ${condition} RETURNING ${columnsOf(table, 't', returned)}`,
    parameters.values,
    { table, columns: updated, recordsEvent },
  )
  return (row as RowOfTable<Name> | undefined) ?? null
}

const givenColumns = (columns: object): [string, unknown][] =>
  Object.entries(columns).filter(([, value]) => value !== undefined)
