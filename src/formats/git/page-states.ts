import { posix } from 'node:path'
import { storableText } from '../../base/storable-text.ts'
import { identifyDocument, type StoredDocument } from '../body/documents.ts'
import { contentLimits } from '../body/limits.ts'
import { uniqueSlug } from '../body/page-slugs.ts'
import { withPlainTexts } from '../body/plain-texts.ts'
import type { Variables } from '../body/variables.ts'
import type { ImportedPage } from '../import/imported-content.ts'
import { emptyPage, filePage, linkPage, namedSlug, type PageContext } from '../import/markdown/pages/pages.ts'
import { slugOfTitle } from '../import/markdown/pages/slugs.ts'
import { titleFromName } from '../import/markdown/repository/outline.ts'
import { storedTitle, truncated } from '../import/stored-fields.ts'
import type { PageState, ReusableState } from '../merge/content-snapshot.ts'
import type { OpenTree } from './open-tree.ts'
import type { PlacedItem } from './placed-items.ts'
import { linksOf, type ReadText, type TreeIds } from './read-texts.ts'

/** The commit that pages are read from, with all that they are read with. */
export interface StatesContext {
  readonly open: OpenTree
  readonly ids: TreeIds
  readonly texts: ReadonlyMap<string, ReadText>
  readonly variables: Variables
  readonly now: Date
  /** The bodies that were read, to which those of pages are added. */
  readonly bodies: Map<string, StoredDocument>
}

/** Where a page is that no table of contents has placed yet. */
const unplaced = { parentId: null, position: '' }

const contextOf = ({ open, ids, texts, variables }: StatesContext, id: string): PageContext => ({
  ...linksOf(open.repository, ids),
  newPageId: () => id,
  files: texts,
  variables,
})

/** The sources of the slug of a page. */
export interface ItemSlug {
  /** The slug that the file or the table of contents states. */
  readonly stated: string | undefined
  /** The slug from the path of the file or the folder, if that gives one. */
  readonly named: string | undefined
  /** The slug from the title. */
  readonly titled: string
}

/** Returns the state of a page as its item and its file say it, and its slug. `known` is the state of the page before. */
export function stateOfItem(
  context: StatesContext,
  { id, item }: Pick<PlacedItem, 'id' | 'item'>,
  known: PageState | undefined,
): { readonly state: PageState; readonly slug: ItemSlug } {
  const { open, now } = context
  const pages = contextOf(context, id)
  const page =
    item.kind === 'link'
      ? linkPage(pages, item)
      : item.path === undefined
        ? emptyPage(pages, item)
        : filePage(pages, item, item.path)
  const isComputed = known?.type === 'COMPUTED' && page.type === 'DOCUMENT' && item.path === undefined
  // Front matter that is malformed must not take from the page what it had.
  const keepsFields = known !== undefined && context.texts.get(item.path ?? '')?.fault !== undefined
  const state: PageState = {
    ...(known ?? {
      ...unplaced,
      createdAt: now,
      updatedAt: now,
      computed: null,
      computedSeed: null,
    }),
    ...(keepsFields ? known : fieldsOf(page)),
    ...bodyOf(page, context),
    pageId: id,
    type: isComputed ? 'COMPUTED' : (page.type ?? 'DOCUMENT'),
    slug: known?.slug ?? null,
    gitOid: page.git?.oid ?? null,
    gitPath: page.git?.path ?? null,
  }
  const stated = (keepsFields ? known.slug : page.slug) ?? item.slug
  const slug = { stated, named: namedSlug(open.repository, item), titled: slugOfTitle(state.title) || 'page' }
  return { state, slug }
}

function fieldsOf(page: ImportedPage) {
  return {
    title: storedTitle(page.title),
    emoji: shortened(page.emoji, contentLimits.emoji.maxLength),
    icon: shortened(page.icon, contentLimits.icon.maxLength),
    description: shortened(page.description, contentLimits.description.maxLength),
    hidden: page.hidden ?? false,
    noIndex: page.noIndex ?? false,
    noRobotsIndex: page.noRobotsIndex ?? false,
    layout: jsonOf(page.layout),
    cover: jsonOf(page.cover),
    target: jsonOf(page.target),
    frontMatter: page.frontMatter ? storableText(page.frontMatter) : null,
    heading: shortened(page.heading, contentLimits.title.maxLength),
  }
}

const shortened = (text: string | null | undefined, length: number): string | null =>
  text ? truncated(text, length) : null

/** Returns a value as the database has it: without members that are undefined, and null for none. */
const jsonOf = (value: object | null | undefined): PageState['layout'] =>
  value ? (JSON.parse(JSON.stringify(value)) as PageState['layout']) : null

function bodyOf({ markdown, git }: ImportedPage, { texts, bodies }: StatesContext) {
  const text = git ? texts.get(git.path) : undefined
  return { documentId: documentOf(markdown ?? '', text, bodies) }
}

function documentOf(
  markdown: string,
  text: ReadText | undefined,
  bodies: Map<string, StoredDocument>,
): string | null {
  const index = text && 'parsed' in text.outcome ? text.outcome.parsed.index : undefined
  const document = identifyDocument({ markdown, ...(index && { index }) })
  if (document) bodies.set(document.id, document)
  return document?.id ?? null
}

/** Returns the state of a reusable content as its file says it. */
export function stateOfReusable(
  { texts, variables, bodies }: StatesContext,
  path: string,
  reusableId: string,
): ReusableState | undefined {
  const text = texts.get(path)
  if (!text) return undefined
  const written = text.fields.title || titleFromName(posix.parse(path).name)
  const { title } = withPlainTexts({ title: written }, { space: variables, page: {} }, () => {})
  return {
    reusableId,
    title: storedTitle(title),
    documentId: documentOf(text.markdown, text, bodies),
    gitOid: text.gitOid,
    gitPath: path,
  }
}

/** The slug that a page had, and where it came from. */
export interface SlugBefore {
  readonly slug: string | null
  /** The slug that its file stated; undefined if it stated none or was not read. */
  readonly stated: string | undefined
  readonly wasRead: boolean
  /** The slug that its path gave it, if a path gives one. */
  readonly named: string | undefined
}

/** Returns the slug of a page. It stays unless its file states another, or moved to a path that gives another. */
export function slugOf({ stated, named, titled }: ItemSlug, before: SlugBefore | undefined): string {
  if (stated !== undefined) return validSlug(stated)
  const derived = validSlug(named ?? titled)
  if (!before?.slug || before.stated !== undefined) return derived
  const isMoved = named !== before.named
  return isMoved && (before.wasRead || before.slug === before.named) ? derived : before.slug
}

function validSlug(slug: string): string {
  const { pattern, maxLength } = contentLimits.slug
  return slug.length <= maxLength && pattern.test(slug) ? slug : uniqueSlug(slug, new Set())
}
