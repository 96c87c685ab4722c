import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOwnTestApp, startServerBeside, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildCollection } from '../support/factories/collections.ts'
import { buildSection, buildSite, type TestSite } from '../support/factories/sites.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { LockHolder } from '../support/lock-holder.ts'

let app: TestApp
let resolvers: Awaited<ReturnType<typeof startServerBeside>>
let site: TestSite
let holder: LockHolder
let from: { readonly id: string }
let to: { readonly id: string }
/** A space of the second collection that the site shows, and those that move. */
let shown: string
const moving: string[] = []

beforeAll(async () => {
  app = await startOwnTestApp()
  resolvers = await startServerBeside(app, { config: { executor: 'resolvers' } })
  site = await buildSite(app)
  holder = await LockHolder.connect(app.config.databaseUrl as string)
  const organization = { id: site.organizationId }
  from = await buildCollection(app, organization, { title: 'From' })
  to = await buildCollection(app, organization, { title: 'To' })
  shown = (await buildSpace(app, organization, { title: 'Shown', parent: to })).id
  for (const title of ['One', 'Two', 'Three'])
    moving.push((await buildSpace(app, organization, { title, parent: from })).id)
  await site.client.post(`${site.path}/site-spaces`, { spaceId: shown })
})
afterAll(async () => {
  await holder.end()
  await resolvers.close()
  await app.close()
})

type Nodes = { readonly nodes: readonly { readonly id: string }[] }
const idsOf = ({ nodes }: Nodes) => nodes.map(({ id }) => id)

/** All executors, by what they execute with. */
const clients = (): readonly (readonly [string, TestClient])[] => [
  ['compiled', site.client],
  ['resolvers', resolvers.as(site.admin)],
]

/** Moves the spaces while a request waits for a lock that this connection holds on a table. */
async function moveBetween<Answer>(table: string, ask: () => Promise<Answer>): Promise<Answer> {
  await holder.query('BEGIN')
  await holder.query(`LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`)
  const answer = ask()
  await expect.poll(() => holder.waiting(), { timeout: 30_000 }).toHaveLength(1)
  await holder.query('UPDATE "Space" SET "parentId" = $2 WHERE id = ANY($1)', [moving, to.id])
  await holder.query('COMMIT')
  const read = await answer
  await holder.query('UPDATE "Space" SET "parentId" = $2 WHERE id = ANY($1)', [moving, from.id])
  return read
}

/** Lists the first collection early, and the second one below what waits for the lock. */
const lists = `a: collection(id: $from) { spaces { nodes { id } } }
  b: site(id: $site) { siteSpaces { nodes { space { parent { spaces { nodes { id } } } } } } }`

describe('a query reads one snapshot', () => {
  const variables = () => ({ from: from.id, site: site.id, organization: site.organizationId })

  const listed = (data: {
    a: { spaces: Nodes }
    b: { siteSpaces: { nodes: { space: { parent: { spaces: Nodes } } }[] } }
  }) => {
    const [first] = data.b.siteSpaces.nodes
    return [...idsOf(data.a.spaces), ...idsOf(first?.space.parent.spaces ?? { nodes: [] })]
  }

  test.each([
    ['a field fails', `${lists} x: organization(id: $organization) { spaces(first: 100000) { totalCount } }`],
    ['code waits', lists.replace(/b: site\(id: \$site\) (.*)$/, 'b: node(id: $site) { ... on Site $1 }')],
  ])('if %s', async (_case, selection) => {
    const text = `query ($from: ID!, $site: ID!, $organization: ID!) { o: organization(id: $organization) { id } ${selection} }`
    for (const [executor, client] of clients()) {
      const { data } = await moveBetween('SiteSpace', () => client.gql(text, variables()))
      expect(listed(data).sort(), executor).toEqual([shown, ...moving].sort())
    }
  })

  test('also of what is deleted between two of its statements', async () => {
    const other = await buildSite(app)
    await buildSection(other, 'Guide')
    const text = 'query ($id: ID!) { site(id: $id) { siteSpaces { nodes { urls { location } } } } }'
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE "SiteSection" IN ACCESS EXCLUSIVE MODE')
    const answer = resolvers.as(other.admin).gql(text, { id: other.id })
    await expect.poll(() => holder.waiting(), { timeout: 30_000 }).toHaveLength(1)
    await holder.query('DELETE FROM "SiteSpace" WHERE "siteId" = $1', [other.id])
    await holder.query('DELETE FROM "SiteSection" WHERE "siteId" = $1', [other.id])
    await holder.query('COMMIT')
    const { data, errors } = await answer
    expect(errors).toBeUndefined()
    expect(data.site.siteSpaces.nodes).toHaveLength(1)
  })

  test.runIf(isLongRun)('while spaces move', async () => {
    const text = `query ($from: ID!, $to: ID!) {
      a: collection(id: $from) { spaces { totalCount nodes { id } } }
      b: collection(id: $to) { spaces { totalCount nodes { id } } }
      x: space(id: "spcnope") { id }
    }`
    const all = [shown, ...moving].sort()
    let isMoving = true
    const mover = async () => {
      for (let turn = 0; isMoving; turn++)
        await holder.query('UPDATE "Space" SET "parentId" = $2 WHERE id = ANY($1)', [
          moving,
          turn % 2 === 0 ? to.id : from.id,
        ])
    }
    const moved = mover()
    for (const [executor, client] of clients())
      for (let answers = 0; answers < 1000; answers++) {
        const { data } = await client.gql(text, { from: from.id, to: to.id })
        const { a, b } = data
        expect([...idsOf(a.spaces), ...idsOf(b.spaces)].sort(), executor).toEqual(all)
        expect(a.spaces.totalCount + b.spaces.totalCount, executor).toBe(all.length)
      }
    isMoving = false
    await moved
    await holder.query('UPDATE "Space" SET "parentId" = $2 WHERE id = ANY($1)', [moving, from.id])
  })
})
