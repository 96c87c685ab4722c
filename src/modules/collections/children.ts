import { mayOnCollection, mayOnSpace } from '../../access/authorize.ts'
import type { ContentRights, Viewer } from '../../access/viewer.ts'
import { positionAmong, positionAtEnd, type Sibling } from '../../base/positions.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { Transaction } from '../../database/transactions.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { conflict, refusedInput } from './reasons.ts'

/** The parent of content: a collection, or the root of the organization if `parentId` is null. */
export interface Place {
  readonly organizationId: string
  readonly parentId: string | null
}

type ContentKind = 'SPACE' | 'COLLECTION'

/** A space or collection with its position. Spaces and collections of a parent share one order. */
interface Child extends ContentRights, Sibling {
  readonly kind: ContentKind
  readonly deleted: boolean
}

/** A sibling in a position. */
export type ContentPointer =
  | { readonly space: string; readonly collection?: never }
  | { readonly collection: string; readonly space?: never }

export interface ContentPosition {
  readonly before?: ContentPointer | null
  readonly after?: ContentPointer | null
}

/**
 * Acquires the exclusive lock for nesting, moving, transferring and deleting collections of these organizations, and for
 * changing their levels. To prevent deadlocks, it must be acquired before locks on children, and those before row locks.
 */
export async function lockCollections(transaction: Transaction, ...organizationIds: string[]): Promise<void> {
  for (const id of [...new Set(organizationIds)].sort())
    await lockUntilCommit(transaction, `collections:${id}`)
}

/** Acquires the exclusive lock for changing the order of the children of these places. */
export async function lockChildren(transaction: Transaction, ...places: readonly Place[]): Promise<void> {
  const names = places.map(({ organizationId, parentId }) => `children:${parentId ?? organizationId}`)
  for (const name of [...new Set(names)].sort()) await lockUntilCommit(transaction, name)
}

/**
 * Returns the SQL condition for the rows of "Space" or "Collection" in a place. Deleted ones are included, because they
 * keep their position until they are restored. Spaces whose collection was deleted before collections could be restored
 * are in no place; they still have their former ancestors.
 */
function childCondition(kind: ContentKind, { organizationId, parentId }: Place): Prisma.Sql {
  if (parentId !== null) return Prisma.sql`"parentId" = ${parentId}`
  const atRoot = Prisma.sql`"organizationId" = ${organizationId} AND "parentId" IS NULL`
  return kind === 'COLLECTION' ? atRoot : Prisma.sql`${atRoot} AND cardinality(ancestors) = 0`
}

function childrenOf(transaction: Transaction, place: Place): Promise<readonly Child[]> {
  const { text, values } = Prisma.sql`
    SELECT id, 'COLLECTION' AS kind, position, "organizationId", ancestors, "effectiveLevel"::text,
      "deletedAt" IS NOT NULL AS deleted
    FROM "Collection" WHERE ${childCondition('COLLECTION', place)}
    UNION ALL
    SELECT id, 'SPACE' AS kind, position, "organizationId", ancestors, "effectiveLevel"::text,
      "deletedAt" IS NOT NULL AS deleted
    FROM "Space" WHERE ${childCondition('SPACE', place)}
    ORDER BY position, id`
  return transaction.query<Child>(text, values)
}

/** Returns the position after all children of a place. The children must be locked. */
export async function lastPosition(transaction: Transaction, place: Place): Promise<string> {
  const { text, values } = Prisma.sql`
    SELECT greatest(
      (SELECT max(position) FROM "Collection" WHERE ${childCondition('COLLECTION', place)}),
      (SELECT max(position) FROM "Space" WHERE ${childCondition('SPACE', place)})) AS position`
  const [row] = await transaction.query<{ position: string | null }>(text, values)
  return positionAtEnd(row?.position)
}

/** Returns the position directly after a child of a place. The children must be locked. */
export async function positionAfter(
  transaction: Transaction,
  child: Place & { id: string },
): Promise<string> {
  return positionAmong(await childrenOf(transaction, child), { after: child.id })
}

/** Returns whether another child of the place has the same position. */
export async function isPositionTaken(transaction: Transaction, child: Place & Sibling): Promise<boolean> {
  const children = await childrenOf(transaction, child)
  return children.some(({ id, position }) => id !== child.id && position === child.position)
}

/**
 * Returns the position for a moved item in the target place, whose children must be locked. Throws BAD_USER_INPUT for
 * siblings that the viewer may not see, and CONFLICT for a move that changes nothing.
 */
export async function positionForMove(
  transaction: Transaction,
  viewer: Viewer,
  item: Place & Sibling,
  target: Place,
  wanted: ContentPosition | null | undefined,
): Promise<string> {
  const children = await childrenOf(transaction, target)
  const visible = children.filter((child) => !child.deleted && mayView(viewer, child))
  const before = siblingId(visible, 'before', wanted?.before)
  const after = siblingId(visible, 'after', wanted?.after)
  positionAmong(visible, { before, after }, item.id)
  // Deleted or hidden items may be between two visible neighbors, so only one of them determines the position.
  const position = positionAmong(children, before === null ? { after } : { before }, item.id)
  if (item.parentId === target.parentId && !changesOrder(children, item, position))
    throw conflict('POSITION_UNCHANGED')
  return position
}

const mayView = (viewer: Viewer, child: Child) =>
  child.kind === 'SPACE'
    ? mayOnSpace(viewer, 'space:view', child)
    : mayOnCollection(viewer, 'collection:view', child)

function siblingId(
  visible: readonly Child[],
  member: 'before' | 'after',
  pointer: ContentPointer | null | undefined,
): string | null {
  if (!pointer) return null
  const kind = pointer.space === undefined ? 'COLLECTION' : 'SPACE'
  const id = pointer.space ?? pointer.collection
  if (!visible.some((child) => child.id === id && child.kind === kind))
    throw refusedInput(`position.${member}`, 'SIBLING_NOT_IN_PARENT')
  return id
}

function changesOrder(children: readonly Child[], item: Sibling, position: string): boolean {
  const others = children.filter((child) => !child.deleted && child.id !== item.id)
  const rank = (of: string) => others.filter((other) => other.position < of).length
  return rank(position) !== rank(item.position)
}
