import { AppError } from '../../../base/errors.ts'
import { serviceUnavailable } from '../../../formats/reasons.ts'
import { answerWith } from '../../../http/fetch-for-process.ts'
import { guardedFetch } from '../../../http/guarded-fetch.ts'
import { WorkerPool } from '../../../workers/worker-pool.ts'
import type { BundleSource } from './bundle.ts'
import { type BundleLimits, bundleLimits, workerLimits } from './limits.ts'
import type { BundledSpec, BundleRequest, FailedSpec, FetchQuestion } from './worker.ts'

export interface BundleOptions {
  /** The id of the organization for which it is read. */
  readonly owner: string
  /** A folder for the files of the specification, which exists until they are stored. */
  readonly folder: string
  /** Private hosts and networks that may be requested. */
  readonly allow: readonly string[]
  readonly limits?: Partial<BundleLimits>
  /** Aborts the work when the process stops. */
  readonly signal?: AbortSignal
}

const pool = new WorkerPool<BundleRequest, BundledSpec | FailedSpec>({
  name: 'specifications',
  file: new URL('./worker.ts', import.meta.url),
  workers: 'processes',
  maxConcurrent: 2,
  maxConcurrentOfOwner: 1,
  maxQueued: 20,
  queueFull: () => serviceUnavailable('CONVERSION_QUEUE_FULL'),
  ...workerLimits,
})

/**
 * Fetches and parses a specification in a worker process, so that the server stays responsive and keeps none of the memory.
 * Exceeding the limits of time or memory returns a failure; only the abort signal, a full queue and errors of the system, such as
 * a full disk, reject.
 */
export async function bundleInWorker(
  source: BundleSource,
  { owner, folder, allow, limits, signal }: BundleOptions,
): Promise<BundledSpec | FailedSpec> {
  const input: BundleRequest = { source, folder, limits: { ...bundleLimits, ...limits } }
  const answer = (question: unknown) => {
    const { url, ...asked } = question as FetchQuestion
    return answerWith(guardedFetch(url, { ...asked, owner, allow, maxRedirects: 5, signal }), folder)
  }
  try {
    return await pool.run(() => ({ input, answer }), { signal, owner })
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof AppError || isOfSystem(error)) throw error
    return { kind: 'failed', code: 'PARSE_ERROR', reason: (error as Error).message }
  }
}

/** Returns whether an error has a code of the system, such as ENOSPC, and so tells nothing of the document. */
const isOfSystem = (error: unknown): boolean =>
  /^E[A-Z]+$/.test(String((error as NodeJS.ErrnoException).code))
