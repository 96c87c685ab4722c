import { mayOnCollection, mayOnSpace } from '../../access/authorize.ts'
import type { ContentRights, Viewer } from '../../access/viewer.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import { positionAmong, positionAtEnd, type Sibling } from '../../database/positions.ts'
import { conflict, invalidInput } from '../../errors.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/** Where content stands: in a collection or, with no parent, at the root of its organization. */
export interface Place {
  readonly organizationId: string
  readonly parentId: string | null
}

type ContentKind = 'SPACE' | 'COLLECTION'

/** A space or collection among its siblings, which are spaces and collections together. */
interface Child extends ContentRights, Sibling {
  readonly kind: ContentKind
  readonly deleted: boolean
}

/** A sibling, as a position names it. */
export interface ContentPointer {
  readonly type: ContentKind
  readonly space?: string | null
  readonly collection?: string | null
}

export interface ContentPosition {
  readonly before?: ContentPointer | null
  readonly after?: ContentPointer | null
}

/**
 * Makes all who nest, move, transfer or delete collections of these organizations, or change their levels, wait for
 * each other. Comes before any lock on children, and those before any lock on rows, so that nobody waits in a circle.
 */
export async function lockCollections(
  transaction: Prisma.TransactionClient,
  ...organizationIds: string[]
): Promise<void> {
  for (const id of [...new Set(organizationIds)].sort())
    await lockUntilCommit(transaction, `collections:${id}`)
}

/** Makes all who change the order of the children of these places wait for each other. */
export async function lockChildren(
  transaction: Prisma.TransactionClient,
  ...places: readonly Place[]
): Promise<void> {
  const names = places.map(({ organizationId, parentId }) => `children:${parentId ?? organizationId}`)
  for (const name of [...new Set(names)].sort()) await lockUntilCommit(transaction, name)
}

/**
 * The rows of "Space" or "Collection" in a place. Deleted spaces count: they keep their place for when they are
 * restored. Those whose collection is gone have none; they still name their former ancestors.
 */
function inPlace(kind: ContentKind, { organizationId, parentId }: Place): Prisma.Sql {
  if (parentId !== null) return Prisma.sql`"parentId" = ${parentId}`
  const atRoot = Prisma.sql`"organizationId" = ${organizationId} AND "parentId" IS NULL`
  return kind === 'COLLECTION' ? atRoot : Prisma.sql`${atRoot} AND cardinality(ancestors) = 0`
}

function childrenOf(transaction: Prisma.TransactionClient, place: Place): Promise<Child[]> {
  return transaction.$queryRaw<Child[]>`
    SELECT id, 'COLLECTION' AS kind, position, "organizationId", ancestors, "effectiveLevel"::text, false AS deleted
    FROM "Collection" WHERE ${inPlace('COLLECTION', place)}
    UNION ALL
    SELECT id, 'SPACE' AS kind, position, "organizationId", ancestors, "effectiveLevel"::text,
      "deletedAt" IS NOT NULL AS deleted
    FROM "Space" WHERE ${inPlace('SPACE', place)}
    ORDER BY position, id`
}

/** The position behind all children of a place, whose children must be locked. */
export async function lastPosition(transaction: Prisma.TransactionClient, place: Place): Promise<string> {
  const rows = await transaction.$queryRaw<{ position: string | null }[]>`
    SELECT greatest(
      (SELECT max(position) FROM "Collection" WHERE ${inPlace('COLLECTION', place)}),
      (SELECT max(position) FROM "Space" WHERE ${inPlace('SPACE', place)})) AS position`
  return positionAtEnd(rows[0]?.position)
}

/** The position directly behind a child of a place, whose children must be locked. */
export async function positionBehind(
  transaction: Prisma.TransactionClient,
  child: Place & { id: string },
): Promise<string> {
  return positionAmong(await childrenOf(transaction, child), { after: child.id })
}

/** Whether another child of the place has the position. */
export async function isPositionTaken(
  transaction: Prisma.TransactionClient,
  child: Place & Sibling,
): Promise<boolean> {
  const children = await childrenOf(transaction, child)
  return children.some(({ id, position }) => id !== child.id && position === child.position)
}

/**
 * The position that a move gives to an item in a place, whose children must be locked. Refuses siblings that the
 * viewer cannot mean, and a move that changes nothing.
 */
export async function positionForMove(
  transaction: Prisma.TransactionClient,
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
  // Something deleted or hidden may stand between two neighbours, so among all children one of them must do.
  const position = positionAmong(children, before === null ? { after } : { before }, item.id)
  if (item.parentId === target.parentId && !changesOrder(children, item, position))
    throw conflict('The item is already there: the move would change nothing.')
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
  const idMember = pointer.type === 'SPACE' ? 'space' : 'collection'
  const id = pointer[idMember]
  if (id == null) throw invalidInput(`position.${member}.${idMember}`, 'is required')
  if (!visible.some((child) => child.id === id && child.kind === pointer.type))
    throw invalidInput(`position.${member}`, 'names no sibling in the target parent')
  return id
}

function changesOrder(children: readonly Child[], item: Sibling, position: string): boolean {
  const others = children.filter((child) => !child.deleted && child.id !== item.id)
  const rank = (of: string) => others.filter((other) => other.position < of).length
  return rank(position) !== rank(item.position)
}
