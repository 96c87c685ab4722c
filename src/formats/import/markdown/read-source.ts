import { posix } from 'node:path'
import { newId } from '../../../base/identifiers.ts'
import type { ParseOutcome } from '../../body/parsing/body-job.ts'
import type { Variables } from '../../body/variables.ts'
import { invalidSource } from '../../source-problems.ts'
import { isInToolFolder, type SourceEntry } from '../files/entries.ts'
import { describeFile, gitObjectId, type ImportedFile, isImage } from '../files/imported-file.ts'
import { decodeText, readTextBytes } from '../files/read-text.ts'
import type { ImportedPage, ImportedReusableContent } from '../imported-content.ts'
import { type SourceLimits, sourceLimits } from '../limits.ts'
import { importLine } from '../report/lines.ts'
import { type ImportNote, noteOf, type Skip, skipOf } from '../report/notes.ts'
import { isOwnPage, isPageText, readOutline } from './contents/read-outline.ts'
import { withUnlisted } from './contents/unlisted-pages.ts'
import { type Dialect, dialectOf } from './dialects/dialect.ts'
import { fileIncluder } from './dialects/included-files.ts'
import { isContentsFile } from './layouts/books.ts'
import { isPartial } from './layouts/docusaurus-docs.ts'
import { gitbookConfigIn, gitbookLayout } from './layouts/gitbook.ts'
import { recognizeLayout } from './layouts/recognize.ts'
import { notesOnExpressions } from './pages/expression-notes.ts'
import { canonicalUrl, type LinkContext, type OutsideUrl, registerFile } from './pages/links.ts'
import { notesOnMoved } from './pages/moved-pages.ts'
import type { PageSource } from './pages/page-file-job.ts'
import { readPageFiles } from './pages/page-files.ts'
import { type ImportedBodyIndex, notesOnHealedLinks } from './pages/page-notes.ts'
import { pagesOf, type ReadFile, reusableContentsOf } from './pages/pages.ts'
import type { Outline, OutlineItem } from './repository/outline.ts'
import { isAsset, isReusable, isTagsFile } from './repository/paths.ts'
import { findPath, openRepository, type Repository } from './repository/repository.ts'
import { readVariablesFile } from './repository/variables-file.ts'

export interface ImportedContent {
  readonly pages: readonly ImportedPage[]
  readonly reusable: readonly ImportedReusableContent[]
  /** The parsed bodies of the pages and the reusable contents, by their ids. */
  readonly parsed: ReadonlyMap<string, ParseOutcome>
  readonly files: readonly ImportedFile[]
  /** The variables of the space. */
  readonly variables: Variables
  readonly skipped: readonly Skip[]
  readonly notes: readonly ImportNote[]
  /** The number of pages with a Markdown file, and of those that are hidden because they are not listed. */
  readonly importedPages: number
  readonly unlistedPages: number
  /** The number of Markdown files that could be pages, and of images and other files that belong to them. */
  readonly totalResources: number
  readonly importedResources: number
}

export interface ReadingOptions {
  /** Creates the id of a page. `path` is the path of its file, if it has one. */
  readonly newPageId: (path?: string) => string
  readonly newFileId: () => string
  readonly newReusableId?: () => string
  /** For whom the source is read. */
  readonly owner?: string
  readonly outsideUrl?: OutsideUrl
  /** Whether Markdown files that are not in the table of contents become hidden pages. */
  readonly includesUnlisted?: boolean
  /** Whether the files are those of an author, whose layout is recognized and noted. */
  readonly isAuthored?: boolean
  /** The folder of the documentation. Links may lead out of it. Defaults to the whole source. */
  readonly root?: string
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
    newReusableId = () => newId('ReusableContent'),
    owner = '',
    outsideUrl = () => undefined,
    includesUnlisted = false,
    isAuthored = false,
    root,
    onProgress = () => {},
    limits: ownLimits,
  }: ReadingOptions,
): Promise<ImportedContent> {
  const limits = { ...sourceLimits, ...ownLimits }
  const entries = allEntries.filter(({ path }) => !isInToolFolder(path))
  if (entries.length > limits.entries)
    throw invalidSource('SOURCE_TOO_LARGE', `The source contains more than ${limits.entries} files.`)
  const layout = isAuthored
    ? await recognizeLayout(entries, { root, limits })
    : await gitbookLayout(gitbookConfigIn(entries, '.'), '.', limits)
  const repository = openRepository(entries, layout, limits)
  const texts = entries.map(({ path }) => path).filter((path) => isPageText(layout, path))
  const summary = findPath(repository, layout.summary)
  const isPart = (path: string) => layout.kind === 'DOCUSAURUS' && isPartial(layout.root, path)
  const pageTexts = texts.filter((path) => !isContentsFile(path) && path !== summary && !isPart(path))
  const listed = await readOutline(repository, layout, { texts: pageTexts, owner })
  const unlisted = unlistedTexts(pageTexts, listed)
  const outline = includesUnlisted
    ? { ...listed, items: withUnlisted(listed.items, unlisted.filter(isOwnPage), layout) }
    : listed
  if (pageTexts.length === 0 && outline.items.length === 0)
    throw invalidSource('SOURCE_WITHOUT_PAGES', 'The source contains no Markdown page.')
  const pageIds = new Map(documentPaths(outline.items).map((path) => [path, newPageId(path)]))
  const reusable = pageTexts.filter((path) => isReusable(path) && !pageIds.has(path))
  const reusableIds = new Map(reusable.map((path) => [path, newReusableId()]))
  const bodyIds = new Map([...pageIds, ...reusableIds])
  const leftOut = unlisted.filter((path) => !bodyIds.has(path))
  const skipped = [
    ...layout.skipped,
    ...outline.skipped,
    ...leftOut.map((path) => skipOfUnlisted(path, posix.basename(layout.contents ?? layout.summary))),
  ]
  const notes = isAuthored ? [...layout.notes, ...(outline.notes ?? [])] : []
  const targets = { repository, pageIds, reusableIds, fileIds: new Map<string, string>() }
  const links: LinkContext = { ...targets, newFileId, outsideUrl, skipped, notes }
  const included = new Set<string>()
  const read = await readFilesOfPages(links, {
    owner,
    onProgress,
    dialect: (path) => (isAuthored ? dialectOf(layout.kind, path) : undefined),
    withFiles: await fileIncluder(repository, layout),
    included,
  })
  const vars = await readVariablesFile(repository)
  notes.push(...vars.notes)
  notes.push(...notesOnExpressions(read, vars.variables))
  const content = { ...links, files: read, variables: vars.variables }
  const pages = pagesOf({ ...content, newPageId }, outline.items)
  notes.push(...notesOnHealedLinks(bodiesById(read, bodyIds)))
  if (isAuthored) notes.push(...notesOnMoved(repository, layout, pages))
  const { files, images } = await readFiles(links)
  if (pages.length === 0 && files.length === 0)
    throw invalidSource(
      'SOURCE_WITHOUT_PAGES',
      'The source contains nothing to import: its table of contents lists no file that it has.',
    )
  return {
    pages,
    reusable: reusableContentsOf(content),
    parsed: new Map([...read].map(([path, { outcome }]) => [bodyIds.get(path) as string, outcome])),
    files,
    variables: vars.variables,
    skipped: [...skipped.filter(({ kind, path }) => kind !== 'PAGE' || !included.has(path)), ...images],
    notes,
    totalResources: pageTexts.length + files.length + images.length,
    importedResources: bodyIds.size + files.length,
    importedPages: pageIds.size,
    unlistedPages: unlisted.filter((path) => pageIds.has(path)).length,
  }
}

const documentPaths = (items: readonly OutlineItem[]): string[] =>
  items.flatMap(({ kind, path, children }) => [
    ...(kind === 'document' && path !== undefined ? [path] : []),
    ...documentPaths(children),
  ])

/** Returns the Markdown files that are not in the outline. */
function unlistedTexts(texts: readonly string[], { items }: Outline): string[] {
  const listed = new Set(documentPaths(items))
  return texts.filter((path) => !listed.has(path))
}

const skipOfUnlisted = (path: string, contents: string): Skip =>
  skipOf(path, importLine('IMPORT_NOT_LISTED', `not listed in ${contents}`, { path: contents }), 'PAGE')

/** Returns what is known of the bodies that were read, by their ids. */
const bodiesById = (read: ReadonlyMap<string, ReadFile>, ids: ReadonlyMap<string, string>) =>
  new Map(
    [...read].flatMap(([path, { outcome }]): [string, ImportedBodyIndex][] => {
      const id = ids.get(path)
      return id !== undefined && 'parsed' in outcome ? [[id, { path, index: outcome.parsed.index }]] : []
    }),
  )

interface PagesReading extends Required<Pick<ReadingOptions, 'owner' | 'onProgress'>> {
  /** Returns what a page is written in beside the page format. */
  readonly dialect: (path: string) => Dialect | undefined
  /** Puts the files into a page that it includes in the way of its generator. */
  readonly withFiles: Awaited<ReturnType<typeof fileIncluder>>
  /** The files that pages include, which are added here. */
  readonly included: Set<string>
}

async function readFilesOfPages(
  links: LinkContext,
  { owner, onProgress, dialect, withFiles, included }: PagesReading,
): Promise<Map<string, ReadFile>> {
  const paths = [...links.pageIds.keys(), ...links.reusableIds.keys()]
  const progress = new ReadingProgress(paths, links.repository.limits, onProgress)
  const found = new Map<string, { readonly skipped: Skip[]; readonly notes: ImportNote[] }>()
  const gitOids: string[] = []
  const sources: PageSource[] = []
  const before = links.notes.length
  let including = 0
  for (const path of paths) {
    const bytes = await readTextBytes(entryAt(links.repository, path), links.repository.limits)
    gitOids.push(gitObjectId(bytes))
    const page = { path, source: decodeText(bytes) }
    const { source, notes, files } = await withFiles(page)
    links.notes.push(...notes)
    if (files.size > 0) including++
    for (const file of files) included.add(file)
    sources.push({ path, source, dialect: dialect(path) })
  }
  if (including > 0) links.notes.splice(before, 0, noteOnIncluded(included.size, including))
  const resolve = (path: string, urls: readonly string[]) => {
    progress.finish(path)
    const inFile = { skipped: [], notes: [] }
    found.set(path, inFile)
    return urls.map((url) => canonicalUrl({ ...links, ...inFile }, path, url))
  }
  const files = await readPageFiles(sources, { owner, resolve })
  return new Map(
    files.map((file, index) => {
      const path = paths[index] as string
      const { skipped = [], notes = [] } = found.get(path) ?? {}
      return [path, { ...file, gitOid: gitOids[index] as string, skipped, notes: [...file.notes, ...notes] }]
    }),
  )
}

function noteOnIncluded(files: number, pages: number): ImportNote {
  const are = files === 1 ? 'file is' : 'files are'
  const text = `${files} ${are} included in ${pages} ${pages === 1 ? 'page' : 'pages'}.`
  return noteOf('RECOGNIZED', '.', importLine('IMPORT_INCLUDED', text, { count: files, pages }))
}

/** Counts the pages that are parsed, in any order, and ends the reading of those that take too long in total. */
class ReadingProgress {
  readonly #paths: readonly string[]
  readonly #limits: SourceLimits
  readonly #onProgress: Required<ReadingOptions>['onProgress']
  readonly #deadline: number
  readonly #finished = new Set<string>()
  /** The pages from the first on that are all parsed. */
  #reported = 0

  constructor(
    paths: readonly string[],
    limits: SourceLimits,
    onProgress: Required<ReadingOptions>['onProgress'],
  ) {
    this.#paths = paths
    this.#limits = limits
    this.#onProgress = onProgress
    this.#deadline = performance.now() + limits.milliseconds
  }

  finish(path: string): void {
    this.#finished.add(path)
    for (let next = this.#paths[this.#reported]; next && this.#finished.has(next); ) {
      this.#onProgress(++this.#reported, this.#paths.length, next)
      next = this.#paths[this.#reported]
    }
    if (performance.now() <= this.#deadline) return
    const last = this.#paths[Math.max(0, this.#reported - 1)]
    throw invalidSource(
      'SOURCE_TOO_SLOW',
      `Reading the pages took more than ${this.#limits.milliseconds / 1000} seconds, up to ${last}. Import them in parts.`,
    )
  }
}

function entryAt({ entries }: Repository, path: string): SourceEntry {
  const entry = entries.get(path)
  if (!entry) throw invalidSource('SOURCE_FILE_MISSING', `${path} is not in the source.`, { path })
  return entry
}

/** Reads uploads, all referenced files and that of the tags. Unreferenced images are returned as skipped. */
async function readFiles(links: LinkContext): Promise<{ files: ImportedFile[]; images: Skip[] }> {
  const entries = [...links.repository.entries.values()]
  for (const { path } of entries) if (isAsset(path) || isTagsFile(path)) registerFile(links, path)
  const files: ImportedFile[] = []
  const images: Skip[] = []
  for (const entry of entries) {
    const id = links.fileIds.get(entry.path)
    if (id !== undefined) files.push(await describeFile(id, entry))
    else if (isImage(entry.path))
      images.push(skipOf(entry.path, importLine('IMPORT_IMAGE_UNUSED', 'not referenced by any page')))
  }
  return { files, images }
}
