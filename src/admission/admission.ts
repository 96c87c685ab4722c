import { rateLimited, serviceUnavailable } from '../errors.ts'
import { ConcurrencyLimiter } from '../workers/concurrency-limiter.ts'
import { type HeavyWork, heavyWork, type WorkLimits } from './heavy-work.ts'

/** Who asks for the work, and when nobody waits for it any longer. */
export interface Asking {
  /** A user, or the link of a download. Callers without a name share the limits of all. */
  readonly caller?: string | undefined
  readonly signal?: AbortSignal | undefined
}

const limiterOf = (name: string, limits: WorkLimits): ConcurrencyLimiter =>
  new ConcurrencyLimiter({
    name,
    maxConcurrent: limits.concurrent,
    maxQueued: limits.queued,
    maxWaitMs: limits.seconds * 1000,
    queueFull: () => limits.tooMany?.(limits) ?? serviceUnavailable('SERVER_BUSY'),
    perCaller: {
      maxConcurrent: limits.perCaller.concurrent,
      maxQueued: limits.perCaller.queued,
      queueFull: () =>
        limits.tooManyOfCaller?.(limits) ??
        rateLimited('TOO_MANY_AT_ONCE', { maximum: limits.perCaller.queued }),
    },
  })

/** The limiters of the process, one for each kind of heavy work. */
export const limiters = Object.fromEntries(
  Object.entries(heavyWork).map(([work, limits]) => [work, limiterOf(work, limits)]),
) as Readonly<Record<HeavyWork, ConcurrencyLimiter>>

/** Runs heavy work when its turn has come. Throws RATE_LIMITED or SERVICE_UNAVAILABLE if too much of it waits. */
export const runHeavy = <Result>(
  work: HeavyWork,
  { caller, signal }: Asking,
  run: () => Promise<Result>,
): Promise<Result> => limiters[work].run(run, signal, caller)

/** Begins heavy work when its turn has come, and returns the function that ends it. Throws like `runHeavy`. */
export const beginHeavy = (work: HeavyWork, { caller, signal }: Asking): Promise<() => void> =>
  limiters[work].acquire(signal, caller)
