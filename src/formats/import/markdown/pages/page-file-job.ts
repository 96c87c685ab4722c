import type { Ask, Served } from '../../../../workers/serve-jobs.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { finishPageFile, type PageFile, textOf, urlsOf } from './page-file.ts'

export interface PageSource {
  readonly path: string
  readonly source: string
  /** The dialect that it is written in beside the page format. */
  readonly dialect?: Dialect | undefined
}

/** A request of the thread, after it has parsed its pages, for the targets of the URLs of each. */
export interface PageUrls {
  readonly path: string
  readonly urls: readonly string[]
}

/** The targets of the URLs of each page, in the order of the pages. */
export type PageTargets = readonly (readonly (string | undefined)[])[]

/** Reads files of pages in a thread. It asks once for all of them, because to wake up another thread takes long. */
export async function run(sources: readonly PageSource[], ask: Ask): Promise<Served<readonly PageFile[]>> {
  const texts = sources.map(textOf)
  const urls = texts.map((text): PageUrls => ({ path: text.path, urls: urlsOf(text) }))
  const targets = (await ask(urls)) as PageTargets
  return { result: texts.map((text, index) => finishPageFile(text, targets[index] ?? [])) }
}
