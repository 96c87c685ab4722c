import type { InsightsOfSiteFragment } from '../../generated/workspace-operations/graphql.ts'

/** A period that a person chooses, with the interval that its charts have. */
export const periods = {
  week: { days: 7, interval: 'DAY' },
  month: { days: 30, interval: 'DAY' },
  quarter: { days: 91, interval: 'WEEK' },
  year: { days: 365, interval: 'MONTH' },
} as const

export type Period = keyof typeof periods
type Interval = (typeof periods)[Period]['interval']

const dayMs = 86_400_000

/** Returns the first day of the interval that a day is in, such as `2026-11-22`. Weeks begin on Monday. */
export function startOf(day: string, interval: Interval): string {
  if (interval === 'MONTH') return `${day.slice(0, 8)}01`
  const date = new Date(day)
  const since = interval === 'WEEK' ? (date.getUTCDay() + 6) % 7 : 0
  return new Date(date.getTime() - since * dayMs).toISOString().slice(0, 10)
}

/** Returns the first and the last day of a period, in UTC. */
export function rangeOf(period: Period, now: number): { readonly from: string; readonly to: string } {
  const day = (time: number) => `${new Date(time).toISOString().slice(0, 10)}T00:00:00.000Z`
  return { from: day(now - (periods[period].days - 1) * dayMs), to: day(now) }
}

/** Returns the starts of all intervals of a period, also of those in which nothing happened. */
export function startsOf(period: Period, now: number): readonly string[] {
  const { days, interval } = periods[period]
  const all = Array.from({ length: days }, (_, index) =>
    startOf(new Date(now - (days - 1 - index) * dayMs).toISOString().slice(0, 10), interval),
  )
  return [...new Set(all)]
}

/** The numbers of one kind of event, one for each interval. */
export type Series = readonly number[]

export interface Insights {
  readonly views: Series
  readonly searches: Series
  readonly opened: Series
  readonly good: Series
  readonly ok: Series
  readonly bad: Series
  readonly pages: readonly { readonly id: string; readonly title: string; readonly count: number }[]
  readonly brokenLinks: readonly { readonly space: string; readonly title: string; readonly count: number }[]
}

export function insightsOf(site: InsightsOfSiteFragment, period: Period, now: number): Insights {
  const starts = startsOf(period, now)
  const { interval } = periods[period]
  const sums = new Map<string, number>()
  const add = (start: string, kind: string, count: number) =>
    sums.set(`${start} ${kind}`, (sums.get(`${start} ${kind}`) ?? 0) + count)
  const [times = [], types = [], counts = []] = (site.eventAggregation ?? []).map(
    ({ values }) => values as readonly (string | number)[],
  )
  for (const [index, time] of times.entries())
    add(String(time).slice(0, 10), String(types[index]), Number(counts[index]))
  for (const { day, rating, count } of site.ratings ?? []) add(startOf(day, interval), `${rating}`, count)
  const series = (kind: string): Series => starts.map((start) => sums.get(`${start} ${kind}`) ?? 0)
  return {
    views: series('page_view'),
    searches: series('search_type_query'),
    opened: series('search_open_result'),
    good: series('GOOD'),
    ok: series('OK'),
    bad: series('BAD'),
    pages: pagesOf(site),
    brokenLinks: site.siteSpaces.nodes
      .map(({ space }) => ({ space: space.id, title: space.title, count: space.links.totalCount }))
      .filter(({ count }) => count > 0),
  }
}

const mostPages = 10

function pagesOf({ views }: InsightsOfSiteFragment): Insights['pages'] {
  const pages = new Map<string, { readonly id: string; readonly title: string; count: number }>()
  for (const { page, count } of views ?? []) {
    if (!page) continue
    const known = pages.get(page.id) ?? { id: page.id, title: page.title, count: 0 }
    pages.set(page.id, { ...known, count: known.count + count })
  }
  return [...pages.values()].toSorted((one, other) => other.count - one.count).slice(0, mostPages)
}

export const sumOf = (series: Series): number => series.reduce((sum, count) => sum + count, 0)
