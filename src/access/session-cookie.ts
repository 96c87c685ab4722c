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
 * Returns the token of the browser session, or null. Browsers send cookies with requests from any page, so the cookie
 * is accepted only for same-origin requests, and for reads without a foreign `Origin` header: a page of another
 * origin that could read the response always sends that header.
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

/** Returns whether the browser marked the request as coming from a page of this server. */
export const isSameOrigin = (request: Pick<IncomingMessage, 'headers'>, base: BaseAddress): boolean =>
  request.headers['sec-fetch-site'] === 'same-origin' || hasOwnOrigin(request, base)

const hasOwnOrigin = ({ headers }: Pick<IncomingMessage, 'headers'>, { baseUrl }: BaseAddress): boolean =>
  headers.origin === new URL(baseUrl).origin
