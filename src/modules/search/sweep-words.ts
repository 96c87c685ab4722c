import type { Database } from '../../database/client.ts'
import { longTransaction } from '../../database/long-transaction.ts'
import { queryIn } from '../../database/transaction-statements.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { SweepLimits } from '../content/sweep-content.ts'

const wordsPerBatch = 1000
const batchLimit = { milliseconds: 120_000 }

/**
 * Deletes the words that no page has. A word is marked first, and deleted by a later sweep if no page has it still: a
 * transaction that writes a page when the word is marked may have found it unmarked, and one that begins later removes the
 * mark, which makes the two wait for each other. Returns the number of deleted words.
 */
export async function sweepWords(database: Database, { before, signal }: SweepLimits): Promise<number> {
  let count = 0
  let after = ''
  while (!signal?.aborted) {
    const batch = await longTransaction(database.prisma, batchLimit, (transaction) =>
      sweepBatch(transaction, before, after),
    )
    if (batch.last === undefined) break
    after = batch.last
    count += batch.deleted
  }
  return count
}

async function sweepBatch(
  transaction: Prisma.TransactionClient,
  before: Date,
  after: string,
): Promise<{ deleted: number; last: string | undefined }> {
  // Whether a page has a word is known from a few of those that have it.
  await queryIn(transaction, 'SET LOCAL gin_fuzzy_search_limit = 1000')
  const words = await queryIn<{ word: string; isMarked: boolean; isUsed: boolean }>(
    transaction,
    `SELECT w.word, w."unusedAt" IS NOT NULL AS "isMarked",
       EXISTS (SELECT 1 FROM "SearchPage" p WHERE p.vector @@ quote_literal(w.word)::tsquery) AS "isUsed"
     FROM (SELECT * FROM "SearchWord" WHERE word > $1 ORDER BY word LIMIT ${wordsPerBatch}) w ORDER BY w.word`,
    [after],
  )
  const which = (isMarked: boolean, isUsed: boolean) =>
    words.filter((word) => word.isMarked === isMarked && word.isUsed === isUsed).map(({ word }) => word)
  const mark =
    'UPDATE "SearchWord" SET "unusedAt" = now() WHERE word = ANY($1::text[]) AND "unusedAt" IS NULL'
  const unmark = 'UPDATE "SearchWord" SET "unusedAt" = NULL WHERE word = ANY($1::text[])'
  const remove = `DELETE FROM "SearchWord" WHERE word = ANY($1::text[]) AND "unusedAt" < $2 RETURNING 1`
  await queryIn(transaction, mark, [which(false, false)])
  await queryIn(transaction, unmark, [which(true, true)])
  const deleted = await queryIn(transaction, remove, [which(true, false), before])
  return { deleted: deleted.length, last: words.at(-1)?.word }
}
