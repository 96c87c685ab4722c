import type { Config } from '../../config.ts'
import type { Site, SiteSection } from '../../generated/prisma/client.ts'

export const siteLocation = (config: Config, site: Pick<Site, 'id' | 'organizationId'>): string =>
  `${config.baseUrl}/v1/orgs/${site.organizationId}/sites/${site.id}`

/** Where the site itself is served: on its own host, or below this server's address. */
export const ownAddress = (config: Config, site: Site): string =>
  site.hostname === null
    ? `${config.baseUrl}/sites/${site.organizationId}/${encodeURIComponent(site.basename ?? site.id)}`
    : `https://${site.hostname}`

/** Where visitors find the site: behind its proxy, if it has one. Null while it is not published. */
export function publishedAddress(config: Config, site: Site): string | null {
  if (!site.published) return null
  return site.proxy === null ? ownAddress(config, site) : `https://${site.proxy}`
}

/** The address of a part of a site, below the address of what it is in, or the same for what is shown first there. */
export const addressBelow = (
  address: string | null,
  part: Pick<SiteSection, 'path' | 'isDefault'> | null,
): string | null =>
  address === null || part === null || part.isDefault
    ? address
    : `${address}/${encodeURIComponent(part.path)}`
