import { type GraphQLAbstractType, type GraphQLObjectType, isAbstractType, isObjectType } from 'graphql'
import { columnsExtension } from '../declare/connection.ts'
import { models, type Related } from '../declare/model-registry.ts'
import { permissionOfField } from '../declare/permission.ts'
import { graphHost } from '../host.ts'
import { Columns } from './columns.ts'
import type { FieldPlan, ListOptions, TypePlan } from './field-plan.ts'

/** Returns the columns of the row that are needed to check the permission of a field. */
export const columnsOfPermission = ({ field, parentType }: FieldPlan): readonly string[] =>
  permissionOfField(field) ? graphHost().permission.columnsOf(parentType.name) : []

/** Returns the columns that the code of a field, or of an interface that tells the type of a row, needs. */
export function columnsOfCode(code: FieldPlan | GraphQLAbstractType): Columns {
  const columns = new Columns()
  const needed = 'strategy' in code ? neededColumns(code.field) : neededColumns(code)
  const declared = 'strategy' in code && models.get(code.parentType.name)?.fields.get(code.field.name)
  if (needed) columns.add(...needed)
  // A computed field that takes arguments.
  else if (declared && declared.kind === 'computed' && declared.resolve && isEmpty(declared.with))
    columns.add(...declared.from)
  else columns.addAll()
  return columns
}

const isEmpty = (related: Related): boolean => Object.keys(related).length === 0

/** Returns the columns that the code of a field, or of the type of an interface, declares to need. */
const neededColumns = ({ extensions }: { readonly extensions: object }): readonly string[] | undefined =>
  (extensions as { readonly [columnsExtension]?: readonly string[] })[columnsExtension]

/** Returns the columns that the selection of a field needs of its rows. */
export function columnsOf({ composite, selection }: FieldPlan): Columns {
  if (isObjectType(composite) && selection) return selection.of(composite).columns
  const columns = new Columns()
  if (!selection || !isAbstractType(composite) || !neededColumns(composite)) {
    columns.addAll()
    return columns
  }
  columns.include(columnsOfCode(composite))
  for (const type of selection.possibleTypes(composite)) columns.include(selection.of(type).columns)
  return columns
}

/** The data that a selection on a connection needs. */
export interface ListNeeds {
  readonly page: boolean
  readonly count: boolean
  readonly columns: Columns
}

const needsByField = new WeakMap<FieldPlan, ListNeeds>()

/** Returns what the selection of a list field needs of its connections. */
export function listNeeds(plan: FieldPlan, { name, model, attach, attaches }: ListOptions): ListNeeds {
  const known = needsByField.get(plan)
  if (known) return known
  const type = plan.selection?.of(plan.composite as GraphQLObjectType) as TypePlan
  const columns = new Columns()
  const parts = type.fields.flatMap((field) =>
    field.strategy.kind === 'part' ? [{ field, part: field.strategy.part }] : [],
  )
  for (const { field, part } of parts) {
    if (part === 'nodes') columns.include(columnsOf(field))
    if (part === 'edges') columns.include(columnsOfEdges(field))
  }
  const isModel = models.get(name)?.table === (model ?? name)
  if (!attaches && (attach || !isModel)) columns.addAll()
  columns.add('id')
  const needs = {
    page: parts.some(({ part }) => part !== 'totalCount'),
    count: parts.some(({ part }) => part === 'totalCount'),
    columns,
  }
  needsByField.set(plan, needs)
  return needs
}

function columnsOfEdges({ composite, selection }: FieldPlan): Columns {
  const columns = new Columns()
  for (const field of selection?.of(composite as GraphQLObjectType).fields ?? [])
    if (field.selection) columns.include(columnsOf(field))
  return columns
}
