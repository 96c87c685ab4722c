import { notFound } from '../../../errors.ts'
import { type Context, viewerOf } from '../../../graphql/context.ts'
import { readableSites } from '../../sites/policy.ts'

/** The target of a host name or subdomain. */
export interface HostnameTarget {
  readonly name: string
  readonly organizationId: string
  /** Null if the name belongs to an organization. */
  readonly siteId: string | null
  /** Content is published at the name. */
  readonly isActive: boolean
}

/** Returns the organization with this host name, for its members. Throws NOT_FOUND otherwise. */
export async function loadSubdomain(context: Context, subdomain: string): Promise<HostnameTarget> {
  const organization = await context.database.prisma.organization.findFirst({
    where: { hostname: subdomain, id: { in: [...viewerOf(context).memberships.keys()] } },
    select: { id: true },
  })
  if (!organization) throw notFound()
  return { name: subdomain, organizationId: organization.id, siteId: null, isActive: true }
}

/**
 * Returns the site or organization with this custom host name, for viewers who may read it. Throws NOT_FOUND
 * otherwise.
 */
export async function loadCustomHostname(context: Context, hostname: string): Promise<HostnameTarget> {
  const viewer = viewerOf(context)
  const { prisma } = context.database
  const site = await prisma.site.findFirst({
    where: { AND: [{ hostname }, readableSites(viewer)] },
    orderBy: [{ hostnameProven: 'desc' }, { id: 'asc' }],
  })
  if (site)
    return {
      name: hostname,
      organizationId: site.organizationId,
      siteId: site.id,
      isActive: site.published && site.hostnameProven,
    }
  const organization = await prisma.organization.findFirst({
    where: { customHostname: hostname, id: { in: [...viewer.memberships.keys()] } },
    select: { id: true, sites: { where: { published: true }, take: 1, select: { id: true } } },
  })
  if (!organization) throw notFound()
  const { id, sites } = organization
  return { name: hostname, organizationId: id, siteId: null, isActive: sites.length > 0 }
}
