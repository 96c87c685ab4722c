import type { Transaction } from '../../database/transactions.ts'
import type { Collection } from '../../generated/prisma/client.ts'
import { spacesDeleted, spacesRestored } from './space-events.ts'
import { lockSubtree } from './tree.ts'

/**
 * Marks a collection and everything inside that is not deleted yet as deleted, at the same time. They keep their places
 * and their grants, so that the same users can restore them.
 */
export async function deleteSubtree(transaction: Transaction, collectionId: string): Promise<void> {
  const collectionIds = await lockSubtree(transaction, collectionId)
  const where = { parentId: { in: collectionIds }, deletedAt: null }
  const spaces = await transaction.space.findMany({ where, select: { id: true } })
  await spacesDeleted.publish(
    transaction,
    spaces.map(({ id }) => id),
  )
  const now = new Date()
  await transaction.query(
    `UPDATE "Collection" SET "deletedAt" = $1, "deletedWithId" = nullif($2, id)
     WHERE id = ANY($3::text[]) AND "deletedAt" IS NULL`,
    [now, collectionId, collectionIds],
  )
  await transaction.query(
    `UPDATE "Space" SET "deletedAt" = $1, "deletedWithId" = $2
     WHERE "parentId" = ANY($3::text[]) AND "deletedAt" IS NULL`,
    [now, collectionId, collectionIds],
  )
}

/** Restores a collection and what inside was deleted by the same request. */
export async function restoreSubtree(
  transaction: Transaction,
  { id, deletedWithId }: Pick<Collection, 'id' | 'deletedWithId'>,
): Promise<void> {
  const collectionIds = await lockSubtree(transaction, id)
  const deletedWith = deletedWithId ?? id
  const spaces = await transaction.query<{ id: string }>(
    `SELECT id FROM "Space" WHERE "parentId" = ANY($1::text[]) AND "deletedWithId" = $2`,
    [collectionIds, deletedWith],
  )
  const spaceIds = spaces.map((space) => space.id)
  await spacesRestored.publish(transaction, spaceIds)
  await transaction.query(
    `UPDATE "Collection" SET "deletedAt" = NULL, "deletedWithId" = NULL
     WHERE id = ANY($1::text[]) AND (id = $2 OR "deletedWithId" = $3)`,
    [collectionIds, id, deletedWith],
  )
  await transaction.query(
    `UPDATE "Space" SET "deletedAt" = NULL, "deletedWithId" = NULL
     WHERE id = ANY($1::text[])`,
    [spaceIds],
  )
}
