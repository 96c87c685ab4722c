import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { insertPage, sendChanges } from '../../support/factories/content.ts'
import { buildMember } from '../../support/factories/organizations.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'

let app: TestApp
let site: TestSite
let address: string
let spaceId: string
let siteSpaceId: string
let pages: { id: string; path: string }[]

/** The days of the events: a Sunday, the Monday after it, and the Tuesday of the next month. */
const days = ['2026-08-30', '2026-08-31', '2026-09-01'] as const

beforeAll(async () => {
  app = await startTestApp()
  site = await buildSite(app)
  address = `${site.path}/insights/events/aggregate`
  const { id, space } = await buildSiteSpace(site, 'Guide')
  spaceId = space.id
  siteSpaceId = id
  await sendChanges(site.client, spaceId, insertPage('One', 'A'), insertPage('Two', 'B'))
  pages = (await site.client.get(`/spaces/${space.id}/content/pages`)).body.pages
  const count = (day: string, type: string, page: string, events: number) => ({
    ...{ siteId: site.id, day: new Date(day), type, pageId: page, count: events },
    spaceId: page === '' ? '' : (space.id as string),
  })
  const [one, two] = pages.map(({ id }) => id) as [string, string]
  await app.database.prisma.siteEventCount.createMany({
    data: [
      count(days[0], 'page_view', one, 1),
      count(days[1], 'page_view', one, 2),
      count(days[1], 'page_view', two, 5),
      count(days[2], 'page_view', two, 7),
      count(days[2], 'search_open', '', 3),
    ],
  })
})
afterAll(() => app.close())

const range = { from: `${days[0]}T12:00:00.000Z`, to: `${days[2]}T00:00:00.000Z` }

/** Returns the columns of an aggregation, which must succeed. */
async function aggregate(query: object): Promise<unknown> {
  const { status, body } = await site.client.post(address, { range, ...query })
  expect({ status, error: body.error }).toEqual({ status: 200 })
  return body.columns
}

const sorted = (columns: unknown) => columns as { column: string; values: unknown[] }[]

describe('an aggregation of events', () => {
  it('sums up all events without groups', async () => {
    expect(await aggregate({})).toEqual([{ column: 'eventsCount', values: [18] }])
  })

  it('has a value in each column for each group, the most events first', async () => {
    expect(await aggregate({ groupBy: [{ column: 'eventType' }] })).toEqual([
      { column: 'eventType', values: ['page_view', 'search_open'] },
      { column: 'eventsCount', values: [15, 3] },
    ])
    expect(await aggregate({ select: [{ column: 'eventsCount' }, { column: 'page' }] })).toEqual([
      { column: 'eventsCount', values: [12, 3, 3] },
      {
        column: 'page',
        values: expect.arrayContaining([null, { page: pages[0]?.id, space: spaceId }]),
      },
    ])
  })

  it.each([
    ['day', ['2026-08-30', '2026-08-31', '2026-09-01'], [1, 7, 10]],
    ['week', ['2026-08-24', '2026-08-31'], [1, 17]],
    ['month', ['2026-08-01', '2026-09-01'], [8, 10]],
  ])('groups by the %s, in order', async (interval, moments, counts) => {
    const by = { column: 'datetime', interval }
    expect(await aggregate({ groupBy: [by], order: { by, direction: 'asc' } })).toEqual([
      { column: 'datetime', values: moments.map((day) => `${day}T00:00:00.000Z`) },
      { column: 'eventsCount', values: counts },
    ])
  })

  it('groups by the day of the week and by what the site shows', async () => {
    const by = { column: 'dayOfWeek' }
    expect(sorted(await aggregate({ groupBy: [by], order: { by, direction: 'desc' } }))[0]?.values).toEqual([
      7, 2, 1,
    ])
    expect(await aggregate({ groupBy: [{ column: 'siteSpace' }] })).toEqual([
      { column: 'siteSpace', values: [siteSpaceId, null] },
      { column: 'eventsCount', values: [15, 3] },
    ])
  })

  it.each([
    [[{ column: 'eventType', values: ['search_open'] }], 3],
    [[{ column: 'eventType', operator: 'notIn', values: ['search_open'] }], 15],
    [[{ column: 'page', values: [null] }], 3],
    [[{ column: 'datetime', operator: 'greaterThan', values: ['2026-08-31T10:00:00Z'] }], 10],
    [[{ column: 'datetime', operator: 'lessThanOrEqual', values: ['2026-08-31'] }], 8],
    [[{ column: 'dayOfWeek', operator: 'lessThan', values: [2] }], 7],
    [
      [
        { column: 'dayOfWeek', values: [1, 7] },
        { column: 'eventType', values: ['page_view'] },
      ],
      8,
    ],
  ])('counts only events that all filters hold for: %j', async (where, count) => {
    expect(await aggregate({ where })).toEqual([{ column: 'eventsCount', values: [count] }])
  })

  it('has no values where there are no events, and as many as the limit allows', async () => {
    const none = [{ column: 'eventType', values: ['ad_click'] }]
    expect(await aggregate({ where: none })).toEqual([{ column: 'eventsCount', values: [] }])
    const limited = await aggregate({ groupBy: [{ column: 'page' }], limit: 1 })
    expect(sorted(limited).map(({ values }) => values.length)).toEqual([1, 1])
  })

  it('takes the names of ranges', async () => {
    for (const preset of ['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours'])
      expect(await aggregate({ range: preset })).toHaveLength(1)
  })

  it.each([
    ['range', { range: 'lastDecade' }],
    ['range', { range: {} }],
    ['range.to', { range: { from: range.to, to: range.from } }],
    ['range', { range: { from: '2020-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' } }],
    ['select.0.column', { select: [{ column: 'visitorsCount' }] }],
    ['select', { select: [{ column: 'page' }], groupBy: [{ column: 'eventType' }] }],
    ['groupBy', { groupBy: [{ column: 'eventsCount' }] }],
    ['order', { order: { by: { column: 'page' }, direction: 'asc' } }],
    ['where.0.values', { where: [{ column: 'page', values: [] }] }],
    ['where.0.values', { where: [{ column: 'datetime', values: ['soon'] }] }],
    ['where.0.values', { where: [{ column: 'dayOfWeek', operator: 'lessThan', values: [1, 2] }] }],
    ['where.0.column', { where: [{ column: 'eventsCount', values: [1] }] }],
    ['limit', { limit: 0 }],
  ])('is refused at %s: %j', async (path, query) => {
    const answer = await site.client.post(address, { range, ...query })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields.map((fault: { path: string }) => fault.path).join()).toContain(path)
  })

  it('is for those who administer the site, and so are the segments of visitors, of which there are none', async () => {
    const reader = app.as(await buildMember(app, site.organizationId, 'READ'))
    const segments = `${site.path}/insights/visitor-segments`
    expect((await reader.post(address, { range })).status).toBe(403)
    expect((await reader.get(segments)).status).toBe(403)
    expect((await site.client.get(segments)).body).toEqual({ items: [] })
  })
})
