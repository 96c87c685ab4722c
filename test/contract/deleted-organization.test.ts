import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../../src/rest/route.ts'
import { routes } from '../../src/server/routes.ts'
import { read } from '../modules/published-sites/published-site.ts'
import type { TestApp, TestClient } from '../support/app.ts'
import { isLongRun, oneInTurn, oneRowIn } from '../support/budget.ts'
import { buildMember, buildUser, grant } from '../support/factories/organizations.ts'
import { storedRows } from '../support/snapshot.ts'
import { rowNamed } from './row-permissions.ts'
import { call, isRead, rowName, startWorldApp, type World } from './world.ts'

interface Answer {
  readonly status: number
  readonly text: string
}

type Answers = ReadonlyMap<string, Answer>

let app: TestApp
let world: World
/** The callers with an account. */
let viewers: Readonly<Record<'admin' | 'member' | 'guest', TestClient>>
let visitor: TestClient
/** The ids of everything in the organization. */
let ids: readonly string[]

/** The addresses outside of the REST API that were answered without a token, and how. */
let addresses: ReadonlyMap<string, Answer>
const before = new Map<string, Answers>()

const reads = routes.filter(isRead)
const rowsRestored = oneRowIn(3, reads)

/** Returns an answer without what is different in each: signatures, tokens, and the times at which callers are seen. */
const stable = (text: string): string =>
  text
    .replaceAll(/(expires|exp|signature|token|preview)=[\w.%-]+/g, '$1')
    .replaceAll(/,"(apiToken|requestId|lastSeenAt|lastUsedAt)":"[^"]*"/g, '')

async function answersTo(client: TestClient, chosen: readonly Route[] = reads): Promise<Answers> {
  const answers = new Map<string, Answer>()
  for (const route of chosen) {
    const { status, body } = await call(client, route, world.parametersFor(route), world.bodyFor(route))
    answers.set(rowName(route), { status, text: stable(JSON.stringify(body) ?? '') })
  }
  return answers
}

/** Returns the ids in all tables with the column of an organization, and of the organization. */
async function idsOfOrganization(): Promise<string[]> {
  const { query } = app.database
  const tables = await query<{ name: string }>(
    `SELECT DISTINCT c.table_name AS name FROM information_schema.columns c
     JOIN information_schema.columns i USING (table_schema, table_name)
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
       AND c.column_name = 'organizationId' AND i.column_name = 'id' AND i.data_type = 'text'`,
    [],
  )
  const statements = tables.map(({ name }) => `SELECT id FROM "${name}" WHERE "organizationId" = $1`)
  const rows = await query<{ id: string }>(statements.join(' UNION ALL '), [world.organizationId])
  return [world.organizationId, ...rows.map(({ id }) => id)]
}

const anonymously = async (address: string): Promise<Answer> => {
  const { status, text } = await read(address)
  return { status, text: stable(text) }
}

/** Returns the addresses of this server in the answers, outside of its APIs, that are answered without a token. */
async function openAddresses(): Promise<ReadonlyMap<string, Answer>> {
  const texts: string[] = []
  for (const route of reads) {
    const { body } = await call(world.client, route, world.parametersFor(route), world.bodyFor(route))
    texts.push(JSON.stringify(body) ?? '')
  }
  const found = texts.join('\n').match(new RegExp(`${app.url}/[^"\\\\\\s<>()]*`, 'g')) ?? []
  const open = new Map<string, Answer>()
  for (const address of new Set(found)) {
    if (address.startsWith(`${app.url}/v1`)) continue
    const answer = await anonymously(address)
    if (answer.status < 400) open.set(address, answer)
  }
  return open
}

beforeAll(async () => {
  // Each row is asked with a token that is no longer valid.
  ;({ app, world } = await startWorldApp({ RATE_LIMIT: 'off' }))
  const { spaceId } = world.parametersFor(rowNamed('GET /spaces/:spaceId'))
  const guest = await buildMember(app, world.organizationId, null)
  await grant(app, guest, 'READ', { spaceId: spaceId as string })
  viewers = {
    admin: world.client,
    member: app.as(await buildMember(app, world.organizationId, 'CREATE')),
    guest: app.as(guest),
  }
  const post = (name: string) => {
    const route = rowNamed(name)
    return call(world.client, route, world.parametersFor(route), world.bodyFor(route))
  }
  await post('POST /orgs/:organizationId/sites/:siteId/publish')
  // A site without a host name of its own.
  const sites = `/orgs/${world.organizationId}/sites`
  const { body: site } = await world.client.post(sites, { title: 'Plain', spaces: [spaceId] })
  await world.client.post(`${sites}/${site.id}/publish`)
  visitor = app.as({ token: (await post('POST /urls/published')).body.apiToken })
  ids = await idsOfOrganization()
  // These reads also make what is made on demand, such as the key of a site.
  addresses = await openAddresses()
  expect(await statusesAtHost()).toEqual([200, 200, 200, 200, 200])
  for (const [name, client] of restored()) before.set(name, await answersTo(client, rowsRestored))
  const { status } = await world.client.delete(`/orgs/${world.organizationId}?title=Acme`)
  expect(status).toBe(205)
}, 240_000)
afterAll(() => app.close())

/** Reads what the site of the organization has at its own host name, and returns the statuses. */
async function statusesAtHost(): Promise<readonly number[]> {
  const { hostname: host = '' } = world.parametersFor(rowNamed('GET /custom-hostnames/:hostname'))
  const paths = ['/', '/sitemap.xml', '/llms.txt', '/llms-full.txt', '/robots.txt']
  const answers = await Promise.all(paths.map((path) => read(`${app.url}${path}`, { headers: { host } })))
  return answers.map(({ status }) => status)
}

/** The callers whose answers after the restoration are compared with those before: in `npm test` the admin, by one row in three. */
const restored = (): (readonly [string, TestClient])[] =>
  isLongRun ? [...Object.entries(viewers), ['visitor', visitor]] : [['admin', viewers.admin]]

/** The rows that are about the caller, or about nothing in the organization. */
const isOfCaller = ({ path }: Route): boolean =>
  /^\/(user\b|users\/|orgs$|trash\/orgs|urls\/embed|health|$)/.test(path) || !path.includes(':')

describe('of a deleted organization', () => {
  test('every row that reads shows its members as much as it shows strangers', async () => {
    const strange = await answersTo(app.as(await buildUser(app)))
    const viewerInTurn = oneInTurn()
    for (const route of reads) {
      const row = rowName(route)
      const all = Object.entries(viewers)
      // Only admins have what is in the trash.
      for (const [name, client] of row === 'GET /trash/orgs' ? all : viewerInTurn(all)) {
        const { status, text } = (await answersTo(client, [route])).get(row) as Answer
        const told = { viewer: name, row, ids: ids.filter((id) => text.includes(id)) }
        const isTrash = name === 'admin' && row === 'GET /trash/orgs'
        expect(told).toEqual({ ...told, ids: isTrash ? [world.organizationId] : [] })
        if (isOfCaller(route)) continue
        expect({ viewer: name, row, status, text }).toEqual({ viewer: name, row, ...strange.get(row) })
        // A domain of email addresses is of nobody in particular.
        if (row !== 'GET /email-domains/:emailDomain/orgs')
          expect({ row, status }).toEqual({ row, status: 404 })
      }
    }
  }, 120_000)

  test('the token of a visitor is no longer valid', async () => {
    const chosen = isLongRun ? reads : reads.filter(({ visitors }) => visitors).slice(0, 5)
    const answers = await answersTo(visitor, chosen)
    const invalid = await answersTo(app.as({ token: `${visitor.token}x` }), chosen)
    expect(answers.size).toBeGreaterThan(4)
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(invalid))
  }, 60_000)

  test('no id finds a node', async () => {
    const found: unknown[] = []
    for (let at = 0; at < ids.length; at += 20) {
      const fields = ids.slice(at, at + 20).map((id, index) => `n${index}: node(id: "${id}") { id }`)
      const { data } = await world.client.gql(`{ ${fields.join('\n')} }`)
      found.push(...Object.values(data ?? {}).filter(Boolean))
    }
    expect(found).toEqual([])
  })

  test('no row that writes finds anything, and none changes anything', async () => {
    const stored = await storedRows(app)
    const writes = routes.filter((row) => !isRead(row) && !isOfCaller(row))
    for (const route of oneRowIn(3, writes)) {
      if (rowName(route) === 'POST /orgs/:organizationId/restore') continue
      const { status } = await call(world.client, route, world.parametersFor(route), world.bodyFor(route))
      expect({ row: rowName(route), status }).toEqual({ row: rowName(route), status: 404 })
    }
    expect(await storedRows(app)).toEqual(stored)
  }, 120_000)

  test('no address that needs no token answers with anything of it', async () => {
    expect(addresses.size).toBeGreaterThan(15)
    const kinds = new Set([...addresses.keys()].map((address) => new URL(address).pathname.split('/')[1]))
    const kept = ['audit-events', 'exports', 'files', 'fonts', 'openapi', 'pdf', 'saml', 'sites']
    expect([...kinds]).toEqual(expect.arrayContaining(kept))
    for (const address of addresses.keys()) {
      const { status, text } = await anonymously(address)
      // The workspace leads to the sign-in, whatever the address, or it has a page that says only how an object is read.
      if (address.endsWith('/healthz') || status === 303) continue
      const isObjectPage = text.includes('<h2>Read it</h2>')
      const told = { address, status, publishes: text.includes('<h2>Published</h2>') }
      expect(told).toEqual({ address, status: isObjectPage ? 200 : 404, publishes: false })
    }
  }, 60_000)

  test('its sites answer 404 at their host names', async () => {
    expect(await statusesAtHost()).toEqual([404, 404, 404, 404, 404])
  })

  test('restoring brings all of it back as it was, but for jobs that had not ended', async () => {
    const answer = await world.client.post(`/orgs/${world.organizationId}/restore`)
    expect(answer.status).toBe(200)
    // The deletion and the restoration are events, and the jobs of the world, which wait, are cancelled.
    const isChanged = (row: string) => /\/(audit-events|jobs|imports)\b/.test(row)
    for (const [name, client] of restored()) {
      const answers = await answersTo(client, rowsRestored)
      for (const [row, answer] of before.get(name) as Answers)
        if (!isChanged(row))
          expect({ viewer: name, row, ...answers.get(row) }).toEqual({ viewer: name, row, ...answer })
    }
    expect(await statusesAtHost()).toEqual([200, 200, 200, 200, 200])
    const { items } = (await world.client.get(`/orgs/${world.organizationId}/jobs`)).body
    expect(new Set(items.map(({ status: ended }: { status: string }) => ended))).toEqual(
      new Set(['cancelled']),
    )
    for (const [address, { status }] of addresses)
      expect({ address, status: (await anonymously(address)).status }).toEqual({ address, status })
  }, 180_000)
})
