import { posix } from 'node:path'
import GithubSlugger, { slug } from 'github-slugger'
import { AppError } from '../../../errors.ts'
import type { ImportedPage } from '../../content/import-tree.ts'
import type { SourceEntry } from './entries.ts'
import { gitObjectId } from './files.ts'
import { lastingAddress, type Places, referToFile, rewriteAddresses } from './links.ts'
import { decodeText, readTextBytes } from './markdown-text.ts'
import { type OutlineItem, titleFromName } from './outline.ts'
import { type PageFields, readPageText } from './page-text.ts'
import { isReadme, readAddress } from './repository.ts'

export interface PageReading extends Places {
  readonly newPageId: () => string
  /** Called after each Markdown file. */
  readonly onPage: (path: string) => Promise<void>
}

/** Reads the pages of an outline from their files. */
export async function readPages(
  reading: PageReading,
  items: readonly OutlineItem[],
): Promise<ImportedPage[]> {
  const slugger = new GithubSlugger()
  const pages: ImportedPage[] = []
  for (const item of items) pages.push(await readPage(reading, item, slugger))
  return pages
}

async function readPage(
  reading: PageReading,
  item: OutlineItem,
  slugger: GithubSlugger,
): Promise<ImportedPage> {
  if (item.kind === 'link') return linkPage(reading, item)
  const { slug: stated, ...own } =
    item.path === undefined ? emptyPage(reading, item) : await filePage(reading, item, item.path)
  const name = item.path === undefined ? undefined : nameOfPage(reading, item.path)
  const base = [name ?? '', own.title].map((text) => slug(text)).find((text) => text !== '')
  return {
    ...own,
    slug: stated && isFree(slugger, stated) ? taken(slugger, stated) : slugger.slug(base ?? 'page'),
    pages: await readPages(reading, item.children),
  }
}

const isFree = ({ occurrences }: GithubSlugger, stated: string) => !Object.hasOwn(occurrences, stated)

/** Reserves an explicit slug. A slugger would change its case and remove dots. */
function taken(slugger: GithubSlugger, stated: string): string {
  slugger.occurrences[stated] = 0
  return stated
}

/**
 * Returns the name of a page for its slug. A README has the name of its folder; the one at the root has none.
 */
function nameOfPage({ repository: { roots } }: PageReading, path: string): string | undefined {
  if (!isReadme(path)) return posix.parse(path).name
  const folder = posix.dirname(path)
  return roots.includes(folder) ? undefined : posix.basename(folder)
}

function emptyPage({ newPageId }: PageReading, item: OutlineItem): ImportedPage {
  const { description, emoji, icon, hidden, noIndex, noRobotsIndex, slug } = item.fields ?? {}
  return {
    id: newPageId(),
    type: item.kind === 'group' ? 'GROUP' : 'DOCUMENT',
    title: item.fields?.title ?? item.title ?? '',
    slug,
    ...{ description, emoji, icon, hidden, noIndex, noRobotsIndex },
  }
}

function linkPage(reading: PageReading, { title = '', target, fields }: OutlineItem): ImportedPage {
  const { description, emoji, icon, hidden, noIndex, noRobotsIndex } = fields ?? {}
  const link = {
    id: reading.newPageId(),
    type: 'LINK' as const,
    title: fields?.title ?? title,
    slug: null,
    ...{ description, emoji, icon, hidden, noIndex, noRobotsIndex },
  }
  if (target?.kind === 'file')
    return { ...link, target: { kind: 'file', file: referToFile(reading, target.path) } }
  if (target?.kind === 'elsewhere') return { ...link, target: target.ref }
  if (target?.kind !== 'page') return { ...link, target }
  const page = reading.pageIds.get(target.path)
  if (target.anchor === undefined) return { ...link, target: { kind: 'page', page } }
  return { ...link, target: { kind: 'anchor', anchor: target.anchor, page } }
}

async function filePage(reading: PageReading, item: OutlineItem, path: string): Promise<ImportedPage> {
  const bytes = await readTextBytes(entryAt(reading, path), reading.repository.limits)
  const text = readPageText(decodeText(bytes), path)
  if (text.fault) reading.skipped.push({ path, reason: text.fault })
  const { source, bodyStart: start, addresses } = text
  const { title, cover, coverY, ...fields } = text.fields
  const page = {
    ...fields,
    id: reading.pageIds.get(path) as string,
    type: 'DOCUMENT' as const,
    title: title || item.title || text.heading || item.fallbackTitle || titleFromName(posix.parse(path).name),
    cover: cover === undefined ? undefined : readCover(reading, path, { cover, coverY }),
    markdown: rewriteAddresses(reading, path, { source, start, addresses }),
    git: { path, oid: gitObjectId(bytes) },
  }
  await reading.onPage(path)
  return page
}

function entryAt({ repository }: PageReading, path: string): SourceEntry {
  const entry = repository.entries.get(path)
  if (!entry) throw new AppError('BAD_USER_INPUT', `${path} is not in the source.`)
  return entry
}

function readCover(
  reading: PageReading,
  path: string,
  { cover, coverY: yPos = 0 }: Required<Pick<PageFields, 'cover'>> & Pick<PageFields, 'coverY'>,
): object | undefined {
  if (!readAddress(cover)) return { ref: { kind: 'url', url: cover }, yPos }
  const [, file] = /^\/files\/([^#]+)/.exec(lastingAddress(reading, path, cover) ?? '') ?? []
  return file === undefined ? undefined : { ref: { kind: 'file', file }, yPos }
}
