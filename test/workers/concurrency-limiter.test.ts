import { describe, expect, test } from 'vitest'
import { rateLimited, serviceUnavailable } from '../../src/admission/reasons.ts'
import { ConcurrencyLimiter } from '../../src/workers/concurrency-limiter.ts'

const limits = { maxConcurrent: 1, maxQueued: 1, queueFull: () => serviceUnavailable('PDF_QUEUE_FULL') }

describe('the concurrency limiter', () => {
  test('frees the queue position of an aborted task', async () => {
    const limiter = new ConcurrencyLimiter(limits)
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    const running = limiter.run(() => finished)
    const controller = new AbortController()
    const aborted = limiter.run(async () => 'done', { signal: controller.signal })
    await expect(limiter.run(async () => 'done')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
    const reason = new Error('The client disconnected.')
    controller.abort(reason)
    await expect(aborted).rejects.toBe(reason)
    const queued = limiter.run(async () => 'done')
    finish()
    await running
    expect(await queued).toBe('done')
  })

  test('tells how many tasks run and wait, and for how long', async () => {
    const limiter = new ConcurrencyLimiter(limits)
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    expect(limiter.oldestMilliseconds).toBe(0)
    const running = limiter.run(() => finished)
    const queued = limiter.run(async () => {})
    await new Promise((resolve) => setImmediate(resolve))
    expect(limiter.counts).toEqual({ running: 1, queued: 1 })
    expect(limiter.oldestMilliseconds).toBeGreaterThan(0)
    finish()
    await Promise.all([running, queued])
    expect(limiter.counts).toEqual({ running: 0, queued: 0 })
    expect(limiter.oldestMilliseconds).toBe(0)
  })

  test('does not start a task whose signal is already aborted', async () => {
    const limiter = new ConcurrencyLimiter(limits)
    const reason = new Error('The client disconnected.')
    await expect(limiter.run(async () => 'done', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(await limiter.run(async () => 'done')).toBe('done')
  })

  test('lets owners take turns, and leaves room for others', async () => {
    const limiter = new ConcurrencyLimiter({
      ...limits,
      maxConcurrent: 2,
      maxConcurrentOfOwner: 1,
      maxQueued: 10,
    })
    const started: string[] = []
    const ends: (() => void)[] = []
    const task = (owner: string, name: string) =>
      limiter.run(
        () => {
          started.push(name)
          return new Promise<void>((resolve) => ends.push(resolve))
        },
        { owner },
      )
    const all = [
      task('a', 'a1'),
      task('a', 'a2'),
      task('a', 'a3'),
      task('b', 'b1'),
      task('b', 'b2'),
      task('c', 'c1'),
    ]
    const next = async () => {
      ends.shift()?.()
      await new Promise(setImmediate)
    }
    await next()
    expect(started).toEqual(['a1', 'b1'])
    for (let ended = 0; ended < all.length; ended++) await next()
    expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'a3'])
    await Promise.all(all)
  })

  test('refuses the tasks of an owner who has too many, and takes those of others', async () => {
    const limiter = new ConcurrencyLimiter({
      ...limits,
      maxConcurrent: 2,
      maxConcurrentOfOwner: 1,
      maxQueued: 10,
      maxQueuedOfOwner: 1,
      queueOfOwnerFull: () => rateLimited('TOO_MANY_AT_ONCE', { maximum: 1 }),
    })
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    const running = limiter.run(() => finished, { owner: 'one' })
    const queued = limiter.run(async () => 'done', { owner: 'one' })
    await expect(limiter.run(async () => 'done', { owner: 'one' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
    expect(limiter.counts).toEqual({ running: 1, queued: 1 })
    expect(await limiter.run(async () => 'done', { owner: 'other' })).toBe('done')
    finish()
    await running
    expect(await queued).toBe('done')
    expect(limiter.counts).toEqual({ running: 0, queued: 0 })
  })

  test('refuses a task that has waited for too long', async () => {
    const limiter = new ConcurrencyLimiter({ ...limits, maxWaitMs: 20 })
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    const running = limiter.run(() => finished)
    await expect(limiter.run(async () => 'done')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    finish()
    await running
    expect(limiter.counts).toEqual({ running: 0, queued: 0 })
  })
})
