/** The values of `target_session_attrs` for servers that accept writes. */
const writable: readonly (string | null)[] = ['read-write', 'primary']

/** Returns the URL of each server that a URL of a database names: `postgres://user@one:5432,two:5432/database` names two. */
export function urlsOfServers(url: string): readonly string[] {
  const parts = /^([a-z]+:\/\/)([^/?#]*@)?([^/?#@]*)(.*)$/is.exec(url)
  if (!parts) return [url]
  const [, scheme, user = '', hosts = '', rest] = parts
  return hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`)
}

/** Returns whether URLs of one server each are equal but for the host. */
export const haveOneAccount = (urls: readonly string[]): boolean =>
  new Set(urls.map((url) => withHost(url, 'any'))).size < 2

/** Returns the URL that names the servers of URLs which are equal but for the host. */
export const urlOfAll = (urls: readonly string[]): string =>
  withHost(urls[0] as string, urls.map((url) => new URL(url).host).join(','))

const withHost = (url: string, host: string): string =>
  url.replace(/^([a-z]+:\/\/(?:[^/?#]*@)?)[^/?#@]*/i, `$1${host}`)

const attributesOf = (url: string): string | null =>
  URL.parse(urlsOfServers(url)[0] as string)?.searchParams.get('target_session_attrs') ?? null

/** Returns whether a URL leads to the server that accepts writes, of those that it names. */
export const leadsToWritable = (url: string): boolean => writable.includes(attributesOf(url))

/** Returns whether a URL says which of its servers is meant, and means one that accepts writes. */
export const canAcceptWrites = (url: string): boolean =>
  leadsToWritable(url) || (urlsOfServers(url).length === 1 && [null, 'any'].includes(attributesOf(url)))

/** The values of `sslmode` that the driver takes for `verify-full`, and warns of at length. */
const takenForFull = /([?&]sslmode=)(allow|prefer|require|verify-ca)(?=[&#]|$)/

/** Returns the `sslmode` of a URL that has the meaning of `verify-full`; undefined if it says what it means. */
export const vagueSslMode = (url: string): string | undefined =>
  /[?&]uselibpqcompat=true(?=[&#]|$)/.test(url) ? undefined : takenForFull.exec(url)?.[2]

/** Returns a URL for the driver, with the `sslmode` that is meant. */
export const urlForDriver = (url: string): string =>
  vagueSslMode(url) === undefined ? url : url.replace(takenForFull, '$1verify-full')
