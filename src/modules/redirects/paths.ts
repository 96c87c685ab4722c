const unreserved = /[A-Za-z0-9\-._~]/

/** Encodes all that is not unreserved, so that there is one way to write a path. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** The path of segments, empty where there are none. */
export const pathOf = (segments: readonly string[]): string =>
  segments.map((segment) => `/${encoded(segment)}`).join('')

/**
 * The one way to write a path: no slash at the end, nothing encoded that needs not be, and all that must be. A path
 * that is not encoded at all may be given too.
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
