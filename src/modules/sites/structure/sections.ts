import { generateNKeysBetween } from 'fractional-indexing'
import { newId } from '../../../base/identifiers.ts'
import { positionAtEnd } from '../../../base/positions.ts'
import type { Transaction } from '../../../database/transactions.ts'
import type { Site, SiteSection } from '../../../generated/prisma/client.ts'
import { derivePath } from './paths.ts'

/** A section, a group or an external link, in the order of the site. */
export interface OrderedItem {
  readonly kind: 'SITE_SECTION' | 'SITE_SECTION_GROUP' | 'SITE_EXTERNAL_LINK'
  readonly id: string
  readonly position: string
  /** The group that the item is in; null at the root. */
  readonly groupId: string | null
}

/**
 * Reads all sections, groups and external links of a site in order. They share one order: the items at the root as they
 * follow each other, and all that is in a group directly after it. Sorted by position, the sections of a site are in the
 * order in which visitors see them. Moving a group therefore moves the positions of all that is in it too.
 */
export async function readSiteOrder(transaction: Transaction, siteId: string): Promise<OrderedItem[]> {
  const ofSite = { where: { siteId }, select: { id: true, position: true, groupId: true } }
  const sections = await transaction.siteSection.findMany(ofSite)
  const groups = await transaction.siteSectionGroup.findMany(ofSite)
  const links = await transaction.siteExternalLink.findMany(ofSite)
  const items: OrderedItem[] = [
    ...sections.map((section) => ({ ...section, kind: 'SITE_SECTION' as const })),
    ...groups.map((group) => ({ ...group, kind: 'SITE_SECTION_GROUP' as const })),
    ...links.map((link) => ({ ...link, kind: 'SITE_EXTERNAL_LINK' as const })),
  ]
  return items.sort((one, other) => (one.position < other.position ? -1 : 1))
}

export const positionBehindAll = (order: readonly OrderedItem[]): string =>
  positionAtEnd(order.at(-1)?.position)

/** Returns the ids of an item and of all that is in it, if it is a group. */
export function branchOf(order: readonly OrderedItem[], id: string): ReadonlySet<string> {
  const branch = new Set([id])
  // What is in a group follows it.
  for (const item of order) if (item.groupId !== null && branch.has(item.groupId)) branch.add(item.id)
  return branch
}

/** Returns the groups that contain a group, and itself, the outermost first. */
export function groupsAbove(order: readonly OrderedItem[], groupId: string | null): OrderedItem[] {
  const group = groupId === null ? undefined : order.find(({ id }) => id === groupId)
  return group ? [...groupsAbove(order, group.groupId), group] : []
}

/** An item that moves, and its new position. */
export type MovedItem = Pick<OrderedItem, 'kind' | 'id' | 'position'>

/**
 * Returns the new positions of items, each with all that is in it, directly after an item with all that is in that, or at
 * the end without one. After a group: for items that join it, that is the end of the group, and for those that leave it the
 * position after the group; only `groupId` differs.
 */
export function movedBehind(
  order: readonly OrderedItem[],
  groupId: string | null,
  itemIds: readonly string[],
): MovedItem[] {
  const moving = itemIds.flatMap((id) => {
    const branch = branchOf(order, id)
    return order.filter((item) => branch.has(item.id))
  })
  const others = order.filter((item) => !moving.includes(item))
  const group = groupId === null ? null : branchOf(order, groupId)
  const last = others.findLastIndex(({ id }) => group === null || group.has(id))
  const from = others[last]?.position ?? null
  const positions = generateNKeysBetween(from, others[last + 1]?.position ?? null, moving.length)
  return moving.map((item, index) => ({ ...item, position: positions[index] as string }))
}

const tables = {
  SITE_SECTION: 'SiteSection',
  SITE_SECTION_GROUP: 'SiteSectionGroup',
  SITE_EXTERNAL_LINK: 'SiteExternalLink',
} as const

/** Stores new positions, in one statement for each kind of item. */
export async function storePositions(transaction: Transaction, moved: readonly MovedItem[]): Promise<void> {
  for (const [kind, items] of Map.groupBy(moved, (item) => item.kind))
    await transaction.query(
      `UPDATE "${tables[kind]}" t SET position = m.position
       FROM unnest($1::text[], $2::text[]) AS m(id, position) WHERE t.id = m.id`,
      [items.map(({ id }) => id), items.map(({ position }) => position)],
    )
}

export interface NewSection {
  readonly title: string
  readonly icon?: string | null | undefined
  readonly draft?: boolean
}

/** Appends an empty section to the root. The first section of a site becomes its default. */
export async function appendSection(
  transaction: Transaction,
  site: Pick<Site, 'id'>,
  { title, icon, draft }: NewSection,
): Promise<SiteSection> {
  const siblings = await transaction.siteSection.findMany({
    where: { siteId: site.id },
    select: { path: true },
  })
  const order = await readSiteOrder(transaction, site.id)
  return transaction.siteSection.create({
    data: {
      id: newId('SiteSection'),
      siteId: site.id,
      title,
      icon: icon ?? null,
      path: derivePath(
        title,
        siblings.map(({ path }) => path),
        'section',
      ),
      position: positionBehindAll(order),
      isDefault: siblings.length === 0,
      draft: draft ?? false,
    },
  })
}

/**
 * Removes sections with their site-spaces, but not the spaces. If the default section is removed, the next remaining
 * one becomes the default, or the first one after the last.
 */
export async function removeSections(
  transaction: Transaction,
  siteId: string,
  sectionIds: readonly string[],
): Promise<void> {
  const sections = await transaction.siteSection.findMany({
    where: { siteId },
    orderBy: { position: 'asc' },
    select: { id: true, position: true, isDefault: true },
  })
  await transaction.siteSection.deleteMany({ where: { id: { in: [...sectionIds] } } })
  const former = sections.find((section) => section.isDefault)
  if (!former || !sectionIds.includes(former.id)) return
  const left = sections.filter((section) => !sectionIds.includes(section.id))
  const next = left.find((section) => section.position > former.position) ?? left[0]
  if (next) await transaction.siteSection.update({ where: { id: next.id }, data: { isDefault: true } })
}

export async function chooseDefaultSection(
  transaction: Transaction,
  siteId: string,
  sectionId: string,
): Promise<void> {
  const where = { siteId, isDefault: true, id: { not: sectionId } }
  await transaction.siteSection.updateMany({ where, data: { isDefault: false } })
  await transaction.siteSection.update({ where: { id: sectionId }, data: { isDefault: true } })
}
