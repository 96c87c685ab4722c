import type { ListArguments } from '../../graph/declare/connection.ts'
import { type Prefetch, partsOfList } from '../../graph/declare/prefetch.ts'
import type { ColumnInSql } from '../../graph/fields/computed/computed.ts'
import type { LinkFilter } from './link-reads.ts'
import { kindsOfLinksTo } from './link-rows.ts'

// Most pages have no broken links, and many no links to them. The statement that reads a page of live content finds that out from
// what is kept of its links, with a plan that is a tenth of the one which tells everything of them. It knows an empty list only.

const emptyList = `'{}'`

/** Returns the SQL condition for a list to begin at its first item. */
const beginsAtFirst = ({ after, before, last }: ListArguments): boolean =>
  after == null && before == null && last == null

/** Returns SQL for an empty list where the links of the page are kept and none matches the condition. */
const emptyUnless = (column: ColumnInSql, exists: string) => `CASE
  WHEN EXISTS (SELECT FROM "Branch" b WHERE b.id = ${column('branchId')} AND b."keepsLinks"
    AND b."headSequence" = ${column('liveSequence')})
  AND NOT EXISTS (${exists}) THEN ${emptyList} END`

const isBroken = (statuses: LinkFilter['status']) => statuses?.every((status) => status === 'BROKEN') ?? false

/** The list of the broken links of a page; known if it is empty. A relative URL may be broken. */
export const brokenLinksPrefetch: Prefetch = {
  members: partsOfList,
  inSql: (column, args) => {
    const { status, brokenContext, ...window } = args as LinkFilter & ListArguments
    if (!isBroken(status) || brokenContext != null || !beginsAtFirst(window)) return undefined
    return emptyUnless(
      column,
      `SELECT FROM "PageLink" l JOIN "LinkTarget" t ON t.id = l."linkTargetId"
  WHERE l."branchId" = ${column('branchId')} AND l."pageId" = ${column('pageId')} AND (t.relative OR t.status = 'BROKEN')`,
    )
  },
}

/** Returns the SQL condition for a link `l` to be one to a heading of its own page, which names no page. */
const isOwnAnchor = (column: ColumnInSql) => `(l."pageId" = ${column('pageId')} AND EXISTS (
      SELECT FROM "DocumentLink" d
      WHERE d."documentId" = ${column('documentId')} AND d.ordinal = l.ordinal AND d."targetId" IS NULL))`

/** The list of the pages that refer to a page; known if it is empty. A relative URL may lead to a page with its last name. */
export const backlinksPrefetch: Prefetch = {
  members: partsOfList,
  inSql: (column, args) =>
    beginsAtFirst(args as ListArguments)
      ? emptyUnless(
          column,
          `SELECT FROM "LinkTarget" t JOIN "PageLink" l ON l."linkTargetId" = t.id
  WHERE t."branchId" = ${column('branchId')} AND t.target = ${column('pageId')} AND t.space = '' AND t.kind IN (${kindsOfLinksTo.PAGE})
    AND NOT ${isOwnAnchor(column)}
  UNION ALL
  SELECT FROM "LinkTarget" t
  WHERE t."branchId" = ${column('branchId')} AND t.relative AND t.names && ARRAY[${column('slug')}]`,
        )
      : undefined,
}
