import { createHash } from 'node:crypto'
import { graphHost } from '../host.ts'

/** The value of a column by which a list is ordered. */
export type OrderValue = string | number

export type OrderType = 'text' | 'timestamptz' | 'int' | 'bigint'

/** The format of PostgreSQL for timestamps in JSON. `Date` parses other formats too, which PostgreSQL may not. */
const instant = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,6})?[+-](?:0\d|1[0-5]):[0-5]\d$/

function isInstant(value: unknown): boolean {
  const day = typeof value === 'string' ? instant.exec(value)?.[1] : undefined
  if (day === undefined || day < '0001' || Number.isNaN(Date.parse(value as string))) return false
  return new Date(day).toISOString().startsWith(day)
}

const hasType: Record<OrderType, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0'),
  timestamptz: isInstant,
  int: (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  bigint: Number.isSafeInteger,
}

/** Encodes a cursor: the values of the order columns of an item, with a tag of the order. */
export function encodeCursor(order: string, values: readonly OrderValue[]): string {
  return Buffer.from(JSON.stringify([tag(order), ...values])).toString('base64url')
}

/** Decodes the cursor in what a client sent. Throws `invalidCursor` unless encodeCursor created it for the same order. */
export function decodeCursor(
  argument: string,
  order: string,
  types: readonly OrderType[],
  cursor: string,
): OrderValue[] {
  const parsed = parse(graphHost().cursorIn(cursor))
  const valid =
    Array.isArray(parsed) &&
    parsed.length === types.length + 1 &&
    parsed[0] === tag(order) &&
    types.every((type, index) => hasType[type](parsed[index + 1]))
  if (!valid) throw graphHost().errors.invalidCursor(argument)
  return parsed.slice(1)
}

const tags = new Map<string, string>()

function tag(order: string): string {
  let value = tags.get(order)
  if (!value) {
    value = createHash('sha256').update(order).digest('base64url').slice(0, 6)
    tags.set(order, value)
  }
  return value
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
