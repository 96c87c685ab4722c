import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../application.ts'
import { type ListReads, planList } from '../declare/connection.ts'
import { permissionOfField } from '../declare/permission.ts'
import type { PlannedRow, SingleRead } from '../declare/planned-read.ts'
import { graphHost } from '../host.ts'
import { type FieldPlan, type ListOptions, listOptionsOf, singleReadOf } from './field-plan.ts'

/** A field of a document with the arguments that it is asked with. */
export interface AskedField {
  readonly field: FieldPlan
  readonly args: Readonly<Record<string, unknown>>
  readonly context: Context
  readonly info: GraphQLResolveInfo
}

/**
 * Returns the row that a field reads, from its declaration. Throws what its resolver would for its arguments, and for a
 * permission that the viewer has nowhere.
 */
export function planSingle(asked: AskedField): PlannedRow {
  const { plan } = singleReadOf(asked.field) as SingleRead
  return plan(checkedArguments(asked) as never, asked.context)
}

/** Returns what a list reads of all of its parents, like `planSingle`. */
export function planListOf(asked: AskedField): ListReads {
  const options = listOptionsOf(asked.field) as ListOptions
  return planList(options, checkedArguments(asked), asked.context)
}

type ArgumentMapper = (args: object, context: Context, info: GraphQLResolveInfo) => object

/** Returns the arguments as the plugins of the schema pass them to the resolver of the field. */
function checkedArguments({ field: { field, parentType }, args, context, info }: AskedField): object {
  const permission = permissionOfField(field)
  if (permission !== undefined)
    graphHost().permission.checkWithoutParent(context, permission, parentType.name)
  const mappers = (field.extensions.pothosArgMappers ?? []) as readonly ArgumentMapper[]
  return mappers.reduce((mapped, map) => map(mapped, context, info), { ...args } as object)
}
