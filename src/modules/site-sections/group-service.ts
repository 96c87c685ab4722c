import { consecutivePositions } from '../../database/positions.ts'
import { notFound } from '../../errors.ts'
import type { Prisma, Site, SiteSectionGroup } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { newId } from '../../identifiers.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'
import { positionBehindGroup, readSiteOrder } from '../sites/structure/sections.ts'
import { loadSection, sectionsNamed } from './service.ts'

type Transaction = Prisma.TransactionClient

export interface CreateSectionGroup {
  title: string
  icon?: string | null
  sections?: string[] | null
}

/** Adds a group at the end of the root. The sections move into it in the given order, from other groups too. */
export async function createSectionGroup(
  context: Context,
  address: SiteAddress,
  input: CreateSectionGroup,
): Promise<SiteSectionGroup> {
  return changeSite(context, address, async (transaction, site) => {
    const sections = await sectionsNamed(transaction, site, input.sections ?? [], 'sections')
    const order = await readSiteOrder(transaction, site.id)
    const [position, ...positions] = consecutivePositions(sections.length + 1, order.at(-1)?.position)
    const group = await transaction.siteSectionGroup.create({
      data: {
        id: newId('SiteSectionGroup'),
        siteId: site.id,
        title: input.title,
        icon: input.icon ?? null,
        position: position as string,
      },
    })
    const ids = sections.map(({ id }) => id)
    await transaction.$executeRaw`
      UPDATE "SiteSection" s SET "groupId" = ${group.id}, position = moved.position
      FROM unnest(${ids}::text[], ${positions}::text[]) AS moved(id, position) WHERE s.id = moved.id`
    return group
  })
}

export interface UpdateSectionGroup {
  title?: string | null
  icon?: string | null
}

export async function updateSectionGroup(
  context: Context,
  address: SiteAddress,
  groupId: string,
  { title, icon }: UpdateSectionGroup,
): Promise<SiteSectionGroup> {
  return changeSite(context, address, async (transaction, site) => {
    const group = await loadGroup(transaction, site, groupId)
    return transaction.siteSectionGroup.update({
      where: { id: group.id },
      data: { title: title ?? undefined, icon },
    })
  })
}

/** Loads a group of the site. Throws NOT_FOUND otherwise. */
export async function loadGroup(
  transaction: Transaction,
  site: Pick<Site, 'id'>,
  groupId: string,
): Promise<SiteSectionGroup> {
  const where = { id: groupId, siteId: site.id }
  const group = await transaction.siteSectionGroup.findFirst({ where })
  if (!group) throw notFound()
  return group
}

/** Deletes a group. Its sections move to the root, to the position of the group. */
export async function deleteSectionGroup(
  context: Context,
  address: SiteAddress,
  groupId: string,
): Promise<SiteSectionGroup> {
  return changeSite(context, address, async (transaction, site) => {
    const { id } = await loadGroup(transaction, site, groupId)
    return transaction.siteSectionGroup.delete({ where: { id } })
  })
}

/**
 * Moves a section to the end of a group, from the root or another group. A section of the group keeps its position.
 */
export async function addSectionToGroup(
  context: Context,
  address: SiteAddress,
  groupId: string,
  sectionId: string,
): Promise<SiteSectionGroup> {
  return changeSite(context, address, async (transaction, site) => {
    const group = await loadGroup(transaction, site, groupId)
    const [section] = await sectionsNamed(transaction, site, [sectionId], 'siteSectionId')
    if (section && section.groupId !== group.id)
      await moveAcross(transaction, site, group, { id: section.id, groupId: group.id })
    return group
  })
}

/** Moves a section out of its group, to the position directly after the group. */
export async function removeSectionFromGroup(
  context: Context,
  address: SiteAddress,
  groupId: string,
  sectionId: string,
): Promise<SiteSectionGroup> {
  return changeSite(context, address, async (transaction, site) => {
    const group = await loadGroup(transaction, site, groupId)
    const section = await loadSection(transaction, site, sectionId)
    if (section.groupId !== group.id) throw notFound()
    await moveAcross(transaction, site, group, { id: section.id, groupId: null })
    return group
  })
}

/** Moves a section to the position at the end of a group, to join or to leave it. */
async function moveAcross(
  transaction: Transaction,
  site: Pick<Site, 'id'>,
  group: SiteSectionGroup,
  { id, groupId }: { id: string; groupId: string | null },
): Promise<void> {
  const order = await readSiteOrder(transaction, site.id)
  const position = positionBehindGroup(order, group.id, id)
  await transaction.siteSection.update({ where: { id }, data: { groupId, position } })
}
