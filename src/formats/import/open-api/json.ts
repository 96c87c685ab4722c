/** An object of a document that is not validated. */
export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value, or an empty object if it is not an object. */
export const membersOf = (value: unknown): Members => (isMembers(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? `${value}`
      : ''

export const textsOf = (value: unknown): string[] =>
  listOf(value)
    .map(textOf)
    .filter((text) => text !== '')

/** Returns an own member of an object, so that names such as `constructor` are not inherited. */
export const memberOf = (value: unknown, name: string): unknown =>
  isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined

const smallNodes = 2000
const smallText = 20_000

/** Returns whether a value is small enough to be written out. Stops early for large values. */
export function isSmall(value: unknown): boolean {
  const pending = [value]
  let nodes = 0
  let characters = 0
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next === 'string') characters += next.length
    else if (Array.isArray(next)) {
      if (next.length > smallNodes) return false
      pending.push(...next)
    } else if (isMembers(next)) {
      const keys = Object.keys(next)
      if (keys.length > smallNodes) return false
      for (const key of keys) pending.push(key, next[key])
    }
    if (++nodes > smallNodes || characters > smallText) return false
  }
  return true
}

/** Formats a value for one line. Text stays as it is, other values become JSON; both are truncated. */
export function asText(value: unknown, length = 200): string {
  const text = typeof value === 'string' ? value : isSmall(value) ? (JSON.stringify(value) ?? '') : '…'
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text || '""'
}
