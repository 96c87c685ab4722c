import { invalidInput } from '../../base/errors.ts'
import type { Context } from '../../request/context.ts'
import { defaultAggregates, maximumDays } from './limits.ts'

/** The columns of an aggregation, in SQL, of the counts `c` of a site with the id `$1`. */
const dimensions = {
  datetime: (interval: Interval) =>
    `to_char(date_trunc('${interval}', c.day), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  dayOfWeek: () => 'extract(isodow FROM c.day)::int',
  eventType: () => 'c.type',
  siteSpace: () =>
    `(SELECT min(s.id) FROM "SiteSpace" s WHERE s."siteId" = $1 AND s."spaceId" = c."spaceId")`,
  siteSection: () =>
    `(SELECT min(s."sectionId") FROM "SiteSpace" s WHERE s."siteId" = $1 AND s."spaceId" = c."spaceId")`,
  page: () =>
    `CASE WHEN c."spaceId" <> '' THEN jsonb_build_object('page', nullif(c."pageId", ''), 'space', c."spaceId") END`,
} as const

export type Interval = 'day' | 'week' | 'month'

type Dimension = keyof typeof dimensions

export type EventColumnName = Dimension | 'eventsCount'

export interface EventColumn {
  readonly column: EventColumnName
  /** Of the column `datetime`. */
  readonly interval?: Interval | null
}

export type Operator = keyof typeof operators

export interface EventFilter {
  readonly column: EventColumnName
  readonly values?: unknown
  readonly operator?: Operator | null
}

export type Preset = keyof typeof presetDays

export interface EventRange {
  readonly preset?: Preset | null
  readonly from?: Date | null
  readonly to?: Date | null
}

export interface EventAggregation {
  readonly select?: readonly EventColumn[] | null
  readonly where?: readonly EventFilter[] | null
  readonly groupBy?: readonly EventColumn[] | null
  readonly order?: { readonly by: EventColumn; readonly direction: 'ASC' | 'DESC' } | null
  readonly range: EventRange
  readonly limit?: number | null
}

/** A column of the result, with a value for each group. */
export interface AggregatedColumn {
  readonly column: EventColumnName
  readonly values: readonly unknown[]
}

const operators = {
  in: (value: string, given: string) => `${value} = ANY(${given}::jsonb[])`,
  notIn: (value: string, given: string) => `${value} <> ALL(${given}::jsonb[])`,
  greaterThan: (value: string, given: string) => `${value} > (${given}::jsonb[])[1]`,
  greaterThanOrEqual: (value: string, given: string) => `${value} >= (${given}::jsonb[])[1]`,
  lessThan: (value: string, given: string) => `${value} < (${given}::jsonb[])[1]`,
  lessThanOrEqual: (value: string, given: string) => `${value} <= (${given}::jsonb[])[1]`,
} as const

/** The number of days before today that a range includes. */
const presetDays = { lastYear: 365, last3Months: 91, last30Days: 30, last7Days: 7, last24Hours: 1 } as const

const isCount = ({ column }: EventColumn) => column === 'eventsCount'

const keyOf = ({ column, interval }: EventColumn) =>
  column === 'datetime' ? `datetime:${interval ?? 'day'}` : column

const sqlOf = ({ column, interval }: EventColumn): string =>
  column === 'eventsCount' ? 'sum(c.count)::int' : dimensions[column](interval ?? 'day')

/** Returns the counts of the events of a site, summed up in groups, as columns with a value for each group. */
export async function aggregateEvents(
  { database }: Pick<Context, 'database'>,
  siteId: string,
  { select, where, groupBy, order, range, limit }: EventAggregation,
): Promise<AggregatedColumn[]> {
  const groups = groupBy ?? (select ?? []).filter((column) => !isCount(column))
  const columns = select?.length ? select : [...groups, { column: 'eventsCount' } as const]
  assertGrouped('groupBy', groups, (column) => !isCount(column), 'cannot have the column `eventsCount`')
  const isGrouped = (column: EventColumn) =>
    isCount(column) || groups.some((group) => keyOf(group) === keyOf(column))
  assertGrouped('select', columns, isGrouped, 'can only have columns of `groupBy` and `eventsCount`')
  const by = order?.by ?? { column: 'eventsCount' as const }
  assertGrouped('order', [by], isGrouped, 'must be by a column of `groupBy` or by `eventsCount`')
  const { from, to } = daysOf(range)
  const values: unknown[] = [siteId, from, to, limit ?? defaultAggregates]
  const conditions = (where ?? []).map((filter, index) => conditionOf(filter, index, values))
  const grouped = groups.map(sqlOf)
  const rows = await database.query<Record<string, unknown>>(
    `SELECT ${columns.map((column, index) => `${sqlOf(column)} AS c${index}`).join(', ')}
     FROM "SiteEventCount" c
     WHERE ${['c."siteId" = $1', 'c.day BETWEEN $2::date AND $3::date', ...conditions].join(' AND ')}
     ${grouped.length > 0 ? `GROUP BY ${[...new Set(grouped)].join(', ')}` : 'HAVING sum(c.count) > 0'}
     ORDER BY ${[`${sqlOf(by)} ${order?.direction ?? 'DESC'}`, ...new Set(grouped)].join(', ')} LIMIT $4`,
    values,
  )
  return columns.map(({ column }, index) => ({ column, values: rows.map((row) => row[`c${index}`] ?? null) }))
}

function assertGrouped(
  path: string,
  columns: readonly EventColumn[],
  isAllowed: (column: EventColumn) => boolean,
  message: string,
): void {
  if (!columns.every(isAllowed)) throw invalidInput(path, message)
}

/** Adds the values of a filter to the parameters, and returns its condition. */
function conditionOf(filter: EventFilter, index: number, parameters: unknown[]): string {
  const path = `where.${index}`
  const { column, values, operator } = filter
  if (column === 'eventsCount')
    throw invalidInput(`${path}.column`, 'must be a column of events, not of counts')
  if (!Array.isArray(values) || values.length === 0 || values.length > maximumValues)
    throw invalidInput(`${path}.values`, `must be a list of 1 to ${maximumValues} values`)
  const name = operator ?? 'in'
  if (name !== 'in' && name !== 'notIn' && values.length > 1)
    throw invalidInput(`${path}.values`, `must be a single value for the operator ${name}`)
  parameters.push(values.map((value) => JSON.stringify(comparable(column, value, `${path}.values`))))
  return operators[name](`coalesce(to_jsonb(${sqlOf({ column })}), 'null')`, `$${parameters.length}`)
}

const maximumValues = 100

/** Returns a value in the form of the column. Moments are compared as days. */
function comparable(column: Dimension, value: unknown, path: string): unknown {
  if (column !== 'datetime') return value
  const moment = new Date(typeof value === 'string' ? value : Number.NaN)
  if (Number.isNaN(moment.getTime())) throw invalidInput(path, 'must be dates and times')
  return `${moment.toISOString().slice(0, 10)}T00:00:00.000Z`
}

const dayMs = 86_400_000

/** Returns the first and the last day of a range, in UTC. */
function daysOf({ preset, from, to }: EventRange): { from: string; to: string } {
  const day = (moment: Date) => moment.toISOString().slice(0, 10)
  if (preset != null) {
    const now = new Date()
    return { from: day(new Date(now.getTime() - presetDays[preset] * dayMs)), to: day(now) }
  }
  if (from == null || to == null)
    throw invalidInput('range', 'must be a preset, or an object with both `from` and `to`')
  if (from > to) throw invalidInput('range.to', 'must not be before `from`')
  if (to.getTime() - from.getTime() > maximumDays * dayMs)
    throw invalidInput('range', `must span at most ${maximumDays} days`)
  return { from: day(from), to: day(to) }
}
