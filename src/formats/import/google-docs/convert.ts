import { posix } from 'node:path'
import { invalidSource } from '../../source-problems.ts'
import { type ContentsItem, summaryEntry } from '../conversion/contents-entry.ts'
import type { Conversion } from '../conversion/conversion.ts'
import { createTextReader, validateEntries } from '../conversion/source-entries.ts'
import { UniquePaths } from '../conversion/unique-paths.ts'
import { type ConvertedDocument, convertWord, type DocumentOutput } from '../docx/convert.ts'
import { convertInWorker } from '../docx/convert-in-worker.ts'
import { describedPage } from '../docx/described-page.ts'
import { isMainPart, openWordFile } from '../docx/package.ts'
import type { SourceEntry } from '../files/entries.ts'
import { importLine } from '../report/lines.ts'
import { type Skip, skipOf } from '../report/notes.ts'
import { type DocumentFolder, foldersOf } from './document-folders.ts'
import type { PageAsset } from './page-images.ts'

const isWord = (path: string) => /\.docx$/i.test(path)
/** Excludes the index page of Google Takeout archives. */
const isHtml = (path: string) => /\.html?$/i.test(path) && posix.basename(path) !== 'archive_browser.html'

/** Limits of one import. Documents are converted one at a time, which is slow. */
const limits = { documents: 1000, milliseconds: 10 * 60_000 }

/**
 * Converts an export of Google Docs: a Word document, a zipped web page, or an archive with folders of
 * documents.
 */
export async function googleDocsEntries(entries: readonly SourceEntry[]): Promise<Conversion> {
  const files = validateEntries(entries)
  if (files.some(isMainPart))
    return convertWord('document.docx', files, { page: 'document.md', assets: 'assets', title: 'Document' })
  const documents = files.filter(({ path }) => isWord(path) || isHtml(path))
  if (documents.length === 0)
    throw invalidSource(
      'SOURCE_NOT_GOOGLE_DOCS',
      'The export contains no document. Download the document as Microsoft Word (.docx) or as Web page (.html, zipped) and import that file.',
    )
  if (documents.length > limits.documents)
    throw invalidSource(
      'SOURCE_TOO_LARGE',
      `The export contains more than ${limits.documents} documents. Import it in parts.`,
    )
  return convertDocuments(files, documents)
}

/** The state of one conversion. */
interface Export {
  /** The files that are not documents. */
  readonly files: { readonly byPath: ReadonlyMap<string, SourceEntry>; readonly paths: ReadonlySet<string> }
  readonly paths: UniquePaths
  readonly readText: (entry: SourceEntry) => Promise<string>
  readonly deadline: number
  readonly entries: SourceEntry[]
  readonly skipped: Skip[]
  /** The paths of documents and of files that they reference. */
  readonly used: Set<string>
}

async function convertDocuments(
  files: readonly SourceEntry[],
  documents: readonly SourceEntry[],
): Promise<Conversion> {
  const byPath = new Map(files.filter((file) => !documents.includes(file)).map((file) => [file.path, file]))
  const state: Export = {
    files: { byPath, paths: new Set(byPath.keys()) },
    paths: new UniquePaths(),
    readText: createTextReader(),
    deadline: Date.now() + limits.milliseconds,
    entries: [],
    skipped: [],
    used: new Set(),
  }
  const items: ContentsItem[] = []
  for (const folder of foldersOf(documents)) items.push(await convertFolder(state, folder))
  const others = files.filter(({ path }) => !state.used.has(path) && !isInImageFolder(path))
  const line = importLine('IMPORT_NOT_GOOGLE_DOCS', 'not a Google Docs document; import it separately')
  return {
    entries: [summaryEntry(items), ...state.entries],
    skipped: [...state.skipped, ...others.map(({ path }) => skipOf(path, line))],
  }
}

const isInImageFolder = (path: string) => posix.basename(posix.dirname(path)) === 'images'

async function convertFolder(
  state: Export,
  { name, stem, document, children }: DocumentFolder,
): Promise<ContentsItem> {
  const output = { page: state.paths.take(stem, '.md'), assets: '', title: name }
  const outputWithAssets = { ...output, assets: `assets/${output.page.slice(0, -'.md'.length)}` }
  const converted = document && (await convertDocument(state, document, outputWithAssets))
  const items: ContentsItem[] = []
  for (const child of children) items.push(await convertFolder(state, child))
  return { title: converted?.title ?? name, path: converted && output.page, children: items }
}

async function convertDocument(
  state: Export,
  document: SourceEntry,
  output: DocumentOutput,
): Promise<ConvertedDocument> {
  if (Date.now() > state.deadline)
    throw invalidSource(
      'SOURCE_TOO_SLOW',
      `The import takes too long, at ${document.path}. Import the documents in parts.`,
    )
  state.used.add(document.path)
  const converted = isWord(document.path)
    ? await convertWord(document.path, await openWordFile(document), output)
    : await convertHtml(state, document, output)
  state.entries.push(...converted.entries)
  state.skipped.push(...converted.skipped)
  return converted
}

async function convertHtml(
  state: Export,
  document: SourceEntry,
  output: DocumentOutput,
): Promise<ConvertedDocument> {
  const html = await state.readText(document)
  const files = state.files.paths
  const { page, assets: folder } = output
  const request = { kind: 'google', html, path: document.path, files, page, folder } as const
  const { assets, skipped, title = output.title, ...content } = await convertInWorker(request)
  const entries = [await describedPage(page, { ...content, title })]
  for (const asset of assets) entries.push(assetEntry(state, asset))
  return { title, entries, skipped }
}

function assetEntry({ files, used }: Export, { path, content }: PageAsset): SourceEntry {
  if ('bytes' in content) {
    const bytes = Buffer.from(content.bytes)
    return { path, size: bytes.length, read: async () => bytes }
  }
  used.add(content.file)
  return { ...(files.byPath.get(content.file) as SourceEntry), path }
}
