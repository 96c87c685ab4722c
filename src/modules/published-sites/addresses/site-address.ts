import type { Config } from '../../../config.ts'
import type { Database } from '../../../database/client.ts'
import type { Prisma, Site } from '../../../generated/prisma/client.ts'

/** The site that an address belongs to. */
export interface SiteAt {
  readonly site: Site
  /** What the path of the site begins with in this address, without a slash at the end; may be empty. */
  readonly basePath: string
  /** What follows in the path, decoded. */
  readonly segments: readonly string[]
}

/** Paths of other domains have no more segments than a proxy origin of its greatest length. */
const maximumProxySegments = 10

/**
 * Finds the site of an address: below this server's own address, at a host name of the site, below the host name of
 * its organization, or behind another domain that forwards to it. Says nothing about who may read it.
 */
export async function findSiteAt(
  scope: { readonly config: Pick<Config, 'baseUrl'>; readonly database: Pick<Database, 'prisma'> },
  url: URL,
): Promise<SiteAt | null> {
  const segments = segmentsOf(url.pathname)
  if (!segments) return null
  const base = new URL(scope.config.baseUrl)
  if (url.host !== base.host) return findAtHost(scope.database, url.hostname, segments)
  const own = segmentsOf(base.pathname) ?? []
  const [room, organization, name, ...rest] = segments.slice(own.length)
  if (room !== 'sites' || !organization || !name) return null
  const site = await findSite(scope.database, {
    organization: { OR: [{ id: organization }, { hostname: organization }] },
    OR: [{ id: name }, { basename: name }],
  })
  return site && located(site, segments, rest.length)
}

/** Null for a path that is not properly encoded. */
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
): Promise<SiteAt | null> {
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
): Promise<SiteAt | null> {
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

function located(site: Site, segments: readonly string[], left: number): SiteAt {
  const split = segments.length - left
  const basePath = segments.slice(0, split).map((segment) => `/${encodeURIComponent(segment)}`)
  return { site, basePath: basePath.join(''), segments: segments.slice(split) }
}
