import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { startOwnTestApp, startServerBeside, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { addMember, buildOrganization, buildUser } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/sites.ts'

let app: TestApp
let server: Pick<TestApp, 'as' | 'close' | 'url'>
beforeAll(async () => {
  if (!isLongRun) return
  app = await startOwnTestApp()
  server = await startServerBeside(app, { hasServices: true })
})
afterAll(async () => {
  await server?.close()
  await app?.close()
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function usedBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const query = 'subscription ($id: ID!) { organizationEvents(id: $id) { event { type targetId } } }'

interface Message {
  readonly type: string
  readonly id?: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent, of whatever shape
  readonly payload?: any
}

/** Opens a websocket, and subscribes several times to the events of an organization. */
async function openSocket(token: string, organizationId: string, count: number) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const messages: Message[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data)) as Message))
  const send = (message: object) => socket.send(JSON.stringify(message))
  await once(socket, 'open')
  send({ type: 'connection_init', payload: { Authorization: `Bearer ${token}` } })
  await expect.poll(() => messages.length).toBe(1)
  for (let id = 0; id < count; id++)
    send({ type: 'subscribe', id: `${id}`, payload: { query, variables: { id: organizationId } } })
  return { socket, messages }
}

async function buildMembers(count: number) {
  const { id, admin } = await buildOrganization(app)
  const users = await Promise.all(Array.from({ length: count }, () => buildUser(app)))
  for (const user of users) await addMember(app, id, user, 'READ')
  return { id, admin, client: server.as(admin), users }
}

test.runIf(isLongRun)('1,000 idle subscriptions take less than 100 MB, and no statement', async () => {
  const { id, client, users } = await buildMembers(50)
  const before = usedBytes()
  const sockets: Awaited<ReturnType<typeof openSocket>>[] = []
  for (const { token } of users) sockets.push(await openSocket(token, id, 20))
  await buildSpace(client, id)
  const told = () => sockets.reduce((sum, { messages }) => sum + messages.length - 1, 0)
  await expect.poll(told, { timeout: 60_000 }).toBe(1000)
  const megabytes = (usedBytes() - before) / 1e6
  console.log(`1,000 subscriptions, with their clients: ${megabytes.toFixed(1)} MB`)
  expect(megabytes).toBeLessThan(100)
  const other = await buildOrganization(app)
  const { texts } = await app.statements(() => buildSpace(server.as(other.admin), other.id))
  expect(texts.length).toBeLessThan(30)
  const counted = await app.statements(async () => {
    await buildSpace(client, id)
    await expect.poll(told, { timeout: 60_000 }).toBe(2000)
  })
  console.log(`an event for 1,000 subscriptions: ${counted.count} statements`)
  expect(counted.count).toBeLessThan(100)
  for (const { socket } of sockets) socket.terminate()
})

test.runIf(isLongRun)('a process has at most 2,000 subscriptions', async () => {
  const { id, users } = await buildMembers(101)
  const sockets: Awaited<ReturnType<typeof openSocket>>[] = []
  for (const { token } of users) sockets.push(await openSocket(token, id, 20))
  const last = sockets.at(-1)
  await expect
    .poll(() => last?.messages.find(({ type }) => type === 'next')?.payload.errors[0].extensions)
    .toMatchObject({ code: 'SERVICE_UNAVAILABLE', reason: 'SUBSCRIPTIONS_BUSY' })
  for (const { socket } of sockets) socket.terminate()
})

/** Writes many events with their positions, as many requests would. */
const writeEvents = `
INSERT INTO "Event" (id, "organizationId", type, "occurredAt", "targetType", "targetId")
SELECT 'evt' || $1 || n, $1, 'space.updated', now(), 'Space', repeat('x', 2000) FROM generate_series(1, $2::int) n`

test.runIf(isLongRun)('a client that does not read is ended with a code that says so', async () => {
  const { id, admin, client } = await buildMembers(0)
  const { socket, messages } = await openSocket(admin.token, id, 1)
  await buildSpace(client, id)
  await expect.poll(() => messages.length, { timeout: 60_000 }).toBe(2)
  socket.pause()
  await app.database.write(writeEvents, [id, 10_000])
  await buildSpace(client, id)
  // The server is not told that the client reads again before too much waits for it.
  const another = await openSocket(admin.token, id, 1)
  await buildSpace(client, id)
  await expect.poll(() => another.messages.length, { timeout: 60_000 }).toBeGreaterThan(1)
  socket.resume()
  await expect
    .poll(() => messages.at(-2)?.payload?.errors?.[0].extensions, { timeout: 60_000 })
    .toMatchObject({ code: 'RATE_LIMITED', reason: 'SUBSCRIBER_TOO_SLOW' })
  expect(messages.at(-1)).toMatchObject({ type: 'complete' })
  expect(messages.length).toBeLessThan(10_000)
  socket.terminate()
  another.socket.terminate()
})

test.runIf(isLongRun)(
  'a client of server-sent events that does not read is ended with a code too',
  async () => {
    const { id, admin, client } = await buildMembers(0)
    const body = JSON.stringify({ query, variables: { id } })
    const headers = {
      Authorization: `Bearer ${admin.token}`,
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
    }
    const stream = await new Promise<IncomingMessage>((resolve) => {
      request(`${server.url}/graphql`, { method: 'POST', headers }, resolve).end(body)
    })
    await once(stream, 'readable')
    // It reads nothing more from here on, while more is written than the buffers of both ends hold.
    await app.database.write(writeEvents, [id, 10_000])
    await buildSpace(client, id)
    const another = await openSocket(admin.token, id, 1)
    await expect
      .poll(async () => {
        await buildSpace(client, id)
        return another.messages.length
      })
      .toBeGreaterThan(1)
    const sent = await text(stream)
    expect(sent).toContain('"reason":"SUBSCRIBER_TOO_SLOW"')
    expect(sent.trimEnd().split('\n').slice(-2)).toEqual(['event: complete', 'data:'])
    another.socket.terminate()
  },
)
