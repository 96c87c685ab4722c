import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ErrorCode, errorTable } from '../../src/base/errors.ts'
import { newId } from '../../src/base/identifiers.ts'
import type { ReasonRow } from '../../src/base/reasons.ts'
import { maximumComputedPages } from '../../src/formats/body/limits.ts'
import { maximumFields } from '../../src/modules/custom-fields/limits.ts'
import { maximumIdentityProviders } from '../../src/modules/identity-providers/limits.ts'
import { reasons } from '../../src/server/reasons.ts'
import type { RestAnswer, TestApp, TestClient } from '../support/app.ts'
import { buildMember, buildOrganization } from '../support/factories/organizations.ts'
import { elsewhere } from './reasons-elsewhere.ts'
import { rowNamed } from './row-permissions.ts'
import { startWorldApp, type World } from './world.ts'
import { petsSource } from './world-objects.ts'

let app: TestApp
let world: World
let client: TestClient
/** Ids of the world by the name of the path parameter. */
let ids: Record<string, string>
let organization: string
let space: string
let site: string
beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
  client = world.client
  ids = world.parametersFor(rowNamed('GET /user'))
  organization = `/orgs/${world.organizationId}`
  space = `/spaces/${ids.spaceId}`
  site = `${organization}/sites/${ids.siteId}`
})
afterAll(() => app.close())

const created = async (path: string, body: unknown) => (await client.post(path, body)).body

const newSpace = async () => `/spaces/${(await created(`${organization}/spaces`, {})).id}`

const insert = (title: string, members: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown: title },
  ...members,
})

const change = (...changes: object[]) => client.post(`${space}/content`, { changes })

async function newChangeRequest() {
  const { id } = await created(`${space}/change-requests`, { subject: 'Proposal' })
  return `${space}/change-requests/${id}`
}

const twice = async (ask: () => Promise<RestAnswer>) => {
  await ask()
  return ask()
}

type Refusal = Pick<RestAnswer, 'status' | 'body'>

/** Inserts a page, and returns its id. */
const inserted = async (page: object): Promise<string> =>
  (await change({ operation: 'insert_page', ...page })).body.changes[0].page.id

/** Sends what a client does not send by itself. */
async function send(method: string, path: string, headers: Record<string, string>, body?: string) {
  const authorization = { Authorization: `Bearer ${client.token}` }
  const answer = await fetch(`${app.url}/v1${path}`, {
    method,
    headers: { ...authorization, ...headers },
    body,
  })
  return { status: answer.status, body: await answer.json() }
}

/** Returns the first error of GraphQL in the form of REST. */
async function refusedGraphQL(document: string, variables: Record<string, unknown>): Promise<Refusal> {
  const { errors = [] } = await client.gql(document, variables)
  const [refusal] = errors.map(({ message, extensions }) => ({ message, ...extensions }))
  const { code, ...error } = refusal as { code: ErrorCode; message: string }
  return { status: errorTable[code].status, body: { error } }
}

/** A request for each reason, which is refused for it. */
const requests: readonly (readonly [string, () => Promise<Refusal>])[] = [
  [
    'CHANGE_REQUESTS_OF_OTHERS',
    () =>
      refusedGraphQL(
        `query ($id: ID!) { node(id: $id) { ... on User { changeRequests(first: 1) { totalCount } } } }`,
        { id: ids.userId },
      ),
  ],
  [
    'TOKENS_OF_OTHERS',
    () =>
      refusedGraphQL(
        `query ($id: ID!) { node(id: $id) { ... on User { tokens(first: 1) { totalCount } } } }`,
        {
          id: ids.userId,
        },
      ),
  ],
  [
    'UNKNOWN_INPUT',
    () =>
      send(
        'PATCH',
        space,
        { 'Content-Type': 'application/json', Prefer: 'handling=strict' },
        JSON.stringify({ titel: 'A' }),
      ),
  ],
  ['TOKEN_MALFORMED', () => send('GET', '/user', { Authorization: 'Basic abc' })],
  [
    'BODY_COMPRESSED',
    () => send('PATCH', space, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }, '{}'),
  ],
  [
    'PAGE_NOT_IN_REVISION',
    async () => {
      const page = await inserted({ title: 'Newer', document: { markdown: 'Text' } })
      return change({ operation: 'revert_page', page, revision: ids.revisionId })
    },
  ],
  [
    'PAGE_NOT_DOCUMENT',
    async () =>
      client.get(
        `${space}/content/export?only=true&page=${await inserted({ type: 'group', title: 'Group' })}`,
      ),
  ],
  [
    'SPECIFICATION_NOT_IN_ORGANIZATION',
    () =>
      change({
        operation: 'insert_page',
        type: 'computed',
        title: 'Reference',
        computed: {
          ...petsSource,
          dependencies: { spec: { ref: { kind: 'openapi', spec: 'nothing' } } },
          props: { models: true },
        },
      }),
  ],
  [
    'PARENT_HOLDS_NO_PAGES',
    async () => {
      const link = await inserted({
        type: 'link',
        title: 'Link',
        target: { kind: 'url', url: 'https://example.com' },
      })
      return change(insert('Below', { into: link }))
    },
  ],
  [
    'PAGE_IN_ITSELF',
    async () => {
      const page = await inserted({ title: 'Itself', document: { markdown: 'Text' } })
      return change({ operation: 'update_page', page, into: page })
    },
  ],
  [
    'SLUG_TAKEN_IN_PARENT',
    async () => {
      const parent = await inserted({ title: 'Parent', document: { markdown: 'Text' } })
      await change(insert('Same', { slug: 'same', into: parent }))
      const page = await inserted({ title: 'Same', slug: 'same', document: { markdown: 'Text' } })
      return change({ operation: 'update_page', page, into: parent })
    },
  ],
  [
    'REVIEWER_NOT_ALLOWED',
    async () => client.post(`${await newChangeRequest()}/requested-reviewers`, { users: ['usrnone'] }),
  ],
  [
    'SIBLING_NOT_IN_PARENT',
    () =>
      client.post(`${space}/move`, {
        parent: ids.collectionId,
        position: { before: { type: 'space', space: 'spcnone' } },
      }),
  ],
  [
    'SIBLING_NOT_ON_LEVEL',
    () =>
      client.post(`${site}/sections/${ids.siteSectionId}/move`, {
        position: { before: { type: 'site-section', siteSection: 'secnone' } },
      }),
  ],
  [
    'SITE_SPACE_NOT_IN_SITE',
    () =>
      client.post(`${site}/redirects`, {
        source: '/elsewhere',
        destination: { kind: 'site-space', siteSpaceId: 'sspnone' },
      }),
  ],
  [
    'PAGE_NOT_IN_SITE_SPACE',
    () =>
      client.post(`${site}/redirects`, {
        source: '/elsewhere',
        destination: { kind: 'site-page', siteSpaceId: ids.siteSpaceId, pageId: 'pagnone' },
      }),
  ],
  [
    'SITE_NOT_IN_ORGANIZATION',
    () => client.patch(organization, { defaultContent: { type: 'site', site: 'sitnone' } }),
  ],
  [
    'SPACE_NOT_IN_ORGANIZATION',
    () => client.post(`${organization}/sites`, { title: 'Docs', spaces: ['spcnone'] }),
  ],
  [
    'TEAM_NOT_IN_ORGANIZATION',
    () => client.patch(`${organization}/saml/${ids.samlProviderId}`, { defaultTeam: 'teanone' }),
  ],
  [
    'USER_NOT_IN_ORGANIZATION',
    () => client.put(`${organization}/teams`, { title: 'A', members: ['usrnone'] }),
  ],
  [
    'TOO_MANY_COMPUTED_PAGES',
    async () => {
      const computed = { ...petsSource, props: { models: true } }
      const page = { operation: 'insert_page', type: 'computed', title: 'Reference', computed }
      const address = `${await newSpace()}/content`
      await client.post(address, { changes: Array.from({ length: maximumComputedPages }, () => page) })
      return client.post(address, { changes: [page] })
    },
  ],
  [
    'TOO_MANY_CUSTOM_FIELDS',
    async () => {
      const { id, admin } = await buildOrganization(app)
      await app.database.prisma.customField.createMany({
        data: Array.from({ length: maximumFields }, (_, index) => ({
          id: newId('CustomField'),
          organizationId: id,
          name: `field${index}`,
          type: 'TEXT' as const,
        })),
      })
      const field = { name: 'more', type: 'text', title: 'Field' }
      return app.as(admin).post(`/orgs/${id}/custom-fields`, field)
    },
  ],
  [
    'TOO_MANY_IDENTITY_PROVIDERS',
    async () => {
      const { id, admin } = await buildOrganization(app)
      const body = world.bodyFor(rowNamed('POST /orgs/:organizationId/saml'))
      await app.database.prisma.identityProvider.createMany({
        data: Array.from({ length: maximumIdentityProviders }, () => ({
          id: newId('SamlProvider'),
          kind: 'SAML' as const,
          organizationId: id,
          label: 'Provider',
        })),
      })
      return app.as(admin).post(`/orgs/${id}/saml`, body)
    },
  ],
  [
    'ROLE_ABOVE_OWN',
    async () => {
      const creator = await buildMember(app, world.organizationId, 'CREATE')
      return app.as(creator).patch(`${await newSpace()}/permissions/users/${creator.id}`, { role: 'admin' })
    },
  ],
  ['INVALID_CURSOR', () => client.get(`${organization}/spaces?page=x`)],
  ['PAGE_NOT_IN_SPACE', () => change({ operation: 'delete_page', page: 'pagnone' })],
  ['FILE_NOT_IN_SPACE', () => change({ operation: 'delete_file', file: 'filnone' })],
  ['SLUG_TAKEN', () => twice(() => change(insert('Again', { slug: 'again' })))],
  ['REVISION_NOT_IN_SPACE', () => client.get(`${space}/revisions/${ids.revisionId}/changes?since=revnone`)],
  ['PARENT_NOT_IN_ORGANIZATION', () => client.post(`${space}/move`, { parent: 'colnone' })],
  [
    'COLLECTION_IN_ITSELF',
    () => client.post(`/collections/${ids.collectionId}/move`, { parent: ids.collectionId }),
  ],
  [
    'SECTION_NOT_IN_SITE',
    () => client.post(`${site}/site-spaces`, { spaceId: ids.spaceId, sectionId: 'secnone' }),
  ],
  [
    'CUSTOM_FIELD_NOT_IN_ORGANIZATION',
    () => client.patch(`${space}/custom-fields`, { values: { nothing: { value: 1 } } }),
  ],
  [
    'TEAM_WITHOUT_PERMISSION',
    async () => client.delete(`${await newSpace()}/permissions/teams/${ids.teamId}`),
  ],
  ['DISPLAY_NAME_REQUIRED', () => client.post(`/invites/${ids.inviteSecret}`, {})],
  ['TOKEN_INVALID', () => app.as({ token: 'lct_unknown' }).get('/user')],
  [
    'PERMISSION_REQUIRED',
    async () => app.as(await buildMember(app, world.organizationId, 'READ')).patch(space, { title: 'Mine' }),
  ],
  [
    'TOKEN_ONLY_EVENTS',
    async () => app.as(await created('/user/tokens', { label: 'Events', scopes: ['events'] })).get('/user'),
  ],
  [
    'TOKEN_READ_ONLY',
    async () =>
      app
        .as(await created('/user/tokens', { label: 'Reading', scopes: ['read'] }))
        .patch(space, { title: 'A' }),
  ],
  ['USER_IS_NOT_CALLER', () => client.patch(`/users/${ids.userId}`, { displayName: 'Other' })],
  [
    'SPACE_LOCKED',
    async () => {
      const locked = await newSpace()
      await client.patch(locked, { editMode: 'locked' })
      const editor = app.as(await buildMember(app, world.organizationId, 'EDIT'))
      return editor.post(`${locked}/content`, { changes: [insert('A')] })
    },
  ],
  ['ORGANIZATION_NOT_DELETED', () => client.post(`${organization}/restore`)],
  ['TITLE_NOT_REPEATED', () => client.delete(`${organization}?title=Another`)],
  ['SPACE_NOT_DELETED', () => client.post(`${space}/restore`)],
  ['COLLECTION_NOT_DELETED', () => client.post(`/collections/${ids.collectionId}/restore`)],
  [
    'CHANGE_REQUEST_MERGED',
    async () => {
      const address = await newChangeRequest()
      await client.post(`${address}/merge`)
      return client.patch(address, { subject: 'Late' })
    },
  ],
  [
    'CHANGE_REQUEST_ARCHIVED',
    async () => {
      const address = await newChangeRequest()
      await client.patch(address, { status: 'archived' })
      return client.post(`${address}/merge`)
    },
  ],
  [
    'REVISION_IS_CURRENT',
    async () => {
      const { id } = (await client.get(`${space}/content`)).body
      return client.post(`${space}/revisions/${id}/restore`)
    },
  ],
  [
    'POSITION_UNCHANGED',
    async () => {
      const moved = await newSpace()
      return twice(() => client.post(`${moved}/move`, { parent: ids.collectionId }))
    },
  ],
  ['ALREADY_IN_ORGANIZATION', () => client.post(`${space}/transfer`, { organization: world.organizationId })],
  [
    'SPACE_IN_SITE',
    () => client.post(`${space}/transfer`, world.bodyFor(rowNamed('POST /spaces/:spaceId/transfer'))),
  ],
  ['LAST_ADMIN', () => client.delete(`${organization}/members/${world.admin.id}`)],
  [
    'INVITE_LINKS_DISABLED',
    async () => {
      await client.patch(organization, { inviteLinks: false })
      return client.post(`${organization}/link-invites`, { role: 'read' })
    },
  ],
  [
    'INVITE_JUST_SENT',
    () => twice(() => client.post(`${organization}/email-invites/${ids.emailInviteId}/resend`)),
  ],
  ['SSO_SIGN_IN_REQUIRED', () => client.patch(organization, { sso: true })],
  [
    'LAST_IDENTITY_PROVIDER',
    async () => {
      const { prisma } = app.database
      const [id, { samlProviderId }] = [world.organizationId, ids]
      await prisma.apiToken.updateMany({
        where: { userId: world.admin.id },
        data: { identityProviderId: samlProviderId },
      })
      await prisma.identityProvider.deleteMany({ where: { kind: 'OIDC', organizationId: id } })
      await prisma.organization.update({ where: { id }, data: { sso: true } })
      const answer = await client.patch(`${organization}/saml/${samlProviderId}`, { entityID: '' })
      await prisma.organization.update({ where: { id }, data: { sso: false } })
      return answer
    },
  ],
  [
    'HOSTNAME_TAKEN',
    async () => {
      const { id } = await created(`${organization}/sites`, { title: 'Other' })
      return client.patch(`${organization}/sites/${id}`, { hostname: ids.hostname })
    },
  ],
  [
    'BASENAME_TAKEN',
    async () => {
      const rename = async () => {
        const { id } = await created(`${organization}/sites`, { title: 'Named' })
        return client.patch(`${organization}/sites/${id}`, { basename: 'named' })
      }
      return twice(rename)
    },
  ],
  [
    'BASENAME_IS_SITE_ID',
    async () => {
      const { id } = await created(`${organization}/sites`, { title: 'Named' })
      return client.patch(site, { basename: id })
    },
  ],
  [
    'PATH_TAKEN',
    async () => {
      const { items } = (await client.get(`${site}/sections`)).body
      return client.patch(`${site}/sections/${items[0].id}`, { path: items[1].path })
    },
  ],
  [
    'SPACE_ALREADY_IN_SITE',
    () =>
      twice(() => client.post(`${site}/site-spaces`, { spaceId: ids.spaceId, sectionId: ids.siteSectionId })),
  ],
  [
    'SITE_EMPTY',
    async () => {
      const { id } = await created(`${organization}/sites`, { title: 'Empty' })
      return client.post(`${organization}/sites/${id}/publish`)
    },
  ],
  [
    'REDIRECT_EXISTS',
    () =>
      client.post(`${site}/redirects`, {
        source: '/old',
        destination: { kind: 'site-space', siteSpaceId: ids.siteSpaceId },
      }),
  ],
  [
    'SPECIFICATION_EXISTS',
    () => client.post(`${organization}/openapi`, { slug: ids.specSlug, source: { text: '{}' } }),
  ],
  [
    'CUSTOM_FIELD_EXISTS',
    () => client.post(`${organization}/custom-fields`, { name: ids.fieldName, type: 'text', title: 'Stage' }),
  ],
]

test('every reason is provoked by a request, or by a test that the list names', () => {
  const provoked = requests.map(([reason]) => reason)
  expect([...provoked, ...Object.keys(elsewhere)].sort()).toEqual(Object.keys(reasons).sort())
  for (const path of Object.values(elsewhere))
    expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true)
})

describe('a request that is refused', () => {
  test.each(requests)('has the reason %s with its code and message', async (reason, ask) => {
    const { code, message } = reasons[reason] as ReasonRow
    const { status, body } = await ask()
    expect([status, body.error.reason]).toEqual([errorTable[code].status, reason])
    const fixedParts = message.split(/\{\w+\}/)
    for (const part of fixedParts) expect(body.error.message).toContain(part)
  })

  test('has the same reason in GraphQL', async () => {
    const other = await buildOrganization(app)
    const { errors } = await app.as(other.admin).gql(
      `mutation ($organization: ID!, $user: ID!) {
        removeMember(organizationId: $organization, userId: $user) { __typename }
        deleteSpace(spaceId: "spcnone") { __typename }
      }`,
      { organization: other.id, user: other.admin.id },
    )
    expect(errors?.map(({ extensions: { code, reason } }) => ({ code, reason }))).toEqual([
      { code: 'CONFLICT', reason: 'LAST_ADMIN' },
      { code: 'NOT_FOUND', reason: undefined },
    ])
  })
})
