import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode, errorTable } from '../../src/errors.ts'

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
