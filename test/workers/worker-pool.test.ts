import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { reportWorkers } from '../../src/workers/worker-memory.ts'
import { isLongRun } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { testPool } from './fixtures/pool.ts'

const mebibyte = 1024 * 1024

describe('a worker pool', () => {
  test('runs the next job in the same thread, also after a job failed', async () => {
    const { run } = testPool()
    const { threadId } = await run('return')
    await expect(run('throw')).rejects.toThrow('The document is broken.')
    expect((await run('return')).threadId).toBe(threadId)
  })

  test('runs as many jobs at the same time as it has threads, and the others after them', async () => {
    const { run } = testPool({ maxConcurrent: 2 })
    const results = await Promise.all(Array.from({ length: 8 }, () => run('return')))
    expect(new Set(results.map(({ threadId }) => threadId)).size).toBe(2)
  })

  test.runIf(isLongRun)(
    'has fewer threads where the container has less memory, one at least, and says so',
    async () => {
      const threadsWithin = async (memory: number) => {
        const { run } = testPool({ maxConcurrent: 4, memory: memory * mebibyte })
        const results = await Promise.all(Array.from({ length: 8 }, () => run('return')))
        return new Set(results.map(({ threadId }) => threadId)).size
      }
      const sizes: number[] = []
      for (const memory of [128, 512, 768, 1024]) sizes.push(await threadsWithin(memory))
      expect(sizes).toEqual([1, 1, 2, 4])
      const info = vi.fn()
      reportWorkers({ info }, 64 * 1024 * mebibyte)
      expect(info).not.toHaveBeenCalled()
      reportWorkers({ info }, 768 * mebibyte)
      expect(info.mock.calls[0]?.[0]).toEqual({ allowed: 768 * mebibyte, workers: 2 })
    },
  )

  test('leaves a thread to other owners where memory allows two', async () => {
    const { pool } = testPool({ maxConcurrent: 4, maxConcurrentOfOwner: 3, memory: 768 * mebibyte })
    const hanging = new AbortController()
    const hang = () => pool.run(() => ({ input: 'hang' as const }), { owner: 'one', signal: hanging.signal })
    const ends = Promise.allSettled([hang(), hang()])
    const { text } = await pool.run(() => ({ input: 'return' as const }), { owner: 'other' })
    expect(text).toBe('')
    hanging.abort()
    await ends
  })

  test('passes on the parts of a job in order, and only to that job', async () => {
    const { pool } = testPool()
    const textOf = async (parts: string[]) => (await pool.run(() => ({ input: 'return', parts }))).text
    expect(await textOf(['a', 'b', 'c'])).toBe('abc')
    expect(await textOf([])).toBe('')
  })

  test('ends a thread that had no job for a while', async () => {
    const { run } = testPool({ idleMilliseconds: 1 })
    const { threadId } = await run('return')
    await expect.poll(async () => (await run('return')).threadId).not.toBe(threadId)
  })

  test.runIf(isLongRun)(
    'lets a process exit that has idle threads, but not one that waits for a job',
    async () => {
      const script = fileURLToPath(new URL('./fixtures/run-one-job.ts', import.meta.url))
      const { stdout } = await promisify(execFile)(process.execPath, [script], { env: childEnvironment({}) })
      expect(stdout).toBe('finished\n')
    },
  )
})

/** Time and memory are also tried with jobs of content, in `npm test` too. */
const beyondLimits = [
  ['runs too long', { milliseconds: 2000 }, 'hang', { limit: 'time' }],
  [
    'needs more memory than its container has',
    { megabytes: 4000, memory: 0 },
    'allocate',
    { limit: 'memory' },
  ],
  ['needs too much memory', { megabytes: 40 }, 'allocate', { limit: 'memory' }],
] as const

describe('a job', () => {
  test.each([
    ...(isLongRun ? beyondLimits : []),
    ['ends its thread', {}, 'exit', { message: 'The worker thread ended without a result.' }],
  ] as const)('that %s is rejected, and the next has a new thread', async (_what, options, job, error) => {
    const { run } = testPool(options)
    const { threadId } = await run('return')
    await expect(run(job)).rejects.toMatchObject(error)
    expect((await run('return')).threadId).not.toBe(threadId)
  })

  test.runIf(isLongRun)(
    'that needs too much memory outside of the heap of its process is rejected, and the next has a new process',
    async () => {
      const { run } = testPool({ workers: 'processes', megabytes: 40 })
      await expect(run('allocate outside')).rejects.toMatchObject({ limit: 'memory' })
      expect((await run('return')).text).toBe('')
    },
  )

  test('that is aborted ends with the reason, and the next has a new thread', async () => {
    const { run } = testPool()
    const { threadId } = await run('return')
    const controller = new AbortController()
    const hanging = run('hang', controller.signal)
    const reason = new Error('The client disconnected.')
    setImmediate(() => controller.abort(reason))
    await expect(hanging).rejects.toBe(reason)
    expect((await run('return')).threadId).not.toBe(threadId)
  })

  test('is not created while it is queued, and is rejected if the queue is full', async () => {
    const { pool, run } = testPool({ maxQueued: 1 })
    const controller = new AbortController()
    const hanging = run('hang', controller.signal)
    let created = 0
    const queued = pool.run(() => {
      created++
      return { input: 'return' }
    })
    await expect(run('return')).rejects.toMatchObject({ reason: 'CONVERSION_QUEUE_FULL' })
    expect(created).toBe(0)
    controller.abort()
    await expect(hanging).rejects.toThrow()
    await queued
    expect(created).toBe(1)
  })
})
