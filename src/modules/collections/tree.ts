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
  await transaction.$queryRaw`SELECT id FROM "Collection" WHERE id = ${collectionId} FOR SHARE`
  return transaction.collection.findUnique({ where: { id: collectionId } })
}

/**
 * Brings everything below a collection in line with its row: organization, ancestors and effective levels, in two
 * statements for a subtree of any size. The collections of the organization must be locked. The spaces come second:
 * whoever was putting one into a collection has then finished.
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
