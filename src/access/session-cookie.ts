import type { IncomingMessage } from 'node:http'
import type { Config } from '../base/config.ts'
import { readCookie, serializeCookie } from '../http/cookies.ts'
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

/**
 * Returns the token of the browser session, or null. Browsers send cookies with requests from any page, so the cookie
 * is accepted only for same-origin requests, and for reads without a foreign `Origin` header: a page of another
 * origin that could read the response always sends that header.
 */
export function sessionToken(
  request: Pick<IncomingMessage, 'headers' | 'method'>,
  base: BaseAddress,
): string | null {
  const token = readCookie(request, sessionCookieName(base))
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
