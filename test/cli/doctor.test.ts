import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectionsOfProcess } from '../../src/database/pools.ts'
import { clientAddresses } from '../../src/modules/oidc/client.ts'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { startOpenIdProvider } from '../support/openid-provider.ts'
import { runLectern } from '../support/run-lectern.ts'

let app: TestApp
beforeAll(async () => {
  app = await startOwnTestApp()
})
afterAll(() => app.close())

interface Finding {
  readonly status: string
  readonly check: string
  readonly message: string
  readonly remedy?: string
}

async function examine(variables: Readonly<Record<string, string>> = {}) {
  const { code, output } = await runLectern(app, ['doctor', '--json'], { BASE_URL: app.url, ...variables })
  const findings = JSON.parse(output) as Finding[]
  return { code, findings, of: (check: string) => findings.filter((finding) => finding.check === check) }
}

/** The warnings about the connections of the server of the database. */
const connectionsAreFew = /connections of the database are in use|connections each/

test('the doctor finds an installation healthy, and says so in lines and as JSON', async () => {
  const { code, findings } = await examine()
  // Other tests have processes on the same server, and may leave it few connections.
  const ofOthers = ({ check, message }: Finding) => check === 'database' && connectionsAreFew.test(message)
  const own = findings.filter((finding) => !ofOthers(finding))
  expect(own.map(({ check, status }) => [check, status])).toEqual([
    ['configuration', 'ok'],
    ['database', 'ok'],
    ['migrations', 'ok'],
    ['connection', 'ok'],
    ['connection', 'ok'],
    // The server of the tests writes nothing safely.
    ['log of the database', 'warning'],
    ['transactions', 'ok'],
    ['files', 'ok'],
    ['address', 'ok'],
    ['proxy', 'ok'],
    ['clock', 'ok'],
    ['backups', 'warning'],
    ['mail', 'warning'],
    ['outbound', 'ok'],
    ['git', 'ok'],
  ])
  expect(code).toBe(0)
  if (!isLongRun) return
  const { output } = await runLectern(app, ['doctor'], { BASE_URL: app.url })
  expect(output).toContain(`✓ address: ${app.url} leads to Lectern.`)
  expect(output).toContain('! mail: Mail is off')
})

test.runIf(isLongRun)(
  'the doctor warns of more processes than the database has connections for',
  async () => {
    const [{ maximum } = { maximum: 0 }] = await app.database.query<{ maximum: number }>(
      `SELECT current_setting('max_connections')::int AS maximum`,
      [],
    )
    const processes = Math.ceil(maximum / connectionsOfProcess) + 1
    const connections = Array.from(
      { length: processes },
      () => new pg.Client({ connectionString: app.config.databaseUrl, application_name: 'lectern check' }),
    )
    await Promise.all(connections.map((connection) => connection.connect()))
    const { code, of } = await examine()
    await Promise.all(connections.map((connection) => connection.end()))
    expect(code).toBe(0)
    expect(of('database')).toContainEqual(
      expect.objectContaining({
        status: 'warning',
        message: expect.stringContaining(`open up to ${connectionsOfProcess} connections each`),
        remedy: expect.stringMatching(/^Set max_connections to \d+ or more/),
      }),
    )
  },
)

test('the doctor names what does not work, with what to do', async () => {
  const other = createServer((_request, response) => response.end('another program')).listen(0)
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const { code, of } = await examine({
    BASE_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:1`,
    MAIL_FROM: 'docs@example.com',
    PURGE_URL: 'http://127.0.0.1:1',
    PURGE_TOKEN: 'x'.repeat(20),
    RENDERER_URL: `http://127.0.0.2:${port}`,
    RENDERER_SECRET: 'x'.repeat(20),
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: 'lectern',
    OIDC_CLIENT_SECRET: 'secret',
    OUTBOUND_ALLOW: '127.0.0.1',
  })
  expect(code).toBe(1)
  const problem = expect.objectContaining({
    status: 'problem',
    remedy: expect.stringMatching(/^Check .*\.$/),
  })
  for (const check of ['address', 'mail', 'sign-in']) expect(of(check)).toEqual([problem])
  // The renderer answers, but not to Lectern.
  expect(of('outbound')).toEqual([problem, problem])
})

test.runIf(isLongRun)(
  'the doctor finds a proxy that passes on no large requests and no websockets',
  async () => {
    const proxy = createServer(async (request, response) => {
      if (Number(request.headers['content-length'] ?? 0) > 2 ** 20) return response.writeHead(413).end()
      const answer = await fetch(`${app.url}${request.url}`)
      response.writeHead(answer.status, { 'X-Request-Id': '1' }).end(await answer.text())
    }).listen(0)
    await once(proxy, 'listening')
    onTestFinished(() => void proxy.close())
    const { code, of } = await examine({
      BASE_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    })
    expect(code).toBe(1)
    expect(of('proxy')).toEqual([
      expect.objectContaining({
        status: 'problem',
        message: expect.stringContaining('more than a megabyte'),
      }),
      expect.objectContaining({ status: 'warning', message: expect.stringContaining('websocket') }),
    ])
  },
)

test.runIf(isLongRun)(
  'the doctor tells whether a provider knows the client and its redirect address',
  async () => {
    const idp = await startOpenIdProvider()
    onTestFinished(() => idp.close())
    const known = idp.addClient(clientAddresses({ baseUrl: app.url }, null))
    const variables = {
      OIDC_ISSUER: idp.issuer,
      OIDC_CLIENT_ID: known.clientId,
      OIDC_CLIENT_SECRET: known.clientSecret,
      OUTBOUND_ALLOW: '127.0.0.1',
    }
    expect((await examine(variables)).of('sign-in')).toEqual([
      { status: 'ok', check: 'sign-in', message: 'The provider at OIDC_ISSUER begins a sign-in.' },
    ])
    const { clientId } = idp.addClient(clientAddresses({ baseUrl: 'https://elsewhere.example' }, null))
    const { of } = await examine({ ...variables, OIDC_CLIENT_ID: clientId, OIDC_ORGANIZATION: 'org1' })
    expect(of('sign-in')).toMatchObject([
      { status: 'problem', message: 'OIDC_ORGANIZATION names no organization: org1.' },
      { status: 'problem', remedy: expect.stringContaining(`redirect URI ${app.url}/oidc/callback`) },
    ])
    if (!isLongRun) return
    idp.alterDiscovery = (metadata) => ({ ...metadata, authorization_endpoint: 'https://[::1]:1/auth' })
    expect((await examine(variables)).of('sign-in')).toMatchObject([
      { status: 'problem', message: expect.stringContaining('it is in a private or reserved network') },
    ])
  },
)

test.runIf(isLongRun).each([
  ['an invalid variable', { PORT: 'many' }, 'configuration', /PORT/],
  [
    'a database that is not there',
    { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    'database',
    /cannot be reached/,
  ],
])('the doctor ends at %s with the sentence of the start', async (_what, variables, check, sentence) => {
  const { code, of } = await examine(variables)
  expect(code).toBe(1)
  expect(of(check).at(-1)).toMatchObject({ status: 'problem', message: expect.stringMatching(sentence) })
})

test.runIf(isLongRun).each([
  ['plain http', { BASE_URL: 'http://docs.example.com' }, /unencrypted/],
  ['proxies that are not named', { BASE_URL: 'https://docs.example.com' }, /TRUSTED_PROXIES/],
  ['other machines led to themselves', { HOST: '0.0.0.0' }, /leads them to themselves/],
  ['every address allowed', { OUTBOUND_ALLOW: '0.0.0.0/0' }, /every address/],
  ['no limits', { RATE_LIMIT: 'off' }, /RATE_LIMIT is off/],
])('the doctor warns of %s', async (_what, variables, sentence) => {
  const { of } = await examine(variables)
  expect(of('configuration')).toContainEqual(
    expect.objectContaining({ status: 'warning', message: expect.stringMatching(sentence) }),
  )
})
