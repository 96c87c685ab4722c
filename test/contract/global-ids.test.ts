import { type GraphQLField, isNonNullType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/server/graph.ts'
import type { TestApp, TestClient } from '../support/app.ts'
import { oneRowIn } from '../support/budget.ts'
import { buildProposal } from '../support/factories/change-requests.ts'
import { buildMember, buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { startWorldApp, type World } from './world.ts'

let app: TestApp
let world: World
beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
})
afterAll(() => app.close())

/** The arguments whose ids name an object only together with where it is, and the reason. */
const namedWithin: Readonly<Record<string, string>> = {
  userId: 'a user may be a member of several organizations, and a reviewer in several spaces',
  pageId: 'the id of a page is that of its versions in revisions, change requests and copies',
  fileId: 'the id of a file is that of its versions in revisions, change requests and copies',
  reusableContentId: 'the id of a reusable content is that of its versions and copies',
  documentId: 'a body is stored once for all spaces with the same text',
  changeRequestId: 'it may be a number, and then says so',
}

/** The fields that work on the owner, to which the other ids belong. */
const worksOnOwner: Readonly<Record<string, string>> = {
  restoreRevision: 'restores the content of the space',
  auditEvent: 'events are read within an organization, whose admins alone see them',
}

const requiredIds = ({ args }: GraphQLField<unknown, unknown>): string[] =>
  args.filter(({ type }) => isNonNullType(type) && String(type.ofType) === 'ID').map(({ name }) => name)

const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}),
)

describe('fields of objects with global ids', () => {
  const owners = ['organizationId', 'spaceId']

  test('require no id of an owner', () => {
    const demanding = fields.flatMap((field) => {
      const required = requiredIds(field)
      const others = required.filter((name) => !owners.includes(name) && !namedWithin[name])
      const owner = required.find((name) => owners.includes(name))
      return owner && others.length > 0 && !worksOnOwner[field.name] ? [`${field.name}(${owner})`] : []
    })
    expect(demanding).toEqual([])
  })

  test('say of the owner that it is optional what it is for', () => {
    const optional = fields.flatMap(({ name, args }) =>
      args
        .filter((arg) => owners.includes(arg.name) && !isNonNullType(arg.type))
        .map((arg) => ({ name, arg })),
    )
    expect(optional.length).toBeGreaterThan(50)
    for (const { name, arg } of optional)
      expect([name, arg.description]).toEqual([name, expect.stringMatching(/must|If omitted|search|Default/)])
  })
})

/** A mutation of an object: its arguments besides the owner, made anew for each call. */
interface Case {
  readonly name: string
  readonly owner: 'spaceId' | 'organizationId'
  readonly make: (client: TestClient) => Promise<string>
}

const proposed = async (client: TestClient, space: { id: string }) => {
  const proposal = await buildProposal(client, space.id)
  return `changeRequestId: "${proposal.id}"`
}

const inSpace = (name: string, more = ''): Case => ({
  name,
  owner: 'spaceId',
  make: async (client) =>
    `${await proposed(client, await buildSpace(app, { id: world.organizationId }))} ${more}`,
})

const email = () => `someone${Math.random().toString(36).slice(2)}@example.com`

const invited = async (client: TestClient) => {
  const address = email()
  await client.post(`/orgs/${world.organizationId}/invites`, { emails: [address] })
  const { id } = await app.database.prisma.emailInvite.findFirstOrThrow({ where: { email: address } })
  await app.database.prisma.emailInvite.update({ where: { id }, data: { createdAt: new Date(0) } })
  return `emailInviteId: "${id}"`
}

const link = async (client: TestClient) =>
  `inviteLinkId: "${(await client.post(`/orgs/${world.organizationId}/link-invites`, { role: 'read' })).body.id}"`

const provider = async (client: TestClient) =>
  `samlProviderId: "${(await client.post(`/orgs/${world.organizationId}/saml`, { label: 'Login' })).body.id}"`

const openIdConnect = async (client: TestClient) =>
  `oidcProviderId: "${(await client.post(`/orgs/${world.organizationId}/oidc`, { label: 'Login' })).body.id}"`

const ofOrganization = (name: string, make: Case['make'], more = ''): Case => ({
  name,
  owner: 'organizationId',
  make: async (client) => `${await make(client)} ${more}`,
})

const cases: readonly Case[] = [
  inSpace('createChangeRequestReview', 'input: { status: APPROVED }'),
  inSpace('mergeChangeRequest'),
  inSpace('updateChangeRequest', 'input: { subject: "Renamed" }'),
  inSpace('updateChangeRequestFromSpace'),
  {
    ...inSpace('requestChangeRequestReviews'),
    make: async (client) =>
      `${await inSpace('').make(client)} input: { users: ["${(await buildMember(app, world.organizationId, 'REVIEW')).id}"] }`,
  },
  {
    ...inSpace('removeRequestedReviewer'),
    make: async (client) => {
      const space = await buildSpace(app, { id: world.organizationId })
      const proposal = await buildProposal(client, space.id)
      const { id } = await buildMember(app, world.organizationId, 'REVIEW')
      await client.post(`${proposal.address}/requested-reviewers`, { users: [id] })
      return `changeRequestId: "${proposal.id}" userId: "${id}"`
    },
  },
  ofOrganization('deleteEmailInvite', invited),
  ofOrganization('resendEmailInvite', invited),
  ofOrganization('updateInviteLink', link, 'input: { role: COMMENT }'),
  ofOrganization('deleteInviteLink', link),
  ofOrganization('acceptInviteLink', link),
  ofOrganization('updateSamlProvider', provider, 'input: { label: "Other" }'),
  ofOrganization('deleteSamlProvider', provider),
  ofOrganization('updateOidcProvider', openIdConnect, 'input: { label: "Other" }'),
  ofOrganization('deleteOidcProvider', openIdConnect),
  ofOrganization('revokeMemberToken', async () => {
    const member = await buildMember(app, world.organizationId, 'READ')
    const { id } = await app.database.prisma.apiToken.findFirstOrThrow({ where: { userId: member.id } })
    return `tokenId: "${id}"`
  }),
]

describe.each(oneRowIn(2, cases).map((each) => [each.name, each] as const))('%s', (name, { owner, make }) => {
  const run = async (given: string) => {
    const { data, errors } = await world.client.gql(`mutation { ${name}(${given}) { __typename } }`)
    return errors?.[0]?.extensions.code ?? (data[name] ? 'done' : 'nothing')
  }

  test('is not found in another owner, and done with the right owner or without one', async () => {
    const other = await buildOrganization(app)
    const space = await buildSpace(app, { id: world.organizationId })
    const wrong = { spaceId: space.id, organizationId: other.id }[owner]
    const given = await make(world.client)
    expect(await run(`${given}, ${owner}: "${wrong}"`)).toBe('NOT_FOUND')
    expect(await run(given)).toBe('done')
    const stranger = app.as(other.admin)
    const hidden = await stranger.gql(`mutation { ${name}(${await make(world.client)}) { __typename } }`)
    if (name !== 'acceptInviteLink') expect(hidden.errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  })
})

describe('the number of a change request', () => {
  test('is refused without the space, whose id the error asks for', async () => {
    for (const document of [
      'mutation { mergeChangeRequest(changeRequestId: "1") { result } }',
      '{ changeRequest(id: "1") { id } }',
    ]) {
      const { errors } = await world.client.gql(document)
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        reason: 'CHANGE_REQUEST_NUMBER_WITHOUT_SPACE',
        fields: [{ path: 'spaceId' }],
      })
    }
  })

  test('is not needed to comment on the change request, nor to change and read comments and replies', async () => {
    const space = await buildSpace(app, { id: world.organizationId })
    const proposal = await buildProposal(world.client, space.id)
    const { data } = await world.client.gql(
      'mutation ($id: ID!) { createComment(changeRequestId: $id, input: { body: { markdown: "a" } }) { comment { id } } }',
      { id: proposal.id },
    )
    const { id } = data.createComment.comment
    const replied = await world.client.gql(
      `mutation ($id: ID!) {
        createCommentReply(commentId: $id, input: { body: { markdown: "b" } }) { commentReply { id } }
        updateComment(commentId: $id, input: { isResolved: true }) { comment { status } }
      }`,
      { id },
    )
    expect(replied.data.updateComment.comment.status).toBe('RESOLVED')
    const reply = replied.data.createCommentReply.commentReply.id
    const read = '{ comment(id: $id) { id } commentReply(id: $reply, commentId: $id) { id } }'
    const found = await world.client.gql(`query ($id: ID!, $reply: ID!) ${read}`, { id, reply })
    expect(found.data).toEqual({ comment: { id }, commentReply: { id: reply } })
    const stranger = app.as((await buildOrganization(app)).admin)
    const hidden = await stranger.gql(`query ($id: ID!, $reply: ID!) ${read}`, { id, reply })
    expect(hidden.data).toEqual({ comment: null, commentReply: null })
    const none = await world.client.gql(
      'mutation { createComment(input: { body: { markdown: "a" } }) { comment { id } } }',
    )
    expect(none.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'spaceId' }],
    })
  })

  test('revokes no token of a member of several organizations without one of them', async () => {
    const organizations = [await buildOrganization(app), await buildOrganization(app)]
    const [admin] = organizations.map((organization) => organization.admin)
    const member = await buildMember(app, organizations[0]?.id as string, 'READ')
    for (const user of [admin, member])
      await app.database.prisma.member.create({
        data: {
          id: `mem${Math.random()}`,
          organizationId: organizations[1]?.id as string,
          userId: user?.id as string,
          role: user === admin ? 'ADMIN' : 'READ',
        },
      })
    const { id } = await app.database.prisma.apiToken.findFirstOrThrow({ where: { userId: member.id } })
    const revoke = 'mutation ($id: ID!) { revokeMemberToken(tokenId: $id) { revokedTokenId } }'
    const { errors } = await app.as(admin as never).gql(revoke, { id })
    expect(errors?.[0]?.extensions).toMatchObject({ fields: [{ path: 'organizationId' }] })
  })
})
