import { visibleOrganizations } from '../../../access/viewer.ts'
import { notFound } from '../../../base/errors.ts'
import type { Site } from '../../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../../request/context.ts'
import { readableSites } from '../../sites/policy.ts'
import { type SiteAddress, updateSite } from '../../sites/service.ts'

/** The target of a host name or subdomain. */
export interface HostnameTarget {
  readonly name: string
  readonly organizationId: string
  /** Null if the name belongs to an organization. */
  readonly siteId: string | null
  /** Content is published at the name. */
  readonly isActive: boolean
  /** The organization has proven that the name is its own. */
  readonly isProven: boolean
}

/** Returns the organization with this host name, for its members. Throws NOT_FOUND otherwise. */
export async function loadSubdomain(context: Context, subdomain: string): Promise<HostnameTarget> {
  const organization = await context.database.prisma.organization.findFirst({
    where: { hostname: subdomain, id: { in: visibleOrganizations(viewerOf(context)) } },
    select: { id: true },
  })
  if (!organization) throw notFound()
  return { name: subdomain, organizationId: organization.id, siteId: null, isActive: true, isProven: true }
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
      isProven: site.hostnameProven,
    }
  const organization = await prisma.organization.findFirst({
    where: { customHostname: hostname, id: { in: visibleOrganizations(viewer) } },
    select: { id: true, sites: { where: { published: true }, take: 1, select: { id: true } } },
  })
  if (!organization) throw notFound()
  const { id, sites } = organization
  return { name: hostname, organizationId: id, siteId: null, isActive: sites.length > 0, isProven: true }
}

/** Looks up again whether the organization has proven the host name of a site, unless it has. */
export async function revalidateCustomHostname(context: Context, hostname: string): Promise<HostnameTarget> {
  const address = await siteWithHostname(context, hostname)
  await updateSite(context, address, { hostname })
  return loadCustomHostname(context, hostname)
}

/** Takes a host name from the site that has it. The site stays at its address without the name. */
export async function removeCustomHostname(context: Context, hostname: string): Promise<Site> {
  const address = await siteWithHostname(context, hostname)
  return updateSite(context, address, { hostname: null })
}

/** Returns the site with a host name. Throws NOT_FOUND without one: that of an organization is its operator's. */
async function siteWithHostname(context: Context, hostname: string): Promise<SiteAddress> {
  const { siteId, organizationId } = await loadCustomHostname(context, hostname)
  if (siteId === null) throw notFound()
  return { siteId, organizationId }
}
