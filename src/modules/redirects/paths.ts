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

/** Normalizes the source of a redirect, which may end in a wildcard: `/old/*` or `/old*`. */
export function normalizedSource(source: string): string {
  const [wildcard = ''] = /\/?\*$/.exec(source) ?? []
  return normalizedPath(source.slice(0, source.length - wildcard.length)) + wildcard
}

/** Returns a part of a path in the form that it has in sources. */
export const searchedSource = (text: string): string =>
  text
    .split('*')
    .map((part) => part.split('/').map(normalizedPath).join('/'))
    .join('*')

const endsInWildcard = (source: string): boolean => source.endsWith('*')

/**
 * Returns the rest of a path that the wildcard of a source stands for, which is empty if the path is the source. Returns
 * null if they do not match. A rest that leads upwards matches nothing: it would leave the destination.
 */
export function restBehind(source: string, path: string): string | null {
  if (path === source) return ''
  if (!endsInWildcard(source) || !path.startsWith(source.slice(0, -1))) return null
  const rest = path.slice(source.length - 1)
  return rest.split('/').some((segment) => segment === '.' || segment === '..') ? null : rest
}

export const joinedPath = (path: string, rest: string): string =>
  rest === '' ? path : `${path}/${rest.replace(/^\//, '')}`

/** Appends the rest of a path to the path of an address, in front of its query and fragment. Encodes the address. */
export function joinedAddress(address: string, rest: string): string {
  const url = new URL(address)
  if (rest !== '') url.pathname = joinedPath(url.pathname.replace(/\/$/, ''), rest)
  return url.href
}
