import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode, errorTable } from '../../src/base/errors.ts'
import { errorsOf, type ReasonTable } from '../../src/base/reasons.ts'
import { reasons } from '../../src/server/reasons.ts'

const source = new URL('../../src/', import.meta.url)

const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('generated/'))
  .map((path) => ({ path, text: readFileSync(new URL(path, source), 'utf8') }))

const declarations = texts.filter(
  ({ path }) => path.endsWith('/reasons.ts') && !/^(base|server)\//.test(path),
)

const sourceTexts = texts.filter((text) => !declarations.includes(text))

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

/** The table of a module that there is not. */
const rooms = {
  ROOM_DARK: { code: 'CONFLICT', message: 'The room is dark.', remedy: 'Switch the light on.' },
  ROOMS_FULL: {
    code: 'CONFLICT',
    message: 'At most {maximum} fit into the room of {owner}.',
    remedy: 'Wait outside.',
  },
  ROOM_LOCKED: { code: 'BAD_USER_INPUT', message: 'is locked for {hours} hours', remedy: 'Ask for the key.' },
  ROOM_BUSY: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The room is taken.',
    remedy: 'Wait outside.',
    retryAfter: 7,
  },
} as const satisfies ReasonTable

const { conflict, refusedInput, serviceUnavailable } = errorsOf(rooms)

describe('the tables of reasons', () => {
  test('has a code, a message and a sentence about what to do for every reason', () => {
    for (const [reason, { code, message, remedy }] of Object.entries(reasons)) {
      expect(reason).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
      expect(errorTable).toHaveProperty(code)
      expect(message).not.toBe('')
      expect(remedy, reason).toMatch(/^[A-Z].+\.$/)
    }
  })

  test('has no reason for what is not found, which would tell hidden from missing', () => {
    expect(Object.values(reasons).filter(({ code }) => (code as ErrorCode) === 'NOT_FOUND')).toEqual([])
  })

  test.each(Object.keys(reasons))('has %s because the source throws it', (reason) => {
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

  test('fills its messages with values, and sends them with the reason to clients of the graph', () => {
    const values = { maximum: 5, owner: 'Costs $& {maximum}' }
    const error = conflict('ROOMS_FULL', values)
    expect(error.message).toBe('At most 5 fit into the room of Costs $& {maximum}.')
    expect(error.extensions).toEqual({ code: 'CONFLICT', reason: 'ROOMS_FULL', values })
    const refused = refusedInput('into', 'ROOM_LOCKED', { hours: 3 })
    expect(refused.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      reason: 'ROOM_LOCKED',
      values: { hours: 3 },
      fields: [{ path: 'into', message: 'is locked for 3 hours', rule: 'ROOM_LOCKED', values: { hours: 3 } }],
    })
    expect(serviceUnavailable('ROOM_BUSY').extensions).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      reason: 'ROOM_BUSY',
      retryAfter: 7,
    })
  })

  test('are typed: a reason of another code or without its values does not compile', () => {
    // @ts-expect-error: a reason of 400
    conflict('ROOM_LOCKED', { hours: 3 })
    // @ts-expect-error: the message has placeholders
    conflict('ROOMS_FULL')
    // @ts-expect-error: no such reason
    expect(() => conflict('ROOM_LIT')).toThrow()
  })

  test('have each name once', () => {
    expect(() => errorsOf({ ROOM_DARK: rooms.ROOM_DARK })).toThrow('ROOM_DARK is declared twice')
  })

  test('are collected of every folder and module that has one', () => {
    const names = declarations.flatMap(({ text }) =>
      [...text.matchAll(/^ {2}([A-Z_]+): \{/gm)].map(([, name]) => name),
    )
    expect(Object.keys(reasons)).toEqual(names.sort())
  })
})
