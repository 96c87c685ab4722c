import { expect, test } from 'vitest'
import { createContentThreads, runContentJob } from '../../src/workers/content-threads.ts'

const module = new URL('./fixtures/content-job.ts', import.meta.url)

const run = (input: unknown, options: Parameters<typeof runContentJob>[2] = {}) =>
  runContentJob<unknown, unknown>(module, input, options)

test('a job asks the main thread, also for several things at once', async () => {
  const answer = async (question: unknown) => ({ answer: `${question}!` })
  expect(await run({ ask: ['a', 'b'] }, { answer })).toEqual(['a!', 'b!'])
})

test('a job that is refused rejects with the same error, and so does one whose question is', async () => {
  const refusal = { code: 'BAD_USER_INPUT', fields: [{ path: 'x', message: 'is wrong' }] }
  await expect(run({ refuse: 'x' })).rejects.toMatchObject(refusal)
  const { invalidInput } = await import('../../src/base/errors.ts')
  const answer = () => Promise.reject(invalidInput('x', 'is wrong'))
  await expect(run({ ask: ['a'] }, { answer })).rejects.toMatchObject(refusal)
})

test.each(['threads', 'processes'] as const)(
  'a job that fails in one of the %s rejects with the code of its error',
  async (workers) => {
    const failing = run({ read: '/missing' }, { threads: createContentThreads({ workers }) })
    await expect(failing).rejects.toMatchObject({
      code: 'ENOENT',
      message: expect.stringContaining('/missing'),
    })
  },
)

test('a job that takes too long or too much memory is answered with SERVICE_UNAVAILABLE', async () => {
  const late = createContentThreads({ milliseconds: 300 })
  await expect(run({ hang: true }, { threads: late })).rejects.toMatchObject({ reason: 'CONTENT_TIMEOUT' })
  const full = createContentThreads({ megabytes: 30 })
  await expect(run({ allocate: true }, { threads: full })).rejects.toMatchObject({
    extensions: { reason: 'CONTENT_TIMEOUT', retryAfter: 10 },
  })
})

test('one owner never has all threads, and a full queue is answered with SERVICE_UNAVAILABLE', async () => {
  const threads = createContentThreads({ maxConcurrent: 2, maxConcurrentOfOwner: 1, maxQueuedOfOwner: 1 })
  const controller = new AbortController()
  const { signal } = controller
  const hanging = run({ hang: true }, { threads, owner: 'a', signal })
  const waiting = run({ ask: [] }, { threads, owner: 'a', signal })
  const ended = Promise.allSettled([hanging, waiting])
  const refused = run({ ask: [] }, { threads, owner: 'a' })
  await expect(refused).rejects.toMatchObject({
    extensions: { reason: 'CONTENT_QUEUE_FULL', retryAfter: 5 },
  })
  expect(await run({ ask: [] }, { threads, owner: 'b' })).toEqual([])
  controller.abort(new Error('enough'))
  expect(await ended).toMatchObject([{ reason: { message: 'enough' } }, { reason: { message: 'enough' } }])
})
