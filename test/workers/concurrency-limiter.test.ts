import { describe, expect, test } from 'vitest'
import { serviceUnavailable } from '../../src/errors.ts'
import { ConcurrencyLimiter } from '../../src/workers/concurrency-limiter.ts'

const limits = { maxConcurrent: 1, maxQueued: 1, queueFull: () => serviceUnavailable('PDF_QUEUE_FULL') }

describe('the concurrency limiter', () => {
  test('frees the queue position of an aborted task', async () => {
    const limiter = new ConcurrencyLimiter(limits)
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    const running = limiter.run(() => finished)
    const controller = new AbortController()
    const aborted = limiter.run(async () => 'done', controller.signal)
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

  test('does not start a task whose signal is already aborted', async () => {
    const limiter = new ConcurrencyLimiter(limits)
    const reason = new Error('The client disconnected.')
    await expect(limiter.run(async () => 'done', AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(await limiter.run(async () => 'done')).toBe('done')
  })
})
