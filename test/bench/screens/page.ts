import { LRUCache } from 'lru-cache'
import { bytesOfCache } from '../../../src/caches/cache-sizes.ts'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'
import {
  array,
  connection,
  date,
  literal,
  members,
  nullable,
  nullableDate,
  number,
  object,
  text,
} from '../sql-json.ts'
import { bodyOf, reactions, replies } from './comments.ts'
import { granted, optional, userWithPhoto } from './parts.ts'

// One statement writes the text up to the Markdown of the page. Code adds the Markdown, so that it is sent once, and its
// tree. Relative URLs, for which Lectern looks for pages, are in no body here, and are left out.

/** Returns the condition for a row of a page that the live content has. */
const isLive = (alias: string): string =>
  `${alias}."branchId" = p."branchId" AND ${alias}."endSequence" IS NULL AND NOT ${alias}.deleted`

const exists = (table: string, condition: string): string =>
  `EXISTS (SELECT FROM "${table}" e WHERE ${isLive('e')} AND ${condition})`

const comments = connection({
  node: object({
    id: text('c.id'),
    status: text('c.status'),
    postedAt: date('c."postedAt"'),
    editedAt: nullableDate('c."editedAt"'),
    postedBy: optional('u.id', userWithPhoto('u')),
    body: bodyOf('c'),
    permissions: granted('edit', 'delete'),
    replyCount: number('c."replyCount"'),
    replies: replies({ postedAt: date('y."postedAt"') }),
    reactions,
  }),
  id: 'c.id',
  from: `"Comment" c LEFT JOIN "User" u ON u.id = c."postedById"
    WHERE c."spaceId" = sp.id AND c."pageId" = $2 AND c."changeRequestId" IS NULL`,
  order: 'c."postedAt", c.id',
  limit: 50,
})

const backlinks = connection({
  node: object({
    page: object({ id: text('k."pageId"'), title: text('k.title') }),
    internalLocation: optional('k.section', object({ anchor: text('k.section') })),
  }),
  id: 'k."pageId"',
  from: `(SELECT DISTINCT ON (v."pageId") v."pageId", v.title, l.section
    FROM (
      SELECT l."documentId", l.section, l.ordinal FROM "DocumentLink" l
      WHERE l."targetId" = $2 AND l.kind IN ('PAGE', 'ANCHOR') AND (l."spaceId" IS NULL OR l."spaceId" = sp.id)) l
    JOIN "PageVersion" v ON v."documentId" = l."documentId" AND ${isLive('v')}
    ORDER BY v."pageId", l.ordinal) k`,
  order: 'k."pageId"',
  limit: 20,
})

/** The links of the body `p."documentId"` to content that does not exist, by target. */
const brokenLinks = `(
  SELECT l.kind, coalesce(l."targetId", '') AS target, coalesce(l.anchor, '') AS anchor,
    bool_or(l.relation = 'DEPENDS_ON') AS depends
  FROM "DocumentLink" l WHERE l."documentId" = p."documentId" AND (l."spaceId" IS NULL OR l."spaceId" = sp.id)
    AND CASE l.kind
      WHEN 'PAGE' THEN NOT ${exists('PageVersion', 'e."pageId" = l."targetId"')}
      WHEN 'ANCHOR' THEN NOT ${exists(
        'PageVersion',
        `e."pageId" = coalesce(l."targetId", $2) AND EXISTS (SELECT FROM "Document" d WHERE d.id = e."documentId" AND l.anchor = ANY(d.anchors))`,
      )}
      WHEN 'FILE' THEN NOT ${exists('FileVersion', 'e."fileId" = l."targetId"')}
      WHEN 'REUSABLE_CONTENT' THEN NOT ${exists('ReusableContentVersion', 'e."reusableId" = l."targetId"')}
      ELSE false END
  GROUP BY 1, 2, 3) k`

const links = connection({
  node: object({
    relation: `CASE WHEN k.depends THEN '"DEPENDS_ON"' ELSE '"REFERENCE"' END`,
    locationReferences: array(
      object({ internalLocation: optional('f.section', object({ anchor: text('f.section') })) }),
      `(SELECT l.section, min(l.ordinal) AS first FROM "DocumentLink" l
        WHERE l."documentId" = p."documentId" AND l.kind = k.kind AND coalesce(l."targetId", '') = k.target
          AND coalesce(l.anchor, '') = k.anchor
        GROUP BY l.section ORDER BY first LIMIT 100) f`,
    ),
  }),
  id: 'k.target',
  from: brokenLinks,
  order: 'k.kind::text, k.target, k.anchor',
  limit: 20,
})

const pageAbove = object({ id: text('a."pageId"'), title: text('a.title'), path: text('a.path') })

/** The page `p` of the live content, and the pages `above` it with their distance and path. */
const withPagesAbove = `WITH RECURSIVE
  p AS MATERIALIZED (
    SELECT v.* FROM "Branch" b JOIN "PageVersion" v ON v."branchId" = b.id
    WHERE b."spaceId" = $1 AND b.kind = 'MAIN' AND v."pageId" = $2 AND v."endSequence" IS NULL AND NOT v.deleted),
  climb AS (
    SELECT v."pageId", v."parentId", v.title, v.slug, 1 AS depth
    FROM p JOIN "PageVersion" v ON v."pageId" = p."parentId" AND ${isLive('v')}
    UNION ALL
    SELECT v."pageId", v."parentId", v.title, v.slug, c.depth + 1
    FROM climb c CROSS JOIN p JOIN "PageVersion" v ON v."pageId" = c."parentId" AND ${isLive('v')}),
  above AS MATERIALIZED (
    SELECT "pageId", title, depth, string_agg(slug, '/') OVER (ORDER BY depth DESC) AS path FROM climb)`

const statement = `${withPagesAbove} SELECT '{"data":{"space":' || ${object({
  id: text('sp.id'),
  title: text('sp.title'),
  permissions: granted('comment', 'edit', 'admin'),
  comments,
})} || ',"page":' || ${members({
  __typename: literal('DocumentPage'),
  id: text('p."pageId"'),
  title: text('p.title'),
  description: nullable('p.description'),
  emoji: nullable('p.emoji'),
  isHidden: number('p.hidden'),
  updatedAt: date('p."updatedAt"'),
  parent: `coalesce((SELECT ${pageAbove} FROM above a WHERE a.depth = 1), 'null')`,
  ancestors: array(pageAbove, 'above a ORDER BY a.depth DESC'),
  children: connection({
    node: object({
      __typename: literal('DocumentPage'),
      id: text('q."pageId"'),
      title: text('q.title'),
      emoji: nullable('q.emoji'),
      isHidden: number('q.hidden'),
    }),
    id: 'q.id',
    from: `"PageVersion" q WHERE ${isLive('q')} AND q."parentId" = p."pageId"`,
    order: 'q.position, q.id',
    limit: 50,
  }),
  backlinks,
  path: text(`coalesce((SELECT a.path || '/' FROM above a WHERE a.depth = 1), '') || p.slug`),
  documentId: text('p."documentId"'),
  urls: `'{"app":"http://localhost/s/' || sp.id || '/pages/' || p."pageId" || '"}'`,
  links,
})} || ',"markdown":', d.markdown, p."documentId", d.nodes::text
FROM p CROSS JOIN "Space" sp JOIN "Document" d ON d.id = p."documentId" WHERE sp.id = $1`

/** The trees as JSON, by id of the document, which never changes. Lectern remembers as many. */
const trees = new LRUCache<string, string>({
  maxSize: bytesOfCache('parsedBodies'),
  sizeCalculation: (json) => json.length,
})

function treeOf(documentId: string, markdown: string): string {
  const known = trees.get(documentId)
  if (known !== undefined) return known
  const tree = JSON.stringify(markdownToDocument(markdown))
  trees.set(documentId, tree)
  return tree
}

export const page = {
  statement,
  complete: ([text, markdown, documentId, nodes]: readonly string[]): string =>
    `${text}${JSON.stringify(markdown)},"document":${nodes ?? treeOf(documentId as string, markdown as string)}}}}`,
}
