import { posix } from 'node:path'
import GithubSlugger, { slug } from 'github-slugger'
import { badRequest } from '../../../errors.ts'
import type { ImportedPage } from '../../content/import-tree.ts'
import type { SourceEntry } from './entries.ts'
import { gitObjectId } from './files.ts'
import { canonicalUrl, type LinkContext, registerFile, rewriteUrls } from './links.ts'
import { decodeText, readTextBytes } from './markdown-text.ts'
import { type OutlineItem, titleFromName } from './outline.ts'
import { type PageFields, readPageText } from './page-text.ts'
import { isReadme, parseRelativeUrl } from './repository.ts'

export interface PageContext extends LinkContext {
  readonly newPageId: () => string
  /** Called after each Markdown file. */
  readonly onPage: (path: string) => Promise<void>
}

/** Reads the pages of an outline from their files. */
export async function readPages(
  context: PageContext,
  items: readonly OutlineItem[],
): Promise<ImportedPage[]> {
  const slugger = new GithubSlugger()
  const pages: ImportedPage[] = []
  for (const item of items) pages.push(await readPage(context, item, slugger))
  return pages
}

async function readPage(
  context: PageContext,
  item: OutlineItem,
  slugger: GithubSlugger,
): Promise<ImportedPage> {
  if (item.kind === 'link') return linkPage(context, item)
  const { slug: stated, ...own } =
    item.path === undefined ? emptyPage(context, item) : await filePage(context, item, item.path)
  const name = item.path === undefined ? undefined : pageNameOf(context, item.path)
  const base = [name ?? '', own.title].map((text) => slug(text)).find((text) => text !== '')
  return {
    ...own,
    slug: stated && isFreeSlug(slugger, stated) ? reserveSlug(slugger, stated) : slugger.slug(base ?? 'page'),
    pages: await readPages(context, item.children),
  }
}

const isFreeSlug = ({ occurrences }: GithubSlugger, stated: string) => !Object.hasOwn(occurrences, stated)

/** Reserves an explicit slug. A slugger would change its case and remove dots. */
function reserveSlug(slugger: GithubSlugger, stated: string): string {
  slugger.occurrences[stated] = 0
  return stated
}

/**
 * Returns the name of a page for its slug. A README has the name of its folder; the one at the root has none.
 */
function pageNameOf({ repository: { roots } }: PageContext, path: string): string | undefined {
  if (!isReadme(path)) return posix.parse(path).name
  const folder = posix.dirname(path)
  return roots.includes(folder) ? undefined : posix.basename(folder)
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

async function filePage(context: PageContext, item: OutlineItem, path: string): Promise<ImportedPage> {
  const bytes = await readTextBytes(getEntry(context, path), context.repository.limits)
  const text = readPageText(decodeText(bytes), path)
  if (text.fault) context.skipped.push({ path, reason: text.fault })
  const { source, bodyStart: start, urls } = text
  const { title, cover, coverY, ...fields } = text.fields
  const page = {
    ...fields,
    id: context.pageIds.get(path) as string,
    type: 'DOCUMENT' as const,
    title: title || item.title || text.heading || item.fallbackTitle || titleFromName(posix.parse(path).name),
    cover: cover === undefined ? undefined : readCover(context, path, { cover, coverY }),
    markdown: rewriteUrls(context, path, { source, start, urls }),
    git: { path, oid: gitObjectId(bytes) },
  }
  await context.onPage(path)
  return page
}

function getEntry({ repository }: PageContext, path: string): SourceEntry {
  const entry = repository.entries.get(path)
  if (!entry) throw badRequest('SOURCE_UNREADABLE', { problem: `${path} is not in the source.` })
  return entry
}

function readCover(
  context: PageContext,
  path: string,
  { cover, coverY: yPos = 0 }: Required<Pick<PageFields, 'cover'>> & Pick<PageFields, 'coverY'>,
): object | undefined {
  if (!parseRelativeUrl(cover)) return { ref: { kind: 'url', url: cover }, yPos }
  const [, file] = /^\/files\/([^#]+)/.exec(canonicalUrl(context, path, cover) ?? '') ?? []
  return file === undefined ? undefined : { ref: { kind: 'file', file }, yPos }
}
