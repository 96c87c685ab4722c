import type { Config } from '../../base/config.ts'
import type { Site, SiteSection } from '../../generated/prisma/client.ts'

/** The columns of a site that determine its addresses. */
export const siteAddress = [
  'id',
  'organizationId',
  'hostname',
  'hostnameProven',
  'basename',
  'proxy',
  'proxyProven',
  'published',
] as const

export type AddressedSite = Pick<Site, (typeof siteAddress)[number]>

/** Returns the path of the site in the REST API, below /v1. */
export const sitePath = ({ id, organizationId }: Pick<Site, 'id' | 'organizationId'>): string =>
  `/orgs/${organizationId}/sites/${id}`

/** Returns the URL at which this server serves the site: at its host name, if that is proven, or below the base URL. */
export const ownAddress = (config: Config, site: AddressedSite): string =>
  site.hostname === null || !site.hostnameProven
    ? `${config.baseUrl}/sites/${site.organizationId}/${encodeURIComponent(site.basename ?? site.id)}`
    : `https://${site.hostname}`

/** Returns the URL of the site on another domain, or null unless it has a proxy whose host name is proven. */
export const proxyAddress = ({ proxy, proxyProven }: Pick<Site, 'proxy' | 'proxyProven'>): string | null =>
  proxy === null || !proxyProven ? null : `https://${proxy}`

/** Returns the host name of a proxy such as `example.com/docs`. */
export const hostOfProxy = (proxy: string): string => (proxy.split('/')[0] as string).toLowerCase()

/** Returns the URL for visitors: that of the proxy, if the site has one, or null while the site is not published. */
export const publishedAddress = (config: Config, site: AddressedSite): string | null =>
  site.published ? (proxyAddress(site) ?? ownAddress(config, site)) : null

/** Returns the URL of a part of a site below the URL of its parent. A default part has the same URL as its parent. */
export const addressBelow = (
  address: string | null,
  part: Pick<SiteSection, 'path' | 'isDefault'> | null,
): string | null =>
  address === null || part === null || part.isDefault
    ? address
    : `${address}/${encodeURIComponent(part.path)}`
