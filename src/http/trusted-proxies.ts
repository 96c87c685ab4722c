import ipaddr from 'ipaddr.js'

type Range = ReturnType<typeof ipaddr.parseCIDR>

const rangeOf = (entry: string): Range => {
  if (entry.includes('/')) return ipaddr.parseCIDR(entry)
  const address = ipaddr.parse(entry)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Returns the function that tells whether an address is one of these addresses and CIDR ranges. */
export function trustOf(trustedProxies: readonly string[]): (address: string) => boolean {
  const ranges = trustedProxies.map(rangeOf)
  return (address) => {
    if (ranges.length === 0 || !ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range))
  }
}
