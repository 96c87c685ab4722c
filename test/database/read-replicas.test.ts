import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RestAnswer, startServerBeside, startTestAppOn, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../support/database-proxy.ts'
import { buildSpaceWith } from '../support/factories/change-requests.ts'
import { buildMember, buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { buildSession } from '../support/factories/sessions.ts'
import { buildSite, buildSpace, type TestSite } from '../support/factories/sites.ts'
import { firstOf, overSse } from '../support/live-clients.ts'
import { type ReplicatedDatabase, run, startReplicatedDatabase } from '../support/replicated-database.ts'
import { sendWith } from '../support/with-headers.ts'

const patience = { timeout: 20_000 }
const metricsToken = 'the-token-of-the-metrics'

let servers: ReplicatedDatabase
let proxy: DatabaseProxy
/** Two processes on one database. */
let app: TestApp
let other: TestApp
let author: TestUser
let organizationId: string
let colleague: TestUser
const ends: (() => Promise<void>)[] = []

beforeAll(async () => {
  servers = await startReplicatedDatabase((end) => ends.push(end))
  proxy = await openDatabaseProxy(servers.standby)
  ends.push(() => proxy.close())
  const environment = { DATABASE_READ_URLS: proxy.url, METRICS_TOKEN: metricsToken }
  app = await startTestAppOn(servers.primary, environment)
  const lessLag = { ...environment, READ_MAX_LAG_BYTES: '1000000' }
  other = await startTestAppOn(servers.primary, lessLag, app.config.dataDir)
  ends.push(
    () => app.close(),
    () => other.close(),
  )
  const organization = await buildOrganization(app)
  author = organization.admin
  organizationId = organization.id
  colleague = await buildMember(app, organizationId, 'READ')
}, 60_000)
afterAll(async () => {
  for (const end of ends.reverse()) await end()
}, 60_000)

/** Returns how many queries were answered by a replica, and by the primary. */
async function readsOf({ url }: TestApp): Promise<Record<string, number>> {
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } })
  const lines = [...(await answer.text()).matchAll(/^lectern_replica_reads_total\{server="(\w+)"\} (\d+)$/gm)]
  return Object.fromEntries(lines.map(([, server, count]) => [server, Number(count)]))
}

const replicasOf = async ({ url }: TestApp) => (await (await fetch(`${url}/readyz`)).json()).replicas

/** Reads until a replica has answered: once it has all that the reader must see. */
async function readReplica<Answer>(read: () => Promise<Answer>, at = app): Promise<Answer> {
  return expect
    .poll(async () => {
      const before = (await readsOf(at)).replica ?? 0
      const answer = await read()
      return ((await readsOf(at)).replica ?? 0) > before && answer
    }, patience)
    .not.toBe(false)
    .then(() => read())
}

/** Returns the name of the author, as a user reads it in two parts of one answer, which are equal. */
async function nameOf(user: TestUser, at = app): Promise<string> {
  const { data, errors } = await at.as(user).gql(
    `query ($user: ID!, $organization: ID!) {
      user(id: $user) { displayName }
      organization(id: $organization) { members(first: 50) { nodes { user { id displayName } } } }
    }`,
    { user: author.id, organization: organizationId },
  )
  expect(errors).toBeUndefined()
  const { nodes } = data.organization.members
  const [listed] = nodes.filter(({ user: { id } }: { user: { id: string } }) => id === author.id)
  expect(listed.user.displayName).toBe(data.user.displayName)
  return data.user.displayName
}

const rename = (displayName: string, at = app) => at.as(author).patch(`/users/${author.id}`, { displayName })

describe('a server with a replica', () => {
  beforeEach(async () => {
    for (const each of [app, other])
      await expect.poll(() => replicasOf(each), patience).toEqual({ used: 1, configured: 1 })
  })

  test.runIf(isLongRun)('reads the replica once it has what the reader has written', async () => {
    expect((await rename('One')).status).toBe(200)
    expect(await readReplica(() => nameOf(author))).toBe('One')
    const ofRequest = async (work: () => Promise<unknown>) =>
      (await app.statements(work)).texts.filter((text) => !text.includes('pg_control_system'))
    // The primary is asked for nothing but the rights and the positions, and after a write for one position.
    expect(await ofRequest(() => nameOf(author))).toEqual([expect.stringContaining('"WritePosition"')])
    const positions = (await ofRequest(() => rename('One'))).filter((text) =>
      text.includes('INSERT INTO "WritePosition"'),
    )
    expect(positions).toHaveLength(1)
  })

  describe('that has stopped to replay what it receives', () => {
    let isPaused = false
    const pause = async () => {
      await servers.pause()
      isPaused = true
    }
    const resume = async () => {
      await servers.resume()
      isPaused = false
    }
    afterEach(async () => {
      if (isPaused) await resume()
    })

    /** Makes a name that the replica has, and another one that it has not. Returns the answer to the latter. */
    async function renameUnseen(before: string, after: string): Promise<RestAnswer> {
      await rename(before)
      for (const at of [app, other]) {
        await expect.poll(() => readReplica(() => nameOf(colleague, at), at), patience).toBe(before)
        await readReplica(() => nameOf(author, at), at)
      }
      await pause()
      return rename(after)
    }

    test('shows authors what they wrote at once, on every process, and others what was there before', async () => {
      const { headers } = await renameUnseen('Two', 'Three')
      for (const at of [app, other, app, other]) {
        expect(await nameOf(author, at)).toBe('Three')
        expect(await nameOf(colleague, at)).toBe('Two')
      }
      const position = headers.get('lectern-position')
      expect(position).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/)
      const asked = await sendWith(app, app.as(colleague), 'GET', `/v1/users/${author.id}`, {
        headers: { 'Lectern-Position': position as string },
      })
      expect(asked.body.displayName).toBe('Three')
      await resume()
      await expect.poll(() => nameOf(colleague), patience).toBe('Three')
      expect(await readReplica(() => nameOf(author, other), other)).toBe('Three')
    })

    test.runIf(isLongRun)('shows members what others wrote in their organization at once', async () => {
      await renameUnseen('Four', 'Five')
      const { body } = await app.as(author).post(`/orgs/${organizationId}/spaces`, { title: 'New space' })
      for (const at of [app, other])
        expect((await at.as(author).get(`/orgs/${organizationId}/spaces`)).body.items).toContainEqual(
          expect.objectContaining({ id: body.id }),
        )
      // A browser keeps the position of what it wrote.
      const session = await buildSession(app, author)
      const { headers } = await sendWith(app, { token: null }, 'PATCH', `/v1/users/${author.id}`, {
        headers: session.headers,
        body: { displayName: 'Five' },
      })
      expect(headers.get('set-cookie')).toMatch(/^lectern-position=[0-9A-F]+\/[0-9A-F]+; Path=\/; HttpOnly; /)
      // Who may read the organization sees all of it as of one moment.
      expect(await nameOf(colleague, other)).toBe('Five')
    })

    test.runIf(isLongRun)('shows members what an event tells of, whoever wrote it', async () => {
      const live = await startServerBeside(app, { hasServices: true })
      // A process that reads no replicas tells nobody of a position.
      const writer = await startTestAppOn(servers.primary, {}, app.config.dataDir)
      const { id } = await buildSpace(app.as(author), organizationId, 'Before')
      const titleOf = async () => (await app.as(colleague).get(`/spaces/${id}`)).body.title
      await readReplica(titleOf)
      const client = overSse(live, colleague)
      const query = `subscription { organizationEvents(id: "${organizationId}") { __typename } }`
      const results = client.iterate({ query })
      await pause()
      const told = await firstOf(results, () => writer.as(author).patch(`/spaces/${id}`, { title: 'After' }))
      expect(told.errors).toBeUndefined()
      expect(await titleOf()).toBe('After')
      client.dispose()
      await live.close()
      await writer.close()
    })

    test('refuses a revoked token at once, and what a user may not read any longer', async () => {
      const leaver = await buildMember(app, organizationId, 'READ')
      const { id, token } = (await app.as(leaver).post('/user/tokens', { label: 'Short' })).body
      const holder = { token }
      await readReplica(async () => (await app.as(holder).get('/user')).status)
      await readReplica(async () => (await other.as(holder).get('/user')).status, other)
      const address = `/orgs/${organizationId}/members`
      await readReplica(() => app.as(leaver).get(address))
      await readReplica(() => other.as(leaver).get(address), other)
      await pause()
      await run(servers.primary, `UPDATE "ApiToken" SET "revokedAt" = now() WHERE id = '${id}'`)
      expect((await app.as(holder).get('/user')).status).toBe(401)
      expect((await other.as(holder).get('/user')).status).toBe(401)
      await run(servers.primary, `DELETE FROM "Member" WHERE "userId" = '${leaver.id}'`)
      expect((await app.as(leaver).get(address)).status).toBe(404)
      expect((await other.as(leaver).get(address)).status).toBe(404)
    })

    test.runIf(isLongRun)('is left out while it lags more than it may, and comes back', async () => {
      await pause()
      await run(servers.primary, `CREATE TABLE lag AS SELECT repeat('x', 1000) FROM generate_series(1, 2000)`)
      await expect.poll(() => replicasOf(other), patience).toEqual({ used: 0, configured: 1 })
      expect(await replicasOf(app)).toEqual({ used: 1, configured: 1 })
      const before = await readsOf(other)
      expect(await nameOf(colleague, other)).toBeTruthy()
      expect((await readsOf(other)).replica).toBe(before.replica)
      await resume()
      await expect.poll(() => replicasOf(other), patience).toEqual({ used: 1, configured: 1 })
    })
  })

  test('answers all reads while the replica is gone, and reads it again once it is back', async () => {
    await readReplica(() => nameOf(colleague))
    await proxy.refuse()
    for (let read = 0; read < 5; read++) expect(await nameOf(colleague)).toBeTruthy()
    await expect.poll(() => replicasOf(app), patience).toEqual({ used: 0, configured: 1 })
    await proxy.restore()
    await readReplica(() => nameOf(colleague))
  })
})

describe('a server that only reads', () => {
  let reader: TestApp
  let site: TestSite
  const writeUrl = 'https://write.example.com'

  beforeAll(async () => {
    site = await buildSite(app, { visibility: 'public' })
    const space = await buildSpaceWith(site.client, site.organizationId, { Handbook: 'Text' })
    await site.client.post(`${site.path}/site-spaces`, { spaceId: space.id })
    expect((await site.client.post(`${site.path}/publish`)).status).toBeLessThan(300)
    // Nothing answers at the address of the primary.
    reader = await startTestAppOn(
      'postgres://nobody@127.0.0.1:9/none',
      { MODE: 'read', DATABASE_READ_URLS: servers.standby, WRITE_URL: writeUrl, BASE_URL: app.url },
      app.config.dataDir,
    )
    ends.push(() => reader.close())
  }, 60_000)

  test('answers reads and sites, and is ready', async () => {
    const as = reader.as(site.admin)
    await expect.poll(async () => (await as.get('/user')).body, patience).toMatchObject({ id: site.admin.id })
    expect((await as.get(site.path)).body).toMatchObject({ id: site.id, title: 'Docs' })
    expect(await nameOf(author, reader)).toBe(await nameOf(author))
    const page = await fetch(`${reader.url}/sites/${site.organizationId}/${site.id}`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Handbook')])
    expect((await fetch(`${reader.url}/readyz`)).status).toBe(200)
  })

  test('refuses what writes, and says which server to send it to', async () => {
    const message = `This server only reads; ${writeUrl} writes.`
    const as = reader.as(site.admin)
    const refused = { code: 503, message, reason: 'READ_ONLY_SERVER' }
    const answers = [
      await as.post(`/orgs/${site.organizationId}/spaces`, { title: 'New' }),
      await as.patch(site.path, { title: 'New' }),
      await as.delete(site.path),
      await sendWith(reader, as, 'PATCH', `/v1${site.path}`, {
        headers: { 'Idempotency-Key': 'one' },
        body: { title: 'New' },
      }),
    ]
    for (const { status, body } of answers) expect([status, body.error]).toMatchObject([503, refused])
    const { errors } = await as.gql(
      'mutation { createApiToken(input: { label: "New" }) { apiToken { id } } }',
    )
    expect(errors?.[0]).toMatchObject({ message, extensions: { reason: 'READ_ONLY_SERVER' } })
    const page = await fetch(`${reader.url}/sign-in/mail`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: app.url },
      body: `email=${encodeURIComponent(site.admin.email)}`,
    })
    expect(page.status).toBe(503)
  })

  test.runIf(isLongRun)(
    'waits for what the client has written, and says so if that does not come',
    async () => {
      await servers.pause()
      const { headers } = await app.as(author).patch(`/users/${author.id}`, { displayName: 'Seen late' })
      const sent = { headers: { 'Lectern-Position': headers.get('lectern-position') as string } }
      const read = () => sendWith(reader, reader.as(author), 'GET', '/v1/user', sent)
      const { status, body } = await read()
      expect([status, body.error.reason]).toEqual([503, 'REPLICA_BEHIND'])
      const waiting = read()
      await servers.resume()
      expect((await waiting).body.displayName).toBe('Seen late')
    },
  )
})
