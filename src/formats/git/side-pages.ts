import { isDeepStrictEqual } from 'node:util'
import { namedSlug } from '../import/markdown/pages/pages.ts'
import type { OutlineItem } from '../import/markdown/repository/outline.ts'
import type { PageState, ReusableState } from '../merge/content-snapshot.ts'
import { survivingAncestor } from '../merge/page-forest.ts'
import { makeSlugsUnique } from '../merge/siblings.ts'
import { isSameItem, type Side, type Sides } from './open-sides.ts'
import { type StatesContext, slugOf, stateOfItem, stateOfReusable } from './page-states.ts'
import { placePages } from './place-pages.ts'
import type { PlacedItem } from './placed-items.ts'

type Pages = ReadonlyMap<string, PageState>

/** Returns the pages at the last common commit: what the space had, and of files that were changed since what they said. */
export function pagesOfBase(sides: Sides, base: Side, context: StatesContext): Map<string, PageState> {
  const pages = new Map(sides.known.snapshot.pages)
  for (const path of context.texts.keys()) {
    const known = pages.get(base.ids.pages.get(path) ?? '')
    if (!known) continue
    const { state, slug } = stateOfItem(context, placedAt(base, known.pageId, path, known), known)
    pages.set(known.pageId, { ...state, slug: slug.stated ?? known.slug })
  }
  for (const { id, item } of base.placed.values()) {
    const known = pages.get(id)
    const now = sides.head.placed.get(id)?.item
    if (item.path === undefined && known && now && !isSameItem(item, now))
      pages.set(id, { ...stateOfItem(context, { id, item }, known).state, slug: known.slug })
  }
  if (!sides.keepsStructure && base.items) placePages(pages, base.items)
  return pages
}

/** Returns the item of a page, or one that says of it no more than what is known if the table of contents cannot be read. */
const placedAt = (
  { placed }: Side,
  id: string,
  path: string,
  known: PageState | undefined,
): { id: string; item: OutlineItem } =>
  placed.get(id) ?? {
    id,
    item: { kind: 'document', path, ...(known && { title: known.title }), children: [] },
  }

/** Returns the pages of the head. `base` are those of the last common commit, and `before` what their files said there. */
export function pagesOfHead(
  sides: Sides,
  base: Pages,
  { context, before }: { context: StatesContext; before: StatesContext },
): Map<string, PageState> {
  const { head, keepsStructure } = sides
  const pages = new Map<string, PageState>()
  for (const [id, page] of base) if (staysWithoutItem(sides, id)) pages.set(id, page)
  for (const [path, id] of head.ids.pages) {
    const state = pageOfHead(sides, { path, id, base: base.get(id) }, { context, before })
    if (state) pages.set(id, state)
  }
  // What both tables of contents have and the space has not was never read, or the space deleted it.
  const isNews = (id: string) => base.has(id) || !sides.base?.placed.has(id)
  for (const { id, item } of head.placed.values())
    if (item.path === undefined && isNews(id))
      pages.set(id, bareState(sides, { id, item }, base.get(id), context))
  if (head.items && !keepsStructure) placePages(pages, readable(head.items, pages))
  for (const page of pages.values())
    if (page.parentId !== null && !pages.has(page.parentId))
      pages.set(page.pageId, { ...page, parentId: survivingAncestor(page, base, pages) })
  makeSlugsUnique(pages, base)
  return pages
}

/** Returns the items whose pages could be read. Those below another are in its place. */
const readable = (items: readonly PlacedItem[], pages: Pages): PlacedItem[] =>
  items.flatMap((placed) => {
    const children = readable(placed.children, pages)
    return pages.has(placed.id) ? [{ ...placed, children }] : children
  })

/** Returns whether a page is still there although the table of contents of the head does not have it. */
function staysWithoutItem({ base, head, withFile }: Sides, id: string): boolean {
  if (withFile.has(id)) return false
  return head.items === undefined || (base?.items !== undefined && !base.placed.has(id))
}

/** Returns a page without a file. */
function bareState(
  { base: side }: Sides,
  placed: Pick<PlacedItem, 'id' | 'item'>,
  base: PageState | undefined,
  context: StatesContext,
): PageState {
  const before = side?.placed.get(placed.id)?.item
  if (base && (before === undefined || isSameItem(before, placed.item))) return base
  const { state, slug } = stateOfItem(context, placed, base)
  if (state.type === 'LINK') return { ...state, slug: null }
  const isRenamed = base === undefined || base.title !== state.title
  const known = { slug: base?.slug ?? null, stated: before?.fields?.slug, wasRead: true, named: slug.named }
  return { ...state, slug: slugOf(slug, isRenamed && base?.type !== 'GROUP' ? undefined : known) }
}

/** Returns a page with a file; undefined for a new one that cannot be read. */
function pageOfHead(
  sides: Sides,
  { id, path, base }: { readonly id: string; readonly path: string; readonly base: PageState | undefined },
  { context, before }: { readonly context: StatesContext; readonly before: StatesContext },
): PageState | undefined {
  const { head, sourceOf } = sides
  const text = context.texts.get(path)
  const placed = placedAt(head, id, path, base)
  if (!text && !base) return undefined
  const source = sourceOf(path) ?? ''
  const was = before.texts.get(source)
  const slugBefore = base && {
    slug: base.slug,
    stated: was?.fields.slug,
    wasRead: was !== undefined,
    named:
      sides.base && namedSlug(sides.base.open.repository, { kind: 'document', path: source, children: [] }),
  }
  if (base && !text) {
    const named = namedSlug(head.open.repository, placed.item)
    const slug = slugOf({ stated: undefined, named, titled: base.slug ?? '' }, slugBefore)
    return slug === base.slug && path === base.gitPath ? base : { ...base, slug, gitPath: path }
  }
  const heading = newHeading(placed.item, {
    was: was?.heading,
    now: text?.heading,
    base,
    title: text?.fields.title,
  })
  const item = heading === undefined ? placed.item : { ...placed.item, title: heading }
  const { state, slug } = stateOfItem(context, { id, item }, base)
  const changed = { ...state, slug: slugOf(slug, slugBefore) }
  return base && isDeepStrictEqual(changed, base) ? base : { ...changed, updatedAt: context.now }
}

interface Headings {
  readonly was: string | undefined
  readonly now: string | undefined
  readonly base: PageState | undefined
  /** The title in the front matter. */
  readonly title: string | undefined
}

/** Returns the title that a page was given in its file alone, when SUMMARY.md still has the one that both had. */
function newHeading({ title: listed }: OutlineItem, { was, now, base, title }: Headings): string | undefined {
  const isGiven = title === undefined && now !== undefined && now !== was
  return isGiven && was !== undefined && was === listed && was === base?.title ? now : undefined
}

/** Returns the reusable contents of a side. Those that were not read are as they are known. */
export function reusableOf(
  known: ReadonlyMap<string, ReusableState>,
  { ids }: Side,
  context: StatesContext,
): Map<string, ReusableState> {
  const states = [...ids.reusable].flatMap(([path, id]): [string, ReusableState][] => {
    const state = stateOfReusable(context, path, id) ?? known.get(id)
    return state ? [[id, { ...state, gitPath: path }]] : []
  })
  return new Map(states)
}
