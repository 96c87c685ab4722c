import type { Prisma, Site, SiteSection, SiteSectionGroup, SiteSpace } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { moveSiteSpaceIn } from '../site-spaces/moves.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'
import {
  itemOf,
  levelAround,
  positionsForMove,
  type StructurePointer,
  type StructurePosition,
} from '../sites/structure/moves.ts'
import { readSiteOrder } from '../sites/structure/sections.ts'
import { loadGroup } from './group-service.ts'
import { loadSection } from './service.ts'

type Transaction = Prisma.TransactionClient

export interface MoveSection {
  position?: StructurePosition | null
}

/** Moves a section within its group, or within the root. */
export async function moveSection(
  context: Context,
  address: SiteAddress,
  sectionId: string,
  { position }: MoveSection,
): Promise<SiteSection> {
  return changeSite(context, address, (transaction, site) =>
    moveSectionIn(transaction, site, sectionId, position ?? {}),
  )
}

async function moveSectionIn(
  transaction: Transaction,
  site: Site,
  sectionId: string,
  position: StructurePosition,
): Promise<SiteSection> {
  const section = await loadSection(transaction, site, sectionId)
  const order = await readSiteOrder(transaction, site.id)
  const [moved] = positionsForMove(levelAround(order, section), section.id, position) ?? []
  if (moved === undefined) return section
  return transaction.siteSection.update({ where: { id: section.id }, data: { position: moved } })
}

export interface MoveSectionGroup {
  position?: StructurePosition | null
}

/** Moves a group with its sections within the root. */
export async function moveSectionGroup(
  context: Context,
  address: SiteAddress,
  groupId: string,
  { position }: MoveSectionGroup,
): Promise<SiteSectionGroup> {
  return changeSite(context, address, (transaction, site) =>
    moveGroupIn(transaction, site, groupId, position ?? {}),
  )
}

async function moveGroupIn(
  transaction: Transaction,
  site: Site,
  groupId: string,
  position: StructurePosition,
): Promise<SiteSectionGroup> {
  const group = await loadGroup(transaction, site, groupId)
  const order = await readSiteOrder(transaction, site.id)
  const [moved, ...positions] =
    positionsForMove(levelAround(order, { groupId: null }), group.id, position) ?? []
  if (moved === undefined) return group
  const ids = order.filter((item) => item.groupId === group.id).map(({ id }) => id)
  await transaction.$executeRaw`
    UPDATE "SiteSection" s SET position = moved.position
    FROM unnest(${ids}::text[], ${positions}::text[]) AS moved(id, position) WHERE s.id = moved.id`
  return transaction.siteSectionGroup.update({ where: { id: group.id }, data: { position: moved } })
}

export interface SortStructure {
  item: StructurePointer
  position: StructurePosition
}

/** Moves an item of the structure of a site among its siblings of any kind. */
export async function sortStructure(
  context: Context,
  address: SiteAddress,
  { item, position }: SortStructure,
): Promise<SiteSection | SiteSectionGroup | SiteSpace> {
  const { type, id } = itemOf(item)
  return changeSite(context, address, async (transaction, site) => {
    switch (type) {
      case 'SITE_SPACE':
        return moveSiteSpaceIn(context, transaction, site, id, position)
      case 'SITE_SECTION':
        return moveSectionIn(transaction, site, id, position)
      case 'SITE_SECTION_GROUP':
        return moveGroupIn(transaction, site, id, position)
    }
  })
}
