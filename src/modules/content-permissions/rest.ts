import {
  body,
  empty,
  items,
  list,
  one,
  path,
  query,
  type Route,
  route,
  type VariableSource,
} from '../../rest/route.ts'
import { spaceBody } from '../spaces/rest.ts'
import { teamBody } from '../teams/rest.ts'
import { userBody } from '../users/rest.ts'

/** The parts in which the rows of spaces, collections and sites differ. */
interface TargetRows {
  readonly address: `/${string}`
  readonly tag: string
  /** The name in operation ids. */
  readonly name: string
  /** The name in summaries. */
  readonly words: string
  /** The query field with its arguments, and the declarations and sources of its variables. */
  readonly field: string
  readonly declared: string
  readonly read: Readonly<Record<string, VariableSource>>
  /** The path parameter, which is also the member of the target input. */
  readonly id: 'spaceId' | 'collectionId' | 'siteId'
  readonly organization?: true
}

const page = (nodes: string) => `totalCount pageInfo { hasNextPage endCursor } nodes { ${nodes} }`

const origin = `origin {
  type by
  organization: organizationId collection: collectionId space: spaceId site: siteId team: teamId
}`

const access = `permission: role grants user { ...UserBody } ${origin}`

const window = { first: query('limit'), after: query('page') }

/** The parameters by which lists of members choose and order them. */
const chosenMembers = {
  declared:
    '$search: String, $team: ID, $sort: MemberOrderField! = JOINED_AT, $order: OrderDirection! = DESC',
  given: 'search: $search, team: $team, orderBy: { field: $sort, direction: $order }',
  sources: {
    search: query('search'),
    team: query('team'),
    sort: query('sort'),
    order: query('order'),
  },
} as const

function readRows(rows: TargetRows): Route[] {
  const { address, tag, name, words, field, declared, read } = rows
  const alias = field.slice(0, field.indexOf('('))
  const disabled = rows.id === 'siteId' ? 'disabled: isDisabled' : ''
  const listed = (list: string, nodes: string, filters = '') =>
    `${field} { ${list}(first: $first, after: $after${filters}) { ${page(nodes)} } }`
  return [
    route({
      method: 'GET',
      path: `${address}/permissions/users`,
      tag,
      summary: `List the user permissions on ${words}`,
      operation: `query ListUserPermissionsIn${name}(${declared}, $first: Int, $after: String) {
        ${listed('userPermissions', 'permission: role user { ...UserBody }')}
      }`,
      fragments: [userBody],
      variables: { ...read, ...window },
      respond: list(`${alias}.userPermissions`),
    }),
    route({
      method: 'GET',
      path: `${address}/permissions/teams`,
      tag,
      summary: `List the team permissions on ${words}`,
      operation: `query ListTeamPermissionsIn${name}(${declared}, $first: Int, $after: String) {
        ${listed('teamPermissions', 'permission: role team { ...TeamBody }')}
      }`,
      fragments: [teamBody],
      variables: { ...read, ...window },
      respond: list(`${alias}.teamPermissions`),
    }),
    route({
      method: 'GET',
      path: `${address}/permissions/aggregate`,
      tag,
      summary: `List the effective permissions of members on ${words}`,
      operation: `query ListPermissionsAggregateIn${name}(
        ${declared}, $first: Int, $after: String, $role: MemberRoleFilter, ${chosenMembers.declared}
      ) {
        ${listed(
          'effectivePermissions',
          `permission: role user { ...UserBody } ${disabled} ${origin}`,
          `, role: $role, ${chosenMembers.given}`,
        )}
      }`,
      fragments: [userBody],
      variables: { ...read, ...window, role: query('role'), ...chosenMembers.sources },
      respond: list(`${alias}.effectivePermissions`),
    }),
  ]
}

/** Returns the rows for members who may not administer the target. */
function memberRows({ address, tag, name, words, field, declared, read }: TargetRows): Route[] {
  const alias = field.slice(0, field.indexOf('('))
  return [
    route({
      method: 'GET',
      path: `${address}/permissions/members`,
      tag,
      summary: `List the members who have access to ${words}`,
      operation: `query ListMemberPermissionsIn${name}(
        ${declared}, $first: Int, $after: String, $role: Role, $permission: Permission, ${chosenMembers.declared}
      ) {
        ${field} {
          memberPermissions(
            first: $first, after: $after, role: $role, permission: $permission, ${chosenMembers.given}
          ) { ${page(access)} }
        }
      }`,
      fragments: [userBody],
      variables: {
        ...read,
        ...window,
        role: query('role'),
        permission: query('permission'),
        ...chosenMembers.sources,
      },
      respond: list(`${alias}.memberPermissions`),
    }),
    route({
      method: 'GET',
      path: `${address}/permissions/self`,
      tag,
      summary: `Get the permissions of the caller on ${words}`,
      operation: `query GetOwnPermissionIn${name}(${declared}) { ${field} { viewerPermission { ${access} } } }`,
      fragments: [userBody],
      variables: read,
      respond: one(`${alias}.viewerPermission`),
    }),
  ]
}

function writeRows({ address, tag, name, words, id, organization }: TargetRows): Route[] {
  const written = {
    target: { [id]: path(id) },
    ...(organization && { organizationId: path('organizationId') }),
  }
  const declared = `$target: PermissionTargetInput!${organization ? ', $organizationId: ID' : ''}`
  const given = `target: $target${organization ? ', organizationId: $organizationId' : ''}`
  const common = { tag, respond: empty(), status: 204 } as const
  const holderRows = (holder: 'user' | 'team', Holder: 'User' | 'Team'): Route[] => {
    const key = `${holder}Id`
    const one = `${address}/permissions/${holder}s/:${key}` as const
    return [
      route({
        ...common,
        method: 'PATCH',
        path: one,
        summary: `Update the permission of a ${holder} on ${words}`,
        operation: `mutation Update${Holder}PermissionIn${name}(
          ${declared}, $${key}: ID!, $input: UpdatePermissionInput!
        ) { update${Holder}Permission(${given}, ${key}: $${key}, input: $input) { __typename } }`,
        variables: { ...written, [key]: path(key), input: body() },
      }),
      route({
        ...common,
        method: 'DELETE',
        path: one,
        summary: `Remove the permission of a ${holder} on ${words}`,
        operation: `mutation Remove${Holder}From${name}(${declared}, $${key}: ID!) {
          remove${Holder}Permission(${given}, ${key}: $${key}) { __typename }
        }`,
        variables: { ...written, [key]: path(key) },
      }),
    ]
  }
  return [
    route({
      ...common,
      method: 'POST',
      path: `${address}/permissions`,
      summary: `Share ${words} with users and teams`,
      operation: `mutation InviteTo${name}(${declared}, $input: GrantPermissionsInput!) {
        grantPermissions(${given}, input: $input) { __typename }
      }`,
      variables: { ...written, input: body() },
    }),
    ...holderRows('user', 'User'),
    ...holderRows('team', 'Team'),
  ]
}

const targets: readonly TargetRows[] = [
  {
    address: '/spaces/:spaceId',
    tag: 'Spaces',
    name: 'Space',
    words: 'a space',
    field: 'space(id: $id)',
    declared: '$id: ID!',
    read: { id: path('spaceId') },
    id: 'spaceId',
  },
  {
    address: '/collections/:collectionId',
    tag: 'Collections',
    name: 'Collection',
    words: 'a collection',
    field: 'collection(id: $id)',
    declared: '$id: ID!',
    read: { id: path('collectionId') },
    id: 'collectionId',
  },
  {
    address: '/orgs/:organizationId/sites/:siteId',
    tag: 'Sites',
    name: 'Site',
    words: 'a site',
    field: 'site(id: $siteId, organizationId: $organizationId)',
    declared: '$siteId: ID!, $organizationId: ID',
    read: { siteId: path('siteId'), organizationId: path('organizationId') },
    id: 'siteId',
    organization: true,
  },
]

export const contentPermissionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/permissions',
    tag: 'Members',
    summary: 'List all permissions with the roles that include them',
    operation: `query ListPermissions {
      permissionRules { permission resource description roles guests: includesGuests }
    }`,
    variables: {},
    respond: items('permissionRules'),
  }),
  ...targets.flatMap((rows) => [...readRows(rows), ...memberRows(rows), ...writeRows(rows)]),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/members/:userId/spaces',
    tag: 'Members',
    summary: 'List the spaces that a member has access to',
    operation: `query ListSpacesForOrganizationMember(
      $organizationId: ID!, $userId: ID!, $first: Int, $after: String, $order: OrderDirection! = DESC
    ) {
      member(organizationId: $organizationId, userId: $userId) {
        spacePermissions(first: $first, after: $after, orderBy: { field: CREATED_AT, direction: $order }) { ${page('permission: role space { ...SpaceBody }')} }
      }
    }`,
    fragments: [spaceBody],
    variables: {
      organizationId: path('organizationId'),
      userId: path('userId'),
      ...window,
      order: query('order'),
    },
    respond: list('member.spacePermissions'),
  }),
]
