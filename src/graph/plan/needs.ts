import { type GraphQLAbstractType, isAbstractType, isObjectType } from 'graphql'
import { columnsExtension } from '../declare/connection.ts'
import { permissionOfField } from '../declare/permission.ts'
import { graphHost } from '../host.ts'
import { Columns } from './columns.ts'
import type { FieldPlan } from './field-plan.ts'

/** Returns the columns of the row that are needed to check the permission of a field. */
export const columnsOfPermission = ({ field, parentType }: FieldPlan): readonly string[] =>
  permissionOfField(field) ? graphHost().permission.columnsOf(parentType.name) : []

/** Returns the columns that the code of a field, or of the type of an interface, declares to need; undefined for all. */
export const neededColumns = ({
  extensions,
}: {
  readonly extensions: object
}): readonly string[] | undefined =>
  (extensions as { readonly [columnsExtension]?: readonly string[] })[columnsExtension]

/** Returns the columns that the code of an interface needs to tell the type of a row. */
export function columnsOfType(type: GraphQLAbstractType): Columns {
  const columns = new Columns()
  const needed = neededColumns(type)
  if (needed) columns.add(...needed)
  else columns.addAll()
  return columns
}

/** Returns the columns that the selection of a field needs of its rows. */
export function columnsOf({ composite, selection }: FieldPlan): Columns {
  if (isObjectType(composite) && selection) return selection.of(composite).columns
  const columns = new Columns()
  if (!selection || !isAbstractType(composite) || !neededColumns(composite)) {
    columns.addAll()
    return columns
  }
  columns.include(columnsOfType(composite))
  for (const type of selection.possibleTypes(composite)) columns.include(selection.of(type).columns)
  return columns
}
