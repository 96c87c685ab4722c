import { hostname } from 'node:os'
import { request } from 'undici'
import { expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import type { Config } from '../../src/base/config.ts'
import { createLogger } from '../../src/base/logger.ts'
import { installQueue, startJobs } from '../../src/database/queue.ts'
import { startServerBeside, startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { sendChanges } from '../support/factories/content.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'

/** Starts a server beside an app whose lines of the log are kept. */
async function startLogged(app: TestApp, config: Partial<Config> = {}, level = 'info') {
  const lines: string[] = []
  const logger = createLogger(level, { write: (line) => void lines.push(line) })
  const server = await startServerBeside(app, { logger, config: { slowRequestMs: 600_000, ...config } })
  return {
    ...server,
    lines,
    /** The lines, once the server has written all. */
    end: async () => {
      await server.close()
      return lines.map((line) => JSON.parse(line))
    },
  }
}

test('a line of a request has the client, the user, the organization, the row, the operation, the bytes, the process and the version', async () => {
  const app = await startTestApp()
  const { id, admin } = await buildOrganization(app)
  const server = await startLogged(app)
  const sent = await server.as(admin).get(`/orgs/${id}/spaces`)
  const mutation = 'mutation ($id: ID!) { createCollection(organizationId: $id) { collection { id } } }'
  await server.as(admin).gql(mutation, { id })
  await server.as(null).get('/user')
  const [row, created, refused] = await server.end()
  expect(row).toMatchObject({
    level: 30,
    msg: 'request',
    requestId: sent.headers.get('x-request-id'),
    client: '127.0.0.1',
    user: admin.id,
    organization: id,
    method: 'GET',
    path: `/v1/orgs/${id}/spaces`,
    row: 'GET /orgs/:organizationId/spaces',
    operation: 'organization',
    status: 200,
    process: `${hostname()}/${process.pid}`,
    version: packageFile.version,
  })
  expect(row.bytes).toBeGreaterThan(JSON.stringify(sent.body).length)
  expect(created).toMatchObject({ user: admin.id, organization: id, operation: 'createCollection' })
  expect(refused).toMatchObject({ status: 401, row: 'GET /user' })
  expect(Object.keys(refused)).not.toContain('user')
})

test('the id that a trusted proxy gave a request is kept beside the own one, and so is the trace of the caller', async () => {
  const app = await startTestApp()
  const headers = {
    'x-request-id': 'edge-1',
    'x-forwarded-for': '203.0.113.7',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  }
  const linesOf = async (trustedProxies: string[], sent: Record<string, string>) => {
    const server = await startLogged(app, { trustedProxies })
    const { body, headers: answered } = await request(`${server.url}/v1/user`, { headers: sent })
    await body.dump()
    const [line] = await server.end()
    expect(answered['x-request-id']).toBe(line.requestId)
    expect(answered['lectern-version']).toBe(packageFile.version)
    return line
  }
  expect(await linesOf(['127.0.0.1'], headers)).toMatchObject({
    proxyRequestId: 'edge-1',
    client: '203.0.113.7',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  })
  const ofStranger = await linesOf([], headers)
  expect([ofStranger.proxyRequestId, ofStranger.client]).toEqual([undefined, '127.0.0.1'])
  const forged = await linesOf(['127.0.0.1'], { ...headers, 'x-request-id': 'a b {"level":60}' })
  expect(forged.proxyRequestId).toBeUndefined()
})

test.runIf(isLongRun)(
  'health checks and metrics are logged at the level debug, and jobs without work say nothing',
  async () => {
    const app = await startTestApp()
    const metricsToken = 'metrics-of-the-operator'
    for (const [level, logged] of [
      ['info', []],
      ['debug', ['/healthz', '/readyz', '/metrics']],
    ] as const) {
      const server = await startLogged(app, { metricsToken }, level)
      for (const path of ['/healthz', '/readyz', '/metrics']) {
        const headers = { authorization: `Bearer ${metricsToken}` }
        const { statusCode, body } = await request(`${server.url}${path}`, { headers })
        const text = await body.text()
        expect(statusCode).toBe(200)
        if (path === '/healthz')
          expect(JSON.parse(text)).toEqual({ status: 'ok', version: packageFile.version })
      }
      const lines = await server.end()
      expect(lines.map(({ path }) => path)).toEqual(logged)
    }
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    const { promise, resolve } = Promise.withResolvers<void>()
    await installQueue(app.database)
    const tasks = { idle: async () => resolve() }
    const jobs = await startJobs({ database: app.database, logger, tasks, crontab: '', atStart: ['idle'] })
    await promise
    await jobs.stop()
    expect(lines).toEqual([])
  },
)

test('the log and the metrics have neither content nor secrets, also where something fails', async () => {
  const app = await startTestApp()
  const organization = await buildOrganization(app)
  const metricsToken = 'metrics-of-the-operator'
  const server = await startLogged(app, { metricsToken, slowRequestMs: 0 }, 'trace')
  const client = server.as(organization.admin)
  const space = await buildSpace(app, organization)
  const content = 'Nobody else may read this sentence'
  await sendChanges(client, space.id, {
    operation: 'insert_page',
    title: content,
    document: { markdown: content },
  })
  await app.database.pool.query(
    `ALTER TABLE "Collection" ADD CONSTRAINT planted CHECK (title <> 'Nobody else may read this sentence') NOT VALID`,
  )
  const failed = await client.post(`/orgs/${organization.id}/collections`, { title: content })
  await app.database.pool.query('ALTER TABLE "Collection" DROP CONSTRAINT planted')
  expect(failed.status).toBe(500)
  await client.get(`/spaces/${space.id}/search?query=${encodeURIComponent(content)}`)
  await client.gql(`query { viewer { id nothing(text: "${content}") } }`)
  await client.gql('query ($title: Int!) { viewer { id } }', { title: content })
  await client.post(`/orgs/${organization.id}/webhooks`, { url: `not a url ${content}` })
  await client.post(`/orgs/${organization.id}/invites`, { emails: [content] })
  await server.as({ token: 'lectern_a-token-that-is-not-active' }).get('/user')
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { body } = await request(`${server.url}/metrics`, { headers })
  const metrics = await body.text()
  await server.end()
  const text = server.lines.join('') + metrics
  expect(server.lines.length).toBeGreaterThanOrEqual(8)
  for (const hidden of [
    content,
    encodeURIComponent(content),
    organization.admin.token,
    'a-token-that-is-not-active',
    metricsToken,
  ])
    expect(text).not.toContain(hidden)
})

test('the log of requests has nothing with which somebody else could accept an invitation or read a site', async () => {
  const app = await startTestApp()
  const { id, admin } = await buildOrganization(app)
  const invite = (await app.as(admin).post(`/orgs/${id}/link-invites`, { role: 'read' })).body.id
  const key = 'k'.repeat(32)
  const secret = 's'.repeat(12)
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  const server = await startServerBeside(app, { logger })
  const client = server.as(admin)
  await client.get(`/orgs/${id}/link-invites/${invite}`)
  await client.post(`/orgs/${id}/invites/${invite}`)
  await client.post(`/invites/${secret}`, { displayName: 'Someone' })
  await fetch(`${server.url}/sites/${id}/nothing/${key}/page`)
  await server.close()
  const text = lines.join('')
  expect(text).toContain(`/v1/orgs/${id}/invites/inv…`)
  for (const hidden of [invite, key, secret]) expect(text).not.toContain(hidden)
})
