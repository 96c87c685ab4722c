import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { installQueue, startJobs } from '../../../src/database/queue.ts'
import { sendDueMails } from '../../../src/modules/notifications/delivery.ts'
import { notificationJobs } from '../../../src/modules/notifications/jobs.ts'
import { claimMailboxes } from '../../../src/modules/notifications/mailboxes.ts'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildProposal } from '../../support/factories/change-requests.ts'
import {
  buildMember,
  buildOrganization,
  buildUser,
  type TestUser,
} from '../../support/factories/organizations.ts'
import { buildSession } from '../../support/factories/sessions.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'

let app: TestApp
let mailServer: MailServer

beforeAll(async () => {
  mailServer = await startMailServer()
  app = await startOwnTestApp({ SMTP_URL: mailServer.url, MAIL_FROM: 'docs@example.com' })
})
afterAll(async () => {
  await app.close()
  mailServer.close()
})

const logger = pino({ level: 'silent' })

/** Sends what is due, with so many seconds from one mail of a user to the next. */
const send = (mailDigestSeconds = 0) =>
  sendDueMails({ config: { ...app.config, mailDigestSeconds }, database: app.database, logger })

/** Lets the next mail of a user be due, as if its time had passed. */
const passTime = ({ id }: TestUser) =>
  app.database.write(
    `UPDATE "NotificationMailbox" SET "dueAt" = now() - interval '1 second' WHERE "userId" = $1`,
    [id],
  )

const say = (...users: readonly { readonly id: string }[]) => ({
  body: { markdown: users.map(({ id }) => `[@](/users/${id} "mention")`).join(' ') || 'Nobody' },
})

const countTo = ({ email }: TestUser) => mailServer.mails.filter(({ to }) => to.includes(`<${email}>`)).length

const mailTo = ({ email }: TestUser) => {
  const mail = mailServer.lastTo(email)
  if (!mail) throw new Error(`no mail to ${email}`)
  return mail
}

async function buildDiscussion(title = 'Handbook') {
  const { id: organizationId, admin } = await buildOrganization(app)
  const space = await buildSpace(app, { id: organizationId }, { title })
  const member = await buildMember(app, organizationId, 'REVIEW')
  const client = app.as(admin)
  return { organizationId, admin, client, space, member, comments: `/spaces/${space.id}/comments` }
}

describe('a comment that mentions somebody', () => {
  test('tells them by a mail that leads to it and says why they get it', async () => {
    const { admin, client, comments, member, space } = await buildDiscussion()
    expect((await client.post(comments, say(member))).status).toBe(200)
    await send()
    const { text, html, headers } = mailTo(member)
    const address = `${app.config.baseUrl}/s/${space.id}`
    expect(headers.subject).toBe('Handbook')
    for (const part of [text, html]) {
      expect(part).toContain(address)
      expect(part).toContain(`${admin.displayName} mentioned you`)
      expect(part).toContain('You get this mail because you were mentioned.')
      expect(part).toContain(`${app.config.baseUrl}/account`)
    }
  })

  test('tells nobody twice, neither its author nor who may not read it', async () => {
    const { admin, client, comments, member, organizationId } = await buildDiscussion()
    const stranger = await buildUser(app)
    const second = await buildMember(app, organizationId, 'READ')
    const { id } = (await client.post(comments, say(admin, stranger, member, member))).body
    await send()
    await client.put(`${comments}/${id}`, say(stranger, member, second))
    await send()
    await client.post(`${comments}/${id}/replies`, say(second))
    await send()
    expect([admin, stranger, member, second].map(countTo)).toEqual([0, 0, 1, 2])
  })

  test('tells nobody once it is deleted, nor members who were disabled or removed since', async () => {
    const { client, comments, member, organizationId } = await buildDiscussion()
    const [disabled, removed] = [
      await buildMember(app, organizationId, 'READ'),
      await buildMember(app, organizationId, 'READ'),
    ]
    const { id } = (await client.post(comments, say(member))).body
    await client.post(comments, say(disabled, removed))
    await client.delete(`${comments}/${id}`)
    await app.database.prisma.member.updateMany({ where: { userId: disabled.id }, data: { disabled: true } })
    await client.delete(`/orgs/${organizationId}/members/${removed.id}`)
    await send()
    expect([member, disabled, removed].map(countTo)).toEqual([0, 0, 0])
    expect(await app.database.prisma.notification.count()).toBe(0)
  })

  test('tells nobody of a space that is deleted, or that they may no longer read', async () => {
    const { client, comments, member, space } = await buildDiscussion()
    await client.post(comments, say(member))
    await client.patch(`/spaces/${space.id}`, { defaultLevel: null })
    await client.delete(`/spaces/${space.id}`)
    await send()
    expect(countTo(member)).toBe(0)
  })
})

describe('a reply', () => {
  test('tells all who wrote in its thread, in mails that programs show together', async () => {
    const { admin, client, comments, member } = await buildDiscussion()
    const { id } = (await client.post(comments, say())).body
    const replies = `${comments}/${id}/replies`
    await app.as(member).post(replies, say())
    await send()
    expect([admin, member].map(countTo)).toEqual([1, 0])
    const first = mailTo(admin)
    expect(first.text).toContain(`${member.displayName} replied`)
    expect(first.text).toContain('because you wrote in the discussion')
    await app.as(member).post(replies, say(admin))
    await client.post(replies, say())
    await send()
    expect([admin, member].map(countTo)).toEqual([2, 1])
    const second = mailTo(admin)
    // It is a mention and a reply, and told once.
    expect(second.text).toContain(`${member.displayName} mentioned you`)
    expect(second.text).not.toContain('replied')
    expect(second.headers.references).toBe(first.headers.references)
    expect(second.headers['message-id']).not.toBe(first.headers['message-id'])
    expect(second.headers.subject).toBe(first.headers.subject)
  })
})

describe('a change request', () => {
  test('tells its reviewers, its author and all of them once it is merged', async () => {
    const { admin, client, member, space, organizationId } = await buildDiscussion()
    const [other, gone] = [
      await buildMember(app, organizationId, 'REVIEW'),
      await buildMember(app, organizationId, 'REVIEW'),
    ]
    const proposal = await buildProposal(client, space.id, 'A better start')
    const request = (...users: TestUser[]) =>
      client.post(`${proposal.address}/requested-reviewers`, { users: users.map(({ id }) => id) })
    await request(member, other, gone)
    await client.delete(`${proposal.address}/requested-reviewers/${gone.id}`)
    await send()
    await request(member, other)
    await send()
    expect([admin, member, other, gone].map(countTo)).toEqual([0, 1, 1, 0])
    const { text, headers } = mailTo(member)
    expect(text).toContain(`${admin.displayName} asks you for a review`)
    expect(text).toContain('because you were asked for a review')
    expect(headers.subject).toBe('#1 A better start (Handbook)')
    await app.as(member).post(`${proposal.address}/reviews`, {
      status: 'changes-requested',
      comment: say(admin, other).body,
    })
    await send()
    expect([admin, member, other].map(countTo)).toEqual([1, 1, 2])
    expect(mailTo(admin).text).toContain(`${member.displayName} asks for changes to your change request`)
    expect(mailTo(other).text).toContain(`${member.displayName} mentioned you`)
    await proposal.merge()
    await send()
    expect([admin, member, other].map(countTo)).toEqual([1, 2, 3])
    expect(mailTo(other).text).toContain(`${admin.displayName} merged the change request`)
    expect(mailTo(other).headers.references).toBe(headers.references)
  })
})

describe('what comes after a mail', () => {
  test('is told by one mail later, by change request and page', async () => {
    const { admin, client, comments, member, space } = await buildDiscussion()
    const proposal = await buildProposal(client, space.id, 'Next')
    await client.post(comments, say(member))
    await send(600)
    expect(countTo(member)).toBe(1)
    for (let index = 0; index < 3; index++) await client.post(comments, say(member))
    await client.post(`${proposal.address}/comments`, say(member))
    await send(600)
    expect(countTo(member)).toBe(1)
    await passTime(member)
    await send(600)
    expect(countTo(member)).toBe(2)
    const { text, html, headers } = mailTo(member)
    expect(headers.subject).toBe('New for you: Handbook')
    expect(text).toContain(
      `Handbook\n${app.config.baseUrl}/s/${space.id}\n- ${admin.displayName} mentioned you (3)\n`,
    )
    expect(text).toContain(`- ${admin.displayName} mentioned you\n`)
    expect(html.match(/<h2/g)).toHaveLength(2)
    await send(600)
    expect(await app.database.prisma.notification.count({ where: { userId: member.id } })).toBe(0)
  })

  test.runIf(isLongRun)('is told up to a length', async () => {
    const { admin, client, comments, member, organizationId } = await buildDiscussion()
    await app.database.prisma.notification.createMany({
      data: await Promise.all(
        Array.from({ length: 32 }, async (_each, index) => {
          const space = await buildSpace(app, { id: organizationId }, { title: `Space ${index}` })
          const { body } = await client.post(`/spaces/${space.id}/comments`, say())
          return { userId: member.id, kind: 'MENTION' as const, objectId: body.id as string }
        }),
      ),
    })
    await client.post(comments, say(member))
    await send()
    const { text } = mailTo(member)
    expect(text.match(new RegExp(`${admin.displayName} mentioned you`, 'g'))).toHaveLength(30)
    expect(text).toContain('And 3 more.')
    expect(text).toMatch(/^New for you: (Space \d+, ){3}…\n/)
  })

  test.runIf(isLongRun)('is read again when it is sent', async () => {
    const { client, comments, member, space } = await buildDiscussion()
    await client.post(comments, say(member))
    await send(600)
    await client.post(comments, say(member))
    await client.patch(`/spaces/${space.id}`, { title: 'Manual' })
    await passTime(member)
    await send(600)
    expect(mailTo(member).headers.subject).toBe('Manual')
  })
})

describe('a mailbox', () => {
  test('that refuses mail is tried again later, and delays no other', async () => {
    const { client, comments, member, organizationId } = await buildDiscussion()
    const refused = await buildMember(app, organizationId, 'READ')
    const email = `refused-${refused.id}@example.com`
    await app.database.prisma.user.update({ where: { id: refused.id }, data: { email } })
    await client.post(comments, say(refused, member))
    await send()
    expect(countTo(member)).toBe(1)
    const mailbox = { where: { userId: refused.id } }
    expect(await app.database.prisma.notificationMailbox.findUnique(mailbox)).toMatchObject({ failures: 1 })
    await app.database.prisma.user.update({ where: { id: refused.id }, data: { email: refused.email } })
    await send()
    expect(countTo(refused)).toBe(0)
    await passTime(refused)
    await send()
    expect(countTo(refused)).toBe(1)
  })

  test('is not written to by two processes at once, and by another after one that died', async () => {
    const { client, comments, member } = await buildDiscussion()
    await client.post(comments, say(member))
    expect(await claimMailboxes(app.database, 1)).toEqual([{ userId: member.id, until: expect.any(Date) }])
    await send()
    expect(countTo(member)).toBe(0)
    await passTime(member)
    await Promise.all([send(600), send(600)])
    expect(countTo(member)).toBe(1)
  })
})

describe('the settings', () => {
  test('turn off single kinds, or all mails, and choose the language', async () => {
    const { client, comments, member } = await buildDiscussion()
    const own = app.as(member)
    const all = {
      object: 'notification-settings',
      isEnabled: true,
      includesMentions: true,
      includesReplies: true,
      includesReviewRequests: true,
      includesReviews: true,
      includesMerges: true,
      includesInvitations: true,
    }
    expect((await own.get('/user/notifications')).body).toEqual(all)
    const { body } = await own.patch('/user/notifications', { includesMentions: false, language: 'pt-br' })
    expect(body).toEqual({ ...all, includesMentions: false, language: 'pt-br' })
    await client.post(comments, say(member))
    await send()
    expect(countTo(member)).toBe(0)
    await own.patch('/user/notifications', { includesMentions: true })
    await client.post(comments, say(member))
    await send()
    expect(mailTo(member).text).toContain('mencionou você')
    await own.patch('/user/notifications', { isEnabled: false })
    await client.post(comments, say(member))
    await send()
    expect(countTo(member)).toBe(1)
    expect((await own.patch('/user/notifications', {})).status).toBe(400)
    expect((await own.patch('/user/notifications', { language: 'xx' })).status).toBe(400)
  })

  test('are chosen on the page of the account, also in the language of the pages', async () => {
    const { member } = await buildDiscussion()
    const session = await buildSession(app, member, {
      request: { address: null, agent: null, language: 'fr' },
    })
    const settings = async () => (await app.as(member).get('/user/notifications')).body
    expect(await settings()).toMatchObject({ language: 'fr' })
    const submit = (path: string, fields: Record<string, string>) =>
      fetch(`${app.url}${path}`, {
        method: 'POST',
        headers: session.headers,
        body: new URLSearchParams(fields),
        redirect: 'manual',
      })
    const answer = await submit('/account/mails', {
      isEnabled: 'on',
      includesMentions: 'on',
      includesMerges: 'on',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account?done=saved'])
    await submit('/account/language', { language: 'ja' })
    expect(await settings()).toMatchObject({
      includesMentions: true,
      includesReplies: false,
      includesMerges: true,
      language: 'ja',
    })
    const page = await (await fetch(`${app.url}/account`, { headers: session.headers })).text()
    expect(page).toContain('name="includesMentions" checked')
    expect(page).not.toContain('name="includesReplies" checked')
  })
})

describe('the link to unsubscribe', () => {
  const settingsOf = async (user: TestUser) => (await app.as(user).get('/user/notifications')).body

  async function linkIn(user: TestUser): Promise<string> {
    await send()
    const { headers, text } = mailTo(user)
    const [, link = ''] = /^<(.*)>$/.exec(headers['list-unsubscribe'] ?? '') ?? []
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(text).toContain(link)
    return link
  }

  /** Sends what a mail program sends, from elsewhere and without a session. */
  const click = (link: string) =>
    fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })

  test('stops the mails of its kind with one click of a mail program, and asks a person first', async () => {
    const { client, comments, member } = await buildDiscussion()
    await client.post(comments, say(member))
    const link = await linkIn(member)
    const page = await (await fetch(link, { headers: { 'Accept-Language': 'de' } })).text()
    expect(page).toContain('Jemand erwähnt mich')
    expect(page).not.toContain('<script')
    expect(await settingsOf(member)).toMatchObject({ isEnabled: true, includesMentions: true })
    for (const _again of [1, 2]) expect((await click(link)).status).toBe(200)
    expect(await settingsOf(member)).toMatchObject({
      isEnabled: true,
      includesMentions: false,
      includesReplies: true,
    })
    const [, forAll = ''] = /action="([^"]*user=[^"&]*&amp;signature=[^"]*)"/.exec(page) ?? []
    expect((await click(`${app.url}${forAll.replaceAll('&amp;', '&')}`)).status).toBe(200)
    expect(await settingsOf(member)).toMatchObject({ isEnabled: false })
  })

  test('works only as it was sent', async () => {
    const { client, comments, member, admin } = await buildDiscussion()
    await client.post(comments, say(member))
    const link = await linkIn(member)
    const forged = [
      link.replace(member.id, admin.id),
      link.replace('kind=MENTION', 'kind=REPLY'),
      link.replace('&kind=MENTION', ''),
      link.replace(/signature=.*/, ''),
      link.replace('/unsubscribe?', '/unsubscribe/?'),
    ]
    for (const address of forged) {
      expect((await click(address)).status).toBe(404)
      expect((await fetch(address)).status).toBe(404)
    }
    for (const user of [member, admin])
      expect(await settingsOf(user)).toMatchObject({
        isEnabled: true,
        includesMentions: true,
        includesReplies: true,
      })
  })
})

test('the queue sends the mail of a comment by itself, and the next one after its time', async () => {
  await installQueue(app.database)
  const { database } = app
  const config = { ...app.config, mailDigestSeconds: 1 }
  const { client, comments, member } = await buildDiscussion()
  const jobs = await startJobs({ database, logger, ...notificationJobs({ config, database }) })
  await client.post(comments, say(member))
  await vi.waitFor(() => expect(countTo(member)).toBe(1), 20_000)
  // In a long run also after the time from one mail to the next.
  if (isLongRun) {
    await client.post(comments, say(member))
    await vi.waitFor(() => expect(countTo(member)).toBe(2), 20_000)
  }
  await jobs.stop()
})
