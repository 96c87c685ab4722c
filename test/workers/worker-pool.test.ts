import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { childEnvironment } from '../support/child-environment.ts'
import { testPool } from './fixtures/pool.ts'

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

  test('lets a process exit that has idle threads, but not one that waits for a job', async () => {
    const script = fileURLToPath(new URL('./fixtures/run-one-job.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [script], { env: childEnvironment({}) })
    expect(stdout).toBe('finished\n')
  })
})

describe('a job', () => {
  test.each([
    ['runs too long', { milliseconds: 2000 }, 'hang', { limit: 'time' }],
    ['needs too much memory', { megabytes: 40 }, 'allocate', { limit: 'memory' }],
    ['ends its thread', {}, 'exit', { message: 'The worker thread ended without a result.' }],
  ] as const)('that %s is rejected, and the next has a new thread', async (_what, options, job, error) => {
    const { run } = testPool(options)
    const { threadId } = await run('return')
    await expect(run(job)).rejects.toMatchObject(error)
    expect((await run('return')).threadId).not.toBe(threadId)
  })

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
