import type { Ask, Served } from '../../../workers/serve-jobs.ts'
import { finishPageFile, type PageFile, urlsOf } from './page-file.ts'
import { readPageText } from './page-text.ts'

/** A Markdown file of a page. */
export interface PageSource {
  readonly path: string
  readonly source: string
}

/** A request of the thread, after it has parsed a page, for the targets of the URLs of the page. */
export interface PageUrls {
  readonly path: string
  readonly urls: readonly string[]
}

/** Reads files of pages in a thread. */
export async function run(sources: readonly PageSource[], ask: Ask): Promise<Served<readonly PageFile[]>> {
  const files: PageFile[] = []
  for (const { path, source } of sources) {
    const text = readPageText(source, path)
    const resolved = await ask({ path, urls: urlsOf(text) } satisfies PageUrls)
    files.push(finishPageFile(text, resolved as readonly (string | undefined)[]))
  }
  return { result: files }
}
