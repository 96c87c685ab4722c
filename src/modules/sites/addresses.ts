import type { Config } from '../../config.ts'
import type { Site, SiteSection } from '../../generated/prisma/client.ts'

/** The columns of a site that determine its addresses. */
export const siteAddress = ['id', 'organizationId', 'hostname', 'basename', 'proxy', 'published'] as const

export type AddressedSite = Pick<Site, (typeof siteAddress)[number]>

export const siteLocation = (config: Config, site: Pick<Site, 'id' | 'organizationId'>): string =>
  `${config.baseUrl}/v1/orgs/${site.organizationId}/sites/${site.id}`

/** Returns the URL at which this server serves the site: at its host name, or below the base URL. */
export const ownAddress = (config: Config, site: AddressedSite): string =>
  site.hostname === null
    ? `${config.baseUrl}/sites/${site.organizationId}/${encodeURIComponent(site.basename ?? site.id)}`
    : `https://${site.hostname}`

/** Returns the URL for visitors: that of the proxy, if the site has one, or null while the site is not published. */
export function publishedAddress(config: Config, site: AddressedSite): string | null {
  if (!site.published) return null
  return site.proxy === null ? ownAddress(config, site) : `https://${site.proxy}`
}

/** Returns the URL of a part of a site below the URL of its parent. A default part has the same URL as its parent. */
export const addressBelow = (
  address: string | null,
  part: Pick<SiteSection, 'path' | 'isDefault'> | null,
): string | null =>
  address === null || part === null || part.isDefault
    ? address
    : `${address}/${encodeURIComponent(part.path)}`
