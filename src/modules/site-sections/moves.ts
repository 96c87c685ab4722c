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
  positionsForMove,
  type StructurePointer,
  type StructurePosition,
  siblingsAround,
} from '../sites/structure/moves.ts'
import { branchOf, readSiteOrder, storePositions } from '../sites/structure/sections.ts'
import { loadExternalLink } from './external-link-service.ts'
import { loadGroup } from './group-service.ts'
import { loadSection } from './service.ts'

/** Moves a section within its group, or within the root. */
export async function moveSection(
  context: Context,
  address: SiteAddress,
  sectionId: string,
  { position }: { position?: StructurePosition | null },
): Promise<SiteSection> {
  return changeSite(context, address, (transaction, site) =>
    moveItem(transaction, site, loadSection, sectionId, position ?? {}),
  )
}

/** Moves an item, with all that is in it, among its siblings. `load` loads it, before and after. */
async function moveItem<Item extends { readonly id: string; readonly groupId: string | null }>(
  transaction: Transaction,
  site: Site,
  load: (transaction: Transaction, site: Site, id: string) => Promise<Item>,
  id: string,
  position: StructurePosition,
): Promise<Item> {
  const item = await load(transaction, site, id)
  const order = await readSiteOrder(transaction, site.id)
  const positions = positionsForMove(siblingsAround(order, item), item.id, position)
  if (positions === null) return item
  const branch = branchOf(order, item.id)
  const moving = order.filter(({ id }) => branch.has(id))
  await storePositions(
    transaction,
    moving.map((one, index) => ({ ...one, position: positions[index] as string })),
  )
  return load(transaction, site, id)
}

/** Moves a group with all that is in it within its parent, or within the root. */
export async function moveSectionGroup(
  context: Context,
  address: SiteAddress,
  groupId: string,
  { position }: { position?: StructurePosition | null },
): Promise<SiteSectionGroup> {
  return changeSite(context, address, (transaction, site) =>
    moveItem(transaction, site, loadGroup, groupId, position ?? {}),
  )
}

/** Moves an item of the structure of a site among its siblings of any kind. */
export async function sortStructure(
  context: Context,
  address: SiteAddress,
  { item, position }: { item: StructurePointer; position: StructurePosition },
): Promise<SiteSection | SiteSectionGroup | SiteSpace | SiteExternalLink> {
  const { type, id } = itemOf(item)
  return changeSite(context, address, async (transaction, site) => {
    switch (type) {
      case 'SITE_SPACE':
        return moveSiteSpaceIn(context, transaction, site, id, position)
      case 'SITE_SECTION':
        return moveItem(transaction, site, loadSection, id, position)
      case 'SITE_SECTION_GROUP':
        return moveItem(transaction, site, loadGroup, id, position)
      case 'SITE_EXTERNAL_LINK':
        return moveItem(transaction, site, loadExternalLink, id, position)
    }
  })
}
