import { createContentThreads, isTemporary, runContentJob } from '../../workers/content-threads.ts'
import type { BlockOutcome, BlockProgress } from './block-job.ts'
import type { HighlightRequest } from './highlight-job.ts'

export type RunHighlighting = (
  request: HighlightRequest,
  options: {
    readonly owner: string
    readonly onProgress: (progress: BlockProgress<readonly string[]>) => void
  },
) => Promise<BlockOutcome>

/**
 * The threads for code. They are not those of other content: a grammar takes long to load, so a thread keeps those that it has
 * for minutes, and a page is never waiting for the code of another.
 */
const threads = createContentThreads({
  name: 'code',
  maxConcurrent: 2,
  maxConcurrentOfOwner: 1,
  idleMilliseconds: 300_000,
})

const highlightModule = new URL('./highlight-job.ts', import.meta.url)
const warmModule = new URL('./warm-job.ts', import.meta.url)

export const runHighlighting: RunHighlighting = (request, { owner, onProgress }) =>
  runContentJob<HighlightRequest, BlockOutcome>(highlightModule, request, {
    threads,
    owner,
    answer: async (progress) => {
      onProgress(progress as BlockProgress<readonly string[]>)
      return { answer: null }
    },
  })

/** Loads the grammars of the commonest languages, so that the first reader of a page with code sees it in color. */
export const warmCommonGrammars = (): Promise<void> =>
  runContentJob<null, void>(warmModule, null, { threads, owner: 'start' }).catch((error: unknown) => {
    if (!isTemporary(error)) throw error
  })
