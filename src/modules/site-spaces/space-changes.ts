import type { Prisma } from '../../generated/prisma/client.ts'
import { lockAllSiteStructures } from '../sites/structure/lock.ts'
import { removeSections } from '../sites/structure/sections.ts'
import { readSiblings, type Sibling, settleDefaults } from '../sites/structure/site-spaces.ts'

type Transaction = Prisma.TransactionClient

/** Lets other site-spaces become the default where spaces that are about to be deleted are. */
export const hideDeletedSpaces = (transaction: Transaction, spaceIds: readonly string[]): Promise<void> =>
  reassignDefaults(transaction, spaceIds, true)

/** Lets spaces that are about to be restored become the default where no other can be seen. */
export const showRestoredSpaces = (transaction: Transaction, spaceIds: readonly string[]): Promise<void> =>
  reassignDefaults(transaction, spaceIds, false)

/**
 * Moves the defaults of sites and sections away from spaces that are being deleted, as far as another site-space is
 * there to take over, and to spaces that are being restored where only they can be seen.
 */
async function reassignDefaults(
  transaction: Transaction,
  spaceIds: readonly string[],
  deleted: boolean,
): Promise<void> {
  await lockSitesOf(transaction, spaceIds)
  const changing = new Set(spaceIds)
  const siblings = await siblingsOfSpaces(transaction, spaceIds)
  const places = byPlace(
    siblings.map((sibling) => (changing.has(sibling.spaceId) ? { ...sibling, hidden: deleted } : sibling)),
  )
  await settleDefaults(transaction, [...places.values()])
}

/** Removes spaces from all sites for good, with the sections that are empty then. */
export async function withdrawSpaces(transaction: Transaction, spaceIds: readonly string[]): Promise<void> {
  await lockSitesOf(transaction, spaceIds)
  const leaving = new Set(spaceIds)
  const siblings = await siblingsOfSpaces(transaction, spaceIds)
  const gone = siblings.filter(({ spaceId }) => leaving.has(spaceId))
  await transaction.siteSpace.deleteMany({ where: { id: { in: gone.map(({ id }) => id) } } })
  const left = byPlace(siblings.filter(({ spaceId }) => !leaving.has(spaceId)))
  await settleDefaults(transaction, [...left.values()])
  const emptied = new Map<string, Set<string>>()
  for (const { siteId, sectionId } of gone)
    if (sectionId !== null && !left.has(sectionId))
      emptied.set(siteId, (emptied.get(siteId) ?? new Set()).add(sectionId))
  for (const [siteId, sectionIds] of emptied) await removeSections(transaction, siteId, [...sectionIds])
}

async function lockSitesOf(transaction: Transaction, spaceIds: readonly string[]): Promise<void> {
  const organizations = await transaction.space.findMany({
    where: { id: { in: [...spaceIds] } },
    distinct: 'organizationId',
    select: { organizationId: true },
  })
  await lockAllSiteStructures(
    transaction,
    organizations.map(({ organizationId }) => organizationId),
  )
}

/** The site-spaces of the spaces, and all that are beside them. */
async function siblingsOfSpaces(transaction: Transaction, spaceIds: readonly string[]): Promise<Sibling[]> {
  const places = await transaction.siteSpace.findMany({
    where: { spaceId: { in: [...spaceIds] } },
    select: { siteId: true, sectionId: true },
  })
  if (places.length === 0) return []
  const sectionIds = places.flatMap(({ sectionId }) => sectionId ?? [])
  const siteIds = places.flatMap(({ siteId, sectionId }) => (sectionId === null ? siteId : []))
  return readSiblings(transaction, {
    OR: [{ sectionId: { in: sectionIds } }, { sectionId: null, siteId: { in: siteIds } }],
  })
}

/** By the id of the section, or of the site for those at its root. */
function byPlace(siblings: readonly Sibling[]): Map<string, Sibling[]> {
  return Map.groupBy(siblings, ({ siteId, sectionId }) => sectionId ?? siteId)
}
