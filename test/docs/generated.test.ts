import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { configVariables } from '../../src/base/config.ts'
import { errorTable } from '../../src/base/errors.ts'
import { generatedParts, withGeneratedParts } from '../../src/cli/generated-docs.ts'
import { routes } from '../../src/server/routes.ts'
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

test('contributing/README.md has a line for every folder of the source', () => {
  const path = 'src/docs/contributing/README.md'
  const text = documentationPages().find((page) => page.path === path)?.text ?? ''
  const folders = readdirSync(new URL('../../src', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'generated')
    .map(({ name }) => name)
  expect(folders.filter((name) => !new RegExp(`^[├└]── ${name} `, 'm').test(text))).toEqual([])
  const shown = [...text.matchAll(/^[├└]── (\S+) /gm)].map(([, name]) => name as string)
  expect(shown.filter((name) => !existsSync(new URL(`../../src/${name}`, import.meta.url)))).toEqual([])
})

test('the README has fewer than 200 lines', () => {
  expect(documentationPages()[0]?.text.split('\n').length).toBeLessThan(200)
})
