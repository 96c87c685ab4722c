import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOwnTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildMember } from '../support/factories/organizations.ts'
import { buildSite, type TestSite } from '../support/factories/sites.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { LockHolder } from '../support/lock-holder.ts'

let app: TestApp
let site: TestSite
let holder: LockHolder
let light: TestClient
let spaceId: string
beforeAll(async () => {
  app = await startOwnTestApp()
  site = await buildSite(app)
  holder = await LockHolder.connect(app.config.databaseUrl as string)
  light = app.as(await buildMember(app, site.organizationId, 'READ'))
  spaceId = (await buildSpace(app, { id: site.organizationId })).id
})
afterAll(async () => {
  await holder.end()
  await app.close()
})

const lightRead = (client = light) =>
  client.gql('query ($id: ID!) { space(id: $id) { title } }', { id: spaceId })

/** Returns how many connections of a pool wait for a lock. */
async function waitingOf(pool: string): Promise<number> {
  const waiting = await holder.waiting()
  const { rows } = await holder.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM pg_stat_activity WHERE pid = ANY($1) AND application_name = $2',
    [waiting, pool],
  )
  return rows[0]?.count ?? 0
}

/** Sends six reads that wait for a lock on a table, as if they computed for long. */
const beginSlow = async (documentAt: (index: number) => string) => {
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE "Team" IN ACCESS EXCLUSIVE MODE')
  return Array.from({ length: 6 }, (_, index) =>
    site.client.gql(documentAt(index), { id: site.organizationId }),
  )
}

const teamsDocument = 'query ($id: ID!) { organization(id: $id) { teams(first: 10) { nodes { id } } } }'

/** Keeps the event loop busy until a promise is settled, so that what arrives is handled late. */
async function keepBusyUntil(settled: Promise<unknown>): Promise<void> {
  let isSettled = false
  void settled.finally(() => {
    isSettled = true
  })
  while (!isSettled) {
    const end = performance.now() + 30
    while (performance.now() < end);
    await new Promise(setImmediate)
  }
}

describe('while six reads of a user take long', () => {
  test.runIf(isLongRun).each<[string, (index: number) => string]>([
    ['the same document', () => teamsDocument],
    [
      'documents of their own',
      (index) =>
        `query ($id: ID!) { organization(id: $id) { teams(first: 10) { nodes { id t${index}: title } } } }`,
    ],
  ])('of %s, those of others are answered, and each of theirs is in the end', async (_case, documentAt) => {
    await lightRead()
    const slow = await beginSlow(documentAt)
    await expect.poll(() => holder.waiting(), { timeout: 20_000 }).not.toHaveLength(0)
    expect((await lightRead()).data).toEqual({ space: { title: 'Space' } })
    // Short reads that take too long are ended, and run again among the long ones.
    await expect.poll(() => waitingOf('lectern reads'), { timeout: 20_000 }).toBe(0)
    await expect.poll(() => waitingOf('lectern long reads')).toBe(3)
    expect((await lightRead()).data).toEqual({ space: { title: 'Space' } })
    await holder.query('COMMIT')
    for (const answer of await Promise.all(slow))
      expect(answer).toEqual({ data: { organization: { teams: { nodes: [] } } } })
  })
})

test('a read whose answer waits only for a busy process keeps its place among the short ones', async () => {
  const reader = site.client
  await lightRead(reader)
  for (let time = 0; time < 3; time++) {
    const read = lightRead(reader)
    await keepBusyUntil(read)
  }
  const slow = await beginSlow(() => teamsDocument)
  // Her long reads have all connections that one user may have.
  await expect.poll(() => waitingOf('lectern long reads')).toBe(3)
  expect((await lightRead(reader)).data).toEqual({ space: { title: 'Space' } })
  expect(await waitingOf('lectern long reads')).toBe(3)
  await holder.query('COMMIT')
  await Promise.all(slow)
})
