import type { IncomingMessage } from 'node:http'
import type { Config } from '../config.ts'

export const sessionCookieName = 'lectern_session'

type BaseAddress = Pick<Config, 'baseUrl'>

/** The value of a cookie of the request, or null. */
export function cookieOf({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, ...value] = pair.split('=')
    if (key?.trim() === name) return value.join('=').trim()
  }
  return null
}

/**
 * The token of a session in a browser. A browser sends cookies along whoever asked it to, so the cookie counts only
 * where the request is known to come from this server's own pages, or where it changes nothing and its answer stays
 * with the reader: a page of another origin that would read the answer is named in `Origin`.
 */
export function sessionToken(
  request: Pick<IncomingMessage, 'headers' | 'method'>,
  base: BaseAddress,
): string | null {
  const token = cookieOf(request, sessionCookieName)
  if (!token) return null
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const foreign = request.headers.origin !== undefined && !hasOwnOrigin(request, base)
  return !foreign && (reads || isSameOrigin(request, base)) ? token : null
}

/** Whether the browser tells that the request comes from a page of this server. */
export const isSameOrigin = (request: Pick<IncomingMessage, 'headers'>, base: BaseAddress): boolean =>
  request.headers['sec-fetch-site'] === 'same-origin' || hasOwnOrigin(request, base)

const hasOwnOrigin = ({ headers }: Pick<IncomingMessage, 'headers'>, { baseUrl }: BaseAddress): boolean =>
  headers.origin === new URL(baseUrl).origin
