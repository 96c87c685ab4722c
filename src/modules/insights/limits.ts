import type { Limits } from '../../base/validation.ts'

export const insightLimits = {
  events: { minItems: 1, maxItems: 100 },
  days: { minimum: 1, maximum: 366 },
  columns: { maxItems: 10 },
  filters: { maxItems: 20 },
  aggregates: { minimum: 1, maximum: 10_000 },
} as const satisfies Record<string, Limits>

/** The maximum number of days of an aggregation. */
export const maximumDays = 366

/** The number of groups that an aggregation returns if it is given none. */
export const defaultAggregates = 1000

/** The days that are returned if none are asked for. */
export const defaultDays = 30

/** The maximum number of counts in a response. */
export const maximumCounts = 1000

/** The maximum number of counts that a site keeps for a day, so that nobody can fill the database with events. */
export const maximumCountsOfDay = 10_000

/** The time in milliseconds by which the clock of a client may differ from that of the server. */
export const toleratedAge = 5 * 60_000
