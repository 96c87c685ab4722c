import { posix } from 'node:path'
import type { Conversion } from '../conversion/conversion.ts'
import { UniquePaths } from '../conversion/unique-paths.ts'
import type { SourceEntry } from '../files/entries.ts'
import { convertInWorker, type DocumentPool } from './convert-in-worker.ts'
import { describedPage } from './described-page.ts'
import { openWordFile, packWord } from './package.ts'

export interface DocumentOutput {
  /** The path of the page. */
  readonly page: string
  /** The folder of its images. */
  readonly assets: string
  /** The title to use if the document has none. */
  readonly title: string
}

export interface ConvertedDocument extends Conversion {
  readonly title: string
}

/** Converts a Word document (.docx) to a Markdown repository with one page. */
export async function docxEntries(entry: SourceEntry, pool?: DocumentPool): Promise<Conversion> {
  const name = posix.parse(posix.basename(entry.path)).name
  const title = name.replace(/_+/g, ' ').trim() || 'Document'
  const output = { page: new UniquePaths().take(name, '.md'), assets: 'assets', title }
  return convertWord(entry.path, await openWordFile(entry), output, pool)
}

/** Converts the parts of a Word document. `source` is the path of its file. */
export async function convertWord(
  source: string,
  parts: readonly SourceEntry[],
  output: DocumentOutput,
  pool?: DocumentPool,
): Promise<ConvertedDocument> {
  const { archive, images } = await packWord(parts, source, output)
  const request = { kind: 'word', archive, path: source } as const
  const { title = output.title, skipped, ...page } = await convertInWorker(request, pool)
  return {
    title,
    entries: [await describedPage(output.page, { ...page, title }), ...images],
    skipped,
  }
}
