import { query } from '../../rest/route.ts'
import { type Row, routesOf, variable } from '../../rest/row.ts'
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
  /** The field of Query. */
  readonly field: 'space' | 'collection' | 'site'
}

const origin = `origin {
  type by
  organization: organizationId collection: collectionId space: spaceId site: siteId team: teamId
}`

const access = `permission: role grants user { ...UserBody } ${origin}`

/** The parameters by which lists of members choose and order them. */
const chosenMembers = {
  search: query('search'),
  team: query('team'),
  orderBy: '{ field: $sort, direction: $order }',
  sort: variable('MemberOrderField! = JOINED_AT', query('sort')),
  order: variable('OrderDirection! = DESC', query('order')),
}

function readRows({ address, tag, name, words, field }: TargetRows): Row[] {
  const route = routesOf(tag)
  const disabled = field === 'site' ? 'disabled: isDisabled' : ''
  return [
    route('GET', `${address}/permissions/users`, `${field}.userPermissions`, {
      name: `ListUserPermissionsIn${name}`,
      summary: `List the user permissions on ${words}`,
      reply: 'permission: role user { ...UserBody }',
      fragments: [userBody],
    }),
    route('GET', `${address}/permissions/teams`, `${field}.teamPermissions`, {
      name: `ListTeamPermissionsIn${name}`,
      summary: `List the team permissions on ${words}`,
      reply: 'permission: role team { ...TeamBody }',
      fragments: [teamBody],
    }),
    route('GET', `${address}/permissions/aggregate`, `${field}.effectivePermissions`, {
      name: `ListPermissionsAggregateIn${name}`,
      summary: `List the effective permissions of members on ${words}`,
      reply: `permission: role user { ...UserBody } ${disabled} ${origin}`,
      fragments: [userBody],
      inputs: { role: query('role'), ...chosenMembers },
    }),
  ]
}

/** Returns the rows for members who may not administer the target. */
function memberRows({ address, tag, name, words, field }: TargetRows): Row[] {
  const route = routesOf(tag)
  return [
    route('GET', `${address}/permissions/members`, `${field}.memberPermissions`, {
      name: `ListMemberPermissionsIn${name}`,
      summary: `List the members who have access to ${words}`,
      reply: access,
      fragments: [userBody],
      inputs: { role: query('role'), permission: query('permission'), ...chosenMembers },
    }),
    route('GET', `${address}/permissions/self`, `${field}.viewerPermission`, {
      name: `GetOwnPermissionIn${name}`,
      summary: `Get the permissions of the caller on ${words}`,
      reply: access,
      fragments: [userBody],
    }),
  ]
}

function writeRows({ address, tag, name, words }: TargetRows): Row[] {
  const route = routesOf(tag)
  const holderRows = (holder: 'user' | 'team', Holder: 'User' | 'Team'): Row[] => {
    const one = `${address}/permissions/${holder}s/:${holder}Id` as const
    return [
      route('PATCH', one, `update${Holder}Permission`, {
        name: `Update${Holder}PermissionIn${name}`,
        summary: `Update the permission of a ${holder} on ${words}`,
        status: 204,
      }),
      route('DELETE', one, `remove${Holder}Permission`, {
        name: `Remove${Holder}From${name}`,
        summary: `Remove the permission of a ${holder} on ${words}`,
        status: 204,
      }),
    ]
  }
  return [
    route('POST', `${address}/permissions`, 'grantPermissions', {
      name: `InviteTo${name}`,
      summary: `Share ${words} with users and teams`,
      status: 204,
    }),
    ...holderRows('user', 'User'),
    ...holderRows('team', 'Team'),
  ]
}

const targets: readonly TargetRows[] = [
  { address: '/spaces/:spaceId', tag: 'Spaces', name: 'Space', words: 'a space', field: 'space' },
  {
    address: '/collections/:collectionId',
    tag: 'Collections',
    name: 'Collection',
    words: 'a collection',
    field: 'collection',
  },
  {
    address: '/orgs/:organizationId/sites/:siteId',
    tag: 'Sites',
    name: 'Site',
    words: 'a site',
    field: 'site',
  },
]

const route = routesOf('Members')

export const contentPermissionRoutes: readonly Row[] = [
  route('GET', '/permissions', 'permissionRules', {
    name: 'ListPermissions',
    summary: 'List all permissions with the roles that include them',
    reply: 'permission resource description roles guests: includesGuests',
  }),
  ...targets.flatMap((rows) => [...readRows(rows), ...memberRows(rows), ...writeRows(rows)]),
  route('GET', '/orgs/:organizationId/members/:userId/spaces', 'member.spacePermissions', {
    name: 'ListSpacesForOrganizationMember',
    summary: 'List the spaces that a member has access to',
    reply: 'permission: role space { ...SpaceBody }',
    fragments: [spaceBody],
    inputs: {
      orderBy: '{ field: CREATED_AT, direction: $order }',
      order: variable('OrderDirection! = DESC', query('order')),
    },
  }),
]
