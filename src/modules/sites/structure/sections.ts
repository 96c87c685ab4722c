import { generateKeyBetween } from 'fractional-indexing'
import { positionAtEnd } from '../../../database/positions.ts'
import type { Prisma, Site, SiteSection } from '../../../generated/prisma/client.ts'
import { newId } from '../../../identifiers.ts'
import { derivePath } from './paths.ts'

type Transaction = Prisma.TransactionClient

/** A section or a group in the order of its site. */
export interface OrderedItem {
  readonly kind: 'SITE_SECTION' | 'SITE_SECTION_GROUP'
  readonly id: string
  readonly position: string
  /** The group that a section is in. */
  readonly groupId: string | null
}

/**
 * All sections and groups of a site in their order. There is one order for all of them: ungrouped sections and
 * groups as they follow each other at the root, and the sections of a group directly behind it. So a list of all
 * sections by position is the order in which a reader of the site meets them, and whatever moves a group must give
 * its sections new positions too.
 */
export async function readSiteOrder(transaction: Transaction, siteId: string): Promise<OrderedItem[]> {
  const sections = await transaction.siteSection.findMany({
    where: { siteId },
    select: { id: true, position: true, groupId: true },
  })
  const groups = await transaction.siteSectionGroup.findMany({
    where: { siteId },
    select: { id: true, position: true },
  })
  const items: OrderedItem[] = [
    ...sections.map((section) => ({ ...section, kind: 'SITE_SECTION' as const })),
    ...groups.map((group) => ({ ...group, kind: 'SITE_SECTION_GROUP' as const, groupId: null })),
  ]
  return items.sort((one, other) => (one.position < other.position ? -1 : 1))
}

export const positionBehindAll = (order: readonly OrderedItem[]): string =>
  positionAtEnd(order.at(-1)?.position)

/**
 * The position directly behind a group and the sections in it. It is the end of the group for a section that joins
 * it, and the place behind the group for a section that leaves it: what differs is only `groupId`.
 */
export function positionBehindGroup(
  order: readonly OrderedItem[],
  groupId: string,
  sectionId: string,
): string {
  const others = order.filter((item) => item.id !== sectionId)
  const last = others.findLastIndex((item) => item.id === groupId || item.groupId === groupId)
  return generateKeyBetween(others[last]?.position ?? null, others[last + 1]?.position ?? null)
}

export interface NewSection {
  readonly title: string
  readonly icon?: string | null
}

/** Puts an empty section at the end of the root; the first section of a site is its default. */
export async function appendSection(
  transaction: Transaction,
  site: Pick<Site, 'id'>,
  { title, icon }: NewSection,
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
    },
  })
}

/**
 * Removes sections with their site-spaces, not the spaces. Where the default section goes, the next one that stays
 * becomes the default, and behind the last the first.
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

/** Makes a section of the site its default in place of the one that is. */
export async function chooseDefaultSection(
  transaction: Transaction,
  siteId: string,
  sectionId: string,
): Promise<void> {
  const where = { siteId, isDefault: true, id: { not: sectionId } }
  await transaction.siteSection.updateMany({ where, data: { isDefault: false } })
  await transaction.siteSection.update({ where: { id: sectionId }, data: { isDefault: true } })
}
