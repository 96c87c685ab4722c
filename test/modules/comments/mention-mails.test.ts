import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { installQueue, startJobs } from '../../../src/database/queue.ts'
import { mentionJobs } from '../../../src/modules/comments/mention-mails.ts'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import { buildMember, buildOrganization, buildUser } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'

let app: TestApp
let mailServer: MailServer
let jobs: { stop(): Promise<void> }

beforeAll(async () => {
  mailServer = await startMailServer()
  app = await startOwnTestApp({ SMTP_URL: mailServer.url, MAIL_FROM: 'docs@example.com' })
  await installQueue(app.database)
  const { config, database } = app
  const logger = pino({ level: 'silent' })
  jobs = await startJobs({ database, logger, ...mentionJobs({ config, database }) })
})
afterAll(async () => {
  await jobs.stop()
  await app.close()
  mailServer.close()
})

const say = (...users: readonly { readonly id: string }[]) => ({
  body: { markdown: users.map(({ id }) => `[@](/users/${id} "mention")`).join(' ') || 'Nobody' },
})

const mailsTo = ({ email }: { readonly email: string }) =>
  mailServer.mails.filter(({ to }) => to.includes(`<${email}>`)).length

async function buildDiscussion() {
  const { id: organizationId, admin } = await buildOrganization(app)
  const space = await buildSpace(app, { id: organizationId }, { title: 'Handbook' })
  const member = await buildMember(app, organizationId, 'READ')
  const client = app.as(admin)
  return { organizationId, admin, client, space, member, comments: `/spaces/${space.id}/comments` }
}

describe('a comment that mentions somebody', () => {
  test('tells them by a mail that leads to it, in text and HTML', async () => {
    const { client, comments, member, space } = await buildDiscussion()
    expect((await client.post(comments, say(member))).status).toBe(200)
    const mail = await vi.waitFor(() => {
      const found = mailServer.lastTo(member.email)
      if (!found) throw new Error('no mail yet')
      return found
    }, 20_000)
    const address = `${app.config.baseUrl}/s/${space.id}`
    expect(mail.text).toContain(address)
    expect(mail.html).toContain(`href="${address}"`)
    expect(mail.html).toContain('mentioned you in Handbook')
  })

  test('tells nobody twice, neither its author nor who may not read it', async () => {
    const { admin, client, comments, member, organizationId } = await buildDiscussion()
    const stranger = await buildUser(app)
    const second = await buildMember(app, organizationId, 'READ')
    const { id } = (await client.post(comments, say(admin, stranger, member, member))).body
    await client.put(`${comments}/${id}`, say(stranger, member, second))
    await client.post(`${comments}/${id}/replies`, say(second))
    // Jobs run in the order in which they were queued.
    const last = await buildMember(app, organizationId, 'READ')
    await client.post(comments, say(last))
    await vi.waitFor(() => expect(mailsTo(last)).toBe(1), 20_000)
    expect([admin, stranger, member, second].map(mailsTo)).toEqual([0, 0, 1, 2])
  })

  test('tells nobody once it is deleted', async () => {
    const { client, comments, member, organizationId } = await buildDiscussion()
    await jobs.stop()
    const { id } = (await client.post(comments, say(member))).body
    await client.delete(`${comments}/${id}`)
    const { config, database } = app
    jobs = await startJobs({
      database,
      logger: pino({ level: 'silent' }),
      ...mentionJobs({ config, database }),
    })
    const last = await buildMember(app, organizationId, 'READ')
    await client.post(comments, say(last))
    await vi.waitFor(() => expect(mailsTo(last)).toBe(1), 20_000)
    expect(mailsTo(member)).toBe(0)
  })
})
