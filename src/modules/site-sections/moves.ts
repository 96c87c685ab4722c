import type { Transaction } from '../../database/transactions.ts'
import type {
  Site,
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
} from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { moveSiteSpaceIn } from '../site-spaces/moves.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'
import {
  itemOf,
  levelAround,
  positionsForMove,
  type StructurePointer,
  type StructurePosition,
} from '../sites/structure/moves.ts'
import { branchOf, readSiteOrder, storePositions } from '../sites/structure/sections.ts'
import { loadExternalLink } from './external-link-service.ts'
import { loadGroup } from './group-service.ts'
import { loadSection } from './service.ts'

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
  await moveItem(transaction, site, section, position)
  return loadSection(transaction, site, sectionId)
}

/** Moves an item, with all that is in it, among its siblings. */
async function moveItem(
  transaction: Transaction,
  site: Pick<Site, 'id'>,
  item: { readonly id: string; readonly groupId: string | null },
  position: StructurePosition,
): Promise<void> {
  const order = await readSiteOrder(transaction, site.id)
  const positions = positionsForMove(levelAround(order, item), item.id, position)
  if (positions === null) return
  const branch = branchOf(order, item.id)
  const moving = order.filter(({ id }) => branch.has(id))
  await storePositions(
    transaction,
    moving.map((one, index) => ({ ...one, position: positions[index] as string })),
  )
}

export interface MoveSectionGroup {
  position?: StructurePosition | null
}

/** Moves a group with all that is in it within its parent, or within the root. */
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
  await moveItem(transaction, site, await loadGroup(transaction, site, groupId), position)
  return loadGroup(transaction, site, groupId)
}

async function moveLinkIn(
  transaction: Transaction,
  site: Site,
  linkId: string,
  position: StructurePosition,
): Promise<SiteExternalLink> {
  await moveItem(transaction, site, await loadExternalLink(transaction, site, linkId), position)
  return loadExternalLink(transaction, site, linkId)
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
): Promise<SiteSection | SiteSectionGroup | SiteSpace | SiteExternalLink> {
  const { type, id } = itemOf(item)
  return changeSite(context, address, async (transaction, site) => {
    switch (type) {
      case 'SITE_SPACE':
        return moveSiteSpaceIn(context, transaction, site, id, position)
      case 'SITE_SECTION':
        return moveSectionIn(transaction, site, id, position)
      case 'SITE_SECTION_GROUP':
        return moveGroupIn(transaction, site, id, position)
      case 'SITE_EXTERNAL_LINK':
        return moveLinkIn(transaction, site, id, position)
    }
  })
}
