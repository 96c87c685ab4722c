import { invalidInput } from '../../errors.ts'
import type { PageType, PageVersion } from '../../generated/prisma/client.ts'
import { newId } from '../../identifiers.ts'
import { type ComputedSource, readComputedSource } from './computed/sources.ts'
import { type ContentChange, changePath } from './content-change.ts'
import type { Body } from './documents-store.ts'
import { defaultTitle, freeSlug } from './import-tree.ts'
import { maximumComputedPages, maximumDepth } from './limits.ts'
import { type PageFields, readPageFields } from './page-fields.ts'
import type { PageTree, TreePage } from './page-tree.ts'
import { readTarget } from './targets.ts'

/** A page that a batch writes: its members apart from its place in the tree, which the tree knows. */
export interface DraftPage {
  readonly pageId: string
  readonly createdAt: Date
  readonly stored?: PageVersion
  /** Title and type, and every other member that differs from what is stored. */
  title: string
  readonly type: PageType
  fields: PageFields
  target?: object
  computed?: ComputedSource
}

export type PageOutcome =
  | { readonly kind: 'CREATED_PAGE'; readonly pageId: string; readonly ref?: string }
  | { readonly kind: 'UPDATED_PAGE'; readonly pageId: string }
  | { readonly kind: 'DELETED_PAGE'; readonly pageId: string }

/** The pages of a batch while its changes are applied, one after the other, in memory. */
export interface PageBatch {
  readonly tree: PageTree
  /** The stored rows of the pages that changes name. */
  readonly stored: ReadonlyMap<string, PageVersion>
  /** What pages were in the revisions that changes revert them to, by the number of the change. */
  readonly former: ReadonlyMap<number, PageVersion>
  readonly drafts: Map<string, DraftPage>
  readonly deleted: Set<string>
  readonly outcomes: PageOutcome[]
  /** Pages that were given a ref, by the ref. */
  readonly refs: Map<string, string>
  readonly createdAt: Date
}

export function insertPage(batch: PageBatch, change: ContentChange, index: number): void {
  const path = changePath(index)
  const type = change.type ?? 'DOCUMENT'
  const parentId = parentOf(batch, change.into ?? null, path)
  checkPlace(batch.tree, type, parentId, 1, path)
  if (type === 'COMPUTED' && batch.tree.countOf('COMPUTED') >= maximumComputedPages)
    throw invalidInput(
      `${path}.type`,
      `is that of ${maximumComputedPages} pages already, which is all there may be`,
    )
  const fields = readPageFields(change, path, { type })
  const hasSlug = type === 'DOCUMENT' || type === 'GROUP'
  if (!hasSlug && fields.slug !== undefined) throw noSlug(path)
  const title = fields.title ?? defaultTitle
  const pageId = newId('Page')
  batch.tree.add({
    pageId,
    type,
    parentId,
    position: batch.tree.positionAt(parentId, change.at),
    slug: hasSlug ? slugFor(batch.tree, parentId, fields.slug, title, path) : null,
  })
  const target = type === 'LINK' ? readTarget(change.target, `${path}.target`) : undefined
  const computed = computedOf(change, type, path)
  batch.drafts.set(pageId, { pageId, type, title, fields, target, computed, createdAt: batch.createdAt })
  nameRef(batch, change.ref, pageId, path)
  batch.outcomes.push({ kind: 'CREATED_PAGE', pageId, ref: change.ref ?? undefined })
}

export function updatePage(batch: PageBatch, change: ContentChange, index: number): void {
  const path = changePath(index)
  const page = pageOf(batch, change, path)
  const draft = draftOf(batch, page)
  const fields = readPageFields(change, path, draft)
  draft.title = fields.title ?? draft.title
  draft.fields = { ...draft.fields, ...withoutAbsent(fields) }
  if (change.target != null) draft.target = newTarget(page, change, path)
  setComputed(draft, change, path)
  if (fields.slug !== undefined && fields.slug !== page.slug) changeSlug(batch.tree, page, fields.slug, path)
  movePage(batch, page, change, path)
  batch.drafts.set(page.pageId, draft)
  batch.outcomes.push({ kind: 'UPDATED_PAGE', pageId: page.pageId })
}

export function deletePage(batch: PageBatch, change: ContentChange, index: number): void {
  const page = pageOf(batch, change, changePath(index))
  for (const pageId of batch.tree.remove(page)) {
    batch.drafts.delete(pageId)
    batch.deleted.add(pageId)
  }
  batch.outcomes.push({ kind: 'DELETED_PAGE', pageId: page.pageId })
}

/** Gives a page back what it was: its members, its slug if that is free, and its place only if it is gone. */
export function revertPage(batch: PageBatch, index: number): void {
  const former = batch.former.get(index)
  if (!former) throw invalidInput(`${changePath(index)}.page`, 'names no page of that revision')
  const { pageId, type, title, createdAt } = former
  const page = batch.tree.get(pageId) ?? bringBack(batch, former)
  if (former.slug !== null && !batch.tree.withSlug(page.parentId, former.slug)) page.slug = former.slug
  batch.drafts.set(pageId, { pageId, type, title, createdAt, stored: former, fields: {} })
  batch.outcomes.push({ kind: 'UPDATED_PAGE', pageId })
}

function bringBack(
  { tree, deleted }: PageBatch,
  { pageId, type, parentId, slug, title }: PageVersion,
): TreePage {
  const parent = parentId === null ? undefined : tree.get(parentId)
  const below = parent && tree.lineOf(parent.pageId).length < maximumDepth ? parent.pageId : null
  const taken = tree.childrenOf(below).flatMap((page) => page.slug ?? [])
  const page = {
    pageId,
    type,
    parentId: below,
    position: tree.positionAt(below, null),
    slug: slug === null ? null : freeSlug(slug || title, new Set(taken)),
  }
  tree.add(page)
  deleted.delete(pageId)
  return page
}

/** A page by its id, or by `./<ref>.md` if the same batch made it. */
function find(batch: PageBatch, name: string): TreePage | undefined {
  const ref = /^\.\/(.+)\.md$/.exec(name)?.[1]
  return batch.tree.get((ref !== undefined && batch.refs.get(ref)) || name)
}

function pageOf(batch: PageBatch, { page }: ContentChange, path: string): TreePage {
  const found = find(batch, page ?? '')
  if (!found) throw invalidInput(`${path}.page`, 'names no page of this space')
  return found
}

function parentOf(batch: PageBatch, into: string | null, path: string): string | null {
  if (into === null) return null
  const parent = find(batch, into)
  if (!parent) throw invalidInput(`${path}.into`, 'names no page of this space')
  if (parent.type === 'LINK' || parent.type === 'COMPUTED')
    throw invalidInput(`${path}.into`, 'names a page that cannot have subpages')
  return parent.pageId
}

function checkPlace(
  tree: PageTree,
  type: PageType,
  parentId: string | null,
  height: number,
  path: string,
): void {
  if (type === 'GROUP' && parentId !== null)
    throw invalidInput(`${path}.into`, 'must be the root: groups have no parent')
  if (tree.lineOf(parentId).length + height > maximumDepth)
    throw invalidInput(`${path}.into`, `would nest pages more than ${maximumDepth} deep`)
}

function movePage(batch: PageBatch, page: TreePage, { into, at }: ContentChange, path: string): void {
  const { tree } = batch
  const parentId = into === undefined ? page.parentId : parentOf(batch, into, path)
  const elsewhere = parentId !== page.parentId
  if (!elsewhere && at == null) return
  if (tree.lineOf(parentId).includes(page))
    throw invalidInput(`${path}.into`, 'names the page itself or a page below it')
  checkPlace(tree, page.type, parentId, tree.heightOf(page), path)
  if (elsewhere && page.slug !== null && tree.withSlug(parentId, page.slug))
    throw invalidInput(`${path}.into`, `has a page with the slug ${page.slug} already`)
  tree.move(page, parentId, tree.positionAt(parentId, at, page.pageId))
}

/** The slug asked for, which must be free, or else one made of the title, which is made to be free. */
function slugFor(
  tree: PageTree,
  parentId: string | null,
  asked: string | undefined,
  title: string,
  path: string,
): string {
  if (asked === undefined) {
    const taken = tree.childrenOf(parentId).map(({ slug }) => slug)
    return freeSlug(title, new Set(taken.filter((slug) => slug !== null)))
  }
  if (tree.withSlug(parentId, asked)) throw slugTaken(path)
  return asked
}

function changeSlug(tree: PageTree, page: TreePage, slug: string, path: string): void {
  if (page.slug === null) throw noSlug(path)
  if (tree.withSlug(page.parentId, slug)) throw slugTaken(path)
  page.slug = slug
}

const noSlug = (path: string) => invalidInput(`${path}.slug`, 'is nothing that a link or a computed page has')

const slugTaken = (path: string) =>
  invalidInput(`${path}.slug`, 'is taken by another page of the same parent')

function nameRef(batch: PageBatch, ref: string | null | undefined, pageId: string, path: string): void {
  if (ref == null) return
  if (batch.refs.has(ref)) throw invalidInput(`${path}.ref`, 'is given to another page of the batch')
  batch.refs.set(ref, pageId)
}

function draftOf(batch: PageBatch, page: TreePage): DraftPage {
  const draft = batch.drafts.get(page.pageId)
  if (draft) return { ...draft }
  const stored = batch.stored.get(page.pageId)
  if (!stored) throw new Error(`page ${page.pageId} is in the tree but was not read`)
  const { pageId, type, title, createdAt } = stored
  return { pageId, type, title, createdAt, stored, fields: {} }
}

function newTarget(page: TreePage, change: ContentChange, path: string): object {
  if (page.type !== 'LINK') throw invalidInput(`${path}.target`, 'only links have a target')
  return readTarget(change.target, `${path}.target`)
}

/** Of a body and what one is computed from, the last one that is given counts. */
function setComputed(draft: DraftPage, change: ContentChange, path: string): void {
  const computed = computedOf(change, draft.type, path)
  if (computed && draft.fields.body) draft.fields = { ...draft.fields, body: undefined }
  if (computed || change.document) draft.computed = computed
}

function computedOf({ computed }: ContentChange, type: PageType, path: string): ComputedSource | undefined {
  if (computed == null) return undefined
  if (type !== 'DOCUMENT' && type !== 'COMPUTED')
    throw invalidInput(`${path}.computed`, 'is nothing that a group or a link has')
  return readComputedSource(computed, type, `${path}.computed`)
}

const withoutAbsent = (fields: PageFields): PageFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The new bodies of a batch, by page. */
export const newBodies = (batch: PageBatch): [DraftPage, Body][] =>
  [...batch.drafts.values()].flatMap((draft): [DraftPage, Body][] =>
    draft.fields.body ? [[draft, draft.fields.body]] : [],
  )
