import { authorizeSite } from '../../access/authorize.ts'
import { notFound } from '../../base/errors.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Site, SiteSpace, Space } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { duplicateSpaceWith } from '../content/duplicate-space.ts'
import { shownSiteSpaces } from '../site-spaces/policy.ts'
import { loadShown } from '../site-spaces/service.ts'
import { loadSite, lockedSite, type SiteAddress } from '../sites/service.ts'
import { appendSection, movedBehind, readSiteOrder, storePositions } from '../sites/structure/sections.ts'
import { appendSiteSpaces, type SiteSpaceParent } from '../sites/structure/site-spaces.ts'
import { loadSection, titleFor } from './service.ts'

/**
 * Copies the space of a site-space, and adds the copy to the site: as a variant beside the original, or in a section of its
 * own behind that of the original where the original is the only variant.
 */
export async function duplicateSiteSpace(
  context: Context,
  { siteId, organizationId }: SiteAddress,
  siteSpaceId: string,
  { isDraft }: { isDraft?: boolean | null },
): Promise<SiteSpace> {
  const known = await loadSite(context, siteId, organizationId)
  authorizeSite(context, known)
  const original = await context.database.prisma.siteSpace.findFirst({
    where: { id: siteSpaceId, siteId: known.id, ...shownSiteSpaces(viewerOf(context)) },
  })
  if (!original) throw notFound()
  const draft = isDraft ?? false
  return duplicateSpaceWith(context, original.spaceId, async (transaction, copy) => {
    const site = await lockedSite(transaction, known)
    const { sectionId } = await loadShown(context, transaction, site, siteSpaceId)
    const parent = await parentOfCopy(transaction, site, { sectionId, copy, draft })
    const [created] = await appendSiteSpaces(transaction, parent, [copy], { draft })
    return created as SiteSpace
  })
}

async function parentOfCopy(
  transaction: Transaction,
  { id: siteId }: Site,
  { sectionId, copy, draft }: { sectionId: string | null; copy: Space; draft: boolean },
): Promise<SiteSpaceParent> {
  const parent = { siteId, sectionId }
  if (sectionId === null || (await transaction.siteSpace.count({ where: parent })) > 1) return parent
  const beside = await loadSection(transaction, { id: siteId }, sectionId)
  const { title, icon } = { title: titleFor(copy.title), icon: beside.icon }
  const section = await appendSection(transaction, { id: siteId }, { title, icon, draft })
  await placeBehind(transaction, siteId, section.id, beside)
  return { siteId, sectionId: section.id }
}

/** Moves a section directly behind another one, in the group of that. */
async function placeBehind(
  transaction: Transaction,
  siteId: string,
  sectionId: string,
  { id, groupId }: { id: string; groupId: string | null },
): Promise<void> {
  const order = await readSiteOrder(transaction, siteId)
  await storePositions(transaction, movedBehind(order, id, [sectionId]))
  await transaction.siteSection.update({ where: { id: sectionId }, data: { groupId } })
}
