import { invalidInput } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { defaultTitle, maximumComputedPages, maximumDepth } from '../../formats/body/limits.ts'
import { uniqueSlug } from '../../formats/body/page-slugs.ts'
import { withPlainTexts } from '../../formats/body/plain-texts.ts'
import { type Variables, variablesOfPage } from '../../formats/body/variables.ts'
import type { PageType, PageVersion } from '../../generated/prisma/client.ts'
import { type ComputedSource, readComputedSource } from './computed/sources.ts'
import type { ChangeOf, ContentChange, PageWrite } from './content-change.ts'
import type { GivenBody } from './new-bodies.ts'
import { type PageFields, readPageFields } from './page-fields.ts'
import type { PageTree, TreePage } from './page-tree.ts'
import { refusedInput } from './reasons.ts'
import { readTarget } from './targets.ts'

/** A page that a batch writes, without its parent, position and slug, which are in the tree. */
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
  /** The earlier versions that changes revert pages to. */
  readonly earlier: ReadonlyMap<ContentChange, PageVersion>
  readonly drafts: Map<string, DraftPage>
  readonly deleted: Set<string>
  readonly outcomes: PageOutcome[]
  /** Ids of inserted pages, by their ref. */
  readonly refs: Map<string, string>
  readonly createdAt: Date
  /** The variables of the space after the batch. */
  readonly variables: Variables
}

export function insertPage(batch: PageBatch, change: ChangeOf<'insertPage'>): void {
  const { path } = change
  const type = change.type ?? 'DOCUMENT'
  const parentId = parentOf(batch, change.into ?? null, path)
  assertParent(batch.tree, type, parentId, 1, path)
  if (type === 'COMPUTED' && batch.tree.countOf('COMPUTED') >= maximumComputedPages)
    throw refusedInput(`${path}.type`, 'TOO_MANY_COMPUTED_PAGES', { maximum: maximumComputedPages })
  const fields = fieldsOf(batch, change, type)
  const hasSlug = type === 'DOCUMENT' || type === 'GROUP'
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
  const computed = computedOf(change, type)
  batch.drafts.set(pageId, { pageId, type, title, fields, target, computed, createdAt: batch.createdAt })
  registerRef(batch, change.ref, pageId, path)
  batch.outcomes.push({ kind: 'CREATED_PAGE', pageId, ref: change.ref ?? undefined })
}

export function updatePage(batch: PageBatch, change: ChangeOf<'updatePage'>): void {
  const { path } = change
  const page = pageOf(batch, change)
  const draft = draftOf(batch, page)
  const fields = fieldsOf(batch, change, draft.type, draft)
  draft.title = fields.title ?? draft.title
  draft.fields = { ...draft.fields, ...withoutAbsent(fields) }
  if (change.target != null) draft.target = newTarget(page, change)
  setComputed(draft, change)
  if (fields.slug !== undefined && fields.slug !== page.slug) changeSlug(batch.tree, page, fields.slug, path)
  movePage(batch, page, change)
  batch.drafts.set(page.pageId, draft)
  batch.outcomes.push({ kind: 'UPDATED_PAGE', pageId: page.pageId })
}

/** Returns the members of a page that a change sets, with the values of the expressions in its title and description. */
function fieldsOf(
  { variables: space }: PageBatch,
  change: PageWrite,
  type: PageType,
  draft?: DraftPage,
): PageFields {
  const fields = readPageFields(change, type)
  const frontMatter = fields.frontMatter ?? draft?.fields.frontMatter ?? draft?.stored?.frontMatter ?? null
  const page = fields.variables ?? draft?.fields.variables ?? variablesOfPage(frontMatter)
  return withPlainTexts(fields, { space, page })
}

export function deletePage(batch: PageBatch, change: ChangeOf<'deletePage'>): void {
  const page = pageOf(batch, change)
  for (const pageId of batch.tree.remove(page)) {
    batch.drafts.delete(pageId)
    batch.deleted.add(pageId)
  }
  batch.outcomes.push({ kind: 'DELETED_PAGE', pageId: page.pageId })
}

/**
 * Restores the members of a page from an earlier version, and its slug if no sibling uses it. The parent is restored
 * only if the page was deleted.
 */
export function revertPage(batch: PageBatch, change: ChangeOf<'revertPage'>): void {
  const earlier = batch.earlier.get(change)
  if (!earlier) throw refusedInput(`${change.path}.page`, 'PAGE_NOT_IN_REVISION')
  const { pageId, type, title, createdAt } = earlier
  const page = batch.tree.get(pageId) ?? restoreDeleted(batch, earlier)
  if (earlier.slug !== null && !batch.tree.withSlug(page.parentId, earlier.slug)) page.slug = earlier.slug
  batch.drafts.set(pageId, { pageId, type, title, createdAt, stored: earlier, fields: {} })
  batch.outcomes.push({ kind: 'UPDATED_PAGE', pageId })
}

function restoreDeleted(
  { tree, deleted }: PageBatch,
  { pageId, type, parentId, slug, title }: PageVersion,
): TreePage {
  const parent = parentId === null ? undefined : tree.get(parentId)
  const below = parent && tree.selfAndAncestors(parent.pageId).length < maximumDepth ? parent.pageId : null
  const taken = tree.childrenOf(below).flatMap((page) => page.slug ?? [])
  const page = {
    pageId,
    type,
    parentId: below,
    position: tree.positionAt(below, null),
    slug: slug === null ? null : uniqueSlug(slug || title, new Set(taken)),
  }
  tree.add(page)
  deleted.delete(pageId)
  return page
}

/** Returns a page by its id, or by `./<ref>.md` if the same batch inserted it. */
function find(batch: PageBatch, name: string): TreePage | undefined {
  const ref = /^\.\/(.+)\.md$/.exec(name)?.[1]
  return batch.tree.get((ref !== undefined && batch.refs.get(ref)) || name)
}

function pageOf(batch: PageBatch, { page, path }: ChangeOf<'updatePage' | 'deletePage'>): TreePage {
  const found = find(batch, page)
  if (!found) throw refusedInput(`${path}.page`, 'PAGE_NOT_IN_SPACE')
  return found
}

function parentOf(batch: PageBatch, into: string | null, path: string): string | null {
  if (into === null) return null
  const parent = find(batch, into)
  if (!parent) throw refusedInput(`${path}.into`, 'PAGE_NOT_IN_SPACE')
  if (parent.type === 'LINK' || parent.type === 'COMPUTED')
    throw refusedInput(`${path}.into`, 'PARENT_HOLDS_NO_PAGES')
  return parent.pageId
}

function assertParent(
  tree: PageTree,
  type: PageType,
  parentId: string | null,
  height: number,
  path: string,
): void {
  if (type === 'GROUP' && parentId !== null)
    throw invalidInput(`${path}.into`, 'must be null for a group, which has no parent')
  if (tree.selfAndAncestors(parentId).length + height > maximumDepth)
    throw refusedInput(`${path}.into`, 'PAGES_TOO_DEEP', { maximum: maximumDepth })
}

function movePage(batch: PageBatch, page: TreePage, { into, at, path }: ChangeOf<'updatePage'>): void {
  const { tree } = batch
  const parentId = into === undefined ? page.parentId : parentOf(batch, into, path)
  const hasNewParent = parentId !== page.parentId
  if (!hasNewParent && at == null) return
  if (tree.selfAndAncestors(parentId).includes(page)) throw refusedInput(`${path}.into`, 'PAGE_IN_ITSELF')
  assertParent(tree, page.type, parentId, tree.heightOf(page), path)
  if (hasNewParent && page.slug !== null && tree.withSlug(parentId, page.slug))
    throw refusedInput(`${path}.into`, 'SLUG_TAKEN_IN_PARENT', { slug: page.slug })
  tree.move(page, parentId, tree.positionAt(parentId, at, page.pageId))
}

/** Returns the requested slug, or else a unique one made from the title. Throws if a sibling uses the requested one. */
function slugFor(
  tree: PageTree,
  parentId: string | null,
  requested: string | undefined,
  title: string,
  path: string,
): string {
  if (requested === undefined) {
    const taken = tree.childrenOf(parentId).map(({ slug }) => slug)
    return uniqueSlug(title, new Set(taken.filter((slug) => slug !== null)))
  }
  if (tree.withSlug(parentId, requested)) throw slugTaken(path)
  return requested
}

function changeSlug(tree: PageTree, page: TreePage, slug: string, path: string): void {
  if (page.slug === null) throw noSlug(path)
  if (tree.withSlug(page.parentId, slug)) throw slugTaken(path)
  page.slug = slug
}

const noSlug = (path: string) => invalidInput(`${path}.slug`, 'is not allowed for a link or a computed page')

const slugTaken = (path: string) => refusedInput(`${path}.slug`, 'SLUG_TAKEN')

function registerRef(batch: PageBatch, ref: string | null | undefined, pageId: string, path: string): void {
  if (ref == null) return
  if (batch.refs.has(ref)) throw invalidInput(`${path}.ref`, 'is already used by another page of the batch')
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

function newTarget(page: TreePage, { target, path }: PageWrite): object {
  if (page.type !== 'LINK') throw invalidInput(`${path}.target`, 'only links have a target')
  return readTarget(target, `${path}.target`)
}

/** Sets or clears the computed source. A body and a source replace each other; the last change wins. */
function setComputed(draft: DraftPage, change: PageWrite): void {
  const computed = computedOf(change, draft.type)
  if (computed && draft.fields.body) draft.fields = { ...draft.fields, body: undefined }
  if (computed || change.document) draft.computed = computed
}

function computedOf({ computed, path }: PageWrite, type: PageType): ComputedSource | undefined {
  if (computed == null) return undefined
  if (type !== 'DOCUMENT' && type !== 'COMPUTED')
    throw invalidInput(`${path}.computed`, 'is not allowed for a group or a link')
  return readComputedSource(computed, type, `${path}.computed`)
}

const withoutAbsent = (fields: PageFields): PageFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

export const newBodies = (batch: PageBatch): [DraftPage, GivenBody][] =>
  [...batch.drafts.values()].flatMap((draft): [DraftPage, GivenBody][] =>
    draft.fields.body ? [[draft, draft.fields.body]] : [],
  )
