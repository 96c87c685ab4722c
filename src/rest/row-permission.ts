import {
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql'
import type { RequiredPermission } from '../access/required-permission.ts'
import { permissionOfField } from '../graphql/permission-plugin.ts'
import { isSource, type Route } from './route.ts'
import { membersAlong, membersOf, type Selection } from './selection.ts'

/**
 * Returns the permission that a row requires: the one of the innermost field that declares one on the way to what is
 * sent. Where the field declares permissions on several resources, and the row names one of them, it is that one's.
 */
export function permissionOfRow(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  selection: Selection,
  route: Route,
): RequiredPermission {
  const { respond } = route
  const members =
    respond.kind === 'empty' ? membersOf(selection).slice(0, 1) : membersAlong(selection, respond.at)
  const declared = members.map(({ field }) => permissionOfField(field)).filter((each) => each !== undefined)
  const permission = declared.at(-1)
  if (permission === undefined) throw new Error('the operation declares no permission')
  if (typeof permission === 'string' || !Array.isArray(permission)) return permission
  const kind = namedResource(schema, operation, route)
  return permission.find((each) => each.startsWith(`${kind}:`)) ?? permission
}

/** The kind of resource whose id the row puts into an input object that takes one of several: `space` of `spaceId`. */
function namedResource(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  { variables }: Route,
): string | undefined {
  const ids = (operation.variableDefinitions ?? []).flatMap(({ variable, type }) => {
    const declared = typeFromAST(schema, type as never)
    const source = variables[variable.name.value]
    const isChoice = isInputObjectType(declared && getNullableType(declared)) && source && !isSource(source)
    return isChoice ? Object.keys(source) : []
  })
  return ids[0]?.replace(/Id$/, '')
}
