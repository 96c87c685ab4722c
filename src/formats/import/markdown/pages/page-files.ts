import { AppError } from '../../../../base/errors.ts'
import { type ContentThreads, contentJobLimits, runContentJob } from '../../../../workers/content-threads.ts'
import { mapConcurrently } from '../../../../workers/map-concurrently.ts'
import { mapInGroups } from '../../../body/parsing/in-groups.ts'
import { parsedOnMainThread } from '../../../body/parsing/main-thread.ts'
import { badRequest } from '../../../reasons.ts'
import { type PageFile, type ResolveUrls, readPageFile } from './page-file.ts'
import type { PageSource, PageTargets, PageUrls } from './page-file-job.ts'

const jobModule = new URL('./page-file-job.ts', import.meta.url)

export interface PageFileOptions {
  /** For whom the files are read. */
  readonly owner: string
  readonly threads?: ContentThreads
  /** Called for each page once it is parsed, or once those are that a thread parses with it. */
  readonly resolve: ResolveUrls
}

/** Reads the files of pages: here if they are few and small, and else in threads. Returns them in the same order. */
export async function readPageFiles(
  sources: readonly PageSource[],
  options: PageFileOptions,
): Promise<PageFile[]> {
  const here = parsedOnMainThread(
    sources.map(({ source }) => source),
    () => sources.map((source) => readPageFile(source, options.resolve)),
  )
  if (here) return here
  return mapInGroups(
    sources,
    ({ source }) => source.length,
    (group) => readInThread(group, options),
  )
}

async function readInThread(
  sources: readonly PageSource[],
  options: PageFileOptions,
): Promise<readonly PageFile[]> {
  const answer = async (question: unknown) => {
    const pages = question as readonly PageUrls[]
    return { answer: pages.map(({ path, urls }) => options.resolve(path, urls)) satisfies PageTargets }
  }
  try {
    return await runContentJob<readonly PageSource[], readonly PageFile[]>(jobModule, sources, {
      owner: options.owner,
      threads: options.threads,
      answer,
      limitExceeded: () => tooSlow(sources[0]?.path ?? ''),
    })
  } catch (error) {
    if (sources.length === 1 || !(error instanceof AppError) || error.reason !== 'SOURCE_TOO_COMPLEX')
      throw error
    // One of them takes too long, which the message must name.
    return (await mapConcurrently(sources, 1, (source) => readInThread([source], options))).flat()
  }
}

const tooSlow = (path: string) =>
  badRequest('SOURCE_TOO_COMPLEX', { path, seconds: contentJobLimits.milliseconds / 1000 })
