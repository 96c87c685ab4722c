import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bodyMemory } from '../../src/http/body-memory.ts'
import { startServerBeside, startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildOrganization } from '../support/factories/organizations.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Connection {
  readonly socket: Socket
  readonly answer: () => string
}

/** Sends the beginning of a request, and resolves to its connection. */
async function sendBeginning({ url }: { readonly url: string }, bytes: Buffer): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await new Promise((resolve) => socket.write(bytes, resolve))
  return { socket, answer: () => answer }
}

/** Returns a request with all but the last byte of a body of JSON to /graphql, without credentials. */
const mostOfBody = (bytes: number): Buffer =>
  Buffer.from(
    `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n${' '.repeat(bytes - 1)}`,
  )

function expectBusy({ answer }: Connection): void {
  expect(answer()).toMatch(/^HTTP\/1\.1 503 /)
  expect(answer()).toMatch(/\r\nRetry-After: \d+\r\n/i)
  expect(answer()).toContain('SERVER_BUSY')
}

test.runIf(isLongRun)(
  'bodies that do not end take a bounded amount of memory without credentials, and leave room for those with',
  async () => {
    const { admin } = await buildOrganization(app)
    const { maxBodyBytes } = app.config
    const fitting = Math.floor(bodyMemory.anonymous / maxBodyBytes)
    const most = mostOfBody(maxBodyBytes)
    const connections = await Promise.all(Array.from({ length: fitting + 1 }, () => sendBeginning(app, most)))
    const refused = () => connections.filter(({ answer }) => answer() !== '')
    await expect.poll(() => refused().length, { timeout: 20_000 }).toBeGreaterThan(0)
    for (const connection of refused()) expectBusy(connection)
    const { data } = await app.as(admin).gql('{ viewer { id } }')
    expect(data.viewer.id).toBe(admin.id)
    for (const { socket } of connections) socket.destroy()
    // What they took is free again.
    await expect.poll(async () => (await app.as(null).gql('{ __typename }')).data?.__typename).toBe('Query')
  },
)

test.runIf(isLongRun)('the texts of multipart bodies take a bounded amount of memory', async () => {
  const { admin } = await buildOrganization(app)
  const maximum = 32 * 1024 * 1024
  const server = await startServerBeside(app, { config: { maxBodyBytes: maximum } })
  onTestFinished(() => server.close())
  const part = '--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n'
  const head = `POST /graphql HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${admin.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${2 * maximum}\r\n\r\n`
  const beginning = Buffer.from(head + part + ' '.repeat(maximum - part.length))
  const connections: Connection[] = []
  for (let held = 0; held <= bodyMemory.all; held += maximum)
    connections.push(await sendBeginning(server, beginning))
  const refused = () => connections.filter(({ answer }) => answer() !== '')
  await expect.poll(() => refused().length, { timeout: 20_000 }).toBeGreaterThan(0)
  for (const connection of refused()) expectBusy(connection)
  for (const { socket } of connections) socket.destroy()
  const form = new FormData()
  form.set('operations', '{ "query": "{ viewer { id } }" }')
  form.set('map', '{}')
  const ask = async () => {
    const headers = { Authorization: `Bearer ${admin.token}` }
    return (await fetch(`${server.url}/graphql`, { method: 'POST', headers, body: form })).status
  }
  // What they took is free again, and what is answered is released each time.
  await expect.poll(ask).toBe(200)
})
