import { posix } from 'node:path'
import { slugOfName } from '../../../body/file-slugs.ts'
import { withPlainTexts } from '../../../body/plain-texts.ts'
import { withSummaryLabel } from '../../../body/summary-label.ts'
import { type Variables, variablesOfPage } from '../../../body/variables.ts'
import type { ImportedPage, ImportedReusableContent } from '../../imported-content.ts'
import { importLine } from '../../report/lines.ts'
import { type ImportNote, noteOf, type Skip, skipOf } from '../../report/notes.ts'
import { type OutlineItem, titleFromName } from '../repository/outline.ts'
import type { PageFields } from '../repository/page-fields.ts'
import { isReadme } from '../repository/paths.ts'
import type { Repository } from '../repository/repository.ts'
import { parseRelativeUrl } from '../repository/urls.ts'
import { canonicalUrl, type LinkContext, registerFile } from './links.ts'
import type { PageFile } from './page-file.ts'
import { folderOfGroup, SiblingSlugs, slugOfTitle } from './slugs.ts'

export interface PageContext extends LinkContext {
  readonly newPageId: () => string
  /** The files of the pages, by path. */
  readonly files: ReadonlyMap<string, ReadFile>
  /** The variables of the space. */
  readonly variables: Variables
}

/** A file of a page, with what was skipped in it, and notes on it. */
export interface ReadFile extends PageFile {
  readonly gitOid: string
  readonly skipped: readonly Skip[]
}

export function pagesOf(context: PageContext, items: readonly OutlineItem[]): ImportedPage[] {
  const slugs = new SiblingSlugs()
  return items.map((item) => pageOf(context, item, slugs))
}

function pageOf(context: PageContext, item: OutlineItem, slugs: SiblingSlugs): ImportedPage {
  if (item.kind === 'link') return linkPage(context, item)
  const { slug: written, ...own } =
    item.path === undefined ? emptyPage(context, item) : filePage(context, item, item.path)
  const stated = written ?? item.slug
  const base = namedSlug(context.repository, item) || slugOfTitle(own.title) || 'page'
  return {
    ...own,
    slug: stated && slugs.reserve(stated) ? stated : slugs.take(base),
    pages: pagesOf(context, item.children),
  }
}

/** Returns the slug that the name of the file or the folder of an item gives its page, if it gives one. */
export function namedSlug(repository: Repository, item: OutlineItem): string | undefined {
  const name = nameOf({ repository }, item)
  return (name && slugOfName(name)) || undefined
}

/** Returns the name of the file of a page, or of the folder of a group, for its slug. */
function nameOf(
  context: Pick<PageContext, 'repository'>,
  { kind, path, children }: OutlineItem,
): string | undefined {
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
function pageNameOf(
  { repository: { roots, books } }: Pick<PageContext, 'repository'>,
  path: string,
): string | undefined {
  if (!isReadme(path)) return posix.parse(path).name
  const folder = posix.dirname(path)
  return roots.includes(folder) || books.includes(folder) ? undefined : posix.basename(folder)
}

/** Returns the page of an item without a file, with the slug that the item states. */
export function emptyPage(context: PageContext, item: OutlineItem): ImportedPage {
  const { description, emoji, icon, hidden, noIndex, noRobotsIndex, slug } = item.fields ?? {}
  return {
    id: context.newPageId(),
    type: item.kind === 'group' ? 'GROUP' : 'DOCUMENT',
    ...plainTexts(context, { title: item.fields?.title ?? item.title ?? '', description }),
    slug,
    ...{ emoji, icon, hidden, noIndex, noRobotsIndex },
  }
}

export function linkPage(context: PageContext, { title = '', target, fields }: OutlineItem): ImportedPage {
  const { description, emoji, icon, hidden, noIndex, noRobotsIndex } = fields ?? {}
  const link = {
    id: context.newPageId(),
    type: 'LINK' as const,
    ...plainTexts(context, { title: fields?.title ?? title, description }),
    slug: null,
    ...{ emoji, icon, hidden, noIndex, noRobotsIndex },
  }
  if (target?.kind === 'file')
    return { ...link, target: { kind: 'file', file: registerFile(context, target.path) } }
  if (target?.kind === 'external') return { ...link, target: target.ref }
  if (target?.kind !== 'page') return { ...link, target }
  const page = context.pageIds.get(target.path)
  if (target.anchor === undefined) return { ...link, target: { kind: 'page', page } }
  return { ...link, target: { kind: 'anchor', anchor: target.anchor, page } }
}

/** Returns the page of an item with a file, with the slug that the file states. */
export function filePage(context: PageContext, item: OutlineItem, path: string): ImportedPage {
  const file = context.files.get(path) as ReadFile
  const { title, cover, coverY, ...fields } = file.fields
  if (file.fault) context.skipped.push(skipOf(path, file.fault, 'FRONT_MATTER'))
  const texts = {
    title:
      title ||
      item.title ||
      file.heading ||
      file.label ||
      item.fallbackTitle ||
      titleFromName(nameOfFile(path)),
    description: fields.description,
    heading: file.heading,
  }
  const { title: shownTitle, description, heading } = plainTexts(context, texts, path)
  const page = {
    ...fields,
    ...(description !== undefined && { description }),
    hidden: item.isHidden || fields.hidden,
    id: context.pageIds.get(path) as string,
    type: 'DOCUMENT' as const,
    title: shownTitle,
    heading: file.anchor ?? (heading === shownTitle ? undefined : heading),
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

/** Replaces expressions in the texts of a page by their values, and notes which. The page has the variables of its file. */
function plainTexts<Texts extends Parameters<typeof withPlainTexts>[0]>(
  { variables: space, files, notes }: Pick<PageContext, 'variables' | 'files' | 'notes'>,
  texts: Texts,
  path?: string,
): Texts {
  const frontMatter = path === undefined ? undefined : files.get(path)?.frontMatter
  const variables = { space, page: variablesOfPage(frontMatter ?? null) }
  return withPlainTexts(texts, variables, (member, expression, value) => {
    if (member === 'heading') return
    const textOf = (result: string) =>
      `the expression ${expression} of the ${member} ${result}: expressions are only read in the text of pages`
    const line =
      value === undefined
        ? importLine('IMPORT_EXPRESSION_AS_TEXT', textOf('has no value, and is plain text now'), {
            expression,
          })
        : importLine('IMPORT_EXPRESSION_REPLACED', textOf(`is "${value}" now`), { expression, text: value })
    notes.push(noteOf('DROPPED', path ?? '.', line))
  })
}

/** Keeps the title that the table of contents has for navigation, unless the file has one itself. */
const frontMatterWith = ({ frontMatter }: ReadFile, label: string | undefined) =>
  label === undefined || /^linkTitle\s*:/m.test(frontMatter ?? '')
    ? frontMatter
    : withSummaryLabel(frontMatter, label)

const nameOfFile = (path: string) => posix.parse(path).name

function noteOnLabel(path: string, title: string): ImportNote {
  const text = `the title "${title}" for navigation is kept, but not read: a page has one title everywhere`
  return noteOf('KEPT', path, importLine('IMPORT_LABEL_KEPT', text, { title }))
}

/** Returns the reusable contents, each with the title in its front matter or the name of its file. */
export const reusableContentsOf = (context: Omit<PageContext, 'newPageId'>): ImportedReusableContent[] =>
  [...context.reusableIds].map(([path, id]) => {
    const file = context.files.get(path) as ReadFile
    if (file.fault) context.skipped.push(skipOf(path, file.fault, 'FRONT_MATTER'))
    context.skipped.push(...file.skipped)
    context.notes.push(...file.notes)
    const written = file.fields.title || titleFromName(posix.parse(path).name)
    const { title } = plainTexts(context, { title: written }, path)
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
