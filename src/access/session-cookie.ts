import type { IncomingMessage } from 'node:http'
import type { Config } from '../base/config.ts'
import { readCookie, serializeCookie } from '../http/cookies.ts'
import { isTrustedOrigin, type TrustingConfig } from '../http/cross-origin.ts'
import { hashToken } from './tokens.ts'

type BaseAddress = Pick<Config, 'baseUrl'>

/**
 * Returns the name of the cookie of a session. Browsers take one with the prefix only from this host itself and over https, so
 * that no other host of the domain can set it; without https they drop it.
 */
export const sessionCookieName = (base: BaseAddress): string => (isHttps(base) ? '__Host-lectern' : 'lectern')

/** Returns the hash of the token of the browser session wherever the request comes from, or null: to end the session. */
export function sentSessionHash(request: Pick<IncomingMessage, 'headers'>, base: BaseAddress): string | null {
  const token = readCookie(request, sessionCookieName(base))
  return token ? hashToken(token) : null
}

/** Returns the token of the browser session, or null if there is none or it does not count. */
export const sessionToken = (
  request: Pick<IncomingMessage, 'headers' | 'method'>,
  config: TrustingConfig,
): string | null =>
  cookieCounts(request, config) ? readCookie(request, sessionCookieName(config)) || null : null

/**
 * Returns whether the cookie of a request counts: browsers send it with requests from any page. A write must come from a
 * page of this server or of an allowed origin; a read may also have no `Origin`, which browsers send wherever a page of
 * another origin could read the response.
 */
function cookieCounts(request: Pick<IncomingMessage, 'headers' | 'method'>, config: TrustingConfig): boolean {
  const { origin } = request.headers
  if (origin !== undefined) return isTrustedOrigin(origin, config)
  return request.method === 'GET' || request.method === 'HEAD' || isSameOrigin(request, config)
}

/**
 * Returns whether the browser marked the request as coming from a page of this server. An `Origin` decides alone, so that
 * no other header makes up for a foreign one.
 */
export const isSameOrigin = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  { baseUrl }: BaseAddress,
): boolean =>
  headers.origin === undefined
    ? headers['sec-fetch-site'] === 'same-origin'
    : headers.origin === new URL(baseUrl).origin

/** Returns whether the public URL uses HTTPS, so that cookies can have the attribute `Secure`. */
export const isHttps = ({ baseUrl }: BaseAddress): boolean => baseUrl.startsWith('https:')

/** Returns the value of `Set-Cookie` for the token of a new session. */
export const sessionCookie = (config: Pick<Config, 'baseUrl' | 'sessionHours'>, token: string): string =>
  setSessionCookie(config, token, config.sessionHours * 3600)

/** Returns the value of `Set-Cookie` that takes the session from the browser. */
export const noSessionCookie = (base: BaseAddress): string => setSessionCookie(base, '', 0)

const setSessionCookie = (base: BaseAddress, token: string, maxAge: number): string =>
  serializeCookie(sessionCookieName(base), token, {
    path: '/',
    sameSite: 'Lax',
    secure: isHttps(base),
    maxAge,
  })
