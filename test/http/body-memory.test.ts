import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bodyMemory } from '../../src/http/body-memory.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Sends all but the last byte of a body to /graphql, without credentials. Resolves to a socket, and what it answers. */
async function sendMost(bytes: number): Promise<{ socket: Socket; answer: () => string }> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  const head = `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`
  await new Promise((resolve) => socket.write(head + ' '.repeat(bytes - 1), resolve))
  return { socket, answer: () => answer }
}

test('bodies that do not end take a bounded amount of memory without credentials, and leave room for those with', async () => {
  const { admin } = await buildOrganization(app)
  const { maxBodyBytes } = app.config
  const fitting = Math.floor(bodyMemory.anonymous / maxBodyBytes)
  const connections = await Promise.all(Array.from({ length: fitting + 1 }, () => sendMost(maxBodyBytes)))
  const refused = () => connections.filter(({ answer }) => answer() !== '')
  await expect.poll(() => refused().length, { timeout: 20_000 }).toBeGreaterThan(0)
  for (const { answer } of refused()) {
    expect(answer()).toMatch(/^HTTP\/1\.1 503 /)
    expect(answer()).toMatch(/\r\nRetry-After: \d+\r\n/i)
    expect(answer()).toContain('SERVER_BUSY')
  }
  const { data } = await app.as(admin).gql('{ viewer { id } }')
  expect(data.viewer.id).toBe(admin.id)
  for (const { socket } of connections) socket.destroy()
  // What they took is free again.
  await expect.poll(async () => (await app.as(null).gql('{ __typename }')).data?.__typename).toBe('Query')
})
