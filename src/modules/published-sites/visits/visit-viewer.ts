import type { SiteVisit, Viewer } from '../../../access/viewer.ts'
import { readSiteGrant } from '../../visitors/site-grants.ts'
import { admit, type Scope } from './admission.ts'
import { visibleStructure } from './visible-structure.ts'

/**
 * The visitor of a site as a viewer, by a token that the resolution of an address gave: a guest who may read the
 * site and the spaces that it shows them. What they came with is checked anew, so that a link that was switched off
 * or a key that was replaced ends their visit. Null for a token that is not accepted.
 */
export async function viewerOfVisit(scope: Scope, token: string): Promise<Viewer | null> {
  const grant = await readSiteGrant(scope.database, token)
  const site = grant && (await scope.database.prisma.site.findUnique({ where: { id: grant.siteId } }))
  const visitor = site && (await admit(scope, site, grant))
  if (!visitor) return null
  const { siteSpaces } = await visibleStructure(scope.database, site, visitor)
  const visit: SiteVisit = { siteId: site.id, claims: visitor.claims }
  return {
    userId: '',
    tokenId: null,
    scopes: ['read'],
    memberships: new Map([[site.organizationId, null]]),
    teams: new Map(),
    grants: {
      spaces: new Map(siteSpaces.map(({ spaceId }) => [spaceId, 'READ'])),
      collections: new Map(),
      sites: new Map([[site.id, 'READ']]),
    },
    visit,
  }
}
