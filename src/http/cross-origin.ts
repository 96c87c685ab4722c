/**
 * Headers with which pages of any origin may read responses. They call with a bearer token, which they must already
 * know: cookies are never sent along, because the headers do not allow credentials.
 */
export const crossOriginHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Idempotency-Replayed, Location, Preference-Applied, RateLimit-Limit, RateLimit-Policy, RateLimit-Remaining, RateLimit-Reset, Retry-After, Warning, X-Cost, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  'X-Content-Type-Options': 'nosniff',
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
