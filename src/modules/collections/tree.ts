import type { Collection, Prisma } from '../../generated/prisma/client.ts'
import type { DefaultLevel } from '../../generated/prisma/enums.ts'

/** What a space or collection has from where it stands: kept in its row, so that rights need no walk up the tree. */
export interface Inherited {
  readonly ancestors: string[]
  readonly effectiveLevel: DefaultLevel | null
}

export function inheritedFrom(
  parent: Pick<Collection, 'id' | 'ancestors' | 'effectiveLevel'> | null,
  defaultLevel: DefaultLevel | null,
): Inherited {
  return {
    ancestors: parent ? [...parent.ancestors, parent.id] : [],
    effectiveLevel: defaultLevel !== 'INHERIT' ? defaultLevel : parent ? parent.effectiveLevel : 'INHERIT',
  }
}

/**
 * Reads a collection and keeps it from being moved, deleted or given another level until the transaction ends, so
 * that what is put into it inherits what is true.
 */
export async function lockParent(
  transaction: Prisma.TransactionClient,
  collectionId: string,
): Promise<Collection | null> {
  await holdCollections(transaction, [collectionId])
  return transaction.collection.findUnique({ where: { id: collectionId } })
}

/** Shares the rows with others who put something in or take something out, not with those who change them. */
export async function holdCollections(
  transaction: Prisma.TransactionClient,
  ids: readonly string[],
): Promise<void> {
  await transaction.$queryRaw`SELECT id FROM "Collection" WHERE id = ANY(${ids}::text[]) ORDER BY id FOR SHARE`
}

/**
 * Waits for those who are putting something into a collection or one inside of it, and keeps others from it. The
 * rows are locked in the order of their ids, as everywhere, so that nobody waits in a circle.
 */
export async function lockSubtree(
  transaction: Prisma.TransactionClient,
  collectionId: string,
): Promise<string[]> {
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Collection" WHERE id = ${collectionId} OR ancestors @> ARRAY[${collectionId}]::text[]
    ORDER BY id FOR UPDATE`
  return rows.map(({ id }) => id)
}

/**
 * Brings everything below a collection in line with its row: organization, ancestors and effective levels, in two
 * statements for a subtree of any size. Its collections must be locked.
 */
export async function refreshSubtree(
  transaction: Prisma.TransactionClient,
  collectionId: string,
): Promise<void> {
  await transaction.$executeRaw`
    WITH RECURSIVE tree AS (
      SELECT c.id, c."organizationId",
        CASE WHEN p.id IS NULL THEN ARRAY[]::text[] ELSE p.ancestors || p.id END AS ancestors,
        CASE WHEN c."defaultLevel" IS DISTINCT FROM 'INHERIT' THEN c."defaultLevel"
          WHEN p.id IS NULL THEN 'INHERIT' ELSE p."effectiveLevel" END AS level
      FROM "Collection" c LEFT JOIN "Collection" p ON p.id = c."parentId" WHERE c.id = ${collectionId}
      UNION ALL
      SELECT c.id, t."organizationId", t.ancestors || t.id,
        CASE WHEN c."defaultLevel" IS DISTINCT FROM 'INHERIT' THEN c."defaultLevel" ELSE t.level END
      FROM "Collection" c JOIN tree t ON c."parentId" = t.id)
    UPDATE "Collection" c
    SET "organizationId" = t."organizationId", ancestors = t.ancestors, "effectiveLevel" = t.level
    FROM tree t WHERE c.id = t.id`
  await transaction.$executeRaw`
    UPDATE "Space" s
    SET "organizationId" = c."organizationId", ancestors = c.ancestors || c.id,
      "effectiveLevel" = CASE WHEN s."defaultLevel" IS DISTINCT FROM 'INHERIT' THEN s."defaultLevel"
        ELSE c."effectiveLevel" END
    FROM "Collection" c
    WHERE s."parentId" = c.id AND (c.id = ${collectionId} OR c.ancestors @> ARRAY[${collectionId}]::text[])`
}
