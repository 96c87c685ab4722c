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
import type { Database } from './client.ts'
import type { Transaction } from './transactions.ts'

/** The columns that a statement updates. It returns them, and those that `columnsOfEvent` names. */
export interface UpdatedColumns {
  readonly table: Table
  readonly columns: readonly string[]
}

/** Runs a statement, in a transaction or by itself. */
export type RunStatement = <Row extends QueryResultRow>(
  text: string,
  values: readonly unknown[],
  updated?: UpdatedColumns,
) => Promise<readonly Row[]>

type Table = Prisma.ModelName

/** A row of a table as Prisma returns it. */
export type RowOfTable<Name extends Table> = PrismaTypes[Name]['Shape']

/** Values of columns. Absent ones are left to the database. Lists are those of PostgreSQL, not of JSON. */
export type ColumnValues<Name extends Table> = Partial<RowOfTable<Name>>

/** Runs statements on any free connection. */
export const statementsOf =
  (database: Pick<Database, 'query' | 'update'>): RunStatement =>
  (text, values, updated) =>
    updated && database.update ? database.update(text, values, updated) : database.query(text, values)

/** Runs statements in a transaction. */
export const statementsIn =
  (transaction: Transaction): RunStatement =>
  (text, values) =>
    transaction.query(text, values)

/** Returns a condition in SQL, whose values it adds to the parameters of the statement. */
export type Condition = (parameters: Parameters) => string

/** Returns the row that matches, and for which another condition is met if one is given, or null. */
export async function selectRow<Name extends Table>(
  run: RunStatement,
  table: Name,
  where: PrismaTypes[Name]['Where'],
  other?: Condition,
): Promise<RowOfTable<Name> | null> {
  const parameters = new Parameters()
  const condition = conditionOf(table, where as Where, parameters, other)
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
  /** A condition that the row must meet as well. */
  readonly other?: Condition | undefined
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
  { other, returning }: UpdateOptions = {},
): Promise<RowOfTable<Name> | null> {
  const parameters = new Parameters()
  const given = givenColumns(columns)
  if (given.length === 0) return selectRow(run, table, where, other)
  const times = updatedAtColumnsOf(table).filter((name) => !(name in columns))
  const set = [...given, ...times.map((name) => [name, new Date()] as const)].map(
    ([name, value]) => `"${name}" = ${parameters.add(value)}`,
  )
  const condition = conditionOf(table, where as Where, parameters, other)
  const updated = given.map(([name]) => name).filter((name) => name !== 'updatedAt')
  const needed = returning && new Set([...columnsOfEvent, ...updated, ...returning])
  const returned = needed && columnNamesOf(table).filter((name) => needed.has(name))
  const [row] = await run(
    `UPDATE "${table}" AS t SET ${set.join(', ')} WHERE ${condition} RETURNING ${columnsOf(table, 't', returned)}`,
    parameters.values,
    { table, columns: updated },
  )
  return (row as RowOfTable<Name> | undefined) ?? null
}

function conditionOf(table: Table, where: Where, parameters: Parameters, other?: Condition): string {
  const condition = compileWhere(table, where, 't', parameters)
  return other ? `${condition} AND ${other(parameters)}` : condition
}

const givenColumns = (columns: object): [string, unknown][] =>
  Object.entries(columns).filter(([, value]) => value !== undefined)
