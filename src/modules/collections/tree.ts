import { selectRow } from '../../database/rows.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Collection } from '../../generated/prisma/client.ts'
import type { DefaultLevel } from '../../generated/prisma/enums.ts'
import { maximumLevels } from './limits.ts'
import { refusedInput } from './reasons.ts'

/** The columns that content inherits from its parent. They are stored, so that authorization needs no recursive query. */
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
 * Locks a collection against moves, deletion and changes of its level until the transaction ends, and returns it, so that
 * content that is added to it inherits its current values. Returns null if it is deleted.
 */
export async function lockParent(transaction: Transaction, collectionId: string): Promise<Collection | null> {
  await lockCollectionRowsShared(transaction, [collectionId])
  return selectRow(transaction.query, 'Collection', { id: collectionId, deletedAt: null })
}

/** Acquires shared row locks: compatible with other changes of the collections' content, not with changes of the rows. */
export async function lockCollectionRowsShared(
  transaction: Transaction,
  ids: readonly string[],
): Promise<void> {
  await transaction.query('SELECT id FROM "Collection" WHERE id = ANY($1::text[]) ORDER BY id FOR SHARE', [
    ids,
  ])
}

/** Throws if a collection, and the collections inside of it, would be too deep in a parent. A new one has no id yet. */
export async function assertDepth(
  transaction: Transaction,
  parent: Pick<Collection, 'ancestors'> | null,
  collectionId?: string,
): Promise<void> {
  const above = parent ? parent.ancestors.length + 1 : 0
  const below = collectionId === undefined ? 0 : await levelsBelow(transaction, collectionId)
  if (above + 1 + below > maximumLevels)
    throw refusedInput('parent', 'COLLECTIONS_TOO_DEEP', { maximum: maximumLevels })
}

async function levelsBelow(transaction: Transaction, collectionId: string): Promise<number> {
  const [row] = await transaction.query<{ levels: number }>(
    `SELECT coalesce(max(cardinality(ancestors) - array_position(ancestors, $1) + 1), 0)::int AS levels
     FROM "Collection" WHERE ancestors @> ARRAY[$1]::text[]`,
    [collectionId],
  )
  return row?.levels ?? 0
}

/**
 * Acquires exclusive row locks on a collection and all collections inside it, which blocks changes of their content, and
 * returns their ids. Rows are locked in the order of ids, as everywhere, to prevent deadlocks.
 */
export async function lockSubtree(transaction: Transaction, collectionId: string): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(
    `SELECT id FROM "Collection" WHERE id = $1 OR ancestors @> ARRAY[$1]::text[]
     ORDER BY id FOR UPDATE`,
    [collectionId],
  )
  return rows.map(({ id }) => id)
}

/**
 * Recalculates organization, ancestors and effective level of all content below a collection, in two statements. The
 * collections of the subtree must be locked.
 */
export async function refreshSubtree(transaction: Transaction, collectionId: string): Promise<void> {
  await transaction.query(
    `WITH RECURSIVE tree AS (
       SELECT c.id, c."organizationId",
         CASE WHEN p.id IS NULL THEN ARRAY[]::text[] ELSE p.ancestors || p.id END AS ancestors,
         CASE WHEN c."defaultLevel" IS DISTINCT FROM 'INHERIT' THEN c."defaultLevel"
           WHEN p.id IS NULL THEN 'INHERIT' ELSE p."effectiveLevel" END AS level
       FROM "Collection" c LEFT JOIN "Collection" p ON p.id = c."parentId" WHERE c.id = $1
       UNION ALL
       SELECT c.id, t."organizationId", t.ancestors || t.id,
         CASE WHEN c."defaultLevel" IS DISTINCT FROM 'INHERIT' THEN c."defaultLevel" ELSE t.level END
       FROM "Collection" c JOIN tree t ON c."parentId" = t.id)
     UPDATE "Collection" c
     SET "organizationId" = t."organizationId", ancestors = t.ancestors, "effectiveLevel" = t.level
     FROM tree t WHERE c.id = t.id`,
    [collectionId],
  )
  await transaction.query(
    `UPDATE "Space" s
     SET "organizationId" = c."organizationId", ancestors = c.ancestors || c.id,
       "effectiveLevel" = CASE WHEN s."defaultLevel" IS DISTINCT FROM 'INHERIT' THEN s."defaultLevel"
         ELSE c."effectiveLevel" END
     FROM "Collection" c
     WHERE s."parentId" = c.id AND (c.id = $1 OR c.ancestors @> ARRAY[$1]::text[])`,
    [collectionId],
  )
}
