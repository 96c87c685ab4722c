import { mayOnCollection, mayOnOrganization } from '../../access/authorize.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import { type Placement, placeAmong, type Sibling } from '../../database/positions.ts'
import { conflict, forbidden, invalidInput } from '../../errors.ts'
import type { Collection, DefaultLevel, Prisma } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { readableCollections } from './policy.ts'

type Transaction = Prisma.TransactionClient

/** A place for spaces and collections: a collection, or the root of an organization. */
export interface Place {
  readonly organizationId: string
  readonly collection: Collection | null
}

/** The columns that a place gives to what is put into it. */
export interface Inherited {
  readonly ancestors: string[]
  readonly effectiveLevel: DefaultLevel | null
}

export function inheritedIn(place: Place, defaultLevel: DefaultLevel | null): Inherited {
  const { collection } = place
  return {
    ancestors: collection ? [...collection.ancestors, collection.id] : [],
    effectiveLevel: defaultLevel === 'INHERIT' && collection ? collection.effectiveLevel : defaultLevel,
  }
}

/**
 * The place that a parent id names, for the viewer to put something into. A parent that is unknown, hidden or of
 * another organization is refused alike, so that nothing shows through.
 */
export async function placeFor(
  context: Context,
  organizationId: string,
  parentId: string | null | undefined,
): Promise<Place> {
  const viewer = viewerOf(context)
  if (parentId == null) {
    if (!mayOnOrganization(viewer, 'organization:create-content', organizationId))
      throw forbidden('This needs the permission organization:create-content.')
    return { organizationId, collection: null }
  }
  const where = { AND: [{ id: parentId, organizationId }, readableCollections(viewer)] }
  const collection = await context.database.prisma.collection.findFirst({ where })
  if (!collection) throw invalidInput('parent', 'is not a collection of this organization')
  if (!mayOnCollection(viewer, 'collection:create-content', collection))
    throw forbidden('This needs the permission collection:create-content.')
  return { organizationId, collection }
}

/** Where things inside an organization are, changes in one transaction at a time. */
export const lockHierarchy = (transaction: Transaction, organizationId: string) =>
  lockUntilCommit(transaction, `hierarchy:${organizationId}`)

/** The collection of a place as it is now, once the hierarchy is locked; it may have been moved or deleted since. */
export async function refreshPlace(transaction: Transaction, place: Place): Promise<Place> {
  if (!place.collection) return place
  const collection = await transaction.collection.findFirst({
    where: { id: place.collection.id, organizationId: place.organizationId },
  })
  if (!collection) throw invalidInput('parent', 'is not a collection of this organization')
  return { organizationId: place.organizationId, collection }
}

/** Spaces and collections in a place, in their common order. */
export async function siblingsIn(transaction: Transaction, place: Place): Promise<Sibling[]> {
  const where = { organizationId: place.organizationId, parentId: place.collection?.id ?? null }
  const select = { id: true, position: true }
  const collections = await transaction.collection.findMany({ where, select })
  const spaces = await transaction.space.findMany({ where: { ...where, deletedAt: null }, select })
  return [...collections, ...spaces].sort(byPosition)
}

const byPosition = (one: Sibling, other: Sibling) =>
  one.position === other.position ? (one.id < other.id ? -1 : 1) : one.position < other.position ? -1 : 1

/** The position behind everything in a place. */
export async function endOf(transaction: Transaction, place: Place): Promise<string> {
  return placeAmong(await siblingsIn(transaction, place), {})
}

export interface Target {
  readonly type: 'SPACE' | 'COLLECTION'
  readonly space?: string | null
  readonly collection?: string | null
}

export interface MoveInput {
  readonly parent?: string | null
  readonly position?: { readonly before?: Target | null; readonly after?: Target | null } | null
}

/** What is moved, as far as a move is concerned. */
export interface Movable {
  readonly id: string
  readonly organizationId: string
  readonly parentId: string | null
}

/** The place a move leads to, before anything is locked: enough to decide whether the viewer may. */
export function destinationOf(context: Context, moved: Movable, input: MoveInput): Promise<Place> {
  if (input.parent === undefined && !input.position)
    throw invalidInput('parent', 'give a parent, a position, or both')
  const parentId = input.parent === undefined ? moved.parentId : input.parent
  return placeFor(context, moved.organizationId, parentId)
}

/** The position a move leads to; a move that would change nothing is a conflict. */
export async function movedPosition(
  transaction: Transaction,
  moved: Movable,
  place: Place,
  input: MoveInput,
): Promise<string> {
  const siblings = await siblingsIn(transaction, place)
  const position = placeAmong(siblings, placementOf(input), moved.id)
  if (place.collection?.id === (moved.parentId ?? undefined) && staysInPlace(siblings, moved.id, position))
    throw conflict('The move would change nothing.')
  return position
}

function placementOf({ position }: MoveInput): Placement {
  return { before: targetId('before', position?.before), after: targetId('after', position?.after) }
}

function targetId(member: string, target: Target | null | undefined): string | null {
  if (!target) return null
  const name = target.type === 'SPACE' ? 'space' : 'collection'
  const id = target[name]
  if (id == null) throw invalidInput(`position.${member}.${name}`, 'is required')
  return id
}

/** Whether the item would keep the same neighbours. */
function staysInPlace(siblings: readonly Sibling[], id: string, position: string): boolean {
  const others = siblings.filter((sibling) => sibling.id !== id)
  const indexNow = siblings.findIndex((sibling) => sibling.id === id)
  return others.filter((sibling) => sibling.position < position).length === indexNow
}

/**
 * Brings the ancestors and effective levels of everything inside a collection in line with it, after it was moved
 * or its level changed: one statement for the collections, level by level from the top, and one for the spaces.
 */
export async function updateDescendants(transaction: Transaction, collectionId: string): Promise<void> {
  await transaction.$executeRaw`
    WITH RECURSIVE tree AS (
      SELECT c.id, c.ancestors, c."effectiveLevel" FROM "Collection" c WHERE c.id = ${collectionId}
      UNION ALL
      SELECT c.id, tree.ancestors || tree.id,
        CASE WHEN c."defaultLevel" = 'INHERIT' THEN tree."effectiveLevel" ELSE c."defaultLevel" END
      FROM "Collection" c JOIN tree ON c."parentId" = tree.id
    )
    UPDATE "Collection" c SET ancestors = tree.ancestors, "effectiveLevel" = tree."effectiveLevel"
    FROM tree WHERE c.id = tree.id AND c.id <> ${collectionId}`
  await transaction.$executeRaw`
    UPDATE "Space" s SET ancestors = c.ancestors || c.id,
      "effectiveLevel" = CASE WHEN s."defaultLevel" = 'INHERIT' THEN c."effectiveLevel" ELSE s."defaultLevel" END
    FROM "Collection" c
    WHERE s."parentId" = c.id AND (c.id = ${collectionId} OR c.ancestors @> ARRAY[${collectionId}]::text[])`
}
