import type { Database } from '../../database/client.ts'
import { longTransaction } from '../../database/long-transaction.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { SweepLimits } from '../module.ts'

const wordsPerBatch = 500
const batchLimit = { milliseconds: 30_000 }

const sweepName = 'search-words'

/**
 * Deletes the words that no page has. A word is marked first, and deleted by a later sweep if no page has it still: a
 * transaction that writes a page when the word is marked may have found it unmarked, and one that begins later removes the
 * mark, which makes the two wait for each other. A sweep that runs out of time is continued by the next one. Returns the
 * number of deleted words.
 */
export async function sweepWords(database: Database, { before, signal }: SweepLimits): Promise<number> {
  let count = 0
  for (let isAtEnd = false; !isAtEnd && !signal?.aborted; ) {
    const batch = await longTransaction(database, batchLimit, (transaction) => sweepNext(transaction, before))
    count += batch.deleted
    isAtEnd = batch.isAtEnd
  }
  return count
}

/** Sweeps the words after those of the last batch, and notes how far it came. After the last word it begins anew. */
async function sweepNext(
  transaction: Transaction,
  before: Date,
): Promise<{ deleted: number; isAtEnd: boolean }> {
  const known = await transaction.sweepPosition.findUnique({ where: { sweep: sweepName } })
  const { deleted, last } = await sweepBatch(transaction, before, known?.position ?? '')
  const position = last ?? ''
  await transaction.sweepPosition.upsert({
    where: { sweep: sweepName },
    create: { sweep: sweepName, position },
    update: { position },
  })
  return { deleted, isAtEnd: last === undefined }
}

async function sweepBatch(
  transaction: Transaction,
  before: Date,
  after: string,
): Promise<{ deleted: number; last: string | undefined }> {
  // Whether a page has a word is known from a few of those that have it.
  await transaction.query('SET LOCAL gin_fuzzy_search_limit = 1000')
  // The planner takes every word for one that many pages have, and would read all pages for each.
  await transaction.query('SET LOCAL enable_seqscan = off')
  const words = await transaction.query<{ word: string; isMarked: boolean; isUsed: boolean }>(
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
  await transaction.query(mark, [which(false, false)])
  await transaction.query(unmark, [which(true, true)])
  const deleted = await transaction.query(remove, [which(true, false), before])
  return { deleted: deleted.length, last: words.at(-1)?.word }
}
