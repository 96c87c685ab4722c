import { randomBytes } from 'node:crypto'
import { newId } from '../../src/base/identifiers.ts'
import { liveContent } from '../../src/modules/content/revision-writer.ts'
import { hashSecret } from '../../src/modules/invites/email-invites.ts'
import { processPendingSpecs } from '../../src/modules/openapi-specs/processing.ts'
import type { Route } from '../../src/rest/route.ts'
import type { TestApp, TestClient } from '../support/app.ts'
import { buildReusableContent } from '../support/factories/content.ts'
import { laterCustomization } from '../support/factories/customizations.ts'
import { uploadFont } from '../support/factories/fonts.ts'
import { identityProvider } from '../support/factories/identity-providers.ts'
import { buildMember, buildOrganization, type TestUser } from '../support/factories/organizations.ts'

/** An organization that holds one of everything, and what to send to each row of the REST table. */
export interface World {
  readonly organizationId: string
  readonly admin: TestUser
  readonly client: TestClient
  /** The value of each path parameter of a row. */
  parametersFor(route: Route): Record<string, string>
  /** The body of a request that succeeds, for each row that takes one. */
  bodyFor(route: Route): unknown
}

export const rowName = (route: Route): string => `${route.method} ${route.path}`

/** Returns the address of a row with every parameter filled in. */
export function addressOf(route: Route, parameters: Readonly<Record<string, string>>): string {
  return route.path.replace(/:([A-Za-z]+)\*?/g, (_match, name: string) => {
    const value = parameters[name]
    if (value === undefined) throw new Error(`the world has no ${name}; add one to test/contract/world.ts`)
    return value
  })
}

export async function call(
  client: TestClient,
  route: Route,
  parameters: Record<string, string>,
  body: unknown,
) {
  const address = addressOf(route, parameters)
  switch (route.method) {
    case 'GET':
      return client.get(withRequiredQuery(route, address, parameters))
    case 'POST':
      return client.post(address, body)
    case 'PUT':
      return client.put(address, body)
    case 'PATCH':
      return client.patch(address, body)
    case 'DELETE':
      return client.delete(withRequiredQuery(route, address, parameters))
  }
}

type Parameters = Readonly<Record<string, string>>

/** Returns whether a row changes nothing. */
export const isRead = (route: Route): boolean => route.method === 'GET' || route.reads === true

const isMerge = ({ path }: Route): boolean => path.endsWith('/merge')
const isDeletion = ({ method }: Route): boolean => method === 'DELETE'
/** Custom host names are of sites, whose own paths have as many parts. */
const depthOf = ({ path }: Route): number =>
  path.startsWith('/custom-hostnames/') ? Number.POSITIVE_INFINITY : path.split('/').length

/** Returns whether a row removes objects that other rows are about. */
export const endsSomething = (route: Route): boolean => isMerge(route) || isDeletion(route)

/** Returns the rows with those last that end something: merges, then deletions, of the innermost things first. */
export const endingLast = (rows: readonly Route[]): Route[] => [
  ...rows.filter((row) => !endsSomething(row)),
  ...rows.filter(isMerge),
  ...rows
    .filter(isDeletion)
    .reverse()
    .sort((one, other) => depthOf(other) - depthOf(one)),
]

/** Returns whether the row creates an object with the name in the parameter, which is not in use yet. */
export const makesWhatItNames = (route: Route, parameter: string): boolean =>
  route.method === 'PUT' && parameter === 'specSlug'

/** Query parameters without which a row cannot succeed. */
const requiredQueries: Readonly<Record<string, (parameters: Parameters) => Parameters>> = {
  'GET /spaces/:spaceId/search': () => ({ query: 'world' }),
  'GET /orgs/:organizationId/search': () => ({ query: 'world' }),
  'GET /orgs/:organizationId/sites/:siteId/redirect': () => ({ source: '/old' }),
  'GET /spaces/:spaceId/embed': () => ({ url: 'https://www.youtube.com/watch?v=abcdefghijk' }),
  'GET /urls/embed': () => ({ url: 'https://www.youtube.com/watch?v=abcdefghijk' }),
  'GET /urls/published': ({ publishedAddress = '' }) => ({ url: publishedAddress }),
  'DELETE /orgs/:organizationId': ({ organizationTitle = '' }) => ({ title: organizationTitle }),
  'GET /urls/content': ({ workspaceAddress = '' }) => ({ url: workspaceAddress }),
}

export const requiredQueryOf = (route: Route, parameters: Parameters): Parameters =>
  requiredQueries[rowName(route)]?.(parameters) ?? {}

export function withRequiredQuery(route: Route, address: string, parameters: Parameters): string {
  const query = new URLSearchParams(requiredQueryOf(route, parameters)).toString()
  return query === '' ? address : `${address}?${query}`
}

/** Builds the world through the REST API, as its admin. */
export async function buildWorld(app: TestApp): Promise<World> {
  const { id: organizationId, title: organizationTitle, admin } = await buildOrganization(app)
  const { id: otherOrganizationId } = await transferTarget(app, admin)
  const { id: removedId } = await transferTarget(app, admin)
  const client = app.as(admin)
  await client.delete(`/orgs/${removedId}?title=Target`)
  const member = await buildMember(app, organizationId, 'READ')
  const created = async (address: string, body: unknown = {}) => {
    const answer = await client.post(address, body)
    if (answer.status > 201) throw new Error(`POST ${address}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  const collection = await created(`/orgs/${organizationId}/collections`, { title: 'Collection' })
  const parent = await created(`/orgs/${organizationId}/collections`, { title: 'Parent' })
  const space = await created(`/orgs/${organizationId}/spaces`, { title: 'Space', empty: true })
  const second = await created(`/orgs/${organizationId}/spaces`, { title: 'Second space' })
  const third = await created(`/orgs/${organizationId}/spaces`, { title: 'Third space' })
  const deleted = await created(`/orgs/${organizationId}/spaces`, { title: 'Deleted space', empty: true })
  await client.delete(`/spaces/${deleted.id}`)
  const discarded = await created(`/orgs/${organizationId}/collections`, { title: 'Deleted collection' })
  await created(`/orgs/${organizationId}/spaces`, {
    title: 'In a deleted one',
    parent: discarded.id,
    empty: true,
  })
  await created(`/orgs/${organizationId}/collections`, { title: 'In it too', parent: discarded.id })
  await client.delete(`/collections/${discarded.id}`)
  await created(`/spaces/${space.id}/content`, {
    changes: [
      { operation: 'insert_page', title: 'Welcome', document: { markdown: 'Hello *world*.' } },
      {
        operation: 'insert_files',
        files: [
          { name: 'note.txt', contentType: 'text/plain', base64: Buffer.from('note').toString('base64') },
        ],
      },
    ],
  })
  const reusableContentId = await buildReusableContent(app, admin, liveContent(space.id))
  const { pages } = (await client.get(`/spaces/${space.id}/content`)).body
  await created(`/spaces/${space.id}/content`, {
    changes: [
      { operation: 'insert_page', into: pages[0].id, title: 'Below', document: { markdown: '# Below' } },
      { operation: 'insert_page', type: 'group', title: 'Chapter' },
    ],
  })
  const content = (await client.get(`/spaces/${space.id}/content`)).body
  const site = await created(`/orgs/${organizationId}/sites`, { title: 'Site' })
  const siteAddress = `/orgs/${organizationId}/sites/${site.id}`
  const section = await created(`${siteAddress}/sections`, { spaceId: space.id, title: 'Section' })
  const otherSection = await created(`${siteAddress}/sections`, {
    spaceId: second.id,
    title: 'Other section',
  })
  const group = await created(`${siteAddress}/section-groups`, {
    title: 'Group',
    sections: [otherSection.id],
  })
  const siteSpace = section.siteSpaces[0]
  await client.put(`${siteAddress}/adaptive-schema`, { jsonSchema: adaptiveSchemaOf('plan') })
  const ownName = `w-${randomBytes(6).toString('hex')}`
  await client.patch(`/orgs/${organizationId}`, { hostname: ownName })
  await client.patch(siteAddress, { hostname: `${ownName}.example.test` })
  await created(`${siteAddress}/publish`)
  const shareLink = await created(`${siteAddress}/share-links`, { name: 'Partners' })
  const toSection = { kind: 'site-section', siteSectionId: otherSection.id }
  const externalLink = await created(`${siteAddress}/external-links`, {
    title: 'Forum',
    url: 'https://forum.example.com/',
    parent: group.id,
  })
  await created(`${siteAddress}/section-groups`, { title: 'Nested', parent: group.id })
  const redirect = await created(`${siteAddress}/redirects`, { source: '/old', destination: toSection })
  const publishedAddress = `${app.url}/sites/${organizationId}/${site.id}`
  const comment = await created(`/spaces/${space.id}/comments`, { body: { markdown: 'A comment' } })
  const reply = await created(`/spaces/${space.id}/comments/${comment.id}/replies`, {
    body: { markdown: 'A reply' },
  })

  const changeRequest = await created(`/spaces/${space.id}/change-requests`, { subject: 'Proposal' })
  const proposal = `/spaces/${space.id}/change-requests/${changeRequest.id}`
  await created(`${proposal}/content`, {
    changes: [{ operation: 'update_page', page: content.pages[0].id, document: { markdown: 'Proposed.' } }],
  })
  const review = await created(`${proposal}/reviews`, { status: 'approved', comment: { markdown: 'Good' } })
  const reviewer = await buildMember(app, organizationId, 'REVIEW')
  await created(`${proposal}/requested-reviewers`, { users: [reviewer.id] })

  const discussed = await created(`${proposal}/comments`, { body: { markdown: 'On the proposal' } })
  const answered = await created(`${proposal}/comments/${discussed.id}/replies`, { body: { markdown: 'So' } })

  const field = await created(`/orgs/${organizationId}/custom-fields`, {
    name: 'stage',
    type: 'select:multi',
    title: 'Stage',
    options: ['alpha', 'beta'],
  })
  await client.patch(`/spaces/${space.id}/custom-fields`, { values: { stage: { value: ['alpha'] } } })

  const samlProvider = await created(`/orgs/${organizationId}/saml`, identityProvider('Provider'))

  const emailDomain = `${ownName}.example`
  await client.patch(`/orgs/${organizationId}`, { emailDomains: [emailDomain] })
  await app.database.prisma.user.update({
    where: { id: admin.id },
    data: { email: `admin@${emailDomain}` },
  })
  const token = await created('/user/tokens', { label: 'Spare' })
  const invite = await created(`/orgs/${organizationId}/link-invites`, { role: 'comment' })
  const inviteSecret = randomBytes(32).toString('base64url')
  // One to be accepted by its secret, and one to be resent and deleted by its id.
  const emailInvite = (name: string, secret: string) =>
    app.database.prisma.emailInvite.create({
      data: {
        id: newId('EmailInvite'),
        organizationId,
        email: `${name}@${emailDomain}`,
        role: 'READ',
        secretHash: hashSecret(secret),
        invitedById: admin.id,
        createdAt: new Date(Date.now() - 86_400_000),
        expiresAt: new Date(Date.now() + 86_400_000),
      },
    })
  await emailInvite('invited', inviteSecret)
  const { id: emailInviteId } = await emailInvite('pending', randomBytes(32).toString('base64url'))
  const translation = await created(`/orgs/${organizationId}/translations`, {
    title: 'European',
    languages: ['de', 'fr'],
  })
  const glossary = `/orgs/${organizationId}/translations-glossary`
  await client.put(glossary, { operations: [{ type: 'insert', translations: { en: 'page', fr: 'page' } }] })
  const glossaryEntryId = (await client.get(glossary)).body.items[0].id
  const storageKey = await uploadFont(client, organizationId)
  const font = (
    await client.put(`/orgs/${organizationId}/fonts`, {
      fontFamily: 'Own',
      fontFaces: [{ weight: 400, storageKey }],
    })
  ).body

  const team = (await client.put(`/orgs/${organizationId}/teams`, { title: 'Team', members: [member.id] }))
    .body
  for (const shared of [`/spaces/${space.id}`, `/collections/${collection.id}`, siteAddress])
    await client.post(`${shared}/permissions`, { role: 'read', users: [member.id], teams: [team.id] })

  const versionId = await buildSpec(app, client, organizationId)
  const importRun = await created(`/org/${organizationId}/imports`, importInto(app, space.id))
  const job = await created(`/spaces/${space.id}/pdf`)

  const auditEventId = (await client.get(`/orgs/${organizationId}/audit-events`)).body.items[0].id
  const parameters: Record<string, string> = {
    teamId: team.id,
    organizationId,
    organizationTitle,
    auditEventId,
    samlProviderId: samlProvider.id,
    userId: member.id,
    collectionId: collection.id,
    spaceId: space.id,
    revisionId: content.id,
    pageId: content.pages[0].id,
    pagePath: content.pages[0].path,
    documentId: content.pages[0].documentId,
    fileId: content.files[0].id,
    reusableContentId,
    siteId: site.id,
    siteSectionId: section.id,
    siteSectionGroupId: group.id,
    siteSpaceId: siteSpace.id,
    commentId: comment.id,
    commentReplyId: reply.id,
    changeRequestId: changeRequest.id,
    reviewId: review.id,
    shareLinkId: shareLink.id,
    siteRedirectId: redirect.id,
    siteExternalLinkId: externalLink.id,
    fieldName: field.name,
    emailDomain,
    tokenId: token.id,
    inviteId: invite.id,
    emailInviteId,
    inviteSecret,
    translationSettingsId: translation.id,
    glossaryEntryId,
    fontId: font.id,
    specSlug: 'pets',
    importRunId: importRun.id,
    jobId: job.id,
    versionId,
    subdomain: ownName,
    hostname: `${ownName}.example.test`,
    publishedAddress,
    workspaceAddress: `${app.url}/s/${space.id}`,
  }
  const bodies: Record<string, unknown> = {
    'PATCH /users/:userId': { displayName: 'Renamed', photoURL: 'https://example.com/photo.png' },
    'POST /orgs': { title: 'New organization' },
    'POST /orgs/:organizationId/restore': undefined,
    'PATCH /orgs/:organizationId': { title: organizationTitle, defaultRole: 'read' },
    'POST /orgs/:organizationId/ping': undefined,
    'PATCH /orgs/:organizationId/members/:userId': { role: 'comment' },
    'POST /orgs/:organizationId/members/:userId/sso': undefined,
    ...Object.fromEntries(
      ['/spaces/:spaceId', '/collections/:collectionId', '/orgs/:organizationId/sites/:siteId'].flatMap(
        (shared) => [
          [`POST ${shared}/permissions`, { role: 'comment', users: [reviewer.id], teams: [team.id] }],
          [`PATCH ${shared}/permissions/users/:userId`, { role: 'edit' }],
          [`PATCH ${shared}/permissions/teams/:teamId`, { role: 'edit' }],
        ],
      ),
    ),
    'PUT /orgs/:organizationId/teams': { title: 'New team', members: [admin.id] },
    'PATCH /orgs/:organizationId/teams/:teamId': { title: 'Renamed' },
    'PUT /orgs/:organizationId/teams/:teamId/members': {
      add: [reviewer.id],
      remove: [admin.id],
      memberships: { [reviewer.id]: { role: 'owner' } },
    },
    'PUT /orgs/:organizationId/teams/:teamId/members/:userId': { role: 'owner' },
    'POST /orgs/:organizationId/saml': { ...identityProvider('New provider'), defaultRole: 'read' },
    'PATCH /orgs/:organizationId/saml/:samlProviderId': { label: 'Renamed', defaultRole: null },
    'POST /orgs/:organizationId/collections': { title: 'New collection' },
    'PATCH /collections/:collectionId': { title: 'Renamed', description: 'Described' },
    'POST /collections/:collectionId/restore': undefined,
    'POST /collections/:collectionId/move': { parent: parent.id },
    'POST /collections/:collectionId/transfer': { organization: otherOrganizationId },
    'POST /orgs/:organizationId/spaces': { title: 'New space' },
    'PATCH /spaces/:spaceId': { title: 'Renamed', emoji: '📘' },
    'POST /spaces/:spaceId/duplicate': undefined,
    'POST /spaces/:spaceId/restore': undefined,
    'POST /spaces/:spaceId/move': { parent: parent.id },
    'POST /spaces/:spaceId/transfer': { organization: otherOrganizationId },
    'POST /spaces/:spaceId/content': {
      changes: [{ operation: 'insert_page', title: 'Another', document: { markdown: 'Text' } }],
    },
    'POST /spaces/:spaceId/content/computed/document': {
      source: { ...petsSource, props: { doc: 'info', page: 'overview' } },
      seed: 'seed',
    },
    'POST /spaces/:spaceId/content/computed/revision': {
      source: { ...petsSource, props: { models: true } },
      seed: 'seed',
    },
    'POST /spaces/:spaceId/content/import': { url: `${app.url}/healthz`, source: 'markdown' },
    'POST /spaces/:spaceId/content/export': { page: content.pages[0].id },
    'POST /spaces/:spaceId/pdf': { page: content.pages[0].id, includesDescendants: false },
    'POST /org/:organizationId/imports': importInto(app, space.id),
    'POST /org/:organizationId/imports/:importRunId/cancel': undefined,
    'POST /orgs/:organizationId/jobs/:jobId/cancel': undefined,
    'POST /spaces/:spaceId/revisions/:revisionId/restore': undefined,
    'POST /spaces/:spaceId/change-requests': {
      subject: 'New proposal',
      description: { markdown: 'Why it is proposed' },
      links: [{ ref: { kind: 'url', url: 'https://tickets.example/1' } }],
    },
    'PATCH /spaces/:spaceId/change-requests/:changeRequestId': {
      subject: 'Renamed',
      status: 'open',
      description: { markdown: 'Why it is proposed' },
      links: [{ ref: { kind: 'url', url: 'https://tickets.example/1' }, title: 'Ticket' }],
    },
    'POST /spaces/:spaceId/change-requests/:changeRequestId/merge': undefined,
    'POST /spaces/:spaceId/change-requests/:changeRequestId/update': undefined,
    'POST /spaces/:spaceId/change-requests/:changeRequestId/conflicts/resolve': { others: 'theirs' },
    'POST /spaces/:spaceId/change-requests/:changeRequestId/content': {
      changes: [{ operation: 'insert_page', title: 'Proposed', document: { markdown: 'Text' } }],
    },
    'POST /spaces/:spaceId/change-requests/:changeRequestId/reviews': { status: 'changes-requested' },
    'POST /spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers': { users: [admin.id] },
    'POST /spaces/:spaceId/change-requests/:changeRequestId/content/import': {
      url: `${app.url}/healthz`,
      source: 'markdown',
    },
    'POST /orgs/:organizationId/join': undefined,
    'POST /orgs/:organizationId/link-invites': { role: 'edit' },
    'PATCH /orgs/:organizationId/link-invites/:inviteId': { role: null },
    'POST /orgs/:organizationId/invites': {
      emails: [`new@${emailDomain}`, { email: member.email, role: 'edit' }],
      role: 'read',
    },
    'POST /orgs/:organizationId/invites/:inviteId': undefined,
    'POST /orgs/:organizationId/email-invites/:emailInviteId/resend': undefined,
    'POST /invites/:inviteSecret': { displayName: 'Invited' },
    'POST /user/tokens': { label: 'CI', scopes: ['read'], expiresAt: '2100-01-01T00:00:00.000Z' },
    'POST /user/tokens/:tokenId/rotate': { overlapSeconds: 60 },
    'POST /orgs/:organizationId/translations': { title: 'Asian', languages: ['ja'] },
    'PUT /orgs/:organizationId/translations/:translationSettingsId': { title: 'Renamed' },
    'PUT /orgs/:organizationId/translations-glossary': {
      operations: [
        { type: 'insert', translations: { en: 'space', de: 'Bereich' } },
        { type: 'update', id: glossaryEntryId, translations: { en: 'page', de: 'Seite' } },
      ],
    },
    'POST /orgs/:organizationId/storage/upload': {
      file: { name: 'own.woff2', type: 'font/woff2', size: 20_480 },
      kind: 'customization_font',
    },
    'PUT /orgs/:organizationId/fonts': { fontFamily: 'Ours', fontFaces: [{ weight: 400, storageKey }] },
    'POST /orgs/:organizationId/fonts/:fontId': {
      fontFamily: 'Renamed',
      fontFaces: [{ weight: 700, storageKey }],
    },
    'POST /orgs/:organizationId/custom-fields': { name: 'topics', type: 'tags', title: 'Topics' },
    'PATCH /orgs/:organizationId/custom-fields/:fieldName': { title: 'Renamed', options: ['beta'] },
    'PATCH /spaces/:spaceId/custom-fields': { values: { stage: { value: ['beta'] } } },
    'POST /orgs/:organizationId/openapi': { slug: 'new-pets', source: { text: petsDocument } },
    'PUT /orgs/:organizationId/openapi/:specSlug': { source: { url: `${app.url}/v1/openapi.json` } },
    'PATCH /orgs/:organizationId/openapi/:specSlug': { visibility: 'public' },
    'POST /orgs/:organizationId/sites': { title: 'New site', spaces: [third.id] },
    'PATCH /orgs/:organizationId/sites/:siteId': { title: 'Renamed', visibility: 'unlisted' },
    'POST /orgs/:organizationId/sites/:siteId/sections': { spaceId: third.id, title: 'Third' },
    'PATCH /orgs/:organizationId/sites/:siteId/sections/:siteSectionId': { title: 'Renamed', icon: 'book' },
    'POST /orgs/:organizationId/sites/:siteId/section-groups': { title: 'New group', parent: group.id },
    'PATCH /orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId': {
      title: 'Renamed',
      localizedTitle: { fr: 'Renommé' },
    },
    'POST /orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/duplicate': { draft: true },
    'PATCH /custom-hostnames/:hostname': undefined,
    'POST /orgs/:organizationId/sites/:siteId/external-links': {
      title: 'Status',
      url: 'https://status.example.com/',
      parent: group.id,
    },
    'PATCH /orgs/:organizationId/sites/:siteId/external-links/:siteExternalLinkId': {
      title: 'Forum',
      draft: true,
      parent: null,
    },
    'POST /orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections': {
      sectionId: section.id,
    },
    'POST /orgs/:organizationId/sites/:siteId/sections/:siteSectionId/move': { position: {} },
    'POST /orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/move': {
      position: { before: { type: 'site-section', id: section.id } },
    },
    'POST /orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/move': { position: {} },
    'PATCH /orgs/:organizationId/sites/:siteId/structure/sort': {
      item: { type: 'site-section-group', id: group.id },
      position: {},
    },
    'POST /orgs/:organizationId/sites/:siteId/site-spaces': { spaceId: third.id },
    'PATCH /orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId': { path: 'renamed', hidden: true },
    'PUT /orgs/:organizationId/sites/:siteId/adaptive-schema': { jsonSchema: adaptiveSchemaOf('beta') },
    'PUT /orgs/:organizationId/sites/:siteId/customization': laterCustomization(space.id),
    'PATCH /orgs/:organizationId/sites/:siteId/customization': laterCustomization(space.id),
    'PATCH /orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization': laterCustomization(
      space.id,
    ),
    'POST /orgs/:organizationId/sites/:siteId/search': { query: 'a', scope: { mode: 'all' } },
    'POST /orgs/:organizationId/sites/:siteId/publish': undefined,
    'POST /orgs/:organizationId/sites/:siteId/unpublish': undefined,
    'PATCH /orgs/:organizationId/sites/:siteId/publishing/auth': {
      backend: 'custom',
      fallbackURL: 'https://login.example.com/',
      logoutURL: 'https://login.example.com/logout',
    },
    'POST /orgs/:organizationId/sites/:siteId/publishing/auth/regenerate': undefined,
    'POST /orgs/:organizationId/sites/:siteId/share-links': { name: 'New link' },
    'PATCH /orgs/:organizationId/sites/:siteId/share-links/:shareLinkId': { active: false },
    'POST /orgs/:organizationId/sites/:siteId/redirects': { source: '/new', destination: toSection },
    'POST /orgs/:organizationId/sites/:siteId/redirects/bulk': {
      redirects: [
        { source: '/old', destination: { kind: 'site-space', siteSpaceId: siteSpace.id } },
        { source: '/newer', destination: toSection },
      ],
    },
    'PUT /orgs/:organizationId/sites/:siteId/redirects': {
      redirects: [
        {
          source: '/blog/*',
          destination: { kind: 'external', url: 'https://blog.example.com/' },
          captureWildcard: true,
          permanent: true,
        },
        { source: '/newer', destination: null },
      ],
    },
    'PATCH /orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId': { source: '/older' },
    'POST /orgs/:organizationId/sites/:siteId/insights/events/aggregate': {
      select: [{ column: 'eventsCount' }],
      where: [{ column: 'eventType', values: ['page_view'] }],
      groupBy: [{ column: 'page' }],
      range: 'last7Days',
    },
    'POST /orgs/:organizationId/sites/:siteId/insights/events': {
      events: [{ type: 'page_view', location: { space: space.id, page: content.pages[0].id } }],
    },
    'POST /orgs/:organizationId/sites/:siteId/search/prewarm': undefined,
    'POST /urls/published': { url: publishedAddress },
    ...Object.fromEntries(
      ['/spaces/:spaceId', '/spaces/:spaceId/change-requests/:changeRequestId'].flatMap((discussed) => [
        [`POST ${discussed}/comments`, { body: { markdown: 'New comment' } }],
        [`PUT ${discussed}/comments/:commentId`, { resolved: true }],
        [`POST ${discussed}/comments/:commentId/replies`, { body: { markdown: 'New reply' } }],
        [`PUT ${discussed}/comments/:commentId/replies/:commentReplyId`, { body: { markdown: 'Edited' } }],
      ]),
    ),
  }
  return {
    organizationId,
    admin,
    client,
    // A few rows need another thing than the one that everybody else uses.
    parametersFor: (route) => {
      if (rowName(route) === 'PATCH /users/:userId') return { ...parameters, userId: admin.id }
      if (rowName(route) === 'POST /orgs/:organizationId/restore')
        return { ...parameters, organizationId: removedId }
      if (rowName(route) === 'POST /spaces/:spaceId/restore') return { ...parameters, spaceId: deleted.id }
      if (rowName(route) === 'POST /collections/:collectionId/restore')
        return { ...parameters, collectionId: discarded.id }
      // What is the content already cannot be restored.
      if (rowName(route) === 'POST /spaces/:spaceId/revisions/:revisionId/restore')
        return { ...parameters, revisionId: content.parents[0] }
      if (/change-requests\/.*:commentId/.test(route.path))
        return { ...parameters, commentId: discussed.id, commentReplyId: answered.id }
      if (/requested-reviewers\/:userId$/.test(route.path)) return { ...parameters, userId: reviewer.id }
      // A space that is part of a site stays in its organization.
      if (rowName(route) === 'POST /spaces/:spaceId/transfer') return { ...parameters, spaceId: third.id }
      if (/section-groups\/.*:siteSectionId$/.test(route.path))
        return { ...parameters, siteSectionId: otherSection.id }
      return parameters
    },
    bodyFor: (route) => {
      if (route.method === 'GET' || route.method === 'DELETE') return undefined
      if (!(rowName(route) in bodies))
        throw new Error(`give ${rowName(route)} a body in test/contract/world.ts`)
      return bodies[rowName(route)]
    },
  }
}

const importInto = (app: TestApp, spaceId: string) => ({
  source: { type: 'markdown', url: `${app.url}/healthz` },
  target: { space: spaceId },
})

/** Returns a schema that expects one signed claim of a visitor. */
const adaptiveSchemaOf = (claim: string) => ({
  type: 'object',
  properties: { [claim]: { type: 'string', description: 'One of two', enum: ['a', 'b'] } },
  additionalProperties: false,
})

const petsDocument = JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {} })

export const petsSource = {
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
}

/** Builds a specification with a version, and returns its id. */
async function buildSpec(app: TestApp, client: TestClient, organizationId: string): Promise<string> {
  const address = `/orgs/${organizationId}/openapi/pets`
  await client.put(address, { source: { text: petsDocument } })
  await processPendingSpecs(app)
  return (await client.get(address)).body.lastVersion
}

async function transferTarget(app: TestApp, admin: TestUser): Promise<{ id: string }> {
  return (await app.as(admin).post('/orgs', { title: 'Target' })).body
}
