import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reasonTable } from '../../src/error-reasons.ts'
import { errorTable, type Reason } from '../../src/errors.ts'
import { type RestAnswer, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { buildMember, buildOrganization } from '../support/factories/organizations.ts'
import { rowNamed } from './row-permissions.ts'
import { buildWorld, type World } from './world.ts'

let app: TestApp
let world: World
let client: TestClient
/** Ids of the world by the name of the path parameter. */
let ids: Record<string, string>
let organization: string
let space: string
let site: string
beforeAll(async () => {
  app = await startTestApp()
  world = await buildWorld(app)
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

/** A request for each reason, which is refused for it. */
const requests: readonly (readonly [Reason, () => Promise<RestAnswer>])[] = [
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
  ['SPACE_NOT_DELETED', () => client.post(`${space}/restore`)],
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

describe('a request that is refused', () => {
  test.each(requests)('has the reason %s with its code and message', async (reason, ask) => {
    const { code, message } = reasonTable[reason]
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
