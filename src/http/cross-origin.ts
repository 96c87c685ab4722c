import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../base/config.ts'

/** The configuration that says which origins may send credentials. */
export type TrustingConfig = Pick<Config, 'baseUrl' | 'allowedOrigins'>

/** Returns whether pages of an origin may send credentials: those of this server, and of `ALLOWED_ORIGINS`. */
export const isTrustedOrigin = (origin: string, { baseUrl, allowedOrigins }: TrustingConfig): boolean =>
  origin === new URL(baseUrl).origin || allowedOrigins.includes(origin)

/**
 * Headers with which pages of any origin may read responses. They call with a bearer token, which they must already
 * know: cookies are never sent along, because the headers do not allow credentials.
 */
export const crossOriginHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Idempotency-Replayed, Lectern-Position, Location, Preference-Applied, RateLimit-Limit, RateLimit-Policy, RateLimit-Remaining, RateLimit-Reset, Retry-After, Warning, X-Cost, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  'X-Content-Type-Options': 'nosniff',
}

/**
 * Sets the headers with which pages of other origins may read the response, whatever it becomes: with credentials for a
 * trusted origin, and without for any other. Caches keep the two apart.
 */
export function allowCrossOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  response: ServerResponse,
  config: TrustingConfig,
): void {
  for (const [name, value] of Object.entries(crossOriginHeaders)) response.setHeader(name, value)
  const { origin } = headers
  const isTrusted = origin !== undefined && isTrustedOrigin(origin, config)
  if (isTrusted || config.allowedOrigins.length > 0) response.setHeader('Vary', 'Origin')
  if (!isTrusted) return
  response.setHeader('Access-Control-Allow-Origin', origin)
  response.setHeader('Access-Control-Allow-Credentials', 'true')
}

/** Returns the headers that answer a browser which asks whether a page of another origin may send a request. */
export const preflightHeaders = (
  methods: string,
  requestHeaders: readonly string[],
): Record<string, string> => ({
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers': requestHeaders.join(', '),
  'Access-Control-Max-Age': '86400',
})
