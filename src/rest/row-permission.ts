import {
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql'
import type { RequiredPermission } from '../access/required-permission.ts'
import { permissionOfField } from '../graph/declare/permission.ts'
import { isSource, type Route } from './route.ts'
import { membersAlong, membersOf, type Selection } from './selection.ts'

/**
 * Returns the permission that a row requires: that of the innermost field on the path to the response that declares one.
 * If the field declares a list of permissions and the row names the kind of the resource, it is the one for that kind.
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

/** Returns the kind of the resource that a row names in a @oneOf input object, for example `space` for `spaceId`. */
function namedResource(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  { variables }: Route,
): string | undefined {
  const ids = (operation.variableDefinitions ?? []).flatMap(({ variable, type }) => {
    const input = getNullableType(typeFromAST(schema, type as never))
    const source = variables[variable.name.value]
    return isInputObjectType(input) && input.isOneOf && source && !isSource(source) ? Object.keys(source) : []
  })
  return ids[0]?.replace(/Id$/, '')
}
