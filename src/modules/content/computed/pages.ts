import type { Pool } from 'pg'
import type { PageVersion, Prisma, Space } from '../../../generated/prisma/client.ts'
import type { OpenAPIPageKind } from '../../../generated/prisma/enums.ts'
import { derivedId } from '../../../identifiers.ts'
import { freeSlug } from '../import-tree.ts'
import { type PlacedPage, placed } from '../page-places.ts'
import { readPagePaths } from '../page-reads.ts'
import { rowsIn } from '../revision-rows.ts'
import { computedPageId } from './links.ts'
import { bodySourceOf, knownSource, type PagesSource, specOf } from './sources.ts'

/** The pages that the computed pages of a revision stand for, in reading order, by the ids of the computed pages. */
export type ComputedPages = ReadonlyMap<string, readonly PlacedPage[]>

type ComputedRow = PageVersion & {
  readonly n: number
  readonly spaceId: string
  readonly revisionId: string
  readonly organizationId: string
  /** Of the pages beside it. */
  readonly slugs: readonly string[]
}

/**
 * What the computed pages of revisions stand for. One statement where there are none; two more, however many there
 * are. A computed page whose specification is not there stands for nothing, and is not in the answer.
 */
export async function readComputedPages(
  pool: Pool,
  revisionIds: readonly string[],
): Promise<ComputedPages[]> {
  const rows = await readComputedRows(pool, revisionIds)
  const answers = revisionIds.map(() => new Map<string, readonly PlacedPage[]>())
  if (rows.length === 0) return answers
  const specs = await readSpecPages(pool, rows)
  const paths = await readParentPaths(pool, rows)
  const taken = new Map<string, Set<string>>()
  for (const [index, row] of rows.entries()) {
    const level = `${row.n} ${row.parentId}`
    const slugs = taken.get(level) ?? new Set(row.slugs)
    taken.set(level, slugs)
    const pages = pagesFor(placedRow(row), specs[index] ?? [], { path: paths[index] ?? '', slugs })
    if (pages.length > 0) answers[row.n - 1]?.set(row.pageId, pages)
  }
  return answers
}

/** Pages in reading order with those that computed pages stand for in their places. */
export const withComputedPages = (
  pages: readonly PlacedPage[],
  computed: ComputedPages,
): readonly PlacedPage[] =>
  pages.flatMap((page) => (page.type === 'COMPUTED' ? (computed.get(page.pageId) ?? [page]) : [page]))

export const holdsComputed = (pages: readonly PageVersion[]): boolean =>
  pages.some(({ type }) => type === 'COMPUTED')

/** The pages of one computed page that stand below another of them. */
export function computedPagesBelow(pages: readonly PlacedPage[], parentId: string): readonly PlacedPage[] {
  const below = new Set([parentId])
  return pages.filter(({ pageId, parentId: above }) => {
    const isBelow = above !== null && below.has(above)
    if (isBelow) below.add(pageId)
    return isBelow
  })
}

/**
 * What a computed page with the source stands for at the root of the space, if it is alone there and the seed is its
 * id. It need not be there.
 */
export async function readPagesOfSource(
  pool: Pool,
  { id: spaceId, revisionId, organizationId }: Pick<Space, 'id' | 'revisionId' | 'organizationId'>,
  source: PagesSource,
  seed: string,
): Promise<PlacedPage[]> {
  const computed = source as unknown as Prisma.JsonValue
  const [specPages = []] = await readSpecPages(pool, [{ organizationId, computed }])
  const since = specPages[0]?.since ?? new Date()
  const page = { ...unwrittenPage, pageId: seed, computed, createdAt: since, updatedAt: since }
  return pagesFor(placed(page, { spaceId, revisionId }), specPages, { path: '', slugs: new Set() })
}

const unwrittenPage: Omit<PageVersion, 'pageId' | 'computed' | 'createdAt' | 'updatedAt'> = {
  id: '',
  branchId: '',
  sequence: 0,
  endSequence: null,
  deleted: false,
  type: 'COMPUTED',
  parentId: null,
  position: '',
  title: '',
  slug: null,
  emoji: null,
  icon: null,
  description: null,
  hidden: false,
  noIndex: false,
  noRobotsIndex: false,
  layout: null,
  cover: null,
  target: null,
  computedSeed: null,
  documentId: null,
  gitOid: null,
  gitPath: null,
}

async function readComputedRows(pool: Pool, revisionIds: readonly string[]): Promise<ComputedRow[]> {
  const isBeside = `coalesce(v."parentId", '') = coalesce(c."parentId", '') AND v.slug IS NOT NULL`
  const { rows } = await pool.query<ComputedRow>(
    `SELECT k.n::int AS n, r."spaceId", r.id AS "revisionId", s."organizationId", c.*,
       ARRAY(SELECT b.slug FROM ${rowsIn('PageVersion', 'r', isBeside)} b) AS slugs
     FROM unnest($1::text[]) WITH ORDINALITY AS k(revision, n)
     JOIN "Revision" r ON r.id = k.revision
     JOIN "Space" s ON s.id = r."spaceId"
     CROSS JOIN LATERAL ${rowsIn('PageVersion', 'r', `v.type = 'COMPUTED'`)} c
     ORDER BY k.n, c.position, c.id`,
    [revisionIds],
  )
  return rows
}

interface SpecPage {
  readonly n: number
  readonly key: string
  readonly parentKey: string | null
  readonly kind: OpenAPIPageKind
  readonly title: string
  /** When the specification came to be what it is. */
  readonly since: Date
}

/** The pages of the specifications that computed pages name, each within the organization of its space. */
async function readSpecPages(
  pool: Pool,
  rows: readonly Pick<ComputedRow, 'organizationId' | 'computed'>[],
): Promise<SpecPage[][]> {
  const sources = rows.map(({ computed }) => knownSource<PagesSource>(computed))
  const { rows: found } = await pool.query<SpecPage>(
    `WITH named AS (
       SELECT DISTINCT ON (k.n) k.n, o.id, o."lastVersionId", k.models
       FROM unnest($1::text[], $2::text[], $3::bool[]) WITH ORDINALITY AS k(organization, spec, models, n)
       JOIN "OpenAPISpec" o ON o."organizationId" = k.organization AND k.spec IN (o.id, o.slug)
       ORDER BY k.n, o.id)
     SELECT named.n::int AS n, p.key, p."parentKey", p.kind, p.title, l."createdAt" AS since
     FROM named
     JOIN "OpenAPISpecVersion" l ON l.id = named."lastVersionId"
     JOIN "OpenAPISpecPage" p ON p."specId" = named.id AND (named.models OR p.kind <> 'MODELS')
     ORDER BY named.n, p.number`,
    [
      rows.map(({ organizationId }) => organizationId),
      sources.map((source) => (source ? specOf(source) : null)),
      sources.map((source) => source?.props.models ?? false),
    ],
  )
  const pages = rows.map((): SpecPage[] => [])
  for (const page of found) pages[page.n - 1]?.push(page)
  return pages
}

const readParentPaths = (pool: Pool, rows: readonly ComputedRow[]): Promise<string[]> =>
  readPagePaths(
    pool,
    // The path of what has no slug is that of its parent.
    rows.map(({ revisionId, pageId }) => ({ revisionId, pageId })),
  )

interface Level {
  readonly path: string
  /** Slugs that are taken there; those of the pages are added. */
  readonly slugs: Set<string>
}

const placedRow = ({ n, slugs, organizationId, spaceId, revisionId, ...page }: ComputedRow): PlacedPage =>
  placed(page, { spaceId, revisionId })

function pagesFor(standIn: PlacedPage, specPages: readonly SpecPage[], level: Level): PlacedPage[] {
  const levels = new Map<string | null, Level & { readonly pageId: string | null }>([
    [null, { ...level, pageId: standIn.parentId }],
  ])
  const pages: PlacedPage[] = []
  for (const specPage of specPages) {
    const parent = levels.get(specPage.parentKey)
    if (!parent) continue
    const pageId = computedPageId(standIn.pageId, specPage.key)
    const slug = freeSlug(specPage.key, parent.slugs)
    const path = [parent.path, slug].filter(Boolean).join('/')
    levels.set(specPage.key, { path, slugs: new Set(), pageId })
    const page = computedPage(standIn, specPage, { pageId, parentId: parent.pageId, slug })
    pages.push(placed(page, { ...standIn.place, path, computedWith: pages }))
  }
  return pages
}

function computedPage(
  { place: _, ...standIn }: PlacedPage,
  specPage: SpecPage,
  own: { pageId: string; parentId: string | null; slug: string },
): PageVersion {
  const source = standIn.computed as unknown as PagesSource
  return {
    ...standIn,
    ...own,
    id: derivedId('PageVersion', standIn.id, own.pageId),
    type: 'DOCUMENT',
    title: specPage.title,
    emoji: null,
    icon: null,
    description: null,
    computed: bodySourceOf(source, specPage) as unknown as Prisma.JsonValue,
    computedSeed: standIn.pageId,
    updatedAt: specPage.since > standIn.updatedAt ? specPage.since : standIn.updatedAt,
  }
}
