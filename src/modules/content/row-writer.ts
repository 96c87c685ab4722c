import type { Prisma } from '../../generated/prisma/client.ts'
import { newId } from '../../identifiers.ts'
import { type ContentModel, contentColumns, identityColumns, type RevisionPoint } from './revision-rows.ts'

/** What a revision changes of one model of content. */
export interface RowChanges<Row> {
  /** New versions of what is there already, and what is new. */
  readonly written?: readonly Row[]
  /** Ids of what is gone from this revision on. */
  readonly removed?: readonly string[]
  /** For a change request: ids of what is as in its base again. */
  readonly reverted?: readonly string[]
}

/** Rows of one statement: their JSON stays well below what PostgreSQL takes as one value. */
const rowsPerStatement = 2000

/** Writes the rows of a revision: as many as it changes, however much content there is. */
export async function writeRows<Row extends object>(
  transaction: Prisma.TransactionClient,
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
  transaction: Prisma.TransactionClient,
  model: ContentModel,
  { branchId, sequence }: RevisionPoint,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await transaction.$executeRawUnsafe(
    `UPDATE "${model}" SET "endSequence" = $1
     WHERE "branchId" = $2 AND "${identityColumns[model]}" = ANY($3::text[]) AND "endSequence" IS NULL`,
    sequence,
    branchId,
    ids,
  )
}

/** Many rows in a statement with a single parameter, which keeps thousands of pages a matter of a second. */
async function insertRows(
  transaction: Prisma.TransactionClient,
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
    await transaction.$executeRawUnsafe(
      `INSERT INTO "${model}" SELECT * FROM json_populate_recordset(NULL::"${model}", $1::json)`,
      JSON.stringify(versions),
    )
  }
}

/** What a change request removes and its base has, it hides by a row that says so. */
async function markDeleted(
  transaction: Prisma.TransactionClient,
  model: ContentModel,
  { branchId, sequence, baseBranchId, baseSequence }: RevisionPoint,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0 || baseBranchId === null) return
  await transaction.$executeRawUnsafe(
    `INSERT INTO "${model}" (id, "branchId", sequence, deleted, ${contentColumns[model]})
     SELECT left(v.id, 3) || left(encode(sha256(convert_to(v.id || $1 || $2::text, 'UTF8')), 'hex'), 26),
       $1, $2::int, TRUE, ${contentColumns[model]}
     FROM "${model}" v
     WHERE v."branchId" = $3 AND v.sequence <= $4::int AND (v."endSequence" IS NULL OR v."endSequence" > $4::int)
       AND NOT v.deleted AND v."${identityColumns[model]}" = ANY($5::text[])`,
    branchId,
    sequence,
    baseBranchId,
    baseSequence,
    ids,
  )
}
