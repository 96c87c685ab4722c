import { expect, test } from 'vitest'
import { configVariables } from '../../src/base/config.ts'
import { errorTable } from '../../src/base/errors.ts'
import { generatedParts, withGeneratedParts } from '../../src/cli/generated-docs.ts'
import { routes } from '../../src/server/routes.ts'
import { rooms } from '../contract/rooms.ts'
import { specifiedOperations } from '../support/specified-operations.ts'
import { documentationPages } from './pages.ts'

const textOf = (page: string) =>
  documentationPages().find(({ path }) => path === `src/docs/${page}`)?.text as string

test.each([...new Set(generatedParts.map(({ page }) => page))])('%s is as the source says', (page) => {
  expect(withGeneratedParts(page, textOf(page))).toBe(textOf(page))
})

test('the operations are all rows of the REST table with their permissions, those of the specification marked', () => {
  const rows = textOf('api/operations.md').match(/^\| `.*$/gm) ?? []
  expect(rows.filter((row) => !/`\w+:[\w-]+`|any token|no token/.test(row))).toEqual([])
  expect(rows).toHaveLength(routes.length)
  expect(rows.filter((row) => row.includes('✓'))).toHaveLength(specifiedOperations.length)
})

test('every error code and every environment variable has its row', () => {
  for (const code of Object.keys(errorTable)) expect(textOf('api/errors.md')).toContain(`| \`${code}\` |`)
  expect(configVariables.length).toBeGreaterThan(10)
  for (const { name } of configVariables)
    expect(textOf('operating/configuration.md')).toContain(`| \`${name}\` |`)
})

test('contributing/README.md shows every folder of the source once, each above those that it may import from', () => {
  const shown = [...textOf('contributing/README.md').matchAll(/^[├└]── (\S+) /gm)].map(([, name]) => name)
  expect(shown).toEqual(['main.ts', 'packaging', ...rooms.toReversed(), 'docs'])
})

test('the README has fewer than 200 lines', () => {
  expect(documentationPages()[0]?.text.split('\n').length).toBeLessThan(200)
})
