import { createHmac } from 'node:crypto'
import { inExistingOrganization } from '../../../access/existing-organization.ts'
import { linkSecret } from '../../../access/signed-urls.ts'
import { type ShownContent, type SiteVisit, type SiteVisitor, shownIn } from '../../../access/viewer.ts'
import { isTextShown, readShownContent } from '../../content/shown-content/shown-content.ts'
import { shownSpecs } from '../../content/shown-content/shown-specs.ts'
import { isOpenToAll } from '../../sites/policy.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import { readSiteToken } from '../../visitors/site-tokens.ts'
import { readmit, readsOfDatabase, type Services } from './admission.ts'
import { isVisibleTarget, readStructure, visibleStructure } from './visible-structure.ts'

/**
 * Returns the visitor of a token that the lookup of a URL returned, who may read the site and the spaces that it shows to
 * them. The credentials are checked again, so that the visit ends when a share link is deactivated
 * or a key is replaced. Returns null for an invalid token.
 */
export async function visitorOfToken(
  { database }: Pick<Services, 'database'>,
  text: string,
): Promise<SiteVisitor | null> {
  const token = await readSiteToken(database, text)
  const site =
    token && (await database.prisma.site.findFirst({ where: { id: token.site, ...inExistingOrganization } }))
  const visitor = site && (await readmit(site, token, readsOfDatabase(database, site)))
  if (!visitor) return null
  const structure = visibleStructure(await readStructure(database, site), visitor)
  const { siteSpaces } = structure
  const revisionIds = siteSpaces.map(({ space }) => space.revisionId)
  const holds = (condition: string) => conditionHolds(condition, visitor.claims)
  const showing = { run: database.query, owner: site.id, holds }
  const shown = new Map<string, ShownContent>()
  const readShownOf = async (revisionId: string) => {
    shown.set(revisionId, await readShownContent(showing, revisionId))
  }
  const secret = await linkSecret(database)
  const visit: SiteVisit = {
    siteId: site.id,
    isPublic: isOpenToAll(site),
    claims: visitor.claims,
    shows: isVisibleTarget(structure),
    revisions: new Set(revisionIds),
    specs: await shownSpecs(database, showing, revisionIds),
    holds,
    shown,
    readShown: async (spaceId) => {
      const wanted = siteSpaces.filter((each) => spaceId === undefined || each.spaceId === spaceId)
      for (const { space } of wanted) if (!shown.has(space.revisionId)) await readShownOf(space.revisionId)
    },
    showsText: (revisionId, text) => isTextShown(showing, shownIn({ shown }, revisionId), text),
    idOfDocument: (documentId) => `doc${createHmac('sha256', secret).update(documentId).digest('hex')}`,
  }
  return {
    kind: 'visitor',
    organizationId: site.organizationId,
    spaces: new Set(siteSpaces.map(({ spaceId }) => spaceId)),
    visit,
  }
}
