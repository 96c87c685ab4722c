import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { trustOf } from '../http/trusted-proxies.ts'

/**
 * Creates the function that returns the address of the client of a request. `X-Forwarded-For` counts only as far as trusted
 * proxies have written it: from its end to the first address that is not one of theirs.
 */
export function clientAddressReader(
  trustedProxies: readonly string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const isTrusted = trustOf(trustedProxies)
  return ({ headers, socket }) => {
    const peer = unmapped(socket.remoteAddress ?? '')
    const forwarded = headers['x-forwarded-for']
    if (forwarded === undefined || !isTrusted(peer)) return peer
    const hops = String(forwarded)
      .split(',')
      .map((hop) => unmapped(hop.trim()))
    const client = hops.findLast((hop) => !isTrusted(hop)) ?? hops[0]
    return client !== undefined && ipaddr.isValid(client) ? client : peer
  }
}

/** Returns the IPv4 address of an IPv6 address that stands for one. */
const unmapped = (address: string): string =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address

/** Returns the addresses that one client may choose from: the network of 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address
  return `${ipaddr.IPv6.parse(address)
    .parts.slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
