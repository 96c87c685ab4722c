import { shownIn, visitOf } from '../../access/viewer.ts'
import { notFound, orNotFound } from '../../base/errors.ts'
import { selectRow } from '../../database/rows.ts'
import type { Body } from '../../formats/body/documents.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import { findPlanned } from '../../graph/declare/model-reads.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { loadSpace } from '../spaces/service.ts'
import { computedPagesBelow, expandComputedPages, hasComputedPages } from './computed/pages.ts'
import { pageAt } from './content-rows.ts'
import { contentLoaders } from './loaders.ts'
import { asStoredOnly, type LocatedPage, readAs, readLike } from './located-content.ts'
import { type RevisionAddress, revisionAt, selectionOf } from './policy.ts'

export async function loadRevision(context: Context, address: RevisionAddress): Promise<Revision> {
  const where = revisionAt(viewerOf(context), address)
  return orNotFound(await selectRow(context.database.query, 'Revision', where))
}

/** With `computed: false`, computed pages are not expanded and computed bodies are empty. Defaults to true. */
export interface ComputedOption {
  readonly computed?: boolean | null
}

export async function loadPage(
  context: Context,
  address: RevisionAddress & ComputedOption,
  pageId: string,
): Promise<LocatedPage> {
  const stored = await findPlanned('Page', context, pageAt(viewerOf(context), address, pageId))
  return orNotFound(stored ?? (await findGeneratedPage(context, address, (page) => page.pageId === pageId)))
}

/** Returns the generated page at an address that matches, or null if there is none. Throws NOT_FOUND without such a revision. */
export async function findGeneratedPage(
  context: Context,
  { computed, ...address }: RevisionAddress & ComputedOption,
  isWanted: (page: LocatedPage) => boolean,
): Promise<LocatedPage | null> {
  if (computed === false) return null
  const { id } = await loadRevision(context, address)
  const pages = await contentLoaders(context).computedPages.load(id)
  const page = [...pages.values()].flat().find(isWanted)
  return page ? readAs(page, selectionOf(address)) : null
}

/** Returns a stored or computed page of a revision; null if there is none with the id. */
export async function findPage(
  context: Context,
  revisionId: string,
  pageId: string,
  option: ComputedOption = {},
): Promise<LocatedPage | null> {
  const stored = await contentLoaders(context).pages.load({ revisionId, pageId })
  return orGenerated(context, revisionId, pageId, stored, option)
}

/** Returns a page of the live content of a space; null if there is none that the viewer may read. */
export async function findLivePage(
  context: Context,
  spaceId: string,
  pageId: string,
): Promise<LocatedPage | null> {
  const revisionId = await contentLoaders(context).readableRevisions.load(spaceId)
  const page = revisionId && (await findPage(context, revisionId, pageId))
  return page ? readAs(page, 'LIVE') : null
}

/** Returns the stored page with the id, or else the generated one. */
async function orGenerated(
  context: Context,
  revisionId: string,
  pageId: string,
  stored: LocatedPage | null,
  { computed }: ComputedOption,
): Promise<LocatedPage | null> {
  if (computed === false) return stored && asStoredOnly(stored)
  if (stored) return stored
  const pages = await contentLoaders(context).computedPages.load(revisionId)
  return [...pages.values()].flat().find((page) => page.pageId === pageId) ?? null
}

/** Returns all pages of a revision in reading order. */
export async function loadAllPages(
  context: Context,
  revisionId: string,
  { computed }: ComputedOption,
): Promise<readonly LocatedPage[]> {
  const loaders = contentLoaders(context)
  const pages = await loaders.allPages.load(revisionId)
  if (computed === false) return pages.map(asStoredOnly)
  return hasComputedPages(pages)
    ? expandComputedPages(pages, await loaders.computedPages.load(revisionId))
    : pages
}

/** Returns the descendants of a page in reading order, read as the page was. */
export async function loadPagesBelow(context: Context, page: LocatedPage): Promise<readonly LocatedPage[]> {
  const pages = await readPagesBelow(context, page)
  return pages.map((each) => readLike(each, page))
}

async function readPagesBelow(context: Context, page: LocatedPage): Promise<readonly LocatedPage[]> {
  const loaders = contentLoaders(context)
  const { revisionId, generatedPages, storedOnly } = page
  if (generatedPages) return computedPagesBelow(generatedPages, page.pageId)
  const pages = await loaders.descendants.load(page)
  return !storedOnly && hasComputedPages(pages)
    ? expandComputedPages(pages, await loaders.computedPages.load(revisionId))
    : pages
}

/** Returns the parent of a page, read as the page was; null at the root. */
export function loadParent(
  context: Context,
  page: LocatedPage,
): LocatedPage | null | Promise<LocatedPage | null> {
  if (page.parentId === null) return null
  const known = generatedParent(page)
  if (known) return readLike(known, page)
  const { revisionId } = page
  return contentLoaders(context)
    .pages.load({ revisionId, pageId: page.parentId })
    .then((parent) => parent && readLike(parent, page))
}

/** Returns the ancestors of a page, outermost first, read as the page was. */
export function loadAncestors(
  context: Context,
  page: LocatedPage,
): readonly LocatedPage[] | Promise<readonly LocatedPage[]> {
  const generated: LocatedPage[] = []
  for (let above = generatedParent(page); above; above = generatedParent(above)) generated.unshift(above)
  const { parentId } = generated[0] ?? page
  const { revisionId, ancestors } = page
  const below = (stored: readonly LocatedPage[]) =>
    [...stored, ...generated].map((each) => readLike(each, page))
  const known = parentId === null ? [] : ancestors
  if (known) return below(known)
  return contentLoaders(context)
    .ancestorsAndSelf.load({ revisionId, pageId: parentId as string })
    .then(below)
}

/** Returns the parent of a generated page if it is generated as well. */
const generatedParent = ({ parentId, generatedPages }: LocatedPage): LocatedPage | undefined =>
  generatedPages?.find(({ pageId }) => pageId === parentId)

/**
 * SQL for whether any revision of the space `$1` uses the body `$2`. It begins at the body, because a space has many branches.
 */
const usedInSpace = `EXISTS (
  SELECT 1 FROM (
    SELECT "branchId" FROM "PageVersion" WHERE "documentId" = $2
    UNION ALL SELECT "branchId" FROM "ReusableContentVersion" WHERE "documentId" = $2) v
  WHERE (SELECT b."spaceId" FROM "Branch" b WHERE b.id = v."branchId") = $1)`

/**
 * Returns a body that a revision of the space uses, or for visitors of a site one that they are shown, by the id that they
 * know. Bodies are shared by spaces, so an id alone grants no access.
 */
export async function loadDocument(context: Context, spaceId: string, documentId: string): Promise<Body> {
  const space = await loadSpace(context, spaceId)
  const visit = visitOf(viewerOf(context))
  const { query } = context.database
  const rows = visit
    ? await query<Body>('SELECT d.markdown, d.nodes FROM "Document" d WHERE d.id = $1', [
        [...shownIn(visit, space.revisionId).documents].find((id) => visit.idOfDocument(id) === documentId) ??
          null,
      ])
    : await query<Body>(`SELECT d.markdown, d.nodes FROM "Document" d WHERE d.id = $2 AND ${usedInSpace}`, [
        space.id,
        documentId,
      ])
  if (!rows[0]) throw notFound()
  return rows[0]
}
