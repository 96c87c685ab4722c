import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { lookup as lookupAll } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** Checks a host that is an IP address: such hosts are connected to without a lookup. */
export function checkHost(url: URL, allow: readonly string[]): void {
  const host = hostOf(url)
  if (ipaddr.isValid(host)) checkAddress(host, host, allow)
}

/** The address is in a private or reserved network, and the operator does not allow it. */
export class PrivateAddressError extends Error {}

/** Returns whether a URL names an address in a private network that is not allowed. Those of names are checked when they are connected to. */
export function isPrivateUrl(url: URL, allow: readonly string[]): boolean {
  const host = hostOf(url)
  return ipaddr.isValid(host) && !isAllowed(host, host, allow) && ipaddr.process(host).range() !== 'unicast'
}

function checkAddress(host: string, address: string, allow: readonly string[]): void {
  if (!isAllowed(host, address, allow) && ipaddr.process(address).range() !== 'unicast')
    throw new PrivateAddressError()
}

/** Returns whether the operator allows a host by its name, or by its address. */
const isAllowed = (host: string, address: string, allow: readonly string[]) =>
  allow.some((entry) => entry.toLowerCase() === host.toLowerCase() || matches(entry, ipaddr.process(address)))

/** Returns whether the operator allows the host that a URL names. */
export function isAllowedUrl(url: URL, allow: readonly string[]): boolean {
  const host = hostOf(url)
  return ipaddr.isValid(host) ? isAllowed(host, host, allow) : allow.includes(host.toLowerCase())
}

function matches(entry: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (ipaddr.isValidCIDR(entry)) {
    const [network, bits] = ipaddr.parseCIDR(entry)
    return network.kind() === address.kind() && address.match([network, bits] as [typeof address, number])
  }
  return ipaddr.isValid(entry) && ipaddr.process(entry).toString() === address.toString()
}

/** Checks the addresses that are then connected to: a second lookup could return others (DNS rebinding). */
export function guardedLookup(allow: readonly string[]): LookupFunction {
  return (host, options: LookupOptions, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, [])
      try {
        for (const { address } of addresses) checkAddress(host, address, allow)
      } catch (refused) {
        return callback(refused as Error, [])
      }
      const [first] = addresses
      if (options.all || !first) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}

/**
 * Returns the addresses of the host of a URL, for programs that are told to connect to these and no others. Rejects with
 * PrivateAddressError if one of them is not allowed, and with the error of the lookup if there is none.
 */
export async function allowedAddresses(url: URL, allow: readonly string[]): Promise<string[]> {
  checkHost(url, allow)
  const host = hostOf(url)
  if (ipaddr.isValid(host)) return [host]
  const found = await lookupAll(host, { all: true })
  for (const { address } of found) checkAddress(host, address, allow)
  return found.map(({ address }) => address)
}
