import { posix } from 'node:path'
import { type Conversion, FreePaths } from '../conversion.ts'
import type { SourceEntry } from '../entries.ts'
import { convertInWorker, type WorkerLimits } from './convert-in-worker.ts'
import { describedPage } from './described-page.ts'
import { openWordFile, packWord } from './package.ts'

/** Where a converted document goes in the Markdown repository. */
export interface DocumentPlace {
  /** The path of the page. */
  readonly page: string
  /** The folder of its pictures. */
  readonly assets: string
  /** If the document does not say its own. */
  readonly title: string
}

/** A page of the repository and the files that belong to it. */
export interface ConvertedDocument extends Conversion {
  readonly title: string
}

/** A Word document (.docx) as a Markdown repository of one page. */
export async function docxEntries(entry: SourceEntry, limits: WorkerLimits = {}): Promise<Conversion> {
  const name = posix.parse(posix.basename(entry.path)).name
  const title = name.replace(/_+/g, ' ').trim() || 'Document'
  const place = { page: new FreePaths().take(name, '.md'), assets: 'assets', title }
  return convertWord(entry.path, await openWordFile(entry), place, limits)
}

/** Converts the parts of the document that the file at `source` holds. */
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
