import type { Transaction } from '../../database/transactions.ts'
import { rowIn } from '../content/revision-rows.ts'
import { refusedInput } from './reasons.ts'

const statement = `
  SELECT v."pageId" FROM "Space" o JOIN "Revision" r ON r.id = o."revisionId"
  CROSS JOIN LATERAL (${rowIn('PageVersion', 'r', '$2')}) v
  WHERE o.id = $1 AND v.type = 'DOCUMENT'`

/** Throws an input error unless the page is a document in the primary content of the space. */
export async function assertPageOfSpace(
  transaction: Transaction,
  spaceId: string,
  pageId: string,
): Promise<void> {
  const rows = await transaction.query(statement, [spaceId, pageId])
  if (rows.length === 0) throw refusedInput('pageId', 'PAGE_NOT_IN_SITE_SPACE')
}
