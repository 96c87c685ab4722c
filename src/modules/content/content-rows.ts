import type { Viewer } from '../../access/viewer.ts'
import type PrismaTypes from '../../generated/pothos-types.ts'
import { type FixedColumns, PlannedRow } from '../../graph/declare/planned-read.ts'
import { compileWhere, declareRows, type Parameters, type Where } from '../../graph/sql/where.ts'
import { readableSpaces } from '../spaces/policy.ts'
import type { LocatedPage } from './located-content.ts'
import { pagesAboveInSql, pathInSql } from './page-climb.ts'
import { knownPathOf } from './page-path.ts'
import { changeRequestNamed, type RevisionAddress, readableRevisions } from './policy.ts'
import { rowIn, rowsInPrimaryRevision, rowsInRevision, validAt } from './revision-rows.ts'
import type { ComputedOption } from './service.ts'

// The rows of content where they are read: in a revision, whose branch and sequence number tell which rows are valid. Their
// relations select them with the place as further columns, which those below have from them.

/** The columns of the place that content is read at. */
const place = {
  spaceId: 'String',
  revisionId: 'String',
  readAs: 'String',
  sharesContentIds: 'Boolean',
  changeRequestId: 'String',
} as const

interface RowsOfPages extends Omit<PrismaTypes['PageVersion'], 'Name' | 'Shape'> {
  readonly Name: 'Page'
  readonly Shape: LocatedPage
}

declare module '../../graphql/builder.ts' {
  interface ModuleRows {
    readonly Page: RowsOfPages
  }
}

declareRows('Page', {
  of: 'PageVersion',
  adds: { ...place, storedOnly: 'Boolean', path: 'String', liveSequence: 'Int', pagesAbove: 'Json' },
})

/** The columns that tell code which page it is, and where it was read. */
export const columnsOfPlace = ['pageId', ...Object.keys(place), 'storedOnly']

type Place = Readonly<Record<keyof typeof place | 'storedOnly' | 'path', string>>

const withPlace = (rows: string, columns: Place): string =>
  `(SELECT v.*, NULL::int AS "liveSequence", NULL::json AS "pagesAbove", ${Object.entries(columns)
    .map(([name, sql]) => `${sql} AS "${name}"`)
    .join(', ')} FROM ${rows} v)`

const isStoredOnly = ({ computed }: ComputedOption): string => (computed === false ? 'TRUE' : 'FALSE')

/** The relation of a space to the pages at the root of its active revision, which is one of primary content. */
export const rootPagesOfSpace = {
  keyTypes: ['text', 'text', 'text'],
  columns: ['revisionId', 'id', 'sharesContentIds'],
  from: (args: ComputedOption) =>
    withPlace(rowsInPrimaryRevision('PageVersion', 'p.k0', 'v."parentId" IS NULL'), {
      spaceId: 'p.k1',
      revisionId: 'p.k0',
      readAs: `'LIVE'::text`,
      sharesContentIds: 'p.k2::boolean',
      changeRequestId: 'NULL::text',
      storedOnly: isStoredOnly(args),
      path: 'v.slug',
    }),
  condition: 'TRUE',
} as const

/** The relation of a revision to the pages at its root. */
export const rootPagesOfRevision = {
  keyTypes: ['text', 'text'],
  columns: ['id', 'spaceId'],
  from: (args: ComputedOption) =>
    withPlace(rowsInRevision('PageVersion', 'p.k0', 'v."parentId" IS NULL'), {
      spaceId: 'p.k1',
      revisionId: 'p.k0',
      readAs: 'NULL::text',
      sharesContentIds: 'NULL::boolean',
      changeRequestId: 'NULL::text',
      storedOnly: isStoredOnly(args),
      path: 'v.slug',
    }),
  condition: 'TRUE',
} as const

const keysOfSubpages = [
  'revisionId',
  'pageId',
  'path',
  ...Object.keys(place).filter((name) => name !== 'revisionId'),
  'storedOnly',
]

const isBelow = 'v."parentId" = p.k1'

/** The relation of a page to its stored subpages, without their place. */
export const storedSubpages = {
  from: rowsInRevision('PageVersion', 'p.k0', isBelow),
  condition: 'TRUE',
  keys: ['revisionId', 'pageId'],
} as const

const rowsBelow = (rows: string): string =>
  withPlace(rows, {
    spaceId: 'p.k3',
    revisionId: 'p.k0',
    readAs: 'p.k4',
    sharesContentIds: 'p.k5::boolean',
    changeRequestId: 'p.k6',
    storedOnly: 'p.k7::boolean',
    path: `p.k2 || '/' || v.slug`,
  })

/** The relation of a page to its subpages, at the same place. */
export const subpages = {
  keyTypes: keysOfSubpages.map(() => 'text' as const),
  columns: keysOfSubpages,
  keys: (page: LocatedPage) => [
    page.revisionId,
    page.pageId,
    knownPathOf(page) ?? null,
    page.spaceId,
    typeof page.readAs === 'string' ? page.readAs : null,
    page.sharesContentIds ?? null,
    page.changeRequestId ?? null,
    page.storedOnly ?? null,
  ],
  from: rowsBelow(storedSubpages.from),
  fromFixed: ({ readAs }: FixedColumns) =>
    readAs === 'LIVE' ? rowsBelow(rowsInPrimaryRevision('PageVersion', 'p.k0', isBelow)) : undefined,
  condition: 'TRUE',
}

/** Returns the stored page with an id at an address, for a statement that reads it with what is selected of it. */
export function pageAt(
  viewer: Viewer,
  { spaceId, revisionId, changeRequestId, computed }: RevisionAddress & ComputedOption,
  pageId: string,
): PlannedRow {
  const proposal = changeRequestId ? changeRequestNamed(changeRequestId) : undefined
  const isLive = !revisionId && !proposal
  const where = {
    spaceId,
    pageId,
    ...(revisionId && { revisionId }),
    ...proposal,
    ...(computed === false && { storedOnly: true }),
  }
  const query = (valueFor: (name: string) => string, parameters: Parameters): string => {
    const page = valueFor('pageId')
    const conditions = [
      `s.id = ${valueFor('spaceId')}`,
      ...(isLive ? ['r.id = s."revisionId"'] : ['r."spaceId" = s.id']),
      ...(revisionId ? [`r.id = ${valueFor('revisionId')}`] : []),
      ...Object.keys(proposal ?? {}).map((name) => `c."spaceId" = s.id AND c."${name}" = ${valueFor(name)}`),
      isLive
        ? compileWhere('Space', readableSpaces(viewer) as Where, 's', parameters)
        : compileWhere('Revision', readableRevisions(viewer) as Where, 'r', parameters),
    ]
    return `
SELECT v.*, r."spaceId", r.id AS "revisionId", ${revisionId ? 'NULL' : isLive ? `'LIVE'` : `'CHANGE_REQUEST'`}::text AS "readAs",
  s."sharesContentIds", ${proposal ? 'c.id' : 'NULL::text'} AS "changeRequestId", ${isStoredOnly({ computed })} AS "storedOnly",
  ${isLive ? pathAndMore : `NULL::int AS "liveSequence", NULL::json AS "pagesAbove", ${pathInSql((name) => `v."${name}"`)} AS path`}
FROM "Space" s CROSS JOIN "Revision" r${proposal ? ' JOIN "ChangeRequest" c ON c."revisionId" = r.id' : ''}
CROSS JOIN LATERAL (${isLive ? rowsOfPrimary(page) : rowIn('PageVersion', 'r', page)}) v${isLive ? ` CROSS JOIN LATERAL (${pagesAboveInSql()}) above` : ''}
WHERE ${conditions.join(' AND ')}`
  }
  return new PlannedRow(where, () => ({}), query, isLive ? { readAs: 'LIVE' } : {})
}

/** SQL: the columns that only a page of live content has when it is found alone, and its path. */
const pathAndMore = `r.sequence AS "liveSequence", above.pages AS "pagesAbove",
  CASE WHEN v."parentId" IS NULL THEN v.slug ELSE above.slugs || '/' || v.slug END AS path`

/** Returns SQL for a page of primary content, whose revisions overlay nothing. */
const rowsOfPrimary = (page: string) =>
  `SELECT v.* FROM "PageVersion" v WHERE ${validAt('v', 'r."branchId"', 'r.sequence')} AND NOT v.deleted AND v."pageId" = ${page}`
