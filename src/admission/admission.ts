import {
  ConcurrencyLimiter,
  type ConcurrencyLimits,
  type TaskOptions,
} from '../workers/concurrency-limiter.ts'
import { type HeavyWork, heavyWork, type WorkLimits } from './heavy-work.ts'
import { rateLimited, serviceUnavailable } from './reasons.ts'

/** Returns the limits of a kind of heavy work for its limiter, or for the worker pool that does it. */
export function limitsOf(work: HeavyWork): ConcurrencyLimits {
  const limits: WorkLimits = heavyWork[work]
  const { concurrent, queued, perOwner, seconds } = limits
  return {
    name: work,
    maxConcurrent: concurrent,
    maxConcurrentOfOwner: perOwner.concurrent,
    maxQueued: queued,
    maxQueuedOfOwner: perOwner.queued,
    maxWaitMs: seconds * 1000,
    queueFull: () => limits.tooMany?.(limits) ?? serviceUnavailable('SERVER_BUSY'),
    queueOfOwnerFull: () =>
      limits.tooManyOfOwner?.(limits) ?? rateLimited('TOO_MANY_AT_ONCE', { maximum: perOwner.queued }),
  }
}

/** The limiters of the process, one for each kind of heavy work. */
export const limiters = Object.fromEntries(
  Object.keys(heavyWork).map((work) => [work, new ConcurrencyLimiter(limitsOf(work as HeavyWork))]),
) as Readonly<Record<HeavyWork, ConcurrencyLimiter>>

/** Runs heavy work when its turn has come. Throws RATE_LIMITED or SERVICE_UNAVAILABLE if too much of it waits. */
export const runHeavy = <Result>(
  work: HeavyWork,
  options: TaskOptions,
  run: () => Promise<Result>,
): Promise<Result> => limiters[work].run(run, options)

/** Begins heavy work when its turn has come, and returns the function that ends it. Throws like `runHeavy`. */
export const beginHeavy = (work: HeavyWork, options: TaskOptions): Promise<() => void> =>
  limiters[work].acquire(options)
