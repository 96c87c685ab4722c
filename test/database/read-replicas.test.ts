import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildReadableSite,
  page,
  type ReadableSite,
  read,
  signVisitor,
  write,
} from '../modules/published-sites/published-site.ts'
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

/** Opens a path of a site in a browser that has no account. */
const visit = (site: ReadableSite, path: string, at = app, headers: Record<string, string> = {}) =>
  read(`${at.url}${site.base}/${path}`, { headers: { accept: 'text/html', ...headers } })

let unknownPages = 0
/** Waits until a replica answers what a process reads for visitors of a site. What is not found is read each time. */
const untilVisitsReadReplica = (site: ReadableSite, at = app, headers: Record<string, string> = {}) =>
  readReplica(() => visit(site, `unknown-${++unknownPages}`, at, headers), at)

/** Builds a published site with pages `page-1` and so on, which no process has kept. */
async function buildSiteOfPages(pages: number, body: Record<string, unknown> = { visibility: 'public' }) {
  const site = await buildReadableSite(app, body)
  const changes = Array.from({ length: pages }, (_, index) =>
    page(`Page ${index + 1}`, `Text ${index + 1}`, { slug: `page-${index + 1}` }),
  )
  await write(site, site.guide.spaceId, ...changes)
  return site
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

  test('reads pages of sites from it, and asks the primary once who may see them', async () => {
    const site = await buildSiteOfPages(2)
    await untilVisitsReadReplica(site)
    await visit(site, 'page-1')
    const before = await readsOf(app)
    const { texts } = await app.statements(async () => {
      expect(await visit(site, 'page-2')).toMatchObject({
        status: 200,
        text: expect.stringContaining('Text 2'),
      })
    })
    expect(texts.filter((text) => !text.includes('pg_control_system'))).toEqual([
      expect.stringContaining('"structureVersion"'),
    ])
    expect((await readsOf(app)).replica).toBe((before.replica ?? 0) + 1)
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

    test.runIf(isLongRun)(
      'shows what is published at once, on every process, and sites that did not change from the replica',
      async () => {
        const [site, redirecting, unchanged] = [
          await buildSiteOfPages(1),
          await buildSiteOfPages(1),
          await buildSiteOfPages(1),
        ]
        for (const at of [app, other])
          for (const each of [site, redirecting, unchanged]) await untilVisitsReadReplica(each, at)
        await pause()
        await write(site, site.guide.spaceId, page('News', 'What is new', { slug: 'news' }))
        // Redirects are no part of what a site is read with.
        const destination = { kind: 'site-section', siteSectionId: redirecting.api.id }
        await redirecting.client.post(`${redirecting.path}/redirects`, { source: '/moved', destination })
        for (const at of [app, other]) {
          expect(await visit(site, 'news', at)).toMatchObject({
            status: 200,
            text: expect.stringContaining('What is new'),
          })
          expect((await visit(redirecting, 'moved', at)).headers.location).toBe(`${redirecting.base}/api`)
          const before = await readsOf(at)
          expect((await visit(unchanged, 'page-1', at)).status).toBe(200)
          expect(await readsOf(at)).toMatchObject({ replica: (before.replica ?? 0) + 1 })
        }
      },
    )

    test.runIf(isLongRun)(
      'refuses a revoked share link, a visitor whose key has changed and an unpublished site at once',
      async () => {
        const site = await buildSiteOfPages(1, { visibility: 'share-link' })
        await site.client.post(`${site.path}/share-links`, { name: 'Partners' })
        const { key } = await app.database.prisma.shareLink.findFirstOrThrow({ where: { siteId: site.id } })
        const forVisitors = await buildSiteOfPages(1, { visibility: 'visitor-auth' })
        const cookie = `lectern-visitor=${await signVisitor(forVisitors)}`
        const statuses = async () =>
          Promise.all(
            [app, other].flatMap((at) => [
              visit(site, `${key}/page-1`, at).then(({ status }) => status),
              visit(forVisitors, 'page-1', at, { cookie }).then(({ status }) => status),
            ]),
          )
        await untilVisitsReadReplica(forVisitors, app, { cookie })
        await untilVisitsReadReplica(forVisitors, other, { cookie })
        expect(await statuses()).toEqual([200, 200, 200, 200])
        await pause()
        // Nobody is told of these writes, as they are made beside the server.
        await run(servers.primary, `UPDATE "ShareLink" SET active = FALSE WHERE key = '${key}'`)
        await run(
          servers.primary,
          `UPDATE "PublishingAuth" SET "privateKey" = 'another key of 32 characters....' WHERE "siteId" = '${forVisitors.id}'`,
        )
        expect(await statuses()).toEqual([404, 404, 404, 404])
        const open = await buildSiteOfPages(1)
        await resume()
        await untilVisitsReadReplica(open)
        await untilVisitsReadReplica(open, other)
        await pause()
        await run(servers.primary, `UPDATE "Site" SET published = FALSE WHERE id = '${open.id}'`)
        expect((await visit(open, 'page-1')).status).toBe(404)
        expect((await visit(open, 'page-1', other)).status).toBe(404)
      },
    )

    test.runIf(isLongRun)(
      'shows what a process without replicas has published, and keeps nothing of before',
      async () => {
        const site = await buildSiteOfPages(1)
        await untilVisitsReadReplica(site)
        const writer = await startTestAppOn(servers.primary, {}, app.config.dataDir)
        await pause()
        const changes = [page('Later', 'Written beside', { slug: 'later' })]
        await writer.as(site.admin).post(`/spaces/${site.guide.spaceId}/content`, { changes })
        const shown = () =>
          visit(site, 'later').then(({ status, text }) => [status, text.includes('Written beside')])
        expect(await shown()).toEqual([200, true])
        await resume()
        await untilVisitsReadReplica(site)
        expect(await shown()).toEqual([200, true])
        await writer.close()
      },
    )

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

  test.runIf(isLongRun)(
    'answers all reads while the replica is gone, and reads it again once it is back',
    async () => {
      await readReplica(() => nameOf(colleague))
      const site = await buildSiteOfPages(5)
      await untilVisitsReadReplica(site)
      await proxy.refuse()
      for (let read = 1; read <= 5; read++) {
        expect((await visit(site, `page-${read}`)).status).toBe(200)
        expect(await nameOf(colleague)).toBeTruthy()
      }
      await expect.poll(() => replicasOf(app), patience).toEqual({ used: 0, configured: 1 })
      await proxy.restore()
      await readReplica(() => nameOf(colleague))
    },
  )
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
      const readUser = () => sendWith(reader, reader.as(author), 'GET', '/v1/user', sent)
      const { status, body } = await readUser()
      expect([status, body.error.reason]).toEqual([503, 'REPLICA_BEHIND'])
      const ofSite = `${reader.url}/sites/${site.organizationId}/${site.id}`
      const page = await fetch(ofSite, sent)
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, expect.any(String)])
      const waiting = readUser()
      await servers.resume()
      expect((await waiting).body.displayName).toBe('Seen late')
    },
  )
})
