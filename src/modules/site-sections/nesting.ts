import { invalidInput } from '../../base/errors.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Site } from '../../generated/prisma/client.ts'
import {
  branchOf,
  groupsAbove,
  movedBehind,
  type OrderedItem,
  readSiteOrder,
  storePositions,
} from '../sites/structure/sections.ts'
import { maximumGroupDepth } from './limits.ts'
import { refusedInput } from './reasons.ts'

/**
 * Throws an input error unless an item may be in a group: the group is one of the site, not in the item itself, and groups
 * are not nested too deep then.
 */
export function assertMayContain(
  order: readonly OrderedItem[],
  groupId: string,
  itemId: string,
  member: string,
): void {
  const above = groupsAbove(order, groupId)
  if (above.length === 0) throw refusedInput(member, 'SECTION_GROUP_NOT_IN_SITE')
  if (above.some(({ id }) => id === itemId))
    throw invalidInput(member, 'must not be the group itself, or in it')
  const item = order.find(({ id }) => id === itemId)
  if (item && item.kind !== 'SITE_SECTION_GROUP') return
  if (above.length + heightOf(order, itemId) > maximumGroupDepth)
    throw refusedInput(member, 'SECTION_GROUPS_TOO_DEEP', { maximum: maximumGroupDepth })
}

/** Returns how many groups are in one another below a group, and the group. */
function heightOf(order: readonly OrderedItem[], groupId: string): number {
  const branch = branchOf(order, groupId)
  const groups = order.filter(({ id, kind }) => branch.has(id) && kind === 'SITE_SECTION_GROUP')
  const depths = groups.map(({ id }) => groupsAbove(order, id).length)
  return depths.length === 0 ? 1 : Math.max(...depths) - Math.min(...depths) + 1
}

/**
 * Moves an item, with all that is in it, to the end of a group, or to the root directly after the groups that it was in. One
 * that is there already keeps its position. The caller stores the group.
 */
export async function moveToGroup(
  transaction: Transaction,
  site: Pick<Site, 'id'>,
  item: { readonly id: string; readonly groupId: string | null },
  groupId: string | null,
  member: string,
): Promise<void> {
  if (groupId === item.groupId) return
  const order = await readSiteOrder(transaction, site.id)
  if (groupId !== null) assertMayContain(order, groupId, item.id, member)
  const outermost = groupsAbove(order, item.groupId)[0]?.id ?? null
  await storePositions(transaction, movedBehind(order, groupId ?? outermost, [item.id]))
}
