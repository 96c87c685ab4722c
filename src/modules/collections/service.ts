import { authorizeCollection, declaredPermission } from '../../access/authorize.ts'
import { assertMayChangeLevel } from '../../access/grants.ts'
import { roleOnCollection } from '../../access/viewer.ts'
import { orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { selectRow, updateRow } from '../../database/rows.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Collection } from '../../generated/prisma/client.ts'
import type { DefaultLevel } from '../../generated/prisma/enums.ts'
import { type Context, memberOf, viewerOf } from '../../request/context.ts'
import { loadOrganization } from '../organizations/service.ts'
import { lastPosition, lockChildren, lockCollections, positionForMove } from './children.ts'
import { deleteSubtree, restoreSubtree } from './deletion.ts'
import { assertMayMoveCollection } from './grants.ts'
import {
  loadPlaceForContent,
  loadPlaceForMove,
  lockPlace,
  type MoveContent,
  type Moved,
  movedConcurrently,
} from './places.ts'
import { collectionsWith, readableCollections, readableCollectionsWithDeleted } from './policy.ts'
import { conflict, refusedInput } from './reasons.ts'
import { authorizeTransfer, detachContent, type TransferContent } from './transfer.ts'
import { assertDepth, inheritedFrom, lockParent, lockSubtree, refreshSubtree } from './tree.ts'

/** Loads a collection. Throws NOT_FOUND if the viewer may not see it. */
export async function loadCollection(context: Context, id: string): Promise<Collection> {
  const where = { AND: [{ id }, readableCollections(viewerOf(context))] }
  return orNotFound(await selectRow(context.database.query, 'Collection', where))
}

/** Loads a collection like loadCollection, but also a deleted one that the viewer may restore. */
async function loadCollectionWithDeleted(context: Context, id: string): Promise<Collection> {
  const where = { AND: [{ id }, readableCollectionsWithDeleted(viewerOf(context))] }
  return orNotFound(await selectRow(context.database.query, 'Collection', where))
}

async function loadAdministered(context: Context, id: string): Promise<Collection> {
  const collection = await loadCollection(context, id)
  authorizeCollection(context, collection)
  return collection
}

export interface CreateCollection {
  readonly title?: string | null
  readonly parent?: string | null
}

/** Creates a collection after its siblings. */
export async function createCollection(
  context: Context,
  organizationId: string,
  input: CreateCollection,
): Promise<Collection> {
  const organization = await loadOrganization(context, organizationId)
  const place = await loadPlaceForContent(context, organization.id, input.parent ?? null)
  return context.database.transaction(async (transaction) => {
    await lockCollections(transaction, organization.id)
    await lockChildren(transaction, place)
    const parent = await lockPlace(transaction, place)
    await assertDepth(transaction, parent)
    return transaction.collection.create({
      data: {
        id: newId('Collection'),
        ...place,
        ...inheritedFrom(parent, 'INHERIT'),
        title: input.title ?? 'Untitled',
        position: await lastPosition(transaction, place),
      },
    })
  })
}

export interface UpdateCollection {
  readonly title?: string | null
  readonly description?: string | null
  readonly defaultLevel?: DefaultLevel | null
}

/**
 * Updates a collection. A changed level applies to all content inside that inherits it.
 *
 * @param returning - The columns that the caller reads of the collection. By default all of them.
 */
export async function updateCollection(
  context: Context,
  collectionId: string,
  input: UpdateCollection,
  returning?: readonly string[],
): Promise<Collection> {
  return (
    (await updateAtOnce(context, collectionId, input, returning)) ??
    updateLocked(context, collectionId, input)
  )
}

/**
 * Authorizes and updates a collection in one statement. Returns null for what needs a lock, and where the viewer may not
 * update it, of which `updateLocked` tells the reason.
 */
async function updateAtOnce(
  context: Context,
  id: string,
  { title, description, defaultLevel }: UpdateCollection,
  returning: readonly string[] | undefined,
): Promise<Collection | null> {
  if (defaultLevel !== undefined) return null
  const viewer = viewerOf(context)
  const administered = collectionsWith(viewer, declaredPermission(context, 'collection'))
  const where = { AND: [{ id }, readableCollections(viewer), administered] }
  const changes = { title: title ?? undefined, description }
  return updateRow(context.database.write, 'Collection', where, changes, { recordsEvent: true, returning })
}

async function updateLocked(
  context: Context,
  collectionId: string,
  input: UpdateCollection,
): Promise<Collection> {
  const collection = await loadAdministered(context, collectionId)
  return context.database.transaction(async (transaction) => {
    const current = await reloadLocked(transaction, collection)
    const { id } = current
    const changed = await transaction.collection.update({
      where: { id },
      data: {
        title: input.title ?? undefined,
        description: input.description,
        defaultLevel: input.defaultLevel,
      },
    })
    if (input.defaultLevel === undefined) return changed
    const refreshed = await refreshCollection(transaction, id)
    const held = roleOnCollection(viewerOf(context), current)
    assertMayChangeLevel(held, current.effectiveLevel, refreshed.effectiveLevel)
    return refreshed
  })
}

/** Acquires the lock on the collections of the organization, and reloads the collection under it. */
async function reloadLocked(
  transaction: Transaction,
  { id, organizationId }: Collection,
): Promise<Collection> {
  await lockCollections(transaction, organizationId)
  const where = { id, organizationId, deletedAt: null }
  return orNotFound(await transaction.collection.findFirst({ where }))
}

/** Recalculates the inherited columns of a collection and its content from its parent and its level. */
async function refreshCollection(transaction: Transaction, id: string): Promise<Collection> {
  await lockSubtree(transaction, id)
  await refreshSubtree(transaction, id)
  return transaction.collection.findUniqueOrThrow({ where: { id } })
}

/** Marks a collection and its content as deleted. It can be restored within the retention period. */
export async function deleteCollection(context: Context, collectionId: string): Promise<Collection> {
  const collection = await loadAdministered(context, collectionId)
  return context.database.transaction(async (transaction) => {
    const current = await reloadLocked(transaction, collection)
    await deleteSubtree(transaction, current.id)
    return current
  })
}

/**
 * Restores a deleted collection with what was deleted with it: to its position, or to the end of the root if its parent
 * was deleted.
 */
export async function restoreCollection(context: Context, collectionId: string): Promise<Collection> {
  const collection = await loadCollectionWithDeleted(context, collectionId)
  authorizeCollection(context, collection)
  const { id, organizationId } = collection
  return context.database.transaction(async (transaction) => {
    await lockCollections(transaction, organizationId)
    const current = orNotFound(await transaction.collection.findFirst({ where: { id, organizationId } }))
    if (!current.deletedAt) throw conflict('COLLECTION_NOT_DELETED')
    const data = await placeForRestored(transaction, current)
    await restoreSubtree(transaction, current)
    await transaction.collection.update({ where: { id }, data })
    return refreshCollection(transaction, id)
  })
}

/** Returns the changed columns of a restored collection. Without its parent it keeps its inherited level, to stay restricted. */
async function placeForRestored(transaction: Transaction, collection: Collection) {
  const root = { organizationId: collection.organizationId, parentId: null }
  await lockChildren(transaction, collection, root)
  const parent = collection.parentId === null ? null : await lockParent(transaction, collection.parentId)
  // Among the children of its parent, it has kept its position.
  if (collection.parentId === null || parent) return {}
  const position = await lastPosition(transaction, root)
  return { parentId: null, defaultLevel: collection.effectiveLevel, position }
}

/** Moves a collection with its content within its organization. */
export async function moveCollection(
  context: Context,
  collectionId: string,
  input: MoveContent,
): Promise<Moved<Collection>> {
  const collection = await loadAdministered(context, collectionId)
  const target = await loadPlaceForMove(context, collection, input)
  const viewer = memberOf(context)
  return context.database.transaction(async (transaction) => {
    const current = await reloadLocked(transaction, collection)
    if (current.parentId !== collection.parentId) throw movedConcurrently()
    await lockChildren(transaction, current, target)
    const parent = await lockPlace(transaction, target)
    if (parent && [parent.id, ...parent.ancestors].includes(current.id))
      throw refusedInput('parent', 'COLLECTION_IN_ITSELF')
    await assertDepth(transaction, parent, current.id)
    await assertMayMoveCollection(transaction, viewer, current, inheritedFrom(parent, current.defaultLevel))
    const position = await positionForMove(transaction, viewer, current, target, input.position)
    const { parentId } = target
    await transaction.collection.update({ where: { id: current.id }, data: { parentId, position } })
    return { moved: await refreshCollection(transaction, current.id), previous: current }
  })
}

/** Moves a collection with its content, including deleted spaces, to the root of another organization. */
export async function transferCollection(
  context: Context,
  collectionId: string,
  input: TransferContent,
): Promise<Moved<Collection>> {
  const collection = await loadCollection(context, collectionId)
  const organizationId = await authorizeTransfer(context, collection.organizationId, input)
  const target = { organizationId, parentId: null }
  return context.database.transaction(async (transaction) => {
    await lockCollections(transaction, collection.organizationId, organizationId)
    const current = await reloadLocked(transaction, collection)
    if (current.parentId !== collection.parentId) throw movedConcurrently()
    await lockChildren(transaction, current, target)
    const collectionIds = await lockSubtree(transaction, current.id)
    const where = { parentId: { in: collectionIds } }
    const spaces = await transaction.space.findMany({ where, select: { id: true } })
    const spaceIds = spaces.map(({ id }) => id)
    await detachContent(transaction, { collectionIds, spaceIds }, organizationId)
    const position = await lastPosition(transaction, target)
    await transaction.collection.update({ where: { id: current.id }, data: { ...target, position } })
    return { moved: await refreshCollection(transaction, current.id), previous: current }
  })
}
