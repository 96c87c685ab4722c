import { JobLimitError, type JobLimits, WorkerPool } from '../../../workers/worker-pool.ts'
import { badRequest, serviceUnavailable } from '../../reasons.ts'
import { invalidSource } from '../../source-problems.ts'
import type { ConversionRequest, ConversionResponse, ConvertedPages } from './worker.ts'

export type DocumentPool = WorkerPool<ConversionRequest, ConversionResponse>

export const createDocumentPool = (limits: Partial<JobLimits> = {}): DocumentPool =>
  new WorkerPool({
    name: 'word documents',
    file: new URL('./worker.ts', import.meta.url),
    maxConcurrent: 2,
    maxQueued: 20,
    queueFull: () => serviceUnavailable('CONVERSION_QUEUE_FULL'),
    milliseconds: 30_000,
    megabytes: 768,
    ...limits,
  })

const documentPool = createDocumentPool()

/**
 * Converts a document in a worker thread, so that the main thread is not blocked. Throws an input error if the
 * conversion exceeds the time or memory limit.
 */
export async function convertInWorker<Kind extends keyof ConvertedPages>(
  request: ConversionRequest & { kind: Kind },
  pool = documentPool,
): Promise<ConvertedPages[Kind]> {
  const response = await pool
    .run(() => ({ input: request }))
    .catch((error: unknown) => {
      throw error instanceof JobLimitError ? tooComplex(request.path, error) : error
    })
  if (response.kind === 'done') return response.page as ConvertedPages[Kind]
  if (response.kind === 'refused') throw badRequest('SOURCE_UNREADABLE', { problem: response.problem })
  throw invalidSource('SOURCE_WORD_BROKEN', unreadableMessage(request.path, response.message), {
    path: request.path,
  })
}

const tooComplex = (path: string, { limit }: JobLimitError) =>
  invalidSource(
    'SOURCE_FILE_TOO_LARGE',
    `${path} takes too ${limit === 'time' ? 'long' : 'much memory'} to read. Split the document and import its parts.`,
    { path },
  )

const unreadableMessage = (path: string, reason: string) =>
  `${path} cannot be read: ${reason}. Save the document again and import the new file.`
