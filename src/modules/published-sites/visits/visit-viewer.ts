import type { SiteVisit, Viewer } from '../../../access/viewer.ts'
import { usedSpecs } from '../../content/computed/used-specs.ts'
import { isOpenToAll } from '../../sites/policy.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import { readSiteToken } from '../../visitors/site-tokens.ts'
import { readmit, readsOfDatabase, type Services } from './admission.ts'
import { isVisibleTarget, readStructure, visibleStructure } from './visible-structure.ts'

/**
 * Returns the viewer of a token that the lookup of a URL returned: a guest who may read the site and the spaces
 * visible to the visitor. The credentials are checked again, so that the visit ends when a share link is deactivated
 * or a key is replaced. Returns null for an invalid token.
 */
export async function viewerOfVisit(
  { database }: Pick<Services, 'database'>,
  text: string,
): Promise<Viewer | null> {
  const token = await readSiteToken(database, text)
  const site = token && (await database.prisma.site.findUnique({ where: { id: token.site } }))
  const visitor = site && (await readmit(site, token, readsOfDatabase(database, site)))
  if (!visitor) return null
  const structure = visibleStructure(await readStructure(database, site), visitor)
  const { siteSpaces } = structure
  const revisionIds = siteSpaces.map(({ space }) => space.revisionId)
  const visit: SiteVisit = {
    siteId: site.id,
    isPublic: isOpenToAll(site),
    claims: visitor.claims,
    shows: isVisibleTarget(structure),
    revisions: new Set(revisionIds),
    specs: await usedSpecs(database, revisionIds),
    holds: (condition) => conditionHolds(condition, visitor.claims),
  }
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
