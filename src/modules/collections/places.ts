import { authorizeCollection, authorizeOrganization } from '../../access/authorize.ts'
import { missingInput } from '../../base/errors.ts'
import { selectRow } from '../../database/rows.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Collection } from '../../generated/prisma/client.ts'
import { atDestination, type Context, viewerOf } from '../../request/context.ts'
import type { ContentPosition, Place } from './children.ts'
import { readableCollections } from './policy.ts'
import { conflict, refusedInput } from './reasons.ts'
import { lockCollectionRowsShared, lockParent } from './tree.ts'

/** The target of a move. Without `parent` the parent stays unchanged; null is the root. Defaults to the last position. */
export interface MoveContent {
  readonly parent?: string | null
  readonly position?: ContentPosition | null
}

/** A space or a collection after a move, and before it. */
export interface Moved<Item> {
  readonly moved: Item
  readonly previous: Item
}

const unknownParent = () => refusedInput('parent', 'PARENT_NOT_IN_ORGANIZATION')

/** Loads a place in which the viewer may create content. Throws BAD_USER_INPUT if the viewer may not see the parent. */
export async function loadPlaceForContent(
  context: Context,
  organizationId: string,
  parentId: string | null,
): Promise<Place> {
  if (parentId === null) {
    authorizeOrganization(atDestination(context), organizationId)
    return { organizationId, parentId }
  }
  const where = { AND: [{ id: parentId, organizationId }, readableCollections(viewerOf(context))] }
  const parent = await selectRow(context.database.query, 'Collection', where)
  if (!parent) throw unknownParent()
  authorizeCollection(atDestination(context), parent)
  return { organizationId, parentId }
}

/** Loads the target place of a move, in which the viewer must be allowed to create content. */
export async function loadPlaceForMove(context: Context, item: Place, move: MoveContent): Promise<Place> {
  if (move.parent === undefined && !move.position)
    throw missingInput(['parent', 'position'], 'at least one of parent and position is required')
  if (move.parent !== undefined) return loadPlaceForContent(context, item.organizationId, move.parent)
  // The viewer may have access to the item but not to its current parent, which is FORBIDDEN and not NOT_FOUND.
  if (item.parentId === null) return loadPlaceForContent(context, item.organizationId, null)
  const parent = await context.database.prisma.collection.findUnique({ where: { id: item.parentId } })
  if (!parent) throw movedConcurrently()
  authorizeCollection(atDestination(context), parent)
  return { organizationId: item.organizationId, parentId: item.parentId }
}

/** Locks the parent of a place against changes, and returns it. Returns null for the root. */
export async function lockPlace(
  transaction: Transaction,
  { organizationId, parentId }: Place,
): Promise<Collection | null> {
  if (parentId === null) return null
  const parent = await lockParent(transaction, parentId)
  if (parent?.organizationId !== organizationId) throw movedConcurrently()
  return parent
}

/** Locks the parents of both places of a move, and returns the target parent. Returns null for the root. */
export async function lockPlacesForMove(
  transaction: Transaction,
  from: Place,
  to: Place,
): Promise<Collection | null> {
  await lockCollectionRowsShared(
    transaction,
    [from.parentId, to.parentId].filter((id) => id !== null),
  )
  return lockPlace(transaction, to)
}

/** Creates the error for a change of an item that another request has moved in the meantime. */
export const movedConcurrently = () => conflict('ITEM_MOVED')
