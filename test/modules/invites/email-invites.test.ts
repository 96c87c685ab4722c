import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { concurrentMails } from '../../../src/modules/invites/limits.ts'
import { startOwnTestApp, startServerBeside, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildMember, buildOrganization, buildUser } from '../../support/factories/organizations.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'

/** The invitations of an answer, all of whose mails were sent. */
const sent = (count: number) => ({
  invitations: Array.from({ length: count }, () => ({
    invite: expect.objectContaining({ object: 'email-invite' }),
    link: expect.any(String),
    mail: 'sent',
  })),
})

let app: TestApp
let mailServer: MailServer

beforeAll(async () => {
  mailServer = await startMailServer()
  app = await startOwnTestApp({
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Docs <docs@example.com>',
    LOG_LEVEL: 'silent',
  })
})
afterAll(async () => {
  await app.close()
  mailServer.close()
})

async function build() {
  const organization = await buildOrganization(app, { title: 'Acme & Co' })
  const admin = app.as(organization.admin)
  return { organization, admin, invites: `/orgs/${organization.id}/invites` }
}

const newAddress = () => `new-${randomUUID()}@example.com`

/** Returns the secret in the last mail to the address. */
const secretFor = (address: string): string => mailServer.secretFor(address, 'invitations')

const accept = (secret: string, body: Record<string, unknown> = { displayName: 'New Person' }) =>
  app.as(null).post(`/invites/${secret}`, body)

describe('an invitation by email', () => {
  test('is mailed, and can be accepted once with the secret in the mail', async () => {
    const { organization, admin, invites } = await build()
    const email = newAddress()
    const answer = await admin.post(invites, { emails: [email.toUpperCase()], role: 'edit' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ users: [], invited: 1, ...sent(1) })
    const mail = mailServer.mails.find(({ to }) => to.includes(email))
    expect(mail?.from).toContain('docs@example.com')
    expect(mail?.data).toContain('Subject: You are invited to Acme & Co')
    const secret = secretFor(email)
    const row = await app.database.prisma.emailInvite.findFirstOrThrow({ where: { email } })
    expect(JSON.stringify(row)).not.toContain(secret)

    const accepted = await accept(secret)
    expect(accepted.status).toBe(200)
    expect(accepted.body).toMatchObject({
      user: { object: 'user', displayName: 'New Person', email },
      organization: { object: 'organization', id: organization.id },
      token: expect.stringMatching(/^lectern_/),
    })
    const client = app.as({ token: accepted.body.token })
    expect((await client.get('/user')).body.email).toBe(email)
    const member = (await admin.get(`/orgs/${organization.id}/members/${accepted.body.user.id}`)).body
    expect(member).toMatchObject({ role: 'edit', sso: false })
    expect((await accept(secret)).status).toBe(404)
  })

  test.runIf(isLongRun)(
    'is mailed to a user who has only signed in with the identity provider of another organization',
    async () => {
      const { organization, admin, invites } = await build()
      const other = await buildOrganization(app)
      const user = await buildUser(app, { scopes: ['read', 'write', `organization:${other.id}`] })
      expect((await admin.post(invites, { emails: [user.email] })).body).toEqual({
        users: [],
        invited: 1,
        ...sent(1),
      })
      const { body } = await accept(secretFor(user.email), {})
      expect(body.user.id).toBe(user.id)
      expect((await app.as(body).get(`/orgs/${organization.id}`)).status).toBe(200)
      expect((await admin.post(invites, { emails: [user.email] })).body).toEqual({
        users: [user.id],
        invited: 0,
        ...sent(0),
      })
    },
  )

  test.runIf(isLongRun)(
    'is mailed to a user in their language, until they turn such mails off, which nobody else is told',
    async () => {
      const { admin, invites } = await build()
      const user = await buildUser(app)
      const own = app.as(user)
      await own.patch('/user/notifications', { language: 'de' })
      const invite = () => admin.post(invites, { emails: [user.email], role: 'edit' })
      await invite()
      const mail = mailServer.lastTo(user.email)
      expect(mail?.text).toContain('weil jemand die Adresse Ihres Kontos eingeladen hat')
      expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
      const [, link = ''] = /^<(.+)>$/.exec(mail?.headers['list-unsubscribe'] ?? '') ?? []
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      expect((await fetch(link, { method: 'POST', body })).status).toBe(200)
      expect((await own.get('/user/notifications')).body).toMatchObject({
        isEnabled: true,
        includesMentions: true,
        includesInvitations: false,
      })
      const before = mailServer.mails.length
      const { body: answer } = await invite()
      expect(answer).toEqual({ users: [], invited: 1, ...sent(1) })
      expect(mailServer.mails).toHaveLength(before)
      // The link is given by hand.
      const { invitations } = answer
      expect((await fetch(invitations[0].link, { method: 'POST', redirect: 'manual' })).status).not.toBe(404)
      const unknown = newAddress()
      await admin.post(invites, { emails: [unknown], role: 'edit' })
      expect(mailServer.lastTo(unknown)?.headers).not.toHaveProperty('list-unsubscribe')
    },
  )

  test.runIf(isLongRun)('is accepted by only one of several concurrent requests', async () => {
    const { admin, invites } = await build()
    const email = newAddress()
    await admin.post(invites, { emails: [email] })
    const secret = secretFor(email)
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(secret)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
    expect(await app.database.prisma.user.count({ where: { email } })).toBe(1)
  })

  test('requires a name for a new user, and stays valid after a request without one', async () => {
    const { admin, invites } = await build()
    const email = newAddress()
    await admin.post(invites, { emails: [email] })
    const secret = secretFor(email)
    expect((await accept(secret, {})).status).toBe(400)
    expect((await accept(secret, { displayName: 'x'.repeat(65) })).status).toBe(400)
    expect((await accept(secret)).status).toBe(200)
  })

  test('can be accepted in GraphQL without a token', async () => {
    const { organization, admin } = await build()
    const email = newAddress()
    const invited = await admin.gql(
      `mutation ($id: ID!, $emails: [InviteeInput!]!) {
        inviteMembers(organizationId: $id, input: { emails: $emails, role: null }) {
          userIds invitedCount failedSSOEmails
        }
      }`,
      { id: organization.id, emails: [{ email, role: 'REVIEW' }] },
    )
    expect(invited.data.inviteMembers).toEqual({
      userIds: [],
      invitedCount: 1,
      failedSSOEmails: null,
    })
    const { data } = await app.as(null).gql(
      `mutation ($secret: String!) {
        acceptEmailInvite(secret: $secret, input: { displayName: "Graph" }) {
          token user { id email } organization { id permissions { view } }
        }
      }`,
      { secret: secretFor(email) },
    )
    // Fields that require a token are null, and the new token is still returned.
    expect(data.acceptEmailInvite).toMatchObject({ user: { email }, organization: null })
    const client = app.as({ token: data.acceptEmailInvite.token })
    expect((await client.get(`/orgs/${organization.id}`)).status).toBe(200)
  })

  test('of a bad address is refused with the place of the address, alone or in an object', async () => {
    const { admin, invites } = await build()
    const emails = ['someone@example.com', 'nowhere', { email: 'nobody' }]
    const { status, body } = await admin.post(invites, { emails })
    expect([status, body.error.fields]).toEqual([
      400,
      [
        { path: 'emails.1', message: 'must be an email address' },
        { path: 'emails.2.email', message: 'must be an email address' },
      ],
    ])
  })

  test('that is repeated replaces the previous one', async () => {
    const { admin, invites } = await build()
    const email = newAddress()
    await admin.post(invites, { emails: [email], role: 'read' })
    const first = secretFor(email)
    await admin.post(invites, { emails: [email], role: 'edit' })
    const second = secretFor(email)
    expect(second).not.toBe(first)
    expect((await accept(first)).status).toBe(404)
    expect((await accept(second)).status).toBe(200)
    expect(await app.database.prisma.emailInvite.count({ where: { email } })).toBe(1)
  })

  test('that has expired is not found', async () => {
    const { admin, invites } = await build()
    const email = newAddress()
    await admin.post(invites, { emails: [email] })
    await app.database.prisma.emailInvite.updateMany({ where: { email }, data: { expiresAt: new Date() } })
    expect((await accept(secretFor(email))).status).toBe(404)
  })

  test('makes no member without consent, and answers the same for known and unknown addresses', async () => {
    const { organization, admin, invites } = await build()
    const known = await buildUser(app)
    const answers = []
    for (const email of [known.email.toUpperCase(), newAddress()])
      answers.push((await admin.post(invites, { emails: [email], role: 'comment' })).body)
    expect(answers).toEqual([
      { users: [], invited: 1, ...sent(1) },
      { users: [], invited: 1, ...sent(1) },
    ])
    const memberAddress = `/orgs/${organization.id}/members/${known.id}`
    expect((await admin.get(memberAddress)).status).toBe(404)
    expect((await admin.get(`/users/${known.id}`)).status).toBe(404)
    const profile = await admin.gql('query ($id: ID!) { node(id: $id) { id } user(id: $id) { id } }', {
      id: known.id,
    })
    expect(profile.data).toEqual({ node: null, user: null })
    const { body } = await accept(secretFor(known.email), {})
    expect(body.user.id).toBe(known.id)
    expect((await admin.get(memberAddress)).body.role).toBe('comment')
  })

  test('raises the role of a member and never lowers it, without a mail', async () => {
    const { organization, admin, invites } = await build()
    const reader = await buildMember(app, organization.id, 'READ')
    const creator = await buildMember(app, organization.id, 'CREATE')
    const emails = [reader.email.toUpperCase(), { email: creator.email, role: 'read' }]
    const { body } = await admin.post(invites, { emails, role: 'comment' })
    expect({ ...body, users: body.users.sort() }).toEqual({
      users: [reader.id, creator.id].sort(),
      invited: 0,
      ...sent(0),
    })
    const roleOf = async (id: string) => (await admin.get(`/orgs/${organization.id}/members/${id}`)).body.role
    expect(await roleOf(reader.id)).toBe('comment')
    expect(await roleOf(creator.id)).toBe('create')
    expect(mailServer.mails.some(({ to }) => to.includes(reader.email))).toBe(false)
  })

  test('is sent a limited number of times by an organization on a day, by parallel requests too', async () => {
    const { organization } = await build()
    const server = await startServerBeside(app, { config: { invitesPerDay: 5 } })
    const admin = server.as(organization.admin)
    const invites = `/orgs/${organization.id}/invites`
    const invite = (count: number) =>
      admin.post(invites, { emails: Array.from({ length: count }, newAddress) })
    expect((await invite(6)).status).toBe(429)
    const answers = await Promise.all([2, 2, 2].map(invite))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429])
    const { body, headers } = await invite(2)
    expect([body.error.reason, headers.get('retry-after')]).toEqual(['TOO_MANY_INVITES', '3600'])
    expect((await invite(1)).status).toBe(200)
    const pending = (await admin.get(`/orgs/${organization.id}/email-invites`)).body.items
    expect(pending).toHaveLength(5)
    const again = await admin.post(`/orgs/${organization.id}/email-invites/${pending[0].id}/resend`)
    expect(again.status).toBe(429)
    const other = await build()
    const ofOther = { emails: [newAddress()] }
    expect((await server.as(other.organization.admin).post(other.invites, ofOther)).status).toBe(200)
    await app.database.prisma.emailInviteDay.update({
      where: { organizationId: organization.id },
      data: { day: new Date(Date.now() - 86_400_000) },
    })
    expect((await invite(5)).status).toBe(200)
    await server.close()
  })

  test('is valid as long as the admin who last sent it is one', async () => {
    const { organization, admin } = await build()
    const inviter = await buildMember(app, organization.id, 'ADMIN')
    const email = newAddress()
    const invites = `/orgs/${organization.id}/invites`
    await app.as(inviter).post(invites, { emails: [email], role: 'admin' })
    const demoted = { role: 'create' }
    await admin.patch(`/orgs/${organization.id}/members/${inviter.id}`, demoted)
    expect((await accept(secretFor(email))).status).toBe(404)
    expect(await app.database.prisma.user.count({ where: { email } })).toBe(0)
    await admin.post(invites, { emails: [email], role: 'read' })
    expect((await accept(secretFor(email))).status).toBe(200)
  })

  test('does not restore disabled memberships', async () => {
    const { organization, admin, invites } = await build()
    const member = await buildMember(app, organization.id, 'READ')
    const where = { organizationId: organization.id, userId: member.id }
    await app.database.prisma.member.updateMany({ where, data: { disabled: true } })
    const { body } = await admin.post(invites, { emails: [member.email], role: 'edit' })
    expect(body).toEqual({ users: [], invited: 0, ...sent(0) })
    expect(await app.database.prisma.member.findMany({ where })).toMatchObject([
      { disabled: true, role: 'READ' },
    ])
  })

  test('does not treat an underscore in an address as a wildcard', async () => {
    const { admin, invites } = await build()
    const known = await buildUser(app)
    const other = `_${known.email.slice(1)}`
    expect((await admin.post(invites, { emails: [other] })).body).toEqual({
      users: [],
      invited: 1,
      ...sent(1),
    })
  })

  test('has the default role of the organization if none is given', async () => {
    const { organization, admin, invites } = await build()
    await admin.patch(`/orgs/${organization.id}`, { defaultRole: 'review' })
    const [one, two] = [newAddress(), newAddress()]
    await admin.post(invites, { emails: [one] })
    await admin.post(invites, { emails: [two], role: null })
    const { items } = (await admin.get(`/orgs/${organization.id}/email-invites`)).body
    expect(items).toMatchObject([
      { email: one, role: 'review' },
      { email: two, role: null },
    ])
  })

  test.runIf(isLongRun)('with sso requires addresses with an email domain of the organization', async () => {
    const { organization, admin, invites } = await build()
    const domain = `d-${randomUUID()}.example`
    await admin.patch(`/orgs/${organization.id}`, { emailDomains: [domain] })
    const [inside, outside] = [`in@${domain}`, newAddress()]
    const { body } = await admin.post(invites, { emails: [inside, outside], role: 'read', sso: true })
    expect(body).toEqual({ users: [], invited: 1, failedSSOEmails: [outside], ...sent(1) })
    const { user } = (await accept(secretFor(inside))).body
    const member = (await admin.get(`/orgs/${organization.id}/members/${user.id}`)).body
    expect(member.sso).toBe(true)
  })

  test.runIf(isLongRun)('of many is mailed with a limited concurrency', async () => {
    const { admin, invites } = await build()
    Object.assign(mailServer.load, { connections: mailServer.mails.length, mostUnfinished: 0 })
    const emails = Array.from({ length: 50 }, newAddress)
    expect((await admin.post(invites, { emails })).body).toEqual({ users: [], invited: 50, ...sent(50) })
    expect(mailServer.load.mostUnfinished).toBeLessThanOrEqual(concurrentMails)
  })

  test('that cannot be mailed is not counted', async () => {
    const { admin, invites } = await build()
    const emails = [`refused-${randomUUID()}@example.com`, newAddress()]
    expect((await admin.post(invites, { emails })).body).toMatchObject({
      users: [],
      invited: 1,
      invitations: [{ mail: 'failed' }, { mail: 'sent' }],
    })
  })

  test.each([
    { emails: [] },
    { emails: ['no address'] },
    { emails: ['a@example.com\r\nBcc: b@example.com'] },
    { emails: [{ role: 'read' }] },
    { emails: [{ email: 'a@example.com', role: 'owner' }] },
    { emails: [12] },
    { emails: Array.from({ length: 51 }, (_none, index) => `a${index}@example.com`) },
  ])('is refused as %j', async (body) => {
    const { admin, invites } = await build()
    expect((await admin.post(invites, body)).status).toBe(400)
  })

  test('can be sent by admins only', async () => {
    const { organization, invites } = await build()
    const creator = app.as(await buildMember(app, organization.id, 'CREATE'))
    expect((await creator.post(invites, { emails: [newAddress()] })).status).toBe(403)
  })
})

describe('a pending invitation', () => {
  /** Builds an organization that has invited a new address, two minutes ago. */
  async function buildPending(email = newAddress()) {
    const built = await build()
    await built.admin.post(built.invites, { emails: [email], role: 'edit' })
    const minutesAgo = new Date(Date.now() - 120_000)
    await app.database.prisma.emailInvite.updateMany({ where: { email }, data: { createdAt: minutesAgo } })
    const pending = `/orgs/${built.organization.id}/email-invites`
    const [item] = (await built.admin.get(pending)).body.items
    return { ...built, email, pending, item, one: `${pending}/${item.id}` }
  }

  test('is listed with what was given and who invited, until it is accepted', async () => {
    const { organization, admin, email, pending, item, one } = await buildPending()
    expect(item).toMatchObject({
      object: 'email-invite',
      email,
      role: 'edit',
      sso: false,
      expired: false,
      invitedBy: { id: organization.admin.id },
    })
    expect((await admin.get(one)).body).toEqual(item)
    expect((await accept(secretFor(email))).status).toBe(200)
    expect((await admin.get(pending)).body).toMatchObject({ items: [], count: 0 })
    for (const answer of [await admin.get(one), await admin.delete(one), await admin.post(`${one}/resend`)])
      expect(answer.status).toBe(404)
  })

  test('is listed when it has expired, and can be accepted once it is sent again', async () => {
    const { admin, email, one } = await buildPending()
    await app.database.prisma.emailInvite.updateMany({ where: { email }, data: { expiresAt: new Date(0) } })
    expect((await admin.get(one)).body.expired).toBe(true)
    expect((await accept(secretFor(email))).status).toBe(404)
    const resent = await admin.post(`${one}/resend`)
    expect([resent.status, resent.body.expired]).toEqual([200, false])
    expect((await accept(secretFor(email))).status).toBe(200)
  })

  test('is sent again with a new secret, once however many ask at the same time', async () => {
    const { admin, email, one } = await buildPending()
    const previous = secretFor(email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => admin.post(`${one}/resend`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.error.reason).toBe('INVITE_JUST_SENT')
    expect(mailServer.mails.filter(({ to }) => to.includes(email))).toHaveLength(2)
    expect((await accept(previous)).status).toBe(404)
    expect((await accept(secretFor(email))).status).toBe(200)
  })

  test('stays as it is if the mail cannot be sent', async () => {
    const { admin, pending, item, one } = await buildPending(`refused-${randomUUID()}@example.com`)
    const answer = await admin.post(`${one}/resend`)
    expect([answer.status, answer.body.error.reason]).toEqual([503, 'MAIL_NOT_SENT'])
    expect((await admin.get(pending)).body.items).toEqual([item])
  })

  test('can be revoked, after which its mail is no longer valid', async () => {
    const { admin, email, pending, one } = await buildPending()
    expect((await admin.delete(one)).status).toBe(204)
    expect((await admin.get(pending)).body.items).toEqual([])
    expect((await accept(secretFor(email))).status).toBe(404)
    expect((await admin.delete(one)).status).toBe(404)
  })

  test('is visible to those who may invite, and to nobody else by any way', async () => {
    const { organization, item, pending, one } = await buildPending()
    const document = `query ($organization: ID!, $id: ID!) {
      node(id: $id) { id }
      emailInvite(organizationId: $organization, id: $id) { id }
      organization(id: $organization) { emailInvites { totalCount nodes { email } } }
    }`
    const variables = { organization: organization.id, id: item.id }
    const seen = await app.as(organization.admin).gql(document, variables)
    expect(seen.data.organization.emailInvites.totalCount).toBe(1)
    for (const role of ['CREATE', 'READ', null] as const) {
      const member = app.as(await buildMember(app, organization.id, role))
      for (const answer of [
        await member.get(pending),
        await member.get(one),
        await member.delete(one),
        await member.post(`${one}/resend`),
      ])
        expect([answer.status, answer.body.error.reason]).toEqual([403, 'PERMISSION_REQUIRED'])
      const { data, errors } = await member.gql(document, variables)
      expect([data?.node, data?.emailInvite, data?.organization?.emailInvites ?? null]).toEqual([
        null,
        null,
        null,
      ])
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    }
    const stranger = app.as((await build()).organization.admin)
    for (const answer of [await stranger.get(pending), await stranger.get(one), await stranger.delete(one)])
      expect(answer.status).toBe(404)
  })

  test('of another organization is not found below one of the own', async () => {
    const { item } = await buildPending()
    const { organization, admin } = await build()
    const address = `/orgs/${organization.id}/email-invites/${item.id}`
    expect([(await admin.get(address)).status, (await admin.delete(address)).status]).toEqual([404, 404])
  })
})
