import { posix } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { badRequest } from '../../../errors.ts'
import type { ImportedPage } from '../../content/import-tree.ts'
import { isInToolFolder, type SourceEntry } from './entries.ts'
import { describeFile, type ImportedFile, isImage } from './files.ts'
import { outlineOfFolders } from './folder-outline.ts'
import { type RepositoryLayout, readRepositoryLayout } from './gitbook-config.ts'
import { type SourceLimits, sourceLimits } from './limits.ts'
import { isAsset, type LinkContext, type OutsideUrl, registerFile } from './links.ts'
import { readText } from './markdown-text.ts'
import type { Outline, OutlineItem, Skip } from './outline.ts'
import { readPages } from './pages.ts'
import { findPath, isMarkdown, openRepository, type Repository } from './repository.ts'
import { readSummary } from './summary.ts'

export interface ImportedContent {
  readonly pages: readonly ImportedPage[]
  readonly files: readonly ImportedFile[]
  readonly skipped: readonly Skip[]
  /** The number of Markdown files that could be pages, and of images and other files that belong to them. */
  readonly totalResources: number
  readonly importedResources: number
}

export interface ReadingOptions {
  /** Creates the id of a page. `path` is the path of its file, if it has one. */
  readonly newPageId: (path?: string) => string
  readonly newFileId: () => string
  readonly outsideUrl?: OutsideUrl
  /** Called after each file. `what` is the path of the file. */
  readonly onProgress?: (done: number, total: number, what: string) => void
  readonly limits?: Partial<SourceLimits>
}

/** Reads a repository of Markdown files as the pages and files of a space. */
export async function readMarkdownSource(
  allEntries: readonly SourceEntry[],
  {
    newPageId,
    newFileId,
    outsideUrl = () => undefined,
    onProgress = () => {},
    limits: ownLimits,
  }: ReadingOptions,
): Promise<ImportedContent> {
  const limits = { ...sourceLimits, ...ownLimits }
  const entries = allEntries.filter(({ path }) => !isInToolFolder(path))
  if (entries.length > limits.entries)
    throw badRequest('SOURCE_UNREADABLE', {
      problem: `The source contains more than ${limits.entries} files.`,
    })
  const layout = await readRepositoryLayout(entries, limits)
  const repository = openRepository(entries, layout.root, limits)
  const summary = findPath(repository, layout.summary)
  const texts = entries.map(({ path }) => path).filter((path) => isPageText(path, layout, summary))
  const outline = await readOutline(repository, layout, { summary, texts })
  if (texts.length === 0 && outline.items.length === 0)
    throw badRequest('SOURCE_UNREADABLE', { problem: 'The source contains no Markdown page.' })
  const pageIds = new Map(documentPaths(outline.items).map((path) => [path, newPageId(path)]))
  const skipped = [...outline.skipped, ...unlisted(texts, pageIds)]
  const links: LinkContext = { repository, pageIds, fileIds: new Map(), newFileId, outsideUrl, skipped }
  const deadline = performance.now() + limits.milliseconds
  let done = 0
  const onPage = async (path: string) => {
    onProgress(++done, pageIds.size, path)
    // Reading a page blocks the event loop.
    await yieldToEventLoop()
    if (performance.now() > deadline)
      throw badRequest('SOURCE_UNREADABLE', {
        problem: `Reading the pages took more than ${limits.milliseconds / 1000} seconds, up to ${path}. Import them in parts.`,
      })
  }
  const pages = await readPages({ ...links, newPageId, onPage }, outline.items)
  const { files, images } = await readFiles(links)
  return {
    pages,
    files,
    skipped: [...skipped, ...images],
    totalResources: texts.length + files.length + images.length,
    importedResources: pageIds.size + files.length,
  }
}

/**
 * Returns whether a Markdown file could be a page: it is in the documentation folder, and is neither an upload
 * nor the table of contents.
 */
function isPageText(path: string, { root }: RepositoryLayout, summary: string | undefined): boolean {
  const inside = root === '.' || path.startsWith(`${root}/`)
  return inside && isMarkdown(path) && path !== summary && !isAsset(path)
}

async function readOutline(
  repository: Repository,
  layout: RepositoryLayout,
  { summary, texts }: { summary: string | undefined; texts: readonly string[] },
): Promise<Outline> {
  const entry = summary === undefined ? undefined : repository.entries.get(summary)
  if (entry) return readSummary(repository, entry.path, await readText(entry, repository.limits))
  return outlineOfFolders(
    texts.filter((path) => !isReusable(path)),
    layout,
    repository.limits,
  )
}

/** Returns whether a file is reusable content, which is stored in `.gitbook/includes`. */
const isReusable = (path: string) => `/${posix.dirname(path)}/`.includes('/.gitbook/')

const documentPaths = (items: readonly OutlineItem[]): string[] =>
  items.flatMap(({ kind, path, children }) => [
    ...(kind === 'document' && path !== undefined ? [path] : []),
    ...documentPaths(children),
  ])

const unlisted = (texts: readonly string[], pageIds: ReadonlyMap<string, string>): Skip[] =>
  texts
    .filter((path) => !pageIds.has(path))
    .map((path) => ({
      path,
      reason: isReusable(path) ? 'reusable content is not imported' : 'not listed in SUMMARY.md',
    }))

/** Reads uploads and all referenced files. Unreferenced images are returned as skipped. */
async function readFiles(links: LinkContext): Promise<{ files: ImportedFile[]; images: Skip[] }> {
  const entries = [...links.repository.entries.values()]
  for (const { path } of entries) if (isAsset(path)) registerFile(links, path)
  const files: ImportedFile[] = []
  const images: Skip[] = []
  for (const entry of entries) {
    const id = links.fileIds.get(entry.path)
    if (id !== undefined) files.push(await describeFile(id, entry))
    else if (isImage(entry.path)) images.push({ path: entry.path, reason: 'not referenced by any page' })
  }
  return { files, images }
}
