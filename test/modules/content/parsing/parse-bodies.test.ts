import { expect, test } from 'vitest'
import { readPageFiles } from '../../../../src/formats/import/markdown/pages/page-files.ts'
import { parseBodies } from '../../../../src/modules/content/parse-bodies.ts'
import { createContentThreads } from '../../../../src/workers/content-threads.ts'

/** Any job takes longer. */
const threads = createContentThreads({ milliseconds: 1 })

test('a body that takes too long to parse is refused, and says what to do', async () => {
  const [outcome] = await parseBodies(['word '.repeat(10_000)], 'user', threads)
  expect(outcome).toMatchObject({
    refusal: {
      code: 'BAD_USER_INPUT',
      reason: 'BODY_TOO_COMPLEX',
      message: expect.stringMatching(/split it into several pages/),
    },
  })
})

test('small bodies are parsed without a thread, unless they take many steps', async () => {
  const [small, complex] = [['A *small* body'], ['*a_ '.repeat(400)]]
  expect(await parseBodies(small, 'user', threads)).toMatchObject([{ parsed: { addresses: [] } }])
  expect(await parseBodies(complex, 'user', threads)).toMatchObject([
    { refusal: { reason: 'BODY_TOO_COMPLEX' } },
  ])
})

test('a body that was parsed is not parsed again', async () => {
  const text = 'again '.repeat(10_000)
  const first = await parseBodies([text], 'user')
  expect(await parseBodies([text], 'user', threads)).toEqual(first)
})

test('a file of an import that takes too long is named', async () => {
  // Both are read in one job, and then one after the other to find which takes too long.
  const sources = ['a.md', 'b.md'].map((path) => ({ path, source: `${path} ${'word '.repeat(9_000)}` }))
  await expect(
    readPageFiles(sources, { owner: 'user', threads, resolve: (_path, urls) => urls.map(() => undefined) }),
  ).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    reason: 'SOURCE_TOO_COMPLEX',
    message: expect.stringMatching(/^a\.md takes/),
  })
})
