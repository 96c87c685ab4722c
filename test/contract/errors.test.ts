import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { reasonTable } from '../../src/base/error-reasons.ts'
import {
  AppError,
  conflict,
  type ErrorCode,
  errorTable,
  type Reason,
  reasonMessage,
  refusedInput,
} from '../../src/base/errors.ts'

const source = new URL('../../src/', import.meta.url)

const sourceTexts = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('generated/') && path !== 'error-reasons.ts')
  .map((path) => ({ path, text: readFileSync(new URL(path, source), 'utf8') }))

describe('the table of errors', () => {
  test('has a status of its own for every code, and words for those who know neither', () => {
    const rows = Object.entries(errorTable)
    expect(new Set(rows.map(([, { status }]) => status)).size).toBe(rows.length)
    for (const [code, { status, message }] of rows) {
      expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(600)
      expect(message).toMatch(/^[A-Z].+[.>]$/)
    }
  })

  test('gives the message where the thrower has none, and the code to clients of the graph', () => {
    for (const code of Object.keys(errorTable) as ErrorCode[]) {
      const error = new AppError(code)
      expect(error.message).toBe(errorTable[code].message)
      // A status here would become the status of a whole answer of /graphql.
      expect(error.extensions).toEqual({ code })
    }
  })
})

describe('the table of reasons', () => {
  test('has a code, a message and a sentence about what to do for every reason', () => {
    for (const [reason, { code, message, remedy }] of Object.entries(reasonTable)) {
      expect(reason).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
      expect(errorTable).toHaveProperty(code)
      expect(message).not.toBe('')
      expect(remedy, reason).toMatch(/^[A-Z].+\.$/)
    }
  })

  test('has no reason for what is not found, which would tell hidden from missing', () => {
    expect(Object.values(reasonTable).filter(({ code }) => (code as ErrorCode) === 'NOT_FOUND')).toEqual([])
  })

  test.each(Object.keys(reasonTable))('has %s because the source throws it', (reason) => {
    expect(sourceTexts.filter(({ text }) => text.includes(`'${reason}'`)).length).toBeGreaterThan(0)
  })

  test('has the messages of all errors except those of malformed input', () => {
    const stated = sourceTexts.flatMap(({ path, text }) =>
      [...text.matchAll(/new (?:App|Transport)Error\(\s*'(\w+)',\s*['`]/g)].map(([, code]) => ({
        path,
        code,
      })),
    )
    expect(stated.filter(({ code }) => code !== 'BAD_USER_INPUT')).toEqual([])
  })

  test('fills its messages with values, and sends the reason to clients of the graph', () => {
    const error = conflict('TOO_MANY_REDIRECTS', { maximum: 5 })
    expect(error.message).toBe('A site may have at most 5 redirects.')
    expect(error.extensions).toEqual({ code: 'CONFLICT', reason: 'TOO_MANY_REDIRECTS' })
    const refused = refusedInput('into', 'PAGES_TOO_DEEP', { maximum: 3 })
    expect(refused.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      reason: 'PAGES_TOO_DEEP',
      fields: [{ path: 'into', message: 'would nest pages more than 3 levels deep' }],
    })
    const quoted = { space: 'Costs $& {site}', site: 'B' }
    expect(reasonMessage('SPACE_IN_SITE', quoted)).toContain('"Costs $& {site}" is used in the site "B"')
  })

  test('is typed: a reason of another code or without its values does not compile', () => {
    // @ts-expect-error: a reason of 403
    conflict('PERMISSION_REQUIRED', { permission: 'space:edit' })
    // @ts-expect-error: the message has a placeholder
    conflict('TOO_MANY_REDIRECTS')
    // @ts-expect-error: no such reason
    const misspelled: Reason = 'LAST_ADMINS'
    expect(reasonTable).not.toHaveProperty(misspelled)
  })
})
