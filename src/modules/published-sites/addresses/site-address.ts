import type { Config } from '../../../config.ts'
import type { Database } from '../../../database/client.ts'
import type { Prisma, Site } from '../../../generated/prisma/client.ts'

/** The site at a URL. */
export interface SiteAtUrl {
  readonly site: Site
  /** Path of the site in the URL, without a trailing slash; may be empty. */
  readonly basePath: string
  /** Decoded path segments below the site. */
  readonly segments: readonly string[]
}

/** Maximum path segments of a proxy origin. */
const maximumProxySegments = 10

/**
 * Finds the site at a URL: below the base URL of this server, at a host name of the site, below the host name of its
 * organization, or behind a proxy on another domain. Does not check who may read the site.
 */
export async function findSiteAtUrl(
  services: { readonly config: Pick<Config, 'baseUrl'>; readonly database: Pick<Database, 'prisma'> },
  url: URL,
): Promise<SiteAtUrl | null> {
  const segments = segmentsOf(url.pathname)
  if (!segments) return null
  const base = new URL(services.config.baseUrl)
  if (url.host !== base.host) return findAtHost(services.database, url.hostname, segments)
  const own = segmentsOf(base.pathname) ?? []
  const [room, organization, name, ...rest] = segments.slice(own.length)
  if (room !== 'sites' || !organization || !name) return null
  const site = await findSite(services.database, {
    organization: { OR: [{ id: organization }, { hostname: organization }] },
    OR: [{ id: name }, { basename: name }],
  })
  return site && located(site, segments, rest.length)
}

/** Returns null for a path with invalid percent-encoding. */
function segmentsOf(path: string): string[] | null {
  try {
    const segments = path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent)
    return segments.some((segment) => segment.includes('\0') || !segment.isWellFormed()) ? null : segments
  } catch {
    return null
  }
}

async function findAtHost(
  database: Pick<Database, 'prisma'>,
  hostname: string,
  segments: readonly string[],
): Promise<SiteAtUrl | null> {
  const own = await findSite(database, { hostname })
  if (own) return located(own, segments, segments.length)
  const [first, ...rest] = segments
  if (first === undefined) return null
  const ofOrganization = await findSite(database, {
    organization: { customHostname: hostname },
    OR: [{ id: first }, { basename: first }],
  })
  if (ofOrganization) return located(ofOrganization, segments, rest.length)
  return findBehindProxy(database, hostname, segments)
}

async function findBehindProxy(
  database: Pick<Database, 'prisma'>,
  hostname: string,
  segments: readonly string[],
): Promise<SiteAtUrl | null> {
  const prefixes = segments
    .slice(0, maximumProxySegments)
    .map((_, index) => [hostname, ...segments.slice(0, index + 1)].join('/'))
  const sites = await database.prisma.site.findMany({
    where: { proxy: { in: prefixes } },
    orderBy: [{ published: 'desc' }, { id: 'asc' }],
  })
  const length = (site: Site) => (site.proxy as string).split('/').length - 1
  const [site] = sites.sort((one, other) => length(other) - length(one))
  return site ? located(site, segments, segments.length - length(site)) : null
}

const findSite = ({ prisma }: Pick<Database, 'prisma'>, where: Prisma.SiteWhereInput) =>
  prisma.site.findFirst({ where, orderBy: [{ published: 'desc' }, { id: 'asc' }] })

function located(site: Site, segments: readonly string[], left: number): SiteAtUrl {
  const split = segments.length - left
  const basePath = segments.slice(0, split).map((segment) => `/${encodeURIComponent(segment)}`)
  return { site, basePath: basePath.join(''), segments: segments.slice(split) }
}
