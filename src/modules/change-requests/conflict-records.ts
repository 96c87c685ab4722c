import { newId } from '../../base/identifiers.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { ContentConflict } from '../../formats/merge/types.ts'
import { Prisma, type ContentConflict as RecordedConflict } from '../../generated/prisma/client.ts'

/** Returns whether an update of the change request left one of its open conflicts. */
export const hasConflictsOfUpdate = (open: readonly RecordedConflict[]): boolean =>
  open.some(({ revisionId }) => revisionId !== null)

export const openConflicts = (
  transaction: Transaction,
  changeRequestId: string,
): Promise<readonly RecordedConflict[]> =>
  transaction.query<RecordedConflict>(
    `SELECT * FROM "ContentConflict" WHERE "changeRequestId" = $1 AND status = 'OPEN' ORDER BY ordinal`,
    [changeRequestId],
  )

interface FoundConflicts {
  readonly conflicts: readonly ContentConflict[]
  /** The revision that the update wrote, or null for a merge. */
  readonly revisionId: string | null
}

const deleteOpenConflicts = (transaction: Transaction, changeRequestId: string) =>
  transaction.query(`DELETE FROM "ContentConflict" WHERE "changeRequestId" = $1 AND status = 'OPEN'`, [
    changeRequestId,
  ])

/**
 * Replaces the open conflicts of a change request with those of a merge, or of the update that wrote the revision. A
 * conflict that was recorded before keeps its id. Those that were decided stay.
 */
export async function recordConflicts(
  transaction: Transaction,
  changeRequestId: string,
  open: readonly RecordedConflict[],
  { conflicts, revisionId }: FoundConflicts,
): Promise<void> {
  if (open.length > 0) await deleteOpenConflicts(transaction, changeRequestId)
  if (conflicts.length === 0) return
  const [last] = await transaction.query<{ ordinal: number | null }>(
    'SELECT max(ordinal) AS ordinal FROM "ContentConflict" WHERE "changeRequestId" = $1',
    [changeRequestId],
  )
  const first = (last?.ordinal ?? -1) + 1
  const ids = new Map(open.map((conflict) => [identityOf(conflict), conflict.id]))
  await transaction.contentConflict.createMany({
    data: conflicts.map((conflict, index) => ({
      ...conflict,
      id: ids.get(identityOf(conflict)) ?? newId('ContentConflict'),
      changeRequestId,
      ordinal: first + index,
      base: sideColumn(conflict.base),
      ours: sideColumn(conflict.ours),
      theirs: sideColumn(conflict.theirs),
      revisionId,
    })),
  })
}

const sideColumn = (side: unknown) => (side == null ? Prisma.DbNull : (side as Prisma.InputJsonValue))

/** Returns a text that is the same for the same conflict, whether it was stored or not. */
const identityOf = ({ kind, object, objectId, field, base, ours, theirs }: ContentConflict): string =>
  JSON.stringify(
    [kind, object, objectId, field, base ?? null, ours ?? null, theirs ?? null],
    // The database keeps the members of objects in another order.
    (_key, value: unknown) => (isObject(value) ? Object.entries(value).sort() : value),
  )

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
