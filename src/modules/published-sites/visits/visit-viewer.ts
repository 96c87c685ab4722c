import type { SiteVisit, Viewer } from '../../../access/viewer.ts'
import { readSiteGrant } from '../../visitors/site-grants.ts'
import { admit, readsOfDatabase, type Services } from './admission.ts'
import { readStructure, visibleStructure } from './visible-structure.ts'

/**
 * Returns the viewer of a token that the lookup of a URL returned: a guest who may read the site and the spaces
 * visible to the visitor. The credentials are checked again, so that the visit ends when a share link is deactivated
 * or a key is replaced. Returns null for an invalid token.
 */
export async function viewerOfVisit({ config, database }: Services, token: string): Promise<Viewer | null> {
  const grant = await readSiteGrant(database, token)
  const site = grant && (await database.prisma.site.findUnique({ where: { id: grant.siteId } }))
  const visitor = site && (await admit(config, site, grant, readsOfDatabase(database, site)))
  if (!visitor) return null
  const { siteSpaces } = visibleStructure(await readStructure(database, site), visitor)
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
