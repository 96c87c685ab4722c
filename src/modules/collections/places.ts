import { authorizeCollection, authorizeOrganization } from '../../access/authorize.ts'
import { conflict, invalidInput } from '../../errors.ts'
import type { Collection, Prisma } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import type { ContentPosition, Place } from './children.ts'
import { readableCollections } from './policy.ts'
import { holdCollections, lockParent } from './tree.ts'

/** A move: an absent parent stays the parent, null is the root; without a position, to the end. */
export interface MoveContent {
  readonly parent?: string | null
  readonly position?: ContentPosition | null
}

const unknownParent = () => invalidInput('parent', 'names no collection of this organization')

/** A place where the viewer may create content. The parent is one that the viewer named, so it must be readable. */
export async function loadPlaceForContent(
  context: Context,
  organizationId: string,
  parentId: string | null,
): Promise<Place> {
  const viewer = viewerOf(context)
  if (parentId === null) {
    authorizeOrganization(viewer, 'organization:create-content', organizationId)
    return { organizationId, parentId }
  }
  const where = { AND: [{ id: parentId, organizationId }, readableCollections(viewer)] }
  const parent = await context.database.prisma.collection.findFirst({ where })
  if (!parent) throw unknownParent()
  authorizeCollection(viewer, 'collection:create-content', parent)
  return { organizationId, parentId }
}

/** Where a move leads, if the viewer may create content there. */
export async function loadPlaceForMove(context: Context, item: Place, move: MoveContent): Promise<Place> {
  if (move.parent === undefined && !move.position)
    throw invalidInput('', 'at least one of parent and position is required')
  if (move.parent !== undefined) return loadPlaceForContent(context, item.organizationId, move.parent)
  // The present parent may be hidden from somebody who has the item from elsewhere: then it is no secret, but closed.
  if (item.parentId === null) return loadPlaceForContent(context, item.organizationId, null)
  const parent = await context.database.prisma.collection.findUnique({ where: { id: item.parentId } })
  if (!parent) throw movedMeanwhile()
  authorizeCollection(viewerOf(context), 'collection:create-content', parent)
  return { organizationId: item.organizationId, parentId: item.parentId }
}

/** The parent of a place, held until the transaction ends; null at the root. */
export async function lockPlace(
  transaction: Prisma.TransactionClient,
  { organizationId, parentId }: Place,
): Promise<Collection | null> {
  if (parentId === null) return null
  const parent = await lockParent(transaction, parentId)
  if (parent?.organizationId !== organizationId) throw movedMeanwhile()
  return parent
}

/** The parent of the place that something moves to. The one it leaves is held too: neither can be deleted meanwhile. */
export async function lockPlacesOfMove(
  transaction: Prisma.TransactionClient,
  from: Place,
  to: Place,
): Promise<Collection | null> {
  await holdCollections(
    transaction,
    [from.parentId, to.parentId].filter((id) => id !== null),
  )
  return lockPlace(transaction, to)
}

/** For a change that began on what is no longer true, because somebody else moved the item. */
export const movedMeanwhile = () => conflict('Somebody else has just moved this. Look again and repeat.')
