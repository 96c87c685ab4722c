import { notFound, orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Site, SiteSectionGroup } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'
import { localizedColumn, localizedLimits } from '../sites/structure/localized.ts'
import { movedBehind, positionBehindAll, readSiteOrder, storePositions } from '../sites/structure/sections.ts'
import { assertMayContain, moveToGroup } from './nesting.ts'
import { loadSection, moveSectionInto, sectionsNamed } from './service.ts'

export interface CreateSectionGroup {
  title: string
  localizedTitle?: unknown
  icon?: string | null
  isDraft?: boolean | null
  parentSectionGroupId?: string | null
  sections?: string[] | null
}

/**
 * Adds a group at the end of its parent, or of the root. The sections move into it in the given order, from other groups
 * too.
 */
export async function createSectionGroup(
  context: Context,
  address: SiteAddress,
  input: CreateSectionGroup,
): Promise<SiteSectionGroup> {
  return changeSite(context, address, async (transaction, site) => {
    const sections = await sectionsNamed(transaction, site, input.sections ?? [], 'sections')
    const order = await readSiteOrder(transaction, site.id)
    const groupId = input.parentSectionGroupId ?? null
    const id = newId('SiteSectionGroup')
    if (groupId !== null) assertMayContain(order, groupId, id, 'parentSectionGroupId')
    const added = { kind: 'SITE_SECTION_GROUP', id, position: positionBehindAll(order), groupId } as const
    const ids = sections.map((section) => section.id)
    const moved = movedBehind([...order, added], groupId, [id, ...ids])
    const group = await transaction.siteSectionGroup.create({
      data: {
        id,
        siteId: site.id,
        groupId,
        title: input.title,
        localizedTitle: localizedTitleOf(input),
        icon: input.icon ?? null,
        draft: input.isDraft ?? false,
        position: moved[0]?.position as string,
      },
    })
    await storePositions(transaction, moved.slice(1))
    await transaction.siteSection.updateMany({ where: { id: { in: ids } }, data: { groupId: id } })
    return group
  })
}

const localizedTitleOf = ({ localizedTitle }: { localizedTitle?: unknown }) =>
  localizedColumn('localizedTitle', localizedTitle, localizedLimits.title)

export interface UpdateSectionGroup {
  title?: string | null
  localizedTitle?: unknown
  icon?: string | null
  isDraft?: boolean | null
  /** Null moves the group to the root. */
  parentSectionGroupId?: string | null
}

export async function updateSectionGroup(
  context: Context,
  address: SiteAddress,
  groupId: string,
  input: UpdateSectionGroup,
): Promise<SiteSectionGroup> {
  return changeSite(context, address, async (transaction, site) => {
    const group = await loadGroup(transaction, site, groupId)
    if (input.parentSectionGroupId !== undefined)
      await moveToGroup(transaction, site, group, input.parentSectionGroupId, 'parentSectionGroupId')
    return transaction.siteSectionGroup.update({
      where: { id: group.id },
      data: {
        title: input.title ?? undefined,
        localizedTitle: localizedTitleOf(input),
        icon: input.icon,
        draft: input.isDraft ?? undefined,
        ...(input.parentSectionGroupId !== undefined && { groupId: input.parentSectionGroupId }),
      },
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
  return orNotFound(await transaction.siteSectionGroup.findFirst({ where }))
}

/** Deletes a group. All that is in it moves to its parent, or to the root, to the position of the group. */
export async function deleteSectionGroup(
  context: Context,
  address: SiteAddress,
  groupId: string,
): Promise<SiteSectionGroup> {
  return changeSite(context, address, async (transaction, site) => {
    const group = await loadGroup(transaction, site, groupId)
    const inside = { where: { groupId: group.id }, data: { groupId: group.groupId } }
    await transaction.siteSection.updateMany(inside)
    await transaction.siteSectionGroup.updateMany(inside)
    await transaction.siteExternalLink.updateMany(inside)
    return transaction.siteSectionGroup.delete({ where: { id: group.id } })
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
    if (section) await moveSectionInto(transaction, site, section, group.id, 'siteSectionGroupId')
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
    const order = await readSiteOrder(transaction, site.id)
    await storePositions(transaction, movedBehind(order, group.id, [section.id]))
    await transaction.siteSection.update({ where: { id: section.id }, data: { groupId: group.groupId } })
    return group
  })
}
