import { generateKeyBetween } from 'fractional-indexing'
import { positionAtEnd } from '../../../database/positions.ts'
import type { Prisma, Site, SiteSection } from '../../../generated/prisma/client.ts'
import { newId } from '../../../identifiers.ts'
import { derivePath } from './paths.ts'

type Transaction = Prisma.TransactionClient

/** A section or group, in the order of the site. */
export interface OrderedItem {
  readonly kind: 'SITE_SECTION' | 'SITE_SECTION_GROUP'
  readonly id: string
  readonly position: string
  /** Group of a section. */
  readonly groupId: string | null
}

/**
 * Reads all sections and groups of a site in order. Sections and groups share one order: the items at the root as
 * they follow each other, and the sections of a group directly after it. Sorted by position, the sections of a site
 * are in the order in which visitors see them. Moving a group therefore moves the positions of its sections too.
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
 * Returns the position directly after a group and its sections. For a section that joins the group it is the end of
 * the group, and for a section that leaves it the position after the group; only `groupId` differs.
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

/** Appends an empty section to the root. The first section of a site becomes its default. */
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

/** Replaces the default section of the site. */
export async function chooseDefaultSection(
  transaction: Transaction,
  siteId: string,
  sectionId: string,
): Promise<void> {
  const where = { siteId, isDefault: true, id: { not: sectionId } }
  await transaction.siteSection.updateMany({ where, data: { isDefault: false } })
  await transaction.siteSection.update({ where: { id: sectionId }, data: { isDefault: true } })
}
