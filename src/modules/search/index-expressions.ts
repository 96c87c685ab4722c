import type { Database } from '../../database/client.ts'
import { longTransaction } from '../../database/long-transaction.ts'
import { indexPages, pagesWithExpressions } from './index-pages.ts'
import { indexingLimit } from './limits.ts'

/** A space with a variable that has changed. */
interface OutdatedSpace {
  readonly spaceId: string
  readonly branchId: string
  readonly sequence: number
}

/** The pages that are indexed while the branch is locked: other writers wait for so long. */
const pagesPerTransaction = 20

const spacesPerRun = 1000

/**
 * Indexes the pages with expressions of all spaces in which a variable has changed. Returns the number of spaces. Safe to
 * interrupt, repeat and run concurrently: each page gets the values of the newest revision.
 */
export async function indexExpressions(database: Database): Promise<number> {
  const outdated = await database.query<OutdatedSpace>(
    `SELECT e."spaceId", e.sequence, b.id AS "branchId" FROM "ExpressionSearch" e
     JOIN "Branch" b ON b."spaceId" = e."spaceId" AND b.kind = 'MAIN'
     ORDER BY e."spaceId" LIMIT ${spacesPerRun}`,
    [],
  )
  for (const space of outdated) await indexPagesOf(database, space)
  return outdated.length
}

/** A variable that changes meanwhile leaves the space to the next run. */
async function indexPagesOf(
  database: Database,
  { spaceId, branchId, sequence }: OutdatedSpace,
): Promise<void> {
  const pageIds = await pagesWithExpressions(database.query, branchId)
  for (let start = 0; start < pageIds.length; start += pagesPerTransaction)
    await longTransaction(database, indexingLimit, async (transaction) => {
      await transaction.query('SELECT FROM "Branch" WHERE id = $1 FOR NO KEY UPDATE', [branchId])
      await indexPages(transaction, { spaceId, branchId }, pageIds.slice(start, start + pagesPerTransaction))
    })
  await database.transaction((transaction) =>
    transaction.expressionSearch.deleteMany({ where: { spaceId, sequence } }),
  )
}
