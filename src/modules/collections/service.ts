import { authorizeCollection } from '../../access/authorize.ts'
import { conflict, invalidInput, notFound } from '../../errors.ts'
import type { Collection, DefaultLevel, Prisma } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { newId } from '../../identifiers.ts'
import { loadOrganization } from '../organizations/service.ts'
import {
  destinationOf,
  endOf,
  inheritedIn,
  lockHierarchy,
  type MoveInput,
  movedPosition,
  placeFor,
  refreshPlace,
  updateDescendants,
} from './hierarchy.ts'
import { readableCollections } from './policy.ts'
import { spacesWillBeDeleted } from './lifecycle.ts'
import { transferDestination, withoutForeignGrants } from './transfer.ts'

/** The collection as the viewer may see it, or NOT_FOUND. */
export async function loadCollection(context: Context, id: string): Promise<Collection> {
  const where = { AND: [{ id }, readableCollections(viewerOf(context))] }
  const collection = await context.database.prisma.collection.findFirst({ where })
  if (!collection) throw notFound()
  return collection
}

async function loadAdministered(context: Context, id: string): Promise<Collection> {
  const collection = await loadCollection(context, id)
  authorizeCollection(viewerOf(context), 'collection:administer', collection)
  return collection
}

export async function createCollection(
  context: Context,
  organizationId: string,
  input: { title?: string | null; parent?: string | null },
): Promise<Collection> {
  await loadOrganization(context, organizationId)
  const wanted = await placeFor(context, organizationId, input.parent)
  return context.database.prisma.$transaction(async (transaction) => {
    await lockHierarchy(transaction, organizationId)
    const place = await refreshPlace(transaction, wanted)
    return transaction.collection.create({
      data: {
        id: newId('Collection'),
        organizationId,
        parentId: place.collection?.id ?? null,
        title: input.title ?? 'Untitled',
        defaultLevel: 'INHERIT',
        ...inheritedIn(place, 'INHERIT'),
        position: await endOf(transaction, place),
      },
    })
  })
}

export async function updateCollection(
  context: Context,
  collectionId: string,
  input: { title?: string | null; description?: string | null; defaultLevel?: DefaultLevel | null },
): Promise<Collection> {
  const { id, organizationId } = await loadAdministered(context, collectionId)
  return context.database.prisma.$transaction(async (transaction) => {
    await lockHierarchy(transaction, organizationId)
    const collection = await transaction.collection.update({
      where: { id },
      data: {
        title: input.title ?? undefined,
        description: input.description,
        defaultLevel: input.defaultLevel,
      },
    })
    return input.defaultLevel === undefined ? collection : settle(transaction, collection)
  })
}

/** Derives what a collection inherits from its parent anew, for itself and for everything in it. */
async function settle(transaction: Prisma.TransactionClient, collection: Collection): Promise<Collection> {
  const { id, organizationId, parentId, defaultLevel } = collection
  const parent = parentId === null ? null : await transaction.collection.findUniqueOrThrow({ where: { id: parentId } })
  const settled = await transaction.collection.update({
    where: { id },
    data: inheritedIn({ organizationId, collection: parent }, defaultLevel),
  })
  await updateDescendants(transaction, id)
  return settled
}

export async function deleteCollection(context: Context, collectionId: string): Promise<string> {
  const { id, organizationId } = await loadAdministered(context, collectionId)
  return context.database.prisma.$transaction(async (transaction) => {
    await lockHierarchy(transaction, organizationId)
    const inside = { OR: [{ id }, { ancestors: { has: id } }] }
    const spaces = await transaction.space.findMany({
      where: { OR: [{ parentId: id }, { ancestors: { has: id } }] },
      select: { id: true, deletedAt: true },
    })
    const live = spaces.filter((space) => space.deletedAt === null).map((space) => space.id)
    await spacesWillBeDeleted(transaction, live)
    await transaction.space.updateMany({ where: { id: { in: live } }, data: { deletedAt: new Date() } })
    // Out of the collection before it goes, so that the spaces do not go with it; at the root they inherit from
    // the organization, should they be restored.
    await transaction.$executeRaw`
      UPDATE "Space" SET "parentId" = NULL, ancestors = '{}', "effectiveLevel" = "defaultLevel"
      WHERE id = ANY(${spaces.map((space) => space.id)})`
    await transaction.collection.deleteMany({ where: inside })
    return id
  })
}

export async function moveCollection(context: Context, collectionId: string, input: MoveInput): Promise<Collection> {
  const moved = await loadAdministered(context, collectionId)
  const wanted = await destinationOf(context, moved, input)
  return context.database.prisma.$transaction(async (transaction) => {
    await lockHierarchy(transaction, moved.organizationId)
    const place = await refreshPlace(transaction, wanted)
    const current = await transaction.collection.findUnique({ where: { id: moved.id } })
    if (!current) throw notFound()
    if (place.collection && [...place.collection.ancestors, place.collection.id].includes(moved.id))
      throw invalidInput('parent', 'is the collection itself or lies inside it')
    const position = await movedPosition(transaction, current, place, input)
    const collection = await transaction.collection.update({
      where: { id: moved.id },
      data: { parentId: place.collection?.id ?? null, position },
    })
    return settle(transaction, collection)
  })
}

export async function transferCollection(
  context: Context,
  collectionId: string,
  input: { organization: string },
): Promise<Collection> {
  const moved = await loadAdministered(context, collectionId)
  if (moved.organizationId === input.organization)
    throw conflict('The collection belongs to that organization already.')
  const organizationId = await transferDestination(context, input.organization)
  return context.database.prisma.$transaction(async (transaction) => {
    for (const id of [moved.organizationId, organizationId].sort()) await lockHierarchy(transaction, id)
    const inside = { OR: [{ id: moved.id }, { ancestors: { has: moved.id } }] }
    const collections = await transaction.collection.findMany({ where: inside, select: { id: true } })
    const collectionIds = collections.map((collection) => collection.id)
    const spaces = await transaction.space.findMany({ where: { parentId: { in: collectionIds } }, select: { id: true } })
    const spaceIds = spaces.map((space) => space.id)
    await withoutForeignGrants(transaction, organizationId, collectionIds, spaceIds)
    const position = await endOf(transaction, { organizationId, collection: null })
    await transaction.collection.updateMany({ where: { id: { in: collectionIds } }, data: { organizationId } })
    await transaction.space.updateMany({ where: { id: { in: spaceIds } }, data: { organizationId } })
    const collection = await transaction.collection.update({
      where: { id: moved.id },
      data: { parentId: null, position },
    })
    return settle(transaction, collection)
  })
}
