import type { Database } from '../../database/client.ts'
import type { Entry } from './entries.ts'

/** Returns the titles of the pages of comments on the content of spaces, by the ids of the pages. Those of pages that are gone are missing. */
export async function pageTitles(
  { query }: Pick<Database, 'query'>,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, string>> {
  const onPages = entries.filter(({ changeRequest, pageId }) => changeRequest === null && pageId !== null)
  if (onPages.length === 0) return new Map()
  const rows = await query<{ pageId: string; title: string }>(
    `SELECT v."pageId", v.title FROM "Branch" b JOIN "PageVersion" v ON v."branchId" = b.id
     WHERE b."spaceId" = ANY($1) AND b.kind = 'PRIMARY' AND v."pageId" = ANY($2)
       AND v."endSequence" IS NULL AND NOT v.deleted`,
    [onPages.map(({ space }) => space.id), onPages.map(({ pageId }) => pageId)],
  )
  return new Map(rows.map(({ pageId, title }) => [pageId, title]))
}
