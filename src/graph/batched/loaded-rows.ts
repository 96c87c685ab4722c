import { type OperationDefinitionNode, OperationTypeNode } from 'graphql'
import type { Context, Viewer } from '../application.ts'
import { type ParentKeys, type Row, type SelectedColumns, selectedColumns } from '../declare/keyset.ts'
import {
  furtherRelated,
  guardsOf,
  type ModelDeclaration,
  models,
  type Policy,
  type Related,
} from '../declare/model-registry.ts'
import { PlannedRow } from '../declare/planned-read.ts'
import type { Relation } from '../declare/relation.ts'
import { graphHost, viewerOf } from '../host.ts'
import { arrayParameter } from '../sql/array-parameter.ts'
import { compileWhere, Parameters, type RelationReference, referenceOf, type Where } from '../sql/where.ts'
import { loader, type ReadOrigin } from './loaders.ts'

export interface RowSelection extends SelectedColumns {
  readonly table: string
  /** The column by whose values rows are found. */
  readonly column: string
  readonly where: Where
}

/** Returns the columns of a model that not everyone may see who sees a row, with their policies. */
export const guardedColumns = (declaration: ModelDeclaration, viewer: Viewer): ReadonlyMap<string, Where> =>
  new Map(guardsOf(declaration).map(({ column, visible }) => [column, visible(viewer)]))

/** Reads rows by a unique column, in one statement, by its values. The selection must have the column. */
export async function readRowsByValue(
  { database }: Context,
  { table, column, where, ...selected }: RowSelection,
  values: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const parameters = new Parameters()
  const among = arrayParameter(parameters.add(values))
  const members = selectedColumns(table, selected, parameters)
  const condition = compileWhere(table, where, 't', parameters)
  const rows = await database.query<Row>(
    `SELECT ${members} FROM "${table}" t
     WHERE t."${column}" = ANY(${among}) AND ${condition}`,
    parameters.values,
  )
  return new Map(rows.map((row) => [row[column] as string, row]))
}

/** Reads rows by a unique column, in the order of the values. Null for those not found. */
export async function readRows(
  context: Context,
  selection: RowSelection,
  values: readonly string[],
): Promise<(Row | null)[]> {
  const byValue = await readRowsByValue(context, selection, values)
  return values.map((value) => byValue.get(value) ?? null)
}

/** The address of a row of a model: the value of a unique column, among the rows of a policy. */
interface RowAddress {
  readonly column: string
  readonly value: string
  readonly policy: Policy
}

/** Loads the row of a model, or null if there is none. All rows of a name are loaded in one statement. */
export const loadRow = (
  origin: ReadOrigin,
  name: string,
  declaration: ModelDeclaration,
  { column, value, policy }: RowAddress,
): Promise<Row | null> =>
  loader(origin, name, (values: readonly string[]) => {
    const viewer = viewerOf(origin.context)
    const guarded = guardedColumns(declaration, viewer)
    return readRows(
      origin.context,
      { table: declaration.table, column, where: policy(viewer), guarded },
      values,
    )
  }).load(value)

/** Returns the row with the value in the column, or null if the viewer may not see it. */
export function visibleRow(
  origin: ReadOrigin,
  declaration: ModelDeclaration,
  value: string,
  column = 'id',
): Promise<Row | null> {
  const { name, visible: policy } = declaration
  return loadRow(origin, `one ${name} by ${column}`, declaration, { column, value, policy })
}

/** Returns the error of an answer that must have a row which another request has deleted, or hidden from the viewer, since. */
export const hiddenSince = (): Error => graphHost().errors.concurrentChange()

export const isWrite = ({ operation }: OperationDefinitionNode): boolean =>
  operation === OperationTypeNode.MUTATION

/** Returns the row with the id by the policy for rows found by id, or null if there is none. */
export function rowById(origin: ReadOrigin, declaration: ModelDeclaration, id: string): Promise<Row | null> {
  const { name, visibleById: policy } = declaration
  return loadRow(origin, `${name} by id`, declaration, { column: 'id', value: id, policy })
}

/** Returns a row that matches, by default by the policy for rows found by id, or null if there is none. */
export async function rowWhere(
  context: Context,
  declaration: ModelDeclaration,
  where: Where,
  policy = declaration.visibleById,
): Promise<Row | null> {
  return foundRow(context, declaration, new PlannedRow(where, policy))
}

/** Returns the row that a field of Query finds, or null if there is none. */
export async function foundRow(
  context: Context,
  declaration: ModelDeclaration,
  row: PlannedRow,
): Promise<Row | null> {
  const { table } = declaration
  const viewer = viewerOf(context)
  const parameters = new Parameters()
  const members = selectedColumns(table, { guarded: guardedColumns(declaration, viewer) }, parameters)
  const from = row.inSql(table, viewer, parameters)
  const [found] = await context.database.query<Row>(
    `SELECT ${members} FROM ${from} LIMIT 1`,
    parameters.values,
  )
  return found ?? null
}

/** Returns a row that a visible row refers to, for what is computed from it. */
const referredRow = (origin: ReadOrigin, table: string, value: string, column = 'id'): Promise<Row | null> =>
  loader(origin, `referred ${table} by ${column}`, (values: readonly string[]) =>
    readRows(origin.context, { table, column, where: {} }, values),
  ).load(value)

/** Returns a row of a relation: mostly one that is visible too, and then is read with those of edges. */
async function rowOfReference(
  origin: ReadOrigin,
  { table, of, isForeignKey }: RelationReference,
  value: string,
): Promise<Row | null> {
  const declaration = isForeignKey ? models.get(table) : undefined
  const visible = declaration && (await visibleRow(origin, declaration, value))
  return visible ?? referredRow(origin, table, value, of)
}

/** Returns the rows that a row refers to, under the names of the relations. */
export async function relatedRows(
  origin: ReadOrigin,
  table: string,
  row: Row,
  related: Related,
): Promise<Record<string, unknown>> {
  const members = Object.entries(related).map(async ([relation, inner]) => {
    const reference = referenceOf(table, relation)
    const value = row[reference.column]
    const found = value === null ? null : await rowOfReference(origin, reference, value as string)
    if (!found) return [relation, missingRow(reference, value)] as const
    const further = await relatedRows(origin, reference.table, found, furtherRelated(inner))
    return [relation, { ...found, ...further }] as const
  })
  return Object.fromEntries(await Promise.all(members))
}

/**
 * Returns null for a row that refers to none by a relation. Throws CONCURRENT_CHANGE if its foreign key has a value: the
 * other row was deleted between the statements of the read.
 */
export function missingRow({ isForeignKey }: RelationReference, value: unknown): null {
  if (isForeignKey && value !== null) throw hiddenSince()
  return null
}

export const keysOf = ({ keys }: Relation, row: Row): ParentKeys =>
  keys.map((column) => row[column] as string)
