import type { IncomingMessage } from 'node:http'
import type { Config } from '../base/config.ts'
import { readCookie, serializeCookie } from '../http/cookies.ts'

export const sessionCookieName = 'lectern_session'

type BaseAddress = Pick<Config, 'baseUrl'>

/**
 * Returns the token of the browser session, or null. Browsers send cookies with requests from any page, so the cookie
 * is accepted only for same-origin requests, and for reads without a foreign `Origin` header: a page of another
 * origin that could read the response always sends that header.
 */
export function sessionToken(
  request: Pick<IncomingMessage, 'headers' | 'method'>,
  base: BaseAddress,
): string | null {
  const token = readCookie(request, sessionCookieName)
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

/** Returns whether the public URL uses HTTPS, so that cookies can have the attribute `Secure`. */
export const isHttps = ({ baseUrl }: BaseAddress): boolean => baseUrl.startsWith('https:')

/** Returns the value of `Set-Cookie` for the token of a session. */
export const sessionCookie = (base: BaseAddress, token: string, seconds: number): string =>
  serializeCookie(sessionCookieName, token, {
    path: '/',
    sameSite: 'Lax',
    secure: isHttps(base),
    maxAge: seconds,
  })
