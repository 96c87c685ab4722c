import { newId } from '../../base/identifiers.ts'
import type { Transaction } from '../../database/transactions.ts'
import { type ContentModel, contentColumns, identityColumns, type RevisionPoint } from './revision-rows.ts'

/** The changes of a revision to one model of content. */
export interface RowChanges<Row> {
  /** Rows of new and changed objects. */
  readonly written?: readonly Row[]
  /** Ids of the objects that the revision deletes. */
  readonly removed?: readonly string[]
  /** For a change request: ids of the objects that equal those of its base again. */
  readonly reverted?: readonly string[]
}

/** Limits the rows per statement, because PostgreSQL limits the size of one JSON value. */
const rowsPerStatement = 2000

/** Writes only the rows that a revision changes. */
export async function writeRows<Row extends object>(
  transaction: Transaction,
  model: ContentModel,
  point: RevisionPoint,
  { written = [], removed = [], reverted = [] }: RowChanges<Row>,
): Promise<void> {
  const identity = identityColumns[model]
  const writtenIds = written.map((row) => (row as Record<string, unknown>)[identity] as string)
  await endRows(transaction, model, point, [...writtenIds, ...removed, ...reverted])
  await insertRows(transaction, model, point, written)
  await markDeleted(transaction, model, point, removed)
}

async function endRows(
  transaction: Transaction,
  model: ContentModel,
  { branchId, sequence }: RevisionPoint,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await transaction.query(
    `UPDATE "${model}" SET "endSequence" = $1
     WHERE "branchId" = $2 AND "${identityColumns[model]}" = ANY($3::text[]) AND "endSequence" IS NULL`,
    [sequence, branchId, ids],
  )
}

/** Inserts many rows per statement as one JSON parameter: thousands of pages take about a second. */
async function insertRows(
  transaction: Transaction,
  model: ContentModel,
  { branchId, sequence }: RevisionPoint,
  rows: readonly object[],
): Promise<void> {
  const defaults =
    model === 'PageVersion' ? { hidden: false, noIndex: false, noRobotsIndex: false, type: 'DOCUMENT' } : {}
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const versions = rows.slice(start, start + rowsPerStatement).map((row) => ({
      ...defaults,
      ...row,
      id: newId(model),
      branchId,
      sequence,
      endSequence: null,
      deleted: false,
    }))
    await transaction.query(
      `INSERT INTO "${model}" SELECT * FROM json_populate_recordset(NULL::"${model}", $1::json)`,
      [JSON.stringify(versions)],
    )
  }
}

/** Writes rows marked as deleted, which hide the rows of the base of a change request. */
async function markDeleted(
  transaction: Transaction,
  model: ContentModel,
  { branchId, sequence, baseBranchId, baseSequence }: RevisionPoint,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0 || baseBranchId === null) return
  await transaction.query(
    `INSERT INTO "${model}" (id, "branchId", sequence, deleted, ${contentColumns[model]})
     SELECT left(v.id, 3) || left(encode(sha256(convert_to(v.id || $1 || $2::text, 'UTF8')), 'hex'), 26),
       $1, $2::int, TRUE, ${contentColumns[model]}
     FROM "${model}" v
     WHERE v."branchId" = $3 AND v.sequence <= $4::int AND (v."endSequence" IS NULL OR v."endSequence" > $4::int)
       AND NOT v.deleted AND v."${identityColumns[model]}" = ANY($5::text[])`,
    [branchId, sequence, baseBranchId, baseSequence, ids],
  )
}
