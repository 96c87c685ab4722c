import { visitOf } from '../../../access/viewer.ts'
import { notFound } from '../../../base/errors.ts'
import type { Site, Space } from '../../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../../request/context.ts'
import { shownSiteSpaces } from '../../site-spaces/policy.ts'
import { loadSite, type SiteAddress } from '../../sites/service.ts'
import type { Visitor } from '../../visitors/visitor.ts'
import { admit, readsOfDatabase } from '../visits/admission.ts'
import { readStructure, type VisibleStructure, visibleStructure } from '../visits/visible-structure.ts'

/** A site as a visitor sees it. */
export interface PublishedSite {
  readonly site: Site
  readonly structure: VisibleStructure<Space>
  readonly visitor: Visitor
}

export interface PublishedSiteAddress extends SiteAddress {
  readonly shareKey?: string | null
  readonly visitorAuthToken?: string | null
}

/**
 * Reads a published site as a visitor with these credentials. Throws NOT_FOUND if the visitor is not admitted. The
 * viewer must be able to read the site, and gets only the spaces that they may read in the workspace. For a viewer
 * with the token of a visit, the credentials are those of the visit.
 */
export async function readPublishedSite(
  context: Context,
  address: PublishedSiteAddress,
): Promise<PublishedSite> {
  const site = await loadSite(context, address.siteId, address.organizationId)
  const visitor = await visitorOf(context, site, address)
  if (!visitor) {
    if (address.shareKey != null) context.countGuess?.()
    throw notFound()
  }
  const shown = shownSiteSpaces(viewerOf(context))
  const structure = visibleStructure(await readStructure(context.database, site, shown), visitor)
  return { site, structure, visitor }
}

async function visitorOf(
  context: Context,
  site: Site,
  { shareKey, visitorAuthToken }: PublishedSiteAddress,
): Promise<Visitor | null> {
  const visit = visitOf(viewerOf(context))
  if (visit?.siteId === site.id) return { claims: visit.claims }
  const credentials = {
    ...(shareKey != null && { shareKey }),
    ...(visitorAuthToken != null && { visitorToken: visitorAuthToken }),
  }
  return admit(context.config, site, credentials, readsOfDatabase(context.database, site))
}
