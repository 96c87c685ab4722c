import type { Database } from '../../database/client.ts'
import { rowsInRevision } from './revision-rows.ts'

const bodiesOf = (model: 'PageVersion' | 'ReusableContentVersion') =>
  `SELECT 1 FROM ${rowsInRevision(model, '$1', 'v."documentId" IS NOT NULL')} v
   JOIN "Document" d ON d.id = v."documentId" WHERE position($2 IN d.markdown) > 0`

/** Returns whether a body of a revision contains a text. */
export async function revisionMentions(
  { query }: Pick<Database, 'query'>,
  revisionId: string,
  text: string,
): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(
    `SELECT EXISTS (${bodiesOf('PageVersion')}) OR EXISTS (${bodiesOf('ReusableContentVersion')}) AS found`,
    [revisionId, text],
  )
  return row?.found === true
}
