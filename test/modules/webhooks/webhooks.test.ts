import { readFileSync } from 'node:fs'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { createLogger } from '../../../src/base/logger.ts'
import { uuids } from '../../../src/base/uuids.ts'
import { installQueue, startJobs } from '../../../src/database/queue.ts'
import { placeEvents } from '../../../src/modules/events/relay.ts'
import { type Dispatched, dispatchEvents } from '../../../src/modules/webhooks/dispatching.ts'
import {
  maximumPending,
  maximumReplyBytes,
  maximumTries,
  maximumTriesOfWebhook,
  maximumWebhooks,
  retryDelays,
  tryTimeoutMs,
} from '../../../src/modules/webhooks/limits.ts'
import { pauseMailJobs } from '../../../src/modules/webhooks/pause-mail.ts'
import { removeOldDeliveries } from '../../../src/modules/webhooks/retention.ts'
import { type SenderServices, WebhookSender } from '../../../src/modules/webhooks/sender.ts'
import { startOwnTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildMember, buildOrganization, type TestUser } from '../../support/factories/organizations.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import {
  type Answer,
  answering,
  faultsOf,
  type Receiver,
  refusingAtRandom,
  startReceiver,
} from './receiver.ts'

let app: TestApp
let mailServer: MailServer
let receiver: Receiver
let sender: WebhookSender

beforeAll(async () => {
  mailServer = await startMailServer()
  app = await startOwnTestApp({ SMTP_URL: mailServer.url, MAIL_FROM: 'docs@example.com' })
  await installQueue(app.database)
})
beforeEach(async () => {
  receiver = await startReceiver()
  sender = senderWith()
})
afterEach(async () => {
  await sender.stop()
  await receiver.close()
})
afterAll(async () => {
  await app.close()
  mailServer.close()
})

const senderWith = (services: Partial<SenderServices> = {}): WebhookSender =>
  new WebhookSender({
    config: app.config,
    database: app.database,
    logger: createLogger('silent'),
    ...services,
  })

interface TestWebhook {
  readonly organizationId: string
  readonly admin: TestUser
  readonly client: TestClient
  readonly path: string
  readonly id: string
  readonly secret: string
}

async function buildWebhook(input: object = {}): Promise<TestWebhook> {
  const { id: organizationId, admin } = await buildOrganization(app)
  const client = app.as(admin)
  const { status, body } = await client.post(`/orgs/${organizationId}/webhooks`, {
    url: receiver.url,
    ...input,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return {
    organizationId,
    admin,
    client,
    path: `/orgs/${organizationId}/webhooks/${body.id}`,
    id: body.id,
    secret: body.secret,
  }
}

/** Queues deliveries of events of objects, in this order. Of each object, only the first is due. */
async function queue({ id: webhookId }: TestWebhook, objectIds: readonly string[]): Promise<string[]> {
  const seen = new Set<string>()
  const data = objectIds.map((objectId, index) => {
    const eventId = uuids.generate().toString()
    const dueAt = seen.has(objectId) ? null : new Date(0)
    seen.add(objectId)
    return {
      id: newId('WebhookDelivery'),
      webhookId,
      eventId,
      eventType: 'content.updated',
      objectId,
      sequence: BigInt(index + 1),
      payload: JSON.stringify({ type: 'content.updated', data: { id: eventId, objectId, index } }),
      dueAt,
    }
  })
  await app.database.prisma.webhookDelivery.createMany({ data })
  return data.map(({ id }) => id)
}

const deliveriesOf = ({ id }: TestWebhook) =>
  app.database.prisma.webhookDelivery.findMany({ where: { webhookId: id }, orderBy: { id: 'asc' } })

/** Sends everything that is due, and what becomes due by it. */
async function sendAll(): Promise<void> {
  await sender.wake()
  await sender.settled()
}

/** Makes the time for the next try come. */
const hurry = ({ id }: TestWebhook) =>
  app.database.write(
    `UPDATE "WebhookDelivery" SET "dueAt" = date_trunc('milliseconds', now()) WHERE "webhookId" = $1 AND "dueAt" IS NOT NULL`,
    [id],
  )

describe('a webhook', () => {
  test('is created with a secret that is shown once, listed, changed and deleted by admins', async () => {
    const { client, path, organizationId, id, secret } = await buildWebhook({
      description: 'Chat',
      events: ['site.*'],
    })
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const { body: got } = await client.get(path)
    expect(got).toMatchObject({
      object: 'webhook',
      id,
      url: receiver.url,
      description: 'Chat',
      events: ['site.*'],
      spaces: [],
      sites: [],
      isEnabled: true,
      status: 'active',
    })
    expect(got).not.toHaveProperty('secret')
    const { body: listed } = await client.get(`/orgs/${organizationId}/webhooks`)
    expect(listed.items).toEqual([got])
    const { body: changed } = await client.patch(path, { events: [], isEnabled: false })
    expect(changed).toMatchObject({ description: 'Chat', events: [], isEnabled: false, status: 'disabled' })
    expect((await client.delete(path)).status).toBe(204)
    expect((await client.get(path)).status).toBe(404)
    const { body: log } = await client.get(`/orgs/${organizationId}/audit-events?target=${id}`)
    expect(log.items.map(({ action }: { action: string }) => action)).toEqual([
      'deleteWebhook',
      'updateWebhook',
      'createWebhook',
    ])
    const events = await app.database.prisma.auditEvent.findMany({ where: { organizationId } })
    expect(JSON.stringify(events.map(({ changes }) => changes))).not.toMatch(/secret"|whsec/)
  })

  test('is only for admins of its organization, as long as that exists', async () => {
    const webhook = await buildWebhook()
    const { organizationId, path, id } = webhook
    const [delivery] = await queue(webhook, ['one'])
    await sendAll()
    /** The statuses of all that can be done with a webhook. */
    const tried = async (client: TestClient) => {
      const answers = [
        await client.get(`/orgs/${organizationId}/webhooks`),
        await client.post(`/orgs/${organizationId}/webhooks`, { url: receiver.url }),
        await client.get(path),
        await client.patch(path, { isEnabled: false }),
        await client.get(`${path}/deliveries`),
        await client.get(`${path}/deliveries/${delivery}`),
        await client.post(`${path}/deliveries/${delivery}/redeliver`),
        await client.post(`${path}/test`),
        await client.post(`${path}/rotate-secret`),
        await client.delete(path),
      ]
      return [...new Set(answers.map(({ status }) => status))]
    }
    const elsewhere = await buildOrganization(app)
    const stranger = app.as(elsewhere.admin)
    const disabled = await buildMember(app, organizationId, 'ADMIN')
    await app.database.prisma.member.updateMany({ where: { userId: disabled.id }, data: { disabled: true } })
    expect(await tried(app.as(await buildMember(app, organizationId, 'CREATE')))).toEqual([403])
    expect(await tried(app.as(disabled))).toEqual([404])
    expect(await tried(stranger)).toEqual([404])
    // Nor by way of an organization of their own, or without naming one.
    const own = `/orgs/${elsewhere.id}/webhooks/${id}`
    for (const action of ['test', 'rotate-secret', `deliveries/${delivery}/redeliver`])
      expect((await stranger.post(`${own}/${action}`)).status).toBe(404)
    const mutation = `mutation ($id: ID!) { rotateWebhookSecret(webhookId: $id) { secret } }`
    expect((await stranger.gql(mutation, { id })).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    expect(receiver.received).toHaveLength(1)
    await webhook.client.post(`${path}/test`)
    await webhook.client.delete(`/orgs/${organizationId}?title=Acme`)
    expect(await tried(webhook.client)).toEqual([404])
    await hurry(webhook)
    await sendAll()
    expect(receiver.received).toHaveLength(1)
  })

  test('has a public https address and filters of the organization', async () => {
    const { client, organizationId } = await buildWebhook()
    const refused = async (input: object) =>
      (await client.post(`/orgs/${organizationId}/webhooks`, { url: 'https://hooks.example.com/', ...input }))
        .body.error.message
    expect(await refused({ url: 'http://hooks.example.com/' })).toMatch('must be an https URL')
    expect(await refused({ url: 'https://10.0.0.1/' })).toMatch('private network')
    expect(await refused({ url: 'https://[::1]/' })).toMatch('private network')
    expect(await refused({ url: 'https://a:b@hooks.example.com/' })).toMatch('user or a password')
    expect(await refused({ url: 'https://hooks.example.com/#part' })).toMatch('must not have a fragment')
    expect(await refused({ url: `https://hooks.example.com/${'ä'.repeat(1900)}` })).toMatch('at most 2000')
    expect(await refused({ events: ['site.*', 'anything'] })).toMatch('events.1: must be the type')
    const other = await buildOrganization(app)
    const { body: space } = await app.as(other.admin).post(`/orgs/${other.id}/spaces`, { title: 'Space' })
    expect(await refused({ spaces: [space.id] })).toMatch('is not a space of this organization')
  })

  test('has the address that is sent to, however it was written', async () => {
    const { client, organizationId, path } = await buildWebhook()
    const { body } = await client.post(`/orgs/${organizationId}/webhooks`, {
      url: ' https://HOOKS.example.com:443/a\nb/../with space?q=ä ',
    })
    expect(body.url).toBe('https://hooks.example.com/with%20space?q=%C3%A4')
    expect((await client.patch(path, { url: 'https://hooks.example.com' })).body.url).toBe(
      'https://hooks.example.com/',
    )
  })

  test(`exists at most ${maximumWebhooks} times in an organization`, async () => {
    const { client, organizationId, id } = await buildWebhook()
    const row = await app.database.prisma.webhook.findUniqueOrThrow({ where: { id } })
    await app.database.prisma.webhook.createMany({
      data: Array.from({ length: maximumWebhooks - 1 }, () => ({ ...row, id: newId('Webhook') })),
    })
    const { status, body } = await client.post(`/orgs/${organizationId}/webhooks`, { url: receiver.url })
    expect([status, body.error.reason]).toEqual([409, 'TOO_MANY_WEBHOOKS'])
  })
})

describe('what is sent', () => {
  test('has a signature that the library of receivers verifies, also while the secret is being rotated', async () => {
    const webhook = await buildWebhook()
    const { client, path, secret } = webhook
    expect((await client.post(`${path}/test`)).body).toMatchObject({
      eventType: 'webhook.test',
      status: 'pending',
    })
    await sendAll()
    const { body: rotated } = await client.post(`${path}/rotate-secret`)
    await client.post(`${path}/test`)
    await sendAll()
    const [first, second] = receiver.received
    if (!first || !second) throw new Error('nothing was received')
    expect(new Verifier(secret).verify(first.body, first.headers)).toMatchObject({ type: 'webhook.test' })
    expect(() => new Verifier(rotated.secret).verify(first.body, first.headers)).toThrow()
    for (const valid of [secret, rotated.secret]) new Verifier(valid).verify(second.body, second.headers)
    // After a day, only the new one is valid.
    await app.database.prisma.webhook.update({
      where: { id: webhook.id },
      data: { formerSecretUntil: new Date() },
    })
    await client.post(`${path}/test`)
    await sendAll()
    const [, , third] = receiver.received
    if (!third) throw new Error('nothing was received')
    new Verifier(rotated.secret).verify(third.body, third.headers)
    expect(() => new Verifier(secret).verify(third.body, third.headers)).toThrow()
    expect(third.headers['webhook-id']).not.toBe(second.headers['webhook-id'])
  })

  test('is logged with each try, and sent again with the same id', async () => {
    const webhook = await buildWebhook()
    const { client, path } = webhook
    receiver.answer = answering(503, {}, 'x'.repeat(3000))
    const { body: queued } = await client.post(`${path}/test`)
    await sendAll()
    const { body: failed } = await client.get(`${path}/deliveries/${queued.id}`)
    expect(failed).toMatchObject({
      status: 'pending',
      payload: { type: 'webhook.test', data: { id: expect.stringMatching(/^evt/) } },
    })
    expect(failed.attempts).toHaveLength(1)
    expect(failed.attempts[0]).toMatchObject({
      responseStatus: 503,
      responseBody: 'x'.repeat(maximumReplyBytes),
    })
    expect((await client.get(path)).body.status).toBe('failing')
    expect((await client.post(`${path}/deliveries/${queued.id}/redeliver`)).body.error.reason).toBe(
      'DELIVERY_PENDING',
    )
    receiver.answer = answering(204)
    await hurry(webhook)
    await sendAll()
    const { body: done } = await client.get(`${path}/deliveries`)
    expect(done.items[0]).toMatchObject({ id: queued.id, status: 'succeeded' })
    expect(done.items[0].attempts).toHaveLength(2)
    expect((await client.get(path)).body.status).toBe('active')
    expect((await client.post(`${path}/deliveries/${queued.id}/redeliver`)).body.status).toBe('pending')
    await sendAll()
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([queued.eventId, queued.eventId, queued.eventId])
  })

  test(`is tried ${maximumTries} times over three days, first after 5 seconds`, async () => {
    const webhook = await buildWebhook()
    receiver.answer = answering(500)
    const [id = ''] = await queue(webhook, ['one'])
    const delays: number[] = []
    for (let tries = 1; tries <= maximumTries; tries++) {
      await sendAll()
      const { dueAt, attempts } = await app.database.prisma.webhookDelivery.findUniqueOrThrow({
        where: { id },
      })
      const { startedAt } = (attempts as { startedAt: string }[]).at(-1) ?? { startedAt: '' }
      if (dueAt) delays.push(Math.floor((dueAt.getTime() - Date.parse(startedAt)) / 1000))
      await hurry(webhook)
    }
    expect(delays[0]).toBe(5)
    expect(delays).toHaveLength(retryDelays.length)
    expect(delays.reduce((sum, delay) => sum + delay)).toBeGreaterThanOrEqual(3 * 86_400)
    expect(receiver.received).toHaveLength(maximumTries)
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ status: 'FAILED', dueAt: null })
  })

  test.runIf(isLongRun)(
    'is tried again when the receiver does not answer in time, or only begins to',
    async () => {
      expect(tryTimeoutMs).toBe(15_000)
      const webhook = await buildWebhook()
      const impatient = senderWith({ timeoutMs: 50 })
      const begin: Answer = (_got, response) => void response.writeHead(200).write('o')
      for (const answer of [() => {}, begin] as const) {
        receiver.answer = answer
        const [id = ''] = await queue(webhook, ['one'])
        await impatient.wake()
        await impatient.settled()
        expect(await app.database.prisma.webhookDelivery.findUniqueOrThrow({ where: { id } })).toMatchObject({
          status: 'PENDING',
          tries: 1,
          attempts: [{ responseStatus: null, error: expect.stringContaining('0.05 seconds') }],
        })
        await app.database.prisma.webhookDelivery.delete({ where: { id } })
      }
    },
  )

  test('keeps the order per object while one of them is tried again, and lets other objects pass', async () => {
    const webhook = await buildWebhook()
    let isRefusing = true
    receiver.answer = ({ body }, response) =>
      answering(isRefusing && JSON.parse(body).data.objectId === 'a' ? 500 : 200)(
        { path: '', body, headers: {} },
        response,
      )
    await queue(webhook, ['a', 'b', 'a', 'b', 'a'])
    await sendAll()
    const seen = () => receiver.received.map(({ body }) => JSON.parse(body).data.index)
    expect(seen().filter((index) => index % 2 === 1)).toEqual([1, 3])
    expect(seen().filter((index) => index % 2 === 0)).toEqual([0])
    isRefusing = false
    await hurry(webhook)
    await sendAll()
    expect(seen().filter((index) => index % 2 === 0)).toEqual([0, 0, 2, 4])
  })

  test('follows no redirect, and reaches no private address behind a name', async () => {
    const webhook = await buildWebhook()
    receiver.answer = answering(307, { Location: `${receiver.url}/elsewhere` })
    await queue(webhook, ['one'])
    await sendAll()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
    expect((await deliveriesOf(webhook))[0]?.attempts).toMatchObject([{ responseStatus: 307 }])
    const url = receiver.url.replace('http://127.0.0.1', 'https://localhost')
    await app.database.prisma.webhook.update({ where: { id: webhook.id }, data: { url } })
    const guarded = senderWith({ config: { outboundAllow: [] } })
    await hurry(webhook)
    await guarded.wake()
    await guarded.settled()
    expect((await deliveriesOf(webhook))[0]?.attempts).toMatchObject([
      { responseStatus: 307 },
      { responseStatus: null, error: expect.stringContaining('private or reserved network') },
    ])
  })

  test('ends when the receiver is gone, until an admin enables the webhook', async () => {
    const webhook = await buildWebhook()
    const { client, path } = webhook
    receiver.answer = answering(410)
    await queue(webhook, ['a', 'a'])
    await sendAll()
    expect((await client.get(path)).body).toMatchObject({ isEnabled: false, status: 'gone' })
    expect((await client.post(`${path}/test`)).body.error.reason).toBe('WEBHOOK_NOT_ACTIVE')
    expect(receiver.received).toHaveLength(1)
    receiver.answer = answering(200)
    expect((await client.patch(path, { isEnabled: true })).body.status).toBe('active')
    await sendAll()
    expect((await deliveriesOf(webhook)).map(({ status }) => status)).toEqual(['FAILED', 'SUCCEEDED'])
  })

  test.runIf(isLongRun)(
    'pauses after three days without success, of which the admins get a mail',
    async () => {
      const webhook = await buildWebhook()
      const { client, path } = webhook
      receiver.answer = answering(500)
      await queue(webhook, ['a'])
      await app.database.prisma.webhook.update({
        where: { id: webhook.id },
        data: { failingSince: new Date(Date.now() - 3 * 86_400_000) },
      })
      await sendAll()
      expect((await client.get(path)).body).toMatchObject({ isEnabled: true, status: 'paused' })
      const logger = createLogger('silent')
      const jobs = await startJobs({ database: app.database, logger, ...pauseMailJobs(app) })
      const mail = await vi.waitUntil(() => mailServer.lastTo(webhook.admin.email))
      await jobs.stop()
      expect(mail.headers.subject).toBe(`A webhook to ${new URL(receiver.url).host} is paused`)
      expect(mail.text).toContain(`${app.config.baseUrl}/o/${webhook.organizationId}`)
      await hurry(webhook)
      await sendAll()
      expect(receiver.received).toHaveLength(1)
      receiver.answer = answering(200)
      expect((await client.patch(path, { isEnabled: true })).body.status).toBe('active')
      await sendAll()
      expect((await deliveriesOf(webhook)).map(({ status }) => status)).toEqual(['SUCCEEDED'])
    },
  )

  test.runIf(isLongRun)('waits for no slow receiver of others', async () => {
    const slow = await startReceiver()
    const hanging = new Promise<void>((resolve) => {
      slow.answer = () => {
        if (slow.received.length === maximumTriesOfWebhook) resolve()
      }
    })
    const stuck = await buildWebhook({ url: slow.url })
    await queue(
      stuck,
      Array.from({ length: 100 }, (_, index) => `object ${index}`),
    )
    await sender.wake()
    await hanging
    const webhook = await buildWebhook()
    await queue(
      webhook,
      Array.from({ length: 20 }, (_, index) => `object ${index}`),
    )
    await sender.wake()
    await receiver.got(20)
    expect(slow.received).toHaveLength(maximumTriesOfWebhook)
    await sender.stop()
    await slow.close()
    // What the stopped process had begun is due at once, for others.
    const rows = await deliveriesOf(stuck)
    expect(rows.every(({ leaseId, tries }) => leaseId === null && tries === 0)).toBe(true)
  })

  test.runIf(isLongRun)('is kept for 30 days', async () => {
    const webhook = await buildWebhook()
    const [old = ''] = await queue(webhook, ['a', 'a'])
    await app.database.prisma.webhookDelivery.update({
      where: { id: old },
      data: { createdAt: new Date(Date.now() - 31 * 86_400_000) },
    })
    expect(await removeOldDeliveries(app.database, new Date())).toBe(1)
    await sendAll()
    expect((await deliveriesOf(webhook)).map(({ status }) => status)).toEqual(['SUCCEEDED'])
  })
})

describe('events', () => {
  /** Gives events their positions, makes deliveries of them and sends those. */
  const tell = async () => {
    await placeEvents(app.database)
    while ((await dispatchEvents(app.database)).hasMore);
    await sendAll()
    return receiver.received.map(({ body }) => JSON.parse(body))
  }

  test('are sent to the webhooks of their organization whose filters they pass, each once', async () => {
    const { client, organizationId, path } = await buildWebhook({ events: ['space.*', 'site.created'] })
    const { body: space } = await client.post(`/orgs/${organizationId}/spaces`, {
      title: 'Guide',
      empty: true,
    })
    const { body: other } = await client.post(`/orgs/${organizationId}/spaces`, {
      title: 'Other',
      empty: true,
    })
    await client.post(`/orgs/${organizationId}/sites`, { title: 'Docs' })
    await client.post(`/orgs/${organizationId}/collections`, { title: 'Not sent' })
    await buildOrganization(app)
    const sent = await tell()
    expect(sent.map(({ type }) => type).sort()).toEqual(['site.created', 'space.created', 'space.created'])
    expect(sent.find(({ data }) => data.spaceId === space.id)).toMatchObject({
      type: 'space.created',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        type: 'space.created',
        organizationId,
        actorUserId: expect.any(String),
        targetType: 'Space',
        targetId: space.id,
      },
    })
    await client.patch(path, { spaces: [space.id] })
    await client.patch(`/spaces/${space.id}`, { title: 'Renamed' })
    await client.patch(`/spaces/${other.id}`, { title: 'Renamed' })
    expect((await tell()).slice(3).map(({ data }) => data.spaceId)).toEqual([space.id])
    await client.patch(path, { isEnabled: false })
    await client.patch(`/spaces/${space.id}`, { title: 'While it was disabled' })
    expect(await tell()).toHaveLength(4)
  })

  test('of organizations without an active webhook are passed over in one statement', async () => {
    const webhook = await buildWebhook({ events: ['space.*'] })
    const { client, organizationId, path } = webhook
    const create = (title: string) => client.post(`/orgs/${organizationId}/spaces`, { title, empty: true })
    await client.patch(path, { isEnabled: false })
    await tell()
    const before = receiver.received.length
    await create('While it was disabled')
    await placeEvents(app.database)
    const dispatched: Dispatched[] = []
    const { count } = await app.statements(async () => dispatched.push(await dispatchEvents(app.database)))
    expect(count).toBe(1)
    expect(dispatched).toEqual([{ hasMatches: false, hasMore: false }])
    await client.patch(path, { isEnabled: true })
    await create('Sent')
    const sent = (await tell()).slice(before)
    expect(sent.map(({ data }) => data.changes[0].after.title)).toEqual(['Sent'])
  })

  test.runIf(isLongRun)(
    'are sent of a write that began before the webhook was created, and ended after it',
    async () => {
      const { id: organizationId, admin } = await buildOrganization(app)
      const client = app.as(admin)
      const { body: space } = await client.post(`/orgs/${organizationId}/spaces`, { title: 'A', empty: true })
      const before = receiver.received.length
      await app.database
        .transaction(async ({ query }) => {
          await query('SELECT FROM "Space" WHERE id = $1 FOR UPDATE', [space.id])
          const renaming = client.patch(`/spaces/${space.id}`, { title: 'Renamed' })
          await vi.waitUntil(async () => {
            const waiting = await app.database.query(
              `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
              [],
            )
            return waiting.length > 0
          })
          await client.post(`/orgs/${organizationId}/webhooks`, { url: receiver.url })
          await tell()
          return { renaming }
        })
        .then(({ renaming }) => renaming)
      const sent = (await tell()).slice(before)
      expect(sent.map(({ type }) => type)).toEqual(['webhook.created', 'space.updated'])
    },
  )

  test('say the same as in the list of events', async () => {
    const { client, organizationId } = await buildWebhook()
    const { body: space } = await client.post(`/orgs/${organizationId}/spaces`, {
      title: 'Guide',
      empty: true,
    })
    await client.patch(`/spaces/${space.id}`, { title: 'Renamed' })
    const sent = await tell()
    const renamed = sent.find(({ data }) => data.type === 'space.updated')
    expect(namesIn(renamed)).toEqual(namesIn(documentedEvent()))
    const { body: listed } = await client.get(`/orgs/${organizationId}/events`)
    const ofSent = new Set(sent.map(({ data }) => data.id))
    const told = listed.items.filter(({ id }: { id: string }) => ofSent.has(id))
    expect(told.length).toBe(sent.length)
    expect(byId(sent.map(({ data }) => data))).toEqual(
      byId(told.map(({ object: _object, ...event }: { object: string; id: string }) => event)),
    )
  })

  test.runIf(isLongRun)(
    'all arrive in the order of each object, although the receiver fails and processes die at random',
    async () => {
      const webhook = await buildWebhook({ events: ['collection.updated'] })
      const { client, organizationId } = webhook
      const accepted = refusingAtRandom(receiver, 0.2)
      const created = ['a', 'b', 'c'].map((title) =>
        client.post(`/orgs/${organizationId}/collections`, { title }),
      )
      const ids = (await Promise.all(created)).map(({ body }) => body.id)
      for (let round = 0; round < 8; round++) {
        for (const id of ids) await client.patch(`/collections/${id}`, { title: `Title ${round}` })
        await placeEvents(app.database)
        await dispatchEvents(app.database)
        const dying = dyingSender()
        await dying.sender.wake()
        // It dies with the first answers, of which it records nothing any more.
        await receiver.got(receiver.received.length + 1)
        dying.die()
        await dying.sender.settled()
        await hurry(webhook)
        await sendAll()
      }
      const unended = { webhookId: webhook.id, status: 'PENDING' } as const
      while ((await app.database.prisma.webhookDelivery.count({ where: unended })) > 0) {
        await hurry(webhook)
        await sendAll()
      }
      const events = await app.database.prisma.event.findMany({
        where: { organizationId, type: 'collection.updated' },
        orderBy: { position: 'asc' },
      })
      expect(events).toHaveLength(24)
      expect(faultsOf(events, accepted)).toEqual([])
      expect(accepted.length).toBeGreaterThan(24)
    },
  )

  test.runIf(isLongRun)('pause a webhook for which too many deliveries wait', async () => {
    const webhook = await buildWebhook({ events: ['collection.created'] })
    const { client, organizationId, path } = webhook
    receiver.answer = answering(500)
    await app.database.write(
      `INSERT INTO "WebhookDelivery" (id, "webhookId", "eventId", "eventType", "objectId", sequence, payload)
       SELECT 'whd' || n, $1, n, 'space.updated', 'one', n, '{}' FROM generate_series(1, $2::int) n`,
      [webhook.id, maximumPending],
    )
    await client.post(`/orgs/${organizationId}/collections`, { title: 'One more' })
    await tell()
    expect((await client.get(path)).body.status).toBe('paused')
  })
})

/** A sender of a process that can die: from then on it writes nothing. */
function dyingSender() {
  let isDead = false
  const alive = () => {
    if (isDead) throw new Error('The process is dead.')
  }
  const { transaction, write } = app.database
  const database: typeof app.database = {
    ...app.database,
    transaction: async (run, options) => {
      alive()
      return transaction(run, options)
    },
    write: async (text, values, updated) => {
      alive()
      return write(text, values, updated)
    },
  }
  return {
    sender: senderWith({ database }),
    die: () => {
      isDead = true
    },
  }
}

const byId = <Item extends { id: string }>(items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => (a.id < b.id ? -1 : 1))

/** Returns the names of the members of a value and, below them, of their members. */
const namesIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, namesIn(member)]))
    : null

/** Returns the event that the documentation shows. */
function documentedEvent(): unknown {
  const page = readFileSync(new URL('../../../src/docs/api/webhooks.md', import.meta.url), 'utf8')
  return JSON.parse(/## What is sent.*?```json\n(.*?)```/s.exec(page)?.[1] ?? '')
}
