import { serviceUnavailable } from '../errors.ts'
import { ConcurrencyLimiter } from '../workers/concurrency-limiter.ts'
import type { Route } from './route.ts'

/** The number of items above which a list of large items is a large list. */
const largeListItems = 100

/**
 * The number of large lists that are read at once, and of those that wait. Each takes tens of megabytes until its
 * response is written.
 */
export const largeListLimits = { concurrent: 2, queued: 100 } as const

export const createLargeListLimiter = (): ConcurrencyLimiter =>
  new ConcurrencyLimiter({
    maxConcurrent: largeListLimits.concurrent,
    maxQueued: largeListLimits.queued,
    queueFull: () => serviceUnavailable('LISTS_QUEUE_FULL'),
  })

export const isLargeList = ({ largeItems }: Route, { first }: Readonly<Record<string, unknown>>): boolean =>
  largeItems === true && Number(first) > largeListItems
