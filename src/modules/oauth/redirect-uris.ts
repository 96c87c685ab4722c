import { registrationLimits } from './limits.ts'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Schemes that a browser runs or opens itself, so that they lead to no program. */
const refusedSchemes = new Set([
  'javascript:',
  'data:',
  'file:',
  'blob:',
  'about:',
  'vbscript:',
  'ws:',
  'wss:',
  'ftp:',
])

/**
 * Returns whether a program may ask to be led back to an address: one with https, one of its own machine, or one with a scheme
 * of its own (RFC 8252). Everything else could be read on the way, or would run in the page.
 */
export function isRedirectUri(text: string): boolean {
  const url = URL.parse(text)
  if (!url || text.length > registrationLimits.redirectUriLength || text.includes('#') || /[\s\\]/.test(text))
    return false
  if (url.username !== '' || url.password !== '' || refusedSchemes.has(url.protocol)) return false
  return url.protocol !== 'http:' || loopback.has(url.hostname)
}

/** Returns whether a registered address is the one that is asked for. The port of an address of the own machine is free. */
export function matchesRedirectUri(registered: string, asked: string): boolean {
  if (registered === asked) return true
  const [one, other] = [URL.parse(registered), URL.parse(asked)]
  if (!one || !other || one.protocol !== 'http:' || !loopback.has(one.hostname)) return false
  one.port = other.port
  return one.href === other.href
}
