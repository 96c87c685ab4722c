import type { IncomingMessage } from 'node:http'

/**
 * Parses the `Cookie` header into names and values, in the order in which they were sent and without decoding. The
 * same name may come more than once: a browser sends the cookie with the longest path first. Pairs without `=` and
 * names with white space are left out.
 */
export function parseCookies({
  headers,
}: Pick<IncomingMessage, 'headers'>): (readonly [name: string, value: string])[] {
  return (headers.cookie ?? '').split(';').flatMap((pair) => {
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(equals, 0)).trim()
    return name === '' || /\s/.test(name) ? [] : [[name, pair.slice(equals + 1).trim()] as const]
  })
}

/** Returns the first value of a cookie, as it was sent, or null. */
export function readCookie(request: Pick<IncomingMessage, 'headers'>, name: string): string | null {
  return parseCookies(request).find(([each]) => each === name)?.[1] ?? null
}

export interface CookieAttributes {
  readonly path: string
  readonly sameSite: 'Lax' | 'None'
  readonly secure: boolean
  /** In seconds; without it the cookie lasts as long as the browser runs. */
  readonly maxAge?: number
}

/** Returns the value of `Set-Cookie` for a cookie that scripts cannot read. The value must be encoded already. */
export function serializeCookie(
  name: string,
  value: string,
  { path, sameSite, secure, maxAge }: CookieAttributes,
): string {
  const attributes = [
    `Path=${path}`,
    'HttpOnly',
    ...(secure ? ['Secure'] : []),
    `SameSite=${sameSite}`,
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ]
  return [`${name}=${value}`, ...attributes].join('; ')
}
