import type { Ask, Served } from '../../workers/serve-jobs.ts'
import type { Dialect } from './dialects/dialect.ts'
import { finishPageFile, type PageFile, textOf, urlsOf } from './page-file.ts'

/** A Markdown file of a page. */
export interface PageSource {
  readonly path: string
  readonly source: string
  /** The dialect that it is written in beside the page format. */
  readonly dialect?: Dialect | undefined
}

/** A request of the thread, after it has parsed a page, for the targets of the URLs of the page. */
export interface PageUrls {
  readonly path: string
  readonly urls: readonly string[]
}

/** Reads files of pages in a thread. */
export async function run(sources: readonly PageSource[], ask: Ask): Promise<Served<readonly PageFile[]>> {
  const files: PageFile[] = []
  for (const source of sources) {
    const text = textOf(source)
    const resolved = await ask({ path: source.path, urls: urlsOf(text) } satisfies PageUrls)
    files.push(finishPageFile(text, resolved as readonly (string | undefined)[]))
  }
  return { result: files }
}
