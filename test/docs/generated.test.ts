import { expect, test } from 'vitest'
import { generatedParts, withGeneratedParts } from '../../src/cli/generated-docs.ts'
import { routes } from '../../src/composition/routes.ts'
import { configVariables } from '../../src/config.ts'
import { errorTable } from '../../src/errors.ts'
import { specifiedOperations } from '../support/specified-operations.ts'
import { documentationPages } from './pages.ts'

const textOf = (page: string) =>
  documentationPages().find(({ path }) => path === `src/docs/${page}`)?.text as string

test.each([...new Set(generatedParts.map(({ page }) => page))])('%s is as the source says', (page) => {
  expect(withGeneratedParts(page, textOf(page))).toBe(textOf(page))
})

test('the operations are all rows of the REST table, those of the specification marked', () => {
  const rows = textOf('api/operations.md').match(/^\| `.*$/gm) ?? []
  expect(rows).toHaveLength(routes.length)
  expect(rows.filter((row) => row.includes('✓'))).toHaveLength(specifiedOperations.length)
})

test('every error code and every environment variable has its row', () => {
  for (const code of Object.keys(errorTable)) expect(textOf('api/errors.md')).toContain(`| \`${code}\` |`)
  expect(configVariables.length).toBeGreaterThan(10)
  for (const { name } of configVariables)
    expect(textOf('operating/configuration.md')).toContain(`| \`${name}\` |`)
})
