import { idPattern } from '../../src/base/identifiers.ts'

const ids = new RegExp(`\\b${idPattern}\\b`, 'g')

/**
 * Makes answers of two worlds comparable: what is made anew in each world is replaced by what it is and by the order
 * in which it appears.
 */
export function withPlaceholders(value: unknown): unknown {
  if (value === undefined) return undefined
  const seen = new Map<string, string>()
  const numbered = (kind: string) => (text: string) => {
    const known = seen.get(text)
    if (known) return known
    const made = `<${kind} ${seen.size + 1}>`
    seen.set(text, made)
    return made
  }
  const text = JSON.stringify(sorted(value))
    .replace(ids, numbered('id'))
    .replace(/(?<="key":"|\/uploads\/)[0-9a-f]{48}/g, numbered('id'))
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, numbered('id'))
    .replace(/\binv…[0-9a-z]{4}\b/g, numbered('id'))
    .replace(/(?<="executionId":")[^"]+/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g, '<time>')
    .replace(/(?<=")(?:User|ADMIN|CREATE|REVIEW|EDIT|COMMENT|READ|guest) \d+(?=")/g, numbered('name'))
    .replace(/\bwhsec_[\w+/=]+/g, '<token>')
    .replace(/\b(?:lsg|lectern)_[\w.-]+/g, '<token>')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replace(/\bw-[0-9a-f]{12}\b/g, numbered('name'))
    .replace(/(?<="privateKey":")[\w-]{43}(?=")/g, '<key>')
    .replace(/(?<=\.test\/)[\w-]{32}(?=")/g, '<key>')
    .replace(/(?<=\/invites\/)[\w-]{43}(?=")/g, '<secret>')
    .replace(/(expires|signature)=[\w-]+/g, '$1=<signed>')
    .replace(/"(endCursor|page)":"[\w-]{20,}(\.\d+\.[\w-]{43})?"/g, '"$1":"<cursor>"')
  return JSON.parse(text)
}

/** The order of members is no part of an answer, but ids are numbered by it. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, sorted(member)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
