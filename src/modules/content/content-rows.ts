import type { Viewer } from '../../access/viewer.ts'
import type PrismaTypes from '../../generated/pothos-types.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import type { Policy } from '../../graph/declare/model-registry.ts'
import { type FixedColumns, PlannedRow } from '../../graph/declare/planned-read.ts'
import type { Climb } from '../../graph/fields/climb.ts'
import { compileWhere, declareRows, type Parameters, type Where } from '../../graph/sql/where.ts'
import { readableSpaces } from '../spaces/policy.ts'
import type { LocatedFile, LocatedPage, LocatedReusableContent } from './located-content.ts'
import { pageAtPath, pathAboveInSql, pathBelowInSql, pathInSql, withoutEmptySegments } from './page-climb.ts'
import { knownPathOf } from './page-path.ts'
import {
  changeRequestNamed,
  type RevisionAddress,
  readableFiles,
  readableReusableContents,
  readableRevisions,
} from './policy.ts'
import {
  type ContentModel,
  layersInRevision,
  rowIn,
  rowInPrimaryContent,
  rowsInPrimaryRevision,
  rowsInRevision,
} from './revision-rows.ts'
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

type Rows<Stored extends keyof PrismaTypes, Name extends string, Shape> = Omit<
  PrismaTypes[Stored],
  'Name' | 'Shape'
> & { readonly Name: Name; readonly Shape: Shape }

declare module '../../graphql/builder.ts' {
  interface ModuleRows {
    readonly Page: Rows<'PageVersion', 'Page', LocatedPage>
    readonly File: Rows<'FileVersion', 'File', LocatedFile>
    readonly ReusableContent: Rows<'ReusableContentVersion', 'ReusableContent', LocatedReusableContent>
  }
}

declareRows('Page', {
  of: 'PageVersion',
  adds: { ...place, storedOnly: 'Boolean', path: 'String', liveSequence: 'Int' },
})
declareRows('File', { of: 'FileVersion', adds: { ...place, size: 'Int' } })
declareRows('ReusableContent', { of: 'ReusableContentVersion', adds: place })

/** The columns that tell code where content was read. */
export const columnsOfPlace = Object.keys(place)

/** The columns that tell code which page it is, and where it was read. */
export const columnsOfPage = ['pageId', ...columnsOfPlace, 'storedOnly']

type Place = Readonly<Record<keyof typeof place, string>>

const named = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} AS "${name}"`)
    .join(', ')

const withPlace = (rows: string, columns: Place & { readonly storedOnly: string; readonly path: string }) =>
  `(SELECT v.*, NULL::int AS "liveSequence", ${named(columns)} FROM ${rows} v)`

/** The place of content in the revision of the keys: its id and that of its space. */
const placeInRevision: Place = {
  spaceId: 'p.k1',
  revisionId: 'p.k0',
  readAs: 'NULL::text',
  sharesContentIds: 'NULL::boolean',
  changeRequestId: 'NULL::text',
}

/** SQL: the size of the file `v`, which is read only where it is selected. */
const size = `(SELECT b.size FROM "Blob" b WHERE b.hash = v."blobHash") AS size`

const columnsOfFile = `${named(placeInRevision)}, ${size}`

/** The relation of a revision to its files. */
export const filesOfRevision = {
  keyTypes: ['text', 'text'],
  columns: ['id', 'spaceId'],
  keys: ({ id, spaceId }: Pick<Revision, 'id' | 'spaceId'>) => [id, spaceId],
  from: `(SELECT v.*, ${columnsOfFile} FROM ${rowsInRevision('FileVersion', 'p.k0')} v)`,
  parts: layersInRevision('FileVersion', 'p.k0', columnsOfFile),
  condition: 'TRUE',
} as const

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
      ...placeInRevision,
      storedOnly: isStoredOnly(args),
      path: 'v.slug',
    }),
  condition: 'TRUE',
} as const

/** The columns that the pages below and above a page have from it, besides its revision. */
const keysOfPlace = ['spaceId', 'readAs', 'sharesContentIds', 'changeRequestId', 'storedOnly'] as const

const keysOfSubpages = ['revisionId', 'pageId', 'path', ...keysOfPlace]

const isBelow = 'v."parentId" = p.k1'

/** The relation of a page to its stored subpages, without their place. */
export const storedSubpages = {
  from: rowsInRevision('PageVersion', 'p.k0', isBelow),
  condition: 'TRUE',
  keys: ['revisionId', 'pageId'],
} as const

/** The place of the pages below and above a page, from the keys of the page that follow its revision, itself and its path. */
const placeOfPage = {
  spaceId: 'p.k3',
  revisionId: 'p.k0',
  readAs: 'p.k4',
  sharesContentIds: 'p.k5::boolean',
  changeRequestId: 'p.k6',
  storedOnly: 'p.k7::boolean',
} as const

const rowsBelow = (rows: string): string =>
  withPlace(rows, { ...placeOfPage, path: pathBelowInSql('p.k2', 'v.slug') })

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

const rowsAbove = (rows: string): string =>
  `(SELECT v.*, ${named({ ...placeOfPage, path: pathAboveInSql('p.k2', 'p.k10'), liveSequence: 'p.k9::int' })} FROM ${rows})`

/** The steps from a page to those above it, at the same place. */
export const pagesAbove: Climb<keyof LocatedPage> = {
  step: {
    // The last one tells the links of a list apart.
    keys: ['revisionId', 'parentId', 'path', ...keysOfPlace, 'branchId', 'liveSequence', 'slug', 'pageId'],
    from: rowsAbove(
      `"Revision" r CROSS JOIN LATERAL (${rowIn('PageVersion', 'r', 'p.k1')}) v WHERE r.id = p.k0`,
    ),
    condition: 'TRUE',
  },
  // The branch and the sequence number of live content are those of the page.
  fromFixed: ({ readAs }) =>
    readAs === 'LIVE'
      ? rowsAbove(`(${rowInPrimaryContent('PageVersion', 'p.k8', 'p.k9::int', 'p.k1')}) v`)
      : undefined,
}

/** Content that is found at an address. */
interface SoughtContent {
  /** The values by which it is found, and what else the statement depends on. */
  readonly by: Where
  readonly policy?: Policy
  /** Returns SQL: what joins the row `v` to the revision `r`, and its columns besides those of its place. */
  readonly select: (
    valueFor: (name: string) => string,
    isLive: boolean,
  ) => { readonly rows: string; readonly columns: string }
}

/** Returns the row of content at an address, for a statement that reads it with what is selected of it. */
function contentAt(
  viewer: Viewer,
  { spaceId, revisionId, changeRequestId }: RevisionAddress,
  { by, policy = () => ({}), select }: SoughtContent,
): PlannedRow {
  const proposal = changeRequestId ? changeRequestNamed(changeRequestId) : undefined
  const isLive = !revisionId && !proposal
  const where = { spaceId, ...by, ...(revisionId && { revisionId }), ...proposal }
  const query = (valueFor: (name: string) => string, parameters: Parameters): string => {
    const { rows, columns } = select(valueFor, isLive)
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
  s."sharesContentIds", ${proposal ? 'c.id' : 'NULL::text'} AS "changeRequestId"${columns}
FROM "Space" s CROSS JOIN "Revision" r${proposal ? ' JOIN "ChangeRequest" c ON c."revisionId" = r.id' : ''}
${rows}
WHERE ${conditions.join(' AND ')}`
  }
  return new PlannedRow(where, policy, query, isLive ? { readAs: 'LIVE' } : {})
}

/** Returns SQL for the row of content with an id, live in a revision of primary content, which overlays nothing, or in any. */
const rowWithId = (model: ContentModel, id: string, isLive: boolean): string =>
  isLive ? rowInPrimaryContent(model, 'r."branchId"', 'r.sequence', id) : rowIn(model, 'r', id)

type PageAddress = RevisionAddress & ComputedOption

/** Returns the stored page with an id at an address. */
export const pageAt = (viewer: Viewer, address: PageAddress, pageId: string): PlannedRow =>
  pageWith(viewer, address, { pageId }, (valueFor, isLive) =>
    rowWithId('PageVersion', valueFor('pageId'), isLive),
  )

/** Returns the stored page at a path of an address. */
export const pageWithPath = (viewer: Viewer, address: PageAddress, path: string): PlannedRow =>
  pageWith(viewer, address, { path: withoutEmptySegments(path) }, (valueFor) => pageAtPath(valueFor('path')))

/** Returns the stored page that SQL finds in the revision `r` by a value. */
const pageWith = (
  viewer: Viewer,
  { computed, ...address }: PageAddress,
  by: Where,
  rowOf: (valueFor: (name: string) => string, isLive: boolean) => string,
): PlannedRow =>
  contentAt(viewer, address, {
    by: { ...by, ...(computed === false && { storedOnly: true }) },
    select: (valueFor, isLive) => ({
      rows: `CROSS JOIN LATERAL (${rowOf(valueFor, isLive)}) v`,
      columns: `, ${isStoredOnly({ computed })} AS "storedOnly", ${isLive ? 'r.sequence' : 'NULL::int'} AS "liveSequence", ${pathInSql((name) => `v."${name}"`, isLive)} AS path`,
    }),
  })

export const fileAt = (viewer: Viewer, address: RevisionAddress, fileId: string): PlannedRow =>
  contentAt(viewer, address, {
    by: { fileId },
    policy: readableFiles,
    select: (valueFor, isLive) => ({
      rows: `CROSS JOIN LATERAL (${rowWithId('FileVersion', valueFor('fileId'), isLive)}) v`,
      columns: `, ${size}`,
    }),
  })

export const reusableContentAt = (viewer: Viewer, address: RevisionAddress, reusableId: string): PlannedRow =>
  contentAt(viewer, address, {
    by: { reusableId },
    policy: readableReusableContents,
    select: (valueFor, isLive) => ({
      rows: `CROSS JOIN LATERAL (${rowWithId('ReusableContentVersion', valueFor('reusableId'), isLive)}) v`,
      columns: '',
    }),
  })
