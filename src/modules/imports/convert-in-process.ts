import { open, readFile } from 'node:fs/promises'
import type { Conversion } from '../../formats/import/conversion/conversion.ts'
import type { SourceEntry } from '../../formats/import/files/entries.ts'
import { serviceUnavailable } from '../../formats/reasons.ts'
import { invalidSource } from '../../formats/source-problems.ts'
import { answerWith } from '../../http/fetch-for-process.ts'
import { createContentThreads, runContentJob } from '../../workers/content-threads.ts'
import {
  type ConversionRequest,
  type ConvertedEntry,
  type ConvertedSourceFiles,
  type FetchQuestion,
  filesOf,
} from './conversion-job.ts'
import type { FetchMessage } from './guarded-git-http.ts'
import type { ConvertedSource } from './readers.ts'

const jobModule = new URL('./conversion-job.ts', import.meta.url)

/** Limits of one conversion, most of which is fetching. */
const conversionLimits = { milliseconds: 300_000, megabytes: 768 } as const

/**
 * Processes, whose memory ends with them, and of their own, because conversions take minutes where other work takes
 * milliseconds.
 */
const conversionProcesses = createContentThreads({
  ...conversionLimits,
  workers: 'processes',
  maxConcurrent: 4,
  maxConcurrentOfOwner: 2,
  maxQueued: 20,
  maxQueuedOfOwner: 5,
  queueFull: () => serviceUnavailable('CONVERSION_QUEUE_FULL'),
})

export interface ProcessConversion {
  readonly source: ConvertedSource
  readonly url: string
  /** The folder of a repository that has the documentation. */
  readonly root?: string | undefined
  readonly fetch: FetchMessage
  /** An empty folder, which exists until the files are read. */
  readonly folder: string
  /** For whom the source is converted. */
  readonly owner: string
  /** Ends the conversion. */
  readonly signal?: AbortSignal | undefined
}

/** Fetches and converts a source in a process: an archive or a repository may take seconds to unpack and to read. */
export async function convertInProcess({
  owner,
  fetch,
  signal,
  ...request
}: ProcessConversion): Promise<Conversion> {
  const { entries, ...conversion } = await runContentJob<ConversionRequest, ConvertedSourceFiles>(
    jobModule,
    request,
    {
      owner,
      signal,
      threads: conversionProcesses,
      limitExceeded: () => tooLarge(request.url),
      answer: (question) => {
        const { url, message } = question as FetchQuestion
        return answerWith(fetch(url, message), request.folder)
      },
    },
  )
  return { ...conversion, entries: entries.map((entry) => entryOf(entry, filesOf(request.folder))) }
}

const tooLarge = (url: string) =>
  invalidSource(
    'SOURCE_TOO_SLOW',
    `${url} takes longer than ${conversionLimits.milliseconds / 1000} seconds or too much memory to read. Import it in parts.`,
  )

const entryOf = (entry: ConvertedEntry, files: string): SourceEntry => ({
  path: entry.path,
  size: entry.size,
  read: () => ('file' in entry ? readFile(entry.file) : readPart(files, entry.offset, entry.size)),
})

async function readPart(path: string, offset: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size)
  const file = await open(path)
  try {
    await file.read(bytes, 0, size, offset)
    return bytes
  } finally {
    await file.close()
  }
}
