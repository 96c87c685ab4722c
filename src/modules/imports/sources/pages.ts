import { posix } from 'node:path'
import { slugOfName } from '../../content/file-slugs.ts'
import type { ImportedPage, ImportedReusableContent } from '../../content/import-tree.ts'
import { withSummaryLabel } from '../../content/summary-label.ts'
import { canonicalUrl, type LinkContext, registerFile } from './links.ts'
import { type ImportNote, type OutlineItem, type Skip, titleFromName } from './outline.ts'
import type { PageFile } from './page-file.ts'
import type { PageFields } from './page-text.ts'
import { isReadme, parseRelativeUrl } from './repository.ts'
import { folderOfGroup, SiblingSlugs, slugOfTitle } from './slugs.ts'

export interface PageContext extends LinkContext {
  readonly newPageId: () => string
  /** The files of the pages, by path. */
  readonly files: ReadonlyMap<string, ReadFile>
}

/** A file of a page, with what was skipped in it, and notes on it. */
export interface ReadFile extends PageFile {
  readonly gitOid: string
  readonly skipped: readonly Skip[]
}

/** Returns the pages of an outline. */
export function pagesOf(context: PageContext, items: readonly OutlineItem[]): ImportedPage[] {
  const slugs = new SiblingSlugs()
  return items.map((item) => pageOf(context, item, slugs))
}

function pageOf(context: PageContext, item: OutlineItem, slugs: SiblingSlugs): ImportedPage {
  if (item.kind === 'link') return linkPage(context, item)
  const { slug: written, ...own } =
    item.path === undefined ? emptyPage(context, item) : filePage(context, item, item.path)
  const name = nameOf(context, item)
  const stated = written ?? item.slug
  const base = (name && slugOfName(name)) || slugOfTitle(own.title) || 'page'
  return {
    ...own,
    slug: stated && slugs.reserve(stated) ? stated : slugs.take(base),
    pages: pagesOf(context, item.children),
  }
}

/** Returns the name of the file of a page, or of the folder of a group, for its slug. */
function nameOf(context: PageContext, { kind, path, children }: OutlineItem): string | undefined {
  if (path !== undefined) return pageNameOf(context, path)
  if (kind !== 'group') return undefined
  const { roots, books } = context.repository
  return folderOfGroup(nearestPaths(children), [...roots, ...books])
}

/** Returns the paths of pages, and of those below the ones without a file. */
const nearestPaths = (items: readonly OutlineItem[]): string[] =>
  items.flatMap(({ kind, path, children }) => {
    if (kind !== 'document') return []
    return path === undefined ? nearestPaths(children) : [path]
  })

/**
 * Returns the name of a page for its slug. A README has the name of its folder; the one at the root has none.
 */
function pageNameOf({ repository: { roots, books } }: PageContext, path: string): string | undefined {
  if (!isReadme(path)) return posix.parse(path).name
  const folder = posix.dirname(path)
  return roots.includes(folder) || books.includes(folder) ? undefined : posix.basename(folder)
}

function emptyPage({ newPageId }: PageContext, item: OutlineItem): ImportedPage {
  const { description, emoji, icon, hidden, noIndex, noRobotsIndex, slug } = item.fields ?? {}
  return {
    id: newPageId(),
    type: item.kind === 'group' ? 'GROUP' : 'DOCUMENT',
    title: item.fields?.title ?? item.title ?? '',
    slug,
    ...{ description, emoji, icon, hidden, noIndex, noRobotsIndex },
  }
}

function linkPage(context: PageContext, { title = '', target, fields }: OutlineItem): ImportedPage {
  const { description, emoji, icon, hidden, noIndex, noRobotsIndex } = fields ?? {}
  const link = {
    id: context.newPageId(),
    type: 'LINK' as const,
    title: fields?.title ?? title,
    slug: null,
    ...{ description, emoji, icon, hidden, noIndex, noRobotsIndex },
  }
  if (target?.kind === 'file')
    return { ...link, target: { kind: 'file', file: registerFile(context, target.path) } }
  if (target?.kind === 'external') return { ...link, target: target.ref }
  if (target?.kind !== 'page') return { ...link, target }
  const page = context.pageIds.get(target.path)
  if (target.anchor === undefined) return { ...link, target: { kind: 'page', page } }
  return { ...link, target: { kind: 'anchor', anchor: target.anchor, page } }
}

function filePage(context: PageContext, item: OutlineItem, path: string): ImportedPage {
  const file = context.files.get(path) as ReadFile
  const { title, cover, coverY, ...fields } = file.fields
  if (file.fault) context.skipped.push({ path, reason: file.fault, kind: 'FRONT_MATTER' })
  const shownTitle =
    title || item.title || file.heading || file.label || item.fallbackTitle || titleFromName(nameOfFile(path))
  const page = {
    ...fields,
    hidden: item.isHidden || fields.hidden,
    id: context.pageIds.get(path) as string,
    type: 'DOCUMENT' as const,
    title: shownTitle,
    heading: file.anchor ?? (file.heading === shownTitle ? undefined : file.heading),
    cover: cover === undefined ? undefined : readCover(context, path, { cover, coverY }),
    markdown: file.markdown,
    frontMatter: frontMatterWith(file, item.label),
    git: { path, oid: file.gitOid },
  }
  context.skipped.push(...file.skipped)
  context.notes.push(...file.notes)
  const label = file.label ?? item.label
  if (label !== undefined && label !== shownTitle) context.notes.push(noteOnLabel(path, label))
  return page
}

/** Keeps the title that the table of contents has for navigation, unless the file has one itself. */
const frontMatterWith = ({ frontMatter }: ReadFile, label: string | undefined) =>
  label === undefined || /^linkTitle\s*:/m.test(frontMatter ?? '')
    ? frontMatter
    : withSummaryLabel(frontMatter, label)

const nameOfFile = (path: string) => posix.parse(path).name

const noteOnLabel = (path: string, label: string): ImportNote => ({
  kind: 'KEPT',
  path,
  text: `the title "${label}" for navigation is kept, but not read: a page has one title everywhere`,
})

/** Returns the reusable contents, each with the title in its front matter or the name of its file. */
export const reusableContentsOf = (context: Omit<PageContext, 'newPageId'>): ImportedReusableContent[] =>
  [...context.reusableIds].map(([path, id]) => {
    const file = context.files.get(path) as ReadFile
    if (file.fault) context.skipped.push({ path, reason: file.fault, kind: 'FRONT_MATTER' })
    context.skipped.push(...file.skipped)
    context.notes.push(...file.notes)
    const title = file.fields.title || titleFromName(posix.parse(path).name)
    return { id, title, markdown: file.markdown, git: { path, oid: file.gitOid } }
  })

function readCover(
  context: PageContext,
  path: string,
  { cover, coverY: yPos = 0 }: Required<Pick<PageFields, 'cover'>> & Pick<PageFields, 'coverY'>,
): object | undefined {
  if (!parseRelativeUrl(cover)) return { ref: { kind: 'url', url: cover }, yPos }
  const [, file] = /^\/files\/([^#]+)/.exec(canonicalUrl(context, path, cover) ?? '') ?? []
  return file === undefined ? undefined : { ref: { kind: 'file', file }, yPos }
}
