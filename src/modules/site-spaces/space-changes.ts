import type { Transaction } from '../../database/transactions.ts'
import { lockAllSiteStructures } from '../sites/structure/lock.ts'
import { removeSections } from '../sites/structure/sections.ts'
import { readSiblings, type Sibling, updateDefaults } from '../sites/structure/site-spaces.ts'

/** Replaces defaults whose spaces are about to be deleted. */
export const hideDeletedSpaces = (transaction: Transaction, spaceIds: readonly string[]): Promise<void> =>
  reassignDefaults(transaction, spaceIds, true)

/** Makes spaces that are about to be restored the default where no other one is visible. */
export const showRestoredSpaces = (transaction: Transaction, spaceIds: readonly string[]): Promise<void> =>
  reassignDefaults(transaction, spaceIds, false)

/**
 * Replaces the defaults of sites and sections: away from spaces that are being deleted, if another site-space is
 * visible, and to spaces that are being restored, if no other is visible.
 */
async function reassignDefaults(
  transaction: Transaction,
  spaceIds: readonly string[],
  deleted: boolean,
): Promise<void> {
  await lockSitesOf(transaction, spaceIds)
  const changing = new Set(spaceIds)
  const siblings = await siblingsOfSpaces(transaction, spaceIds)
  const siblingLists = groupByParent(
    siblings.map((sibling) => (changing.has(sibling.spaceId) ? { ...sibling, hidden: deleted } : sibling)),
  )
  await updateDefaults(transaction, [...siblingLists.values()])
}

/** Removes spaces from all sites permanently, and the sections that become empty. */
export async function withdrawSpaces(transaction: Transaction, spaceIds: readonly string[]): Promise<void> {
  await lockSitesOf(transaction, spaceIds)
  const leaving = new Set(spaceIds)
  const siblings = await siblingsOfSpaces(transaction, spaceIds)
  const gone = siblings.filter(({ spaceId }) => leaving.has(spaceId))
  await transaction.siteSpace.deleteMany({ where: { id: { in: gone.map(({ id }) => id) } } })
  const left = groupByParent(siblings.filter(({ spaceId }) => !leaving.has(spaceId)))
  await updateDefaults(transaction, [...left.values()])
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

/** Reads the site-spaces of the spaces, and their siblings. */
async function siblingsOfSpaces(transaction: Transaction, spaceIds: readonly string[]): Promise<Sibling[]> {
  const siblingLists = await transaction.siteSpace.findMany({
    where: { spaceId: { in: [...spaceIds] } },
    select: { siteId: true, sectionId: true },
  })
  if (siblingLists.length === 0) return []
  const sectionIds = siblingLists.flatMap(({ sectionId }) => sectionId ?? [])
  const siteIds = siblingLists.flatMap(({ siteId, sectionId }) => (sectionId === null ? siteId : []))
  return readSiblings(transaction, {
    OR: [{ sectionId: { in: sectionIds } }, { sectionId: null, siteId: { in: siteIds } }],
  })
}

/** Groups site-spaces by the id of their section, or of the site for those at the root. */
function groupByParent(siblings: readonly Sibling[]): Map<string, Sibling[]> {
  return Map.groupBy(siblings, ({ siteId, sectionId }) => sectionId ?? siteId)
}
