const unreserved = /[A-Za-z0-9\-._~]/

/** Encodes everything that is not unreserved, so that each path has one form. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Returns the path of segments, empty without segments. */
export const pathOf = (segments: readonly string[]): string =>
  segments.map((segment) => `/${encoded(segment)}`).join('')

/**
 * Normalizes a path: no trailing slash, and exactly the necessary characters percent-encoded. Accepts paths without
 * any encoding.
 */
export function normalizedPath(path: string): string {
  const parts = path.toWellFormed().match(/%[0-9A-Fa-f]{2}|[^%]+|%/g) ?? []
  return parts
    .map((part) => (/^%../.test(part) ? normalizedEscape(part) : part.split('/').map(encoded).join('/')))
    .join('')
    .replace(/\/+$/, '')
}

function normalizedEscape(text: string): string {
  const character = String.fromCharCode(Number.parseInt(text.slice(1), 16))
  return unreserved.test(character) ? character : text.toUpperCase()
}
