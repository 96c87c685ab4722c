import { isObjectType } from 'graphql'
import { type Permission, permissionTable } from '../../src/access/permissions.ts'
import { roleAtLeast, roleOrder } from '../../src/access/roles.ts'
import { schema } from '../../src/composition/graph.ts'
import { routes } from '../../src/composition/routes.ts'
import type { Role } from '../../src/generated/prisma/enums.ts'
import type { Route } from '../../src/rest/route.ts'
import type { TestClient } from '../support/app.ts'
import { call, rowName, type World } from './world.ts'

/**
 * What each row asks for of those who may see what it is about; null where any token does. A new row without a line
 * here fails the first test.
 */
export const requiredPermission: Readonly<Record<string, Permission | null>> = {
  'GET /user': null,
  'GET /users/:userId': null,
  'PATCH /users/:userId': null,
  'GET /orgs': null,
  'POST /orgs': null,
  'GET /orgs/:organizationId': 'organization:view',
  'PATCH /orgs/:organizationId': 'organization:administer',
  'GET /orgs/:organizationId/members': 'organization:list-members',
  'GET /orgs/:organizationId/members/:userId': 'organization:list-members',
  'POST /orgs/:organizationId/ping': 'organization:view',
  'DELETE /orgs/:organizationId/members/:userId': 'organization:administer',
  'PATCH /orgs/:organizationId/members/:userId': 'organization:administer',
  'POST /orgs/:organizationId/members/:userId/sso': 'organization:administer',
  'GET /orgs/:organizationId/members/:userId/teams': 'organization:list-members',
  'GET /orgs/:organizationId/members/:userId/spaces': 'organization:list-members',
  ...sharingRows('/spaces/:spaceId', 'space:administer'),
  ...sharingRows('/collections/:collectionId', 'collection:administer'),
  ...sharingRows('/orgs/:organizationId/sites/:siteId', 'site:administer'),
  'GET /orgs/:organizationId/teams': 'organization:list-teams',
  'PUT /orgs/:organizationId/teams': 'organization:administer',
  'GET /orgs/:organizationId/teams/:teamId': 'team:view',
  'DELETE /orgs/:organizationId/teams/:teamId': 'organization:administer',
  'PATCH /orgs/:organizationId/teams/:teamId': 'team:administer',
  'GET /orgs/:organizationId/teams/:teamId/members': 'team:view',
  'PUT /orgs/:organizationId/teams/:teamId/members': 'team:administer',
  'PUT /orgs/:organizationId/teams/:teamId/members/:userId': 'team:administer',
  'DELETE /orgs/:organizationId/teams/:teamId/members/:userId': 'team:administer',
  'GET /orgs/:organizationId/saml': 'organization:administer',
  'POST /orgs/:organizationId/saml': 'organization:administer',
  'GET /orgs/:organizationId/saml/:samlProviderId': 'organization:administer',
  'PATCH /orgs/:organizationId/saml/:samlProviderId': 'organization:administer',
  'DELETE /orgs/:organizationId/saml/:samlProviderId': 'organization:administer',
  'GET /orgs/:organizationId/sso': 'organization:view',
  'GET /orgs/:organizationId/custom-fields': 'organization:list-custom-fields',
  'POST /orgs/:organizationId/custom-fields': 'organization:administer',
  'GET /orgs/:organizationId/custom-fields/:fieldName': 'organization:list-custom-fields',
  'DELETE /orgs/:organizationId/custom-fields/:fieldName': 'organization:administer',
  'PATCH /orgs/:organizationId/custom-fields/:fieldName': 'organization:administer',
  'GET /orgs/:organizationId/link-invites': 'organization:administer',
  'POST /orgs/:organizationId/link-invites': 'organization:administer',
  'GET /orgs/:organizationId/link-invites/:inviteId': 'organization:administer',
  'DELETE /orgs/:organizationId/link-invites/:inviteId': 'organization:administer',
  'PATCH /orgs/:organizationId/link-invites/:inviteId': 'organization:administer',
  'POST /orgs/:organizationId/invites': 'organization:administer',
  'POST /orgs/:organizationId/invites/:inviteId': null,
  'POST /invites/:inviteSecret': null,
  'GET /user/tokens': null,
  'POST /user/tokens': null,
  'GET /user/tokens/:tokenId': null,
  'POST /user/tokens/:tokenId/rotate': null,
  'DELETE /user/tokens/:tokenId': null,
  'GET /email-domains/:emailDomain/orgs': null,
  'POST /orgs/:organizationId/join': 'organization:view',
  'GET /orgs/:organizationId/translations': 'organization:list-translations',
  'POST /orgs/:organizationId/translations': 'organization:create-content',
  'GET /orgs/:organizationId/translations/:translationSettingsId': 'organization:list-translations',
  'PUT /orgs/:organizationId/translations/:translationSettingsId': 'organization:create-content',
  'DELETE /orgs/:organizationId/translations/:translationSettingsId': 'organization:create-content',
  'GET /spaces/:spaceId/custom-fields': 'space:view',
  'PATCH /spaces/:spaceId/custom-fields': 'space:edit',
  'GET /collections/:collectionId': 'collection:view',
  'DELETE /collections/:collectionId': 'collection:administer',
  'PATCH /collections/:collectionId': 'collection:administer',
  'POST /collections/:collectionId/move': 'collection:administer',
  'POST /collections/:collectionId/transfer': 'collection:administer',
  'GET /orgs/:organizationId/collections': 'organization:view',
  'POST /orgs/:organizationId/collections': 'organization:create-content',
  'GET /orgs/:organizationId/spaces': 'organization:view',
  'POST /orgs/:organizationId/spaces': 'organization:create-content',
  'GET /collections/:collectionId/spaces': 'collection:view',
  'GET /spaces/:spaceId': 'space:view',
  'DELETE /spaces/:spaceId': 'space:administer',
  'PATCH /spaces/:spaceId': 'space:administer',
  'POST /spaces/:spaceId/restore': 'space:administer',
  'POST /spaces/:spaceId/move': 'space:administer',
  'POST /spaces/:spaceId/transfer': 'space:administer',
  'POST /spaces/:spaceId/duplicate': 'organization:create-content',
  ...Object.fromEntries(
    ['content', 'revisions/:revisionId', 'change-requests/:changeRequestId/content'].flatMap((revision) =>
      [
        '',
        '/pages',
        '/files',
        '/files/:fileId',
        '/page/:pageId',
        '/path/:pagePath*',
        '/reusable-contents/:reusableContentId',
      ].map((read) => [`GET /spaces/:spaceId/${revision}${read}`, 'space:view' as const]),
    ),
  ),
  'GET /spaces/:spaceId/documents/:documentId': 'space:view',
  'POST /spaces/:spaceId/content': 'space:edit',
  // Whoever asks what a specification computes to must know the specification, not only the space.
  'POST /spaces/:spaceId/content/computed/document': 'organization:view-openapi-specs',
  'POST /spaces/:spaceId/content/computed/revision': 'organization:view-openapi-specs',
  'POST /spaces/:spaceId/content/import': 'space:edit',
  'GET /spaces/:spaceId/pdf': 'space:view',
  'GET /spaces/:spaceId/content/export': 'space:view',
  'GET /spaces/:spaceId/revisions': 'space:view',
  'GET /spaces/:spaceId/revisions/:revisionId/changes': 'space:view',
  'GET /spaces/:spaceId/revisions/:revisionId/page/:pageId/document': 'space:view',
  'POST /spaces/:spaceId/revisions/:revisionId/restore': 'space:edit',
  'GET /spaces/:spaceId/change-requests': 'space:view',
  'POST /spaces/:spaceId/change-requests': 'space:edit',
  ...changeRequestRows('', { GET: 'space:view', PATCH: 'space:edit' }),
  ...changeRequestRows('/pdf', { GET: 'space:view' }),
  ...changeRequestRows('/content/export', { GET: 'space:view' }),
  ...changeRequestRows('/merge', { POST: 'space:merge' }),
  ...changeRequestRows('/update', { POST: 'space:edit' }),
  ...changeRequestRows('/conflicts', { GET: 'space:view' }),
  ...changeRequestRows('/changes', { GET: 'space:view' }),
  ...changeRequestRows('/contributors', { GET: 'space:view' }),
  ...changeRequestRows('/content', { POST: 'space:edit' }),
  ...changeRequestRows('/content/import', { POST: 'space:edit' }),
  ...changeRequestRows('/reviews', { GET: 'space:view', POST: 'space:review' }),
  ...changeRequestRows('/reviews/:reviewId', { GET: 'space:view' }),
  ...changeRequestRows('/requested-reviewers', { GET: 'space:view', POST: 'space:edit' }),
  ...changeRequestRows('/requested-reviewers/:userId', { DELETE: 'space:edit' }),
  'GET /spaces/:spaceId/search': 'space:view',
  'GET /orgs/:organizationId/search': 'organization:view',
  ...commentRows('/spaces/:spaceId'),
  ...commentRows('/spaces/:spaceId/change-requests/:changeRequestId'),
  ...Object.fromEntries(
    ['', '/change-requests/:changeRequestId'].flatMap((content) =>
      [
        '/links',
        '/content/page/:pageId/links',
        '/content/page/:pageId/backlinks',
        '/content/files/:fileId/backlinks',
      ].map((list) => [`GET /spaces/:spaceId${content}${list}`, 'space:view' as const]),
    ),
  ),
  'GET /orgs/:organizationId/openapi': 'organization:view-openapi-specs',
  'POST /orgs/:organizationId/openapi': 'organization:create-openapi-spec',
  ...Object.fromEntries(
    ['', '/versions', '/versions/latest', '/versions/latest/content', '/versions/:versionId'].map((read) => [
      `GET /orgs/:organizationId/openapi/:specSlug${read}`,
      'organization:view-openapi-specs' as const,
    ]),
  ),
  'GET /orgs/:organizationId/openapi/:specSlug/versions/:versionId/content':
    'organization:view-openapi-specs',
  'PUT /orgs/:organizationId/openapi/:specSlug': 'organization:create-openapi-spec',
  'PATCH /orgs/:organizationId/openapi/:specSlug': 'organization:create-openapi-spec',
  'DELETE /orgs/:organizationId/openapi/:specSlug': 'organization:create-openapi-spec',
  'GET /orgs/:organizationId/sites': 'organization:view',
  'POST /orgs/:organizationId/sites': 'organization:create-content',
  ...siteRows('', ['GET'], ['PATCH', 'DELETE']),
  ...siteRows('/structure', ['GET'], []),
  ...siteRows('/structure/sort', [], ['PATCH']),
  ...siteRows('/adaptive-schema', ['GET'], ['PUT']),
  ...siteRows('/adaptive-schema/template-conditions', ['GET'], []),
  ...siteRows('/sections', ['GET'], ['POST']),
  ...siteRows('/sections/:siteSectionId', [], ['PATCH', 'DELETE']),
  ...siteRows('/sections/:siteSectionId/move', [], ['POST']),
  ...siteRows('/section-groups', ['GET'], ['POST']),
  ...siteRows('/section-groups/:siteSectionGroupId', [], ['PATCH', 'DELETE']),
  ...siteRows('/section-groups/:siteSectionGroupId/move', [], ['POST']),
  ...siteRows('/section-groups/:siteSectionGroupId/sections', [], ['POST']),
  ...siteRows('/section-groups/:siteSectionGroupId/sections/:siteSectionId', [], ['DELETE']),
  ...siteRows('/site-spaces', ['GET'], ['POST']),
  ...siteRows('/site-spaces/:siteSpaceId', [], ['PATCH', 'DELETE']),
  ...siteRows('/publish', [], ['POST']),
  ...siteRows('/unpublish', [], ['POST']),
  // What only those who administer a site may read is listed with what they may do.
  ...siteRows('/publishing/auth', [], ['GET', 'PATCH']),
  ...siteRows('/publishing/auth/regenerate', [], ['POST']),
  ...siteRows('/publishing/preview', [], ['GET']),
  ...siteRows('/share-links', [], ['GET', 'POST']),
  ...siteRows('/share-links/:shareLinkId', [], ['PATCH', 'DELETE']),
  ...siteRows('/redirects', ['GET'], ['POST']),
  ...siteRows('/redirects/bulk', [], ['POST']),
  ...siteRows('/redirects/:siteRedirectId', [], ['PATCH', 'DELETE']),
  ...siteRows('/redirect', ['GET'], []),
  ...siteRows('/published', ['GET'], []),
  ...siteRows('/search', ['POST'], []),
  'GET /urls/published': null,
  'POST /urls/published': null,
  'GET /urls/content': 'space:view',
  'GET /subdomains/:subdomain': 'organization:view',
  'GET /custom-hostnames/:hostname': 'site:view',
  ...siteRows('/customization', ['GET'], ['PUT']),
  ...siteRows('/site-spaces/:siteSpaceId/customization', ['GET'], ['PATCH', 'DELETE']),
  ...siteRows('/site-spaces/:siteSpaceId/move', [], ['POST']),
}

/** Those that only authors may do are for whoever manages the space where somebody else is the author. */
function commentRows(discussed: string): Record<string, Permission> {
  const base = `${discussed}/comments`
  return {
    [`GET ${discussed}/commenters`]: 'space:view',
    [`GET ${base}`]: 'space:view',
    [`POST ${base}`]: 'space:comment',
    [`GET ${base}/:commentId`]: 'space:view',
    [`PUT ${base}/:commentId`]: 'space:comment',
    [`DELETE ${base}/:commentId`]: 'space:administer',
    [`GET ${base}/:commentId/replies`]: 'space:view',
    [`POST ${base}/:commentId/replies`]: 'space:comment',
    [`GET ${base}/:commentId/replies/:commentReplyId`]: 'space:view',
    [`PUT ${base}/:commentId/replies/:commentReplyId`]: 'space:administer',
    [`DELETE ${base}/:commentId/replies/:commentReplyId`]: 'space:administer',
  }
}

/** Who something is shared with is for those to know who administer it. */
function sharingRows(shared: string, permission: Permission): Record<string, Permission> {
  const below = `${shared}/permissions`
  const one = ['users/:userId', 'teams/:teamId'].flatMap((holder) => [
    `PATCH ${below}/${holder}`,
    `DELETE ${below}/${holder}`,
  ])
  const lists = ['users', 'teams', 'aggregate'].map((list) => `GET ${below}/${list}`)
  return Object.fromEntries([`POST ${below}`, ...one, ...lists].map((row) => [row, permission]))
}

function changeRequestRows(
  below: string,
  methods: Readonly<Record<string, Permission>>,
): Record<string, Permission> {
  const address = `/spaces/:spaceId/change-requests/:changeRequestId${below}`
  return Object.fromEntries(
    Object.entries(methods).map(([method, permission]) => [`${method} ${address}`, permission]),
  )
}

function siteRows(below: string, reads: string[], writes: string[]): Record<string, Permission> {
  const address = `/orgs/:organizationId/sites/:siteId${below}`
  return Object.fromEntries([
    ...reads.map((method) => [`${method} ${address}`, 'site:view' as const]),
    ...writes.map((method) => [`${method} ${address}`, 'site:administer' as const]),
  ])
}

/** Null is a guest. */
export const everyRole: readonly (Role | null)[] = [null, ...roleOrder]

export const shownRole = (role: Role | null) => role ?? 'guest'

/** Whether a member with the role on everything in question holds the permission. */
export function holds(role: Role | null, permission: Permission | null): boolean {
  const least = permission === null ? 'MEMBER' : permissionTable[permission]
  return least === 'MEMBER' || roleAtLeast(role, least)
}

/** What one must hold to know of the thing that a row is about. */
export function sightOf(route: Route): Permission {
  if (route.path === '/spaces/:spaceId/restore') return 'space:administer'
  if (/:spaceId|^\/urls\/content/.test(route.path)) return 'space:view'
  if (route.path.includes(':collectionId')) return 'collection:view'
  // A slug that is not there may be put, so that a PUT tells nobody whether there is one.
  if (route.path.includes(':specSlug'))
    return route.method === 'PUT' ? 'organization:view' : 'organization:view-openapi-specs'
  if (/:siteId|^\/custom-hostnames/.test(route.path)) return 'site:view'
  if (route.path.includes(':teamId')) return 'team:view'
  return 'organization:view'
}

export const permissionOf = (route: Route): Permission | null => requiredPermission[rowName(route)] ?? null

/** Rows about what belongs to one user alone, whom no role of another stands in for. */
const isPersonal = (route: Route): boolean =>
  route.path.includes(':tokenId') || rowName(route) === 'PATCH /users/:userId'

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
    const { permission } = field.extensions as { permission?: Permission }
    return permission ? [{ flag: field.name, permission }] : []
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
