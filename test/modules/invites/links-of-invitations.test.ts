import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildOrganization, buildUser } from '../../support/factories/organizations.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient
beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
})
afterAll(() => app.close())

let counter = 0
const newAddress = () => `invited-${++counter}-${Date.now()}@example.com`

async function invite(...emails: string[]) {
  const { data, errors } = await client.gql(
    `mutation ($id: ID!, $emails: [InviteeInput!]!) {
      inviteMembers(organizationId: $id, input: { emails: $emails }) {
        invitedCount userIds invitations { invite { id email role isExpired } link mail }
      }
    }`,
    { id: organization.id, emails: emails.map((email) => ({ email })) },
  )
  expect(errors).toBeUndefined()
  return data.inviteMembers
}

const accept = (who: TestClient, link: string, body: object = {}) =>
  who.post(new URL(link).pathname.slice(3), body)

describe('an invitation', () => {
  test('is returned with its link, and with what became of its mail, by GraphQL and REST', async () => {
    const emails = [newAddress(), newAddress()]
    const { invitedCount, userIds, invitations } = await invite(...emails)
    expect({ invitedCount, userIds }).toEqual({ invitedCount: 2, userIds: [] })
    expect(invitations).toMatchObject(
      emails.map((email) => ({ invite: { email, isExpired: false }, mail: 'OFF' })),
    )
    const { status, body } = await client.post(`/orgs/${organization.id}/invites`, {
      emails: [newAddress(), organization.admin.email],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      users: [organization.admin.id],
      invited: 1,
      invitations: [{ invite: { object: 'email-invite' }, mail: 'off', link: expect.any(String) }],
    })
  })

  test('makes a new user with its link, whose token is limited to the organization, once', async () => {
    const email = newAddress()
    const [{ link }] = (await invite(email)).invitations
    expect(link).toMatch(new RegExp(`^${app.url}/v1/invites/[\\w-]{43}$`))
    const anybody = app.as(null)
    const { status, body } = await accept(anybody, link, { displayName: 'New' })
    expect({ status, email: body.user?.email }).toEqual({ status: 200, email })
    const member = app.as({ token: body.token })
    expect((await member.get(`/orgs/${organization.id}`)).status).toBe(200)
    const { scopes } = await app.database.prisma.apiToken.findFirstOrThrow({ where: { user: { email } } })
    expect(scopes).toEqual(['read', 'write', `organization:${organization.id}`])
    expect((await accept(anybody, link, { displayName: 'Again' })).status).toBe(404)
  })

  test('is accepted with its link by an existing user only who is signed in', async () => {
    const user = await buildUser(app)
    const [{ link }] = (await invite(user.email)).invitations
    for (const other of [app.as(null), client]) {
      const { status, body } = await accept(other, link, { displayName: 'Mine' })
      expect({ status, reason: body.error?.reason }).toEqual({
        status: 403,
        reason: 'INVITED_USER_NOT_SIGNED_IN',
      })
    }
    const reader = await app.as(user).post('/user/tokens', { label: 'Reader', scopes: ['read'] })
    expect((await accept(app.as(reader.body), link)).status).toBe(403)
    const { status, body } = await accept(app.as(user), link)
    expect({ status, id: body.user?.id }).toEqual({ status: 200, id: user.id })
    expect((await app.as(user).get(`/orgs/${organization.id}`)).status).toBe(200)
  })

  test('has a new link once it is sent again, and none once it is revoked', async () => {
    const email = newAddress()
    const [{ link, invite: made }] = (await invite(email)).invitations
    await app.database.prisma.emailInvite.update({ where: { id: made.id }, data: { createdAt: new Date(0) } })
    const { data } = await client.gql(
      'mutation ($id: ID!) { resendEmailInvite(emailInviteId: $id) { emailInvite { id } link mail } }',
      { id: made.id },
    )
    const { link: second, ...resent } = data.resendEmailInvite
    expect(resent).toEqual({ emailInvite: { id: made.id }, mail: 'OFF' })
    expect((await accept(app.as(null), link, { displayName: 'New' })).status).toBe(404)
    await client.gql(
      'mutation ($id: ID!) { deleteEmailInvite(emailInviteId: $id) { deletedEmailInviteId } }',
      {
        id: made.id,
      },
    )
    expect((await accept(app.as(null), second, { displayName: 'New' })).status).toBe(404)
  })

  test('leaves the secret of its link in no audit event and in no row', async () => {
    const [{ link, invite: made }] = (await invite(newAddress())).invitations
    const secret = link.split('/').at(-1) as string
    const { linkHash } = await app.database.prisma.emailInvite.findUniqueOrThrow({ where: { id: made.id } })
    expect(linkHash).toMatch(/^[0-9a-f]{64}$/)
    const events = await app.database.prisma.auditEvent.findMany({
      where: { organizationId: organization.id },
    })
    expect(events.length).toBeGreaterThan(0)
    const text = JSON.stringify(events, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).toContain(made.id)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(linkHash)
    expect(text).not.toContain('linkHash')
  })
})
