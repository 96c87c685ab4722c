import { posix } from 'node:path'
import { type Conversion, FreePaths } from '../conversion.ts'
import type { SourceEntry } from '../entries.ts'
import { convertInWorker, type WorkerLimits } from './convert-in-worker.ts'
import { describedPage } from './described-page.ts'
import { openWordFile, packWord } from './package.ts'

/** The output paths and the fallback title of a converted document. */
export interface DocumentPlace {
  /** The path of the page. */
  readonly page: string
  /** The folder of its images. */
  readonly assets: string
  /** The title to use if the document has none. */
  readonly title: string
}

/** A converted document with its title. */
export interface ConvertedDocument extends Conversion {
  readonly title: string
}

/** Converts a Word document (.docx) to a Markdown repository with one page. */
export async function docxEntries(entry: SourceEntry, limits: WorkerLimits = {}): Promise<Conversion> {
  const name = posix.parse(posix.basename(entry.path)).name
  const title = name.replace(/_+/g, ' ').trim() || 'Document'
  const place = { page: new FreePaths().take(name, '.md'), assets: 'assets', title }
  return convertWord(entry.path, await openWordFile(entry), place, limits)
}

/** Converts the parts of a Word document. `source` is the path of its file. */
export async function convertWord(
  source: string,
  parts: readonly SourceEntry[],
  place: DocumentPlace,
  limits: WorkerLimits = {},
): Promise<ConvertedDocument> {
  const { archive, pictures } = await packWord(parts, source, place)
  const request = { kind: 'word', archive, path: source } as const
  const { title = place.title, skipped, ...page } = await convertInWorker(request, limits)
  return {
    title,
    entries: [await describedPage(place.page, { ...page, title }), ...pictures],
    skipped,
  }
}
