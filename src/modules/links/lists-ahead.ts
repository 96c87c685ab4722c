import type { ListArguments } from '../../graphql/connection.ts'
import { aheadExtension, partsOfList, type ReadAhead } from '../../graphql/read-ahead.ts'
import { type ColumnOfPage, isBeside } from '../content/pages-ahead.ts'
import type { LinkFilter } from './link-reads.ts'

// Most pages have no broken links. The statement that reads a page of live content finds out with a plan that is a tenth of
// the one which tells everything of the links. It knows an empty list only.

const emptyList = `'{}'`

/** Returns the SQL condition for a list to begin at its first item. */
const beginsAtFirst = ({ after, before, last }: ListArguments): boolean =>
  after == null && before == null && last == null

const isOwn = (column: ColumnOfPage) => `(l."spaceId" IS NULL OR l."spaceId" = ${column('spaceId')})`

const exists = (table: string, identity: string, column: ColumnOfPage) =>
  `EXISTS (SELECT FROM "${table}" e WHERE ${isBeside('e', column)} AND e."${identity}" = l."targetId")`

/** Returns the SQL condition for a link `l` of a body that may be broken. A relative URL may be one. */
const mayBeBroken = (column: ColumnOfPage) => `CASE
  WHEN l.kind = 'URL' THEN l.paths <> '{}' OR l.url !~* '^([a-z][a-z0-9+.-]*:|//)'
  WHEN l.kind IN ('USER', 'COLLECTION', 'SPACE', 'OPENAPI') OR NOT ${isOwn(column)} THEN FALSE
  WHEN l.kind = 'FILE' THEN NOT ${exists('FileVersion', 'fileId', column)}
  WHEN l.kind = 'REUSABLE_CONTENT' THEN NOT ${exists('ReusableContentVersion', 'reusableId', column)}
  ELSE NOT EXISTS (
    SELECT FROM "PageVersion" e
    WHERE ${isBeside('e', column)} AND e."pageId" = CASE l.kind
        WHEN 'PAGE' THEN l."targetId" ELSE coalesce(l."targetId", ${column('pageId')}) END
      AND (l.kind = 'PAGE' OR EXISTS (
        SELECT FROM "Document" d
        WHERE d.id = e."documentId" AND (d."linksReadAt" IS NULL OR l.anchor = ANY(d.anchors))))) END`

const isBroken = (statuses: LinkFilter['status']) => statuses?.every((status) => status === 'BROKEN') ?? false

/** The list of the broken links of a page; known if it is empty. */
export const brokenLinksAhead = {
  [aheadExtension]: {
    members: partsOfList,
    inSql: (column, args) => {
      const { status, brokenContext, ...window } = args as LinkFilter & ListArguments
      if (!isBroken(status) || brokenContext != null || !beginsAtFirst(window)) return undefined
      return `CASE WHEN ${column('cover')} IS NULL AND ${column('target')} IS NULL AND NOT EXISTS (
  SELECT FROM "DocumentLink" l WHERE l."documentId" = ${column('documentId')} AND ${mayBeBroken(column)})
THEN ${emptyList} END`
    },
  } satisfies ReadAhead,
}

/**
 * Returns the SQL condition for a link `l` to be in a page beside the one that was read. EXISTS would let the planner begin with
 * all pages beside it, and try the links of each.
 */
const isInPageBeside = (column: ColumnOfPage) =>
  `(SELECT TRUE FROM "PageVersion" e WHERE e."documentId" = l."documentId" AND ${isBeside('e', column)} LIMIT 1)`

/** The list of the pages that refer to a page; known if it is empty. */
export const backlinksAhead = {
  [aheadExtension]: {
    members: partsOfList,
    inSql: (column, args) =>
      beginsAtFirst(args as ListArguments)
        ? `CASE WHEN NOT EXISTS (
  SELECT FROM "DocumentLink" l
  WHERE (l."targetId" = ${column('pageId')} AND l.kind IN ('PAGE', 'ANCHOR') AND ${isOwn(column)}
      OR l.names <> '{}' AND l.names && ARRAY[${column('slug')}])
    AND ${isInPageBeside(column)})
AND NOT EXISTS (
  SELECT FROM "PageVersion" e
  WHERE ${isBeside('e', column)} AND e.target->>'page' = ${column('pageId')})
THEN ${emptyList} END`
        : undefined,
  } satisfies ReadAhead,
}
