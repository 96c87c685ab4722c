import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlanOfRead, plansOfReads } from '../../src/cli/plans-of-reads.ts'
import type { TestApp } from '../support/app.ts'
import { call, rowName, startWorldApp, type World } from './world.ts'

let app: TestApp
let world: World

beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
})
afterAll(() => app.close())

/** The rows that take one statement though code finds a part of them or all: what it does needs no row besides. */
const withoutFurtherRows: Readonly<Record<string, string>> = {
  'GET /': 'It is the version of the server.',
  'GET /permissions': 'The table of permissions is code.',
  'GET /integrations': 'A server has none.',
  'GET /urls/embed': 'Another server is asked.',
  'GET /spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document':
    'It parses the body that the statement has read.',
  'GET /spaces/:spaceId/change-requests/:changeRequestId/changes':
    'The comparison that the first request has made is remembered.',
  'GET /orgs/:organizationId/sites/:siteId/publishing/preview': 'It signs a link.',
}

/** Returns the rows whose number of statements is not `isExpected`, with that number. */
async function unexpected(rows: readonly PlanOfRead[], isExpected: (count: number) => boolean) {
  const found: { row: string; count: number }[] = []
  for (const { row } of rows) {
    const { route, status } = row
    const send = () => call(world.client, route, world.parametersFor(route), world.bodyFor(route))
    // The first request prepares what later ones share.
    await send()
    const { count } = await app.statements(async () => expect((await send()).status).toBe(status))
    if (!isExpected(count)) found.push({ row: rowName(route), count })
  }
  return found
}

const plans = plansOfReads()

test('the rows of which the documentation says so are answered by one statement', async () => {
  const rows = plans.filter(({ statement }) => statement.reads === 'all')
  expect(await unexpected(rows, (count) => count === 1)).toEqual([])
})

test('no other row is, but those whose code needs no rows of its own', async () => {
  const rows = plans.filter(({ statement }) => statement.reads !== 'all')
  const alone = await unexpected(rows, (count) => count > 1)
  const named = Object.keys(withoutFurtherRows).map((row) => ({ row, count: 1 }))
  expect(alone.sort(byRow)).toEqual(named.sort(byRow))
})

const byRow = (one: { readonly row: string }, other: { readonly row: string }) =>
  one.row < other.row ? -1 : 1
