import { isObjectType } from 'graphql'
import { type Permission, permissionTable } from '../../src/access/permissions.ts'
import { permissionChoices, type RequiredPermission } from '../../src/access/required-permission.ts'
import { roleAtLeast, roleOrder } from '../../src/access/roles.ts'
import type { Role } from '../../src/generated/prisma/enums.ts'
import type { Route } from '../../src/rest/route.ts'
import { compiledRoutes } from '../../src/server/compiled-routes.ts'
import { schema } from '../../src/server/graph.ts'
import { routes } from '../../src/server/routes.ts'
import type { TestClient } from '../support/app.ts'
import { call, rowName, type World } from './world.ts'

const requirements = new Map(compiledRoutes.map(({ route, permission }) => [rowName(route), permission]))

/** Returns the permission that the graph declares for a row. */
export function requirementOf(route: Route): RequiredPermission {
  const required = requirements.get(rowName(route))
  if (required === undefined) throw new Error(`${rowName(route)} has no permission`)
  return required
}

export const isPublic = (route: Route): boolean => requirementOf(route) === 'public'

/** Null is a guest. */
export const everyRole: readonly (Role | null)[] = [null, ...roleOrder]

export const shownRole = (role: Role | null) => role ?? 'guest'

/** Returns whether a member with the role on all objects concerned holds the permission. */
export function holds(role: Role | null, permission: Permission | null): boolean {
  const least = permission === null ? 'MEMBER' : permissionTable[permission]
  return least === 'MEMBER' || roleAtLeast(role, least)
}

/** Returns whether the role is the lowest that may call the row, or the highest that may not. */
export function isOnEdge(role: Role, route: Route): boolean {
  const least = roleOrder.findIndex((each) => holds(each, permissionOf(route)))
  return [least - 1, least].includes(roleOrder.indexOf(role))
}

/** Returns the permission to see the object that a row is about. */
export function sightOf(route: Route): Permission {
  if (route.path === '/orgs/:organizationId/restore') return 'organization:administer'
  if (route.path === '/spaces/:spaceId/restore') return 'space:administer'
  if (route.path === '/collections/:collectionId/restore') return 'collection:administer'
  if (/:spaceId|^\/urls\/content/.test(route.path)) return 'space:view'
  if (rowName(route) === 'POST /org/:organizationId/imports') return 'space:view'
  if (route.path.includes(':collectionId')) return 'collection:view'
  // A slug that is not there may be put, so that a PUT tells nobody whether there is one.
  if (route.path.includes(':specSlug'))
    return route.method === 'PUT' ? 'organization:view' : 'organization:view-openapi-specs'
  if (/:siteId|^\/custom-hostnames/.test(route.path)) return 'site:view'
  if (route.path.includes(':teamId')) return 'team:view'
  if (route.path.includes(':fontId')) return 'organization:list-fonts'
  if (route.path.includes(':glossaryEntryId')) return 'organization:list-translations'
  return 'organization:view'
}

/** Resolving a comment of somebody else needs only what changing one's own does. */
const isResolving = (route: Route): boolean =>
  route.method === 'PUT' && route.path.endsWith('/comments/:commentId')

/** The permission that the world's request of a row needs of those who may see what it is about; null for none. */
export const permissionOf = (route: Route): Permission | null =>
  permissionChoices(requirementOf(route), isResolving(route))[0] ?? null

/** Rows about what belongs to one user alone, whom no role of another stands in for. */
const isPersonal = (route: Route): boolean =>
  /^\/user\/(tokens\/:tokenId|sessions)|\/jobs\/:jobId|\/imports\/:importRunId/.test(route.path) ||
  rowName(route) === 'PATCH /users/:userId'

export const send = (world: World, client: TestClient, route: Route) =>
  call(isPersonal(route) ? world.client : client, route, world.parametersFor(route), world.bodyFor(route))

/** A flag of a type's `permissions` and the permission it stands for. */
interface Flag {
  readonly flag: string
  readonly permission: Permission
}

export function flagsOf(typeName: string): Flag[] {
  const type = schema.getType(typeName)
  if (!isObjectType(type)) throw new Error(`${typeName} is no object type`)
  return Object.values(type.getFields()).flatMap((field) => {
    const { flagOf } = field.extensions as { flagOf?: Permission }
    return flagOf ? [{ flag: field.name, permission: flagOf }] : []
  })
}

export type Resource = readonly [type: string, parameter: string, view: Permission]

export const resources: readonly Resource[] = [
  ['Organization', 'organizationId', 'organization:view'],
  ['Collection', 'collectionId', 'collection:view'],
  ['Space', 'spaceId', 'space:view'],
  ['Site', 'siteId', 'site:view'],
  ['Team', 'teamId', 'team:view'],
]

/** Not every resource shows its permissions under REST, so all are read from the graph. */
export async function readPermissions(own: World, client: TestClient, [type, parameter]: Resource) {
  const id = own.parametersFor(rowNamed('GET /user'))[parameter]
  const members = flagsOf(`${type}Permissions`).map(({ flag }) => flag)
  const { data } = await client.gql(
    `query ($id: ID!) { node(id: $id) { ... on ${type} { permissions { ${members.join(' ')} } } } }`,
    { id },
  )
  return data.node.permissions as Record<string, boolean>
}

export const rowNamed = (name: string) => {
  const found = routes.find((route) => rowName(route) === name)
  if (!found) throw new Error(`there is no row ${name}`)
  return found
}
