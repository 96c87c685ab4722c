import type { Config } from '../../base/config.ts'
import { type AddressedSite, ownAddress, publishedAddress } from '../sites/addresses.ts'
import { normalizedPath } from './paths.ts'

/** Returns the URL of a site for visitors, or at this server while the site is not published. */
export const addressOfSite = (config: Config, site: AddressedSite): string =>
  publishedAddress(config, site) ?? ownAddress(config, site)

/** Returns the path on a site that an address leads to, or null for an address elsewhere. */
export function pathOnSite(config: Config, site: AddressedSite, address: string): string | null {
  const { origin, pathname } = new URL(address)
  for (const base of [addressOfSite(config, site), ownAddress(config, site)]) {
    const { origin: ownOrigin, pathname: ownPath } = new URL(base)
    const prefix = ownPath.replace(/\/$/, '')
    if (origin === ownOrigin && `${pathname}/`.startsWith(`${prefix}/`))
      return normalizedPath(pathname.slice(prefix.length))
  }
  return null
}
