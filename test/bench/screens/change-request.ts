import { differencesOf, hunksOf } from '../../../src/modules/content/changes/line-hunks.ts'
import { array, connection, date, literal, members, nullable, number, object, text } from '../sql-json.ts'
import { bodyOf, replies } from './comments.ts'
import { pageIn, withChanges } from './content-changes.ts'
import { granted, optional, user } from './parts.ts'

// One statement writes the text up to the changes, and reads the bodies of those. Code compares the bodies.

const contributors = connection({
  node: object({ count: number('m.count'), user: user('u') }),
  id: 'u.id',
  from: `(SELECT r."createdById", count(*) AS count, max(r."createdAt") AS last FROM "Revision" r
    WHERE r."branchId" = q."branchId" AND r.sequence > 1 GROUP BY r."createdById") m
   JOIN "User" u ON u.id = m."createdById"`,
  order: 'm.last DESC, u.id',
  limit: 10,
  isCounted: false,
})

const conflicts = array(
  object({ id: text('k.id'), kind: text('k.kind'), title: text('k.title'), field: nullable('k.field') }),
  `"ContentConflict" k WHERE k."changeRequestId" = q.id AND k.status = 'OPEN' ORDER BY k.ordinal`,
)

const requestedReviewers = connection({
  node: object({ kind: literal('USER'), user: user('u') }),
  id: 'w.id',
  from: '"RequestedReviewer" w JOIN "User" u ON u.id = w."userId" WHERE w."changeRequestId" = q.id',
  order: 'w."createdAt", w.id',
  limit: 20,
  isCounted: false,
})

const reviews = connection({
  node: object({
    id: text('w.id'),
    status: text('w.status'),
    createdAt: date('w."createdAt"'),
    reviewer: optional('u.id', user('u')),
    comment: optional('c.id', object({ id: text('c.id'), body: bodyOf('c') })),
  }),
  id: 'w.id',
  from: `"Review" w LEFT JOIN "User" u ON u.id = w."reviewerId" LEFT JOIN "Comment" c ON c."reviewId" = w.id
    WHERE w."changeRequestId" = q.id`,
  order: 'w."createdAt" DESC, w.id DESC',
  limit: 20,
})

/** The page of the comment `c`, or what it was when the comment was written. */
const target = `coalesce(
  (SELECT x FROM (
    SELECT ${object({ pageId: text('v."pageId"'), title: text('v.title') })} AS x FROM ${pageIn('q', 'c."pageId"')} v) h),
  (SELECT x FROM (
    SELECT ${object({ pageId: text('v."pageId"'), title: text('v.title') })} AS x
    FROM "Revision" r CROSS JOIN LATERAL ${pageIn('r', 'c."pageId"')} v WHERE r.id = c."revisionId") h),
  'null')`

const comments = connection({
  node: object({
    id: text('c.id'),
    status: text('c.status'),
    postedAt: date('c."postedAt"'),
    postedBy: optional('u.id', user('u')),
    body: bodyOf('c'),
    target: object({ page: target }),
    replies: replies({}),
  }),
  id: 'c.id',
  from: '"Comment" c LEFT JOIN "User" u ON u.id = c."postedById" WHERE c."changeRequestId" = q.id',
  order: 'c."postedAt" DESC, c.id DESC',
  limit: 50,
})

const firstChanges = `(SELECT string_agg('[' || to_json(head)::text || ',' || ${nullable('before')} || ',' || ${nullable('after')} || ']', ',')
  FROM (SELECT * FROM changes ORDER BY part, place COLLATE "C", kind LIMIT 50) f)`

const statement = `${withChanges} SELECT '{"data":{"changeRequest":' || ${members({
  id: text('q.id'),
  number: number('q.number'),
  subject: text('q.subject'),
  status: text('q.status'),
  isOutdated: number(`q.status <> 'MERGED' AND sp."revisionId" <> q."baseId"`),
  createdAt: date('q."createdAt"'),
  createdBy: optional('u.id', user('u')),
  contributors,
  space: object({
    id: text('sp.id'),
    title: text('sp.title'),
    permissions: granted('edit', 'review', 'merge'),
  }),
  allConflicts: conflicts,
  requestedReviewers,
  reviews,
  comments,
  changes: members({
    totalCount: `total::text`,
    pageInfo: `CASE WHEN total = 0 THEN '{"hasNextPage":false,"endCursor":null}'
      ELSE '{"hasNextPage":' || (total > 50)::text || ',"endCursor":"' || least(total, 50) || '"}' END`,
  }),
})} || ',"nodes":[', ${firstChanges}
FROM q JOIN "Space" sp ON sp.id = q."spaceId" LEFT JOIN "User" u ON u.id = q."createdById"
CROSS JOIN (SELECT count(*) AS total FROM changes) t`

type Change = readonly [head: string, before: string | null, after: string | null]

/** Returns the JSON of a change of a body, as Lectern compares it; null for none. */
function bodyOfChange(before: string | null, after: string | null): string {
  if (before === null && after === null) return 'null'
  const differences = differencesOf(before ?? '', after ?? '')
  if (!differences) return '{"hunks":null,"hunksOmitted":"TOO_LARGE"}'
  return `{"hunks":${JSON.stringify(hunksOf(differences, 2))},"hunksOmitted":null}`
}

export const changeRequest = {
  statement,
  complete: ([text, changes]: readonly string[]): string => {
    const nodes = (JSON.parse(`[${changes ?? ''}]`) as Change[]).map(
      ([head, before, after]) => `${head},"body":${bodyOfChange(before, after)}}`,
    )
    return `${text}${nodes.join()}]}}}}`
  },
}
