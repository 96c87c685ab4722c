import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldsLock } from '../../src/modules/custom-fields/fields-lock.ts'
import { page, write } from '../modules/published-sites/published-site.ts'
import { type RestAnswer, startOwnTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildCollection } from '../support/factories/collections.ts'
import { buildMember, buildOrganization } from '../support/factories/organizations.ts'
import { buildSite, buildSiteSpace } from '../support/factories/sites.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { LockHolder } from '../support/lock-holder.ts'
import { poolsOf, setInConnections } from '../support/pools.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient
let other: LockHolder
beforeAll(async () => {
  app = await startOwnTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
  other = await LockHolder.connect(app.config.databaseUrl as string)
})
afterAll(async () => {
  await other.end()
  await app.close()
})

/** Waits until a request waits for a lock of the other connection. */
const untilRequestWaits = (): Promise<void> =>
  expect.poll(() => other.waiting(), { timeout: 30_000 }).toHaveLength(1)

/** Sends a request that waits for the lock of another transaction, which then makes its change. */
async function askBetween(
  lock: readonly [string, unknown[]],
  change: readonly [string, unknown[]],
  ask: () => Promise<RestAnswer>,
): Promise<readonly [number, string]> {
  await other.query('BEGIN')
  await other.query(...lock)
  const answer = ask()
  await untilRequestWaits()
  await other.query(...change)
  await other.query('COMMIT')
  const { status, body } = await answer
  return [status, body.error?.reason]
}

describe('a request that loses against another one', () => {
  test('has the reason ITEM_MOVED, if its target was deleted in the meantime', async () => {
    const space = await buildSpace(app, organization)
    const { id } = await buildCollection(app, organization)
    const refusal = await askBetween(
      ['SELECT 1 FROM "Collection" WHERE id = $1 FOR UPDATE', [id]],
      ['DELETE FROM "Collection" WHERE id = $1', [id]],
      () => client.post(`/spaces/${space.id}/move`, { parent: id }),
    )
    expect(refusal).toEqual([409, 'ITEM_MOVED'])
  })

  test('has the reason SPACE_TRANSFERRED, if its space is in another organization by then', async () => {
    const { id } = await buildSpace(app, organization)
    const elsewhere = await buildOrganization(app)
    const refusal = await askBetween(
      ['SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [fieldsLock(organization.id)]],
      ['UPDATE "Space" SET "organizationId" = $2 WHERE id = $1', [id, elsewhere.id]],
      () => client.patch(`/spaces/${id}/custom-fields`, { values: {} }),
    )
    expect(refusal).toEqual([409, 'SPACE_TRANSFERRED'])
  })

  test('has the reason SPECIFICATION_DELETED, if its specification was deleted in the meantime', async () => {
    const path = `/orgs/${organization.id}/openapi`
    const source = { text: '{}' }
    const { id } = (await client.post(path, { slug: 'pets', source })).body
    const refusal = await askBetween(
      ['SELECT 1 FROM "OpenAPISpec" WHERE id = $1 FOR UPDATE', [id]],
      ['DELETE FROM "OpenAPISpec" WHERE id = $1', [id]],
      () => client.put(`${path}/pets`, { source }),
    )
    expect(refusal).toEqual([409, 'SPECIFICATION_DELETED'])
  })

  test('has the reason CONCURRENT_CHANGE, if the database ended its transaction to resolve a conflict', async () => {
    const { id } = await buildSpace(app, organization, { title: 'Contended' })
    await other.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = 'deadlock_detected'; END $$`,
    )
    await other.query(
      `CREATE TRIGGER refuse BEFORE UPDATE ON "Space" FOR EACH ROW WHEN (OLD.title = 'Contended')
       EXECUTE FUNCTION refuse()`,
    )
    const { status, body } = await client.patch(`/spaces/${id}`, { title: 'New' })
    expect([status, body.error.reason]).toEqual([409, 'CONCURRENT_CHANGE'])
  })

  test('has it too, if another one hides what its answer must have, in both APIs', async () => {
    const site = await buildSite(app)
    const [first, second] = [
      await buildSpace(app, { id: site.organizationId }),
      await buildSpace(app, { id: site.organizationId }),
    ]
    await other.query(
      `CREATE FUNCTION hide() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN UPDATE "Space" SET "deletedAt" = now() WHERE id = NEW."spaceId"; RETURN NEW; END $$`,
    )
    await other.query(
      `CREATE TRIGGER hide AFTER INSERT ON "SiteSpace" FOR EACH ROW WHEN (NEW."siteId" = '${site.id}')
       EXECUTE FUNCTION hide()`,
    )
    const { status, body } = await site.client.post(`${site.path}/site-spaces`, { spaceId: first.id })
    expect([status, body.error.reason]).toEqual([409, 'CONCURRENT_CHANGE'])
    const { errors } = await site.client.gql(
      `mutation ($siteId: ID!, $spaceId: ID!) {
         createSiteSpace(siteId: $siteId, input: { spaceId: $spaceId }) { siteSpace { space { id } } }
       }`,
      { siteId: site.id, spaceId: second.id },
    )
    expect(errors?.map(({ extensions }) => extensions.reason)).toEqual(['CONCURRENT_CHANGE'])
  })
})

describe('a statement that the database ends, because it takes too long,', () => {
  let busy: TestApp
  let holder: LockHolder
  beforeAll(async () => {
    busy = await startOwnTestApp()
    for (const pool of poolsOf(busy.database)) await setInConnections(pool, { statement_timeout: 300 })
    holder = await LockHolder.connect(busy.config.databaseUrl as string)
  })
  afterAll(async () => {
    await holder.end()
    await busy.close()
  })

  test('has the reason DATABASE_BUSY, of Prisma as of plain SQL, in both APIs', async () => {
    const { id, admin } = await buildOrganization(busy)
    const space = await buildSpace(busy, { id })
    const reader = busy.as(admin)
    await holder.query('BEGIN')
    await holder.query('SELECT 1 FROM "Space" WHERE id = $1 FOR UPDATE', [space.id])
    const written = await reader.patch(`/spaces/${space.id}`, { title: 'New' })
    const graph = await reader.gql(
      `mutation ($id: ID!) { updateSpace(spaceId: $id, input: { title: "New" }) { space { id } } }`,
      { id: space.id },
    )
    await holder.query('ROLLBACK')
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE "PageVersion" IN ACCESS EXCLUSIVE MODE')
    const read = await reader.get(`/spaces/${space.id}/content/pages`)
    await holder.query('ROLLBACK')
    for (const { status, headers, body } of [written, read])
      expect([status, body.error.reason, headers.get('retry-after')]).toEqual([503, 'DATABASE_BUSY', '1'])
    expect(graph.errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'SERVICE_UNAVAILABLE', reason: 'DATABASE_BUSY', retryAfter: 1 },
    ])
    expect((await reader.patch(`/spaces/${space.id}`, { title: 'New' })).status).toBe(200)
  })
  test.runIf(isLongRun)(
    'has it outside of operations too: of downloads, published sites and the lookup of a token',
    async () => {
      const site = await buildSite(busy)
      const { id } = (await buildSiteSpace(site, 'Guide')).space
      await write(site, id, page('Welcome'))
      await site.client.post(`${site.path}/publish`)
      const { published } = (await site.client.get(site.path)).body.urls
      const addresses = [published, `${busy.url}/v1/user`]
      for (const path of [`/spaces/${id}/pdf`, `/spaces/${id}/content/export`]) {
        const { status, body } = await site.client.get(path)
        expect({ path, status }).toEqual({ path, status: 200 })
        addresses.push(body.url)
      }
      // Of somebody whose token was not looked up before, as what is found is kept.
      const reader = await buildMember(busy, site.organizationId, 'READ')
      const headers = { Authorization: `Bearer ${reader.token}` }
      await holder.query('BEGIN')
      await holder.query('LOCK TABLE "Space", "Site", "ApiToken" IN ACCESS EXCLUSIVE MODE')
      const answers = await Promise.all(addresses.map((address) => fetch(address, { headers })))
      await holder.query('ROLLBACK')
      for (const [index, answer] of answers.entries()) {
        const shown = { address: addresses[index], status: answer.status, text: await answer.text() }
        expect(shown).toEqual({ ...shown, status: 503, text: expect.stringContaining('DATABASE_BUSY') })
        expect(answer.headers.get('retry-after')).toBe('1')
      }
      for (const address of addresses) expect((await fetch(address, { headers })).status).toBe(200)
    },
  )
})
