import type { IncomingMessage } from 'node:http'
import { trustOf } from './trusted-proxies.ts'

/** The address that a client asked for, as far as the request tells. */
export interface AskedAddress {
  /** The host, with its port if it has one; empty if the request names none. */
  readonly host: string
  /** The path with the query, or an absolute URL. */
  readonly target: string
}

type Request = Pick<IncomingMessage, 'headers' | 'socket' | 'url'>

/** Paths of ordinary segments, so that a header can lead to no other host. */
const prefixForm = /^(?:\/[\w.~!$&'()*+,;=:@%-]+){1,20}\/?$/
const maximumPrefix = 512

/**
 * Creates the function that returns the address that a client asked for. The `X-Forwarded-Host` and the
 * `X-Forwarded-Prefix` of a trusted proxy, which names the part of the path that it has taken off, count; those of anybody
 * else do not.
 */
export function askedAddressReader(trustedProxies: readonly string[]): (request: Request) => AskedAddress {
  const isTrusted = trustOf(trustedProxies)
  return ({ headers, socket, url = '/' }) => {
    const { host = '' } = headers
    const forwardedHost = headers['x-forwarded-host']
    const prefix = headers['x-forwarded-prefix']
    if ((forwardedHost ?? prefix) === undefined || !isTrusted(socket.remoteAddress ?? ''))
      return { host, target: url }
    return { host: firstOf(forwardedHost) ?? host, target: pathBefore(firstOf(prefix)) + url }
  }
}

/** Returns the first of several values: that of the proxy which the client asked. */
const firstOf = (header: string | string[] | undefined): string | undefined =>
  header === undefined ? undefined : String(header).split(',')[0]?.trim() || undefined

const pathBefore = (prefix: string | undefined): string =>
  prefix !== undefined && prefix.length <= maximumPrefix && prefixForm.test(prefix)
    ? prefix.replace(/\/$/, '')
    : ''
