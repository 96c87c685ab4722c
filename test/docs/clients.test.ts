import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const folder = new URL('test/client/foreign/', root)

/** The clients of the page: the first column of its table. */
const listed = [
  ...readFileSync(new URL('src/docs/api/clients.md', root), 'utf8').matchAll(/^\| ([^|]+?) \|/gm),
]
  .map(([, name]) => name as string)
  .filter((name) => name !== 'Client' && !name.startsWith('-'))

const tested = readdirSync(folder)
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(/^describe\('([^']+)'/gm)])
  .map(([, name]) => name as string)

test('every client of the page is tested, every tested client is on the page, and there are at least ten', () => {
  expect(tested.toSorted()).toEqual(listed.toSorted())
  expect(listed.length).toBeGreaterThanOrEqual(10)
})
