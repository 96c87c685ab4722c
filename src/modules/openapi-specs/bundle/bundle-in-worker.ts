import { Worker } from 'node:worker_threads'
import type { BundleSource } from './bundle.ts'
import { type BundleLimits, bundleLimits, workerLimits } from './limits.ts'
import type { BundledSpec, FailedSpec, WorkerRequest } from './worker.ts'

export interface BundleOptions {
  /** Private hosts and networks that may be requested. */
  readonly allow: readonly string[]
  readonly limits?: Partial<BundleLimits>
  /** Aborts the work when the process stops. */
  readonly signal?: AbortSignal
}

/**
 * Fetches and parses a specification in a worker thread, so that the main thread stays responsive. Exceeding the limits
 * of time or memory returns a failure; only the abort signal rejects.
 */
export async function bundleInWorker(
  source: BundleSource,
  { allow, limits, signal }: BundleOptions,
): Promise<BundledSpec | FailedSpec> {
  signal?.throwIfAborted()
  const workerData: WorkerRequest = { source, allow, limits: { ...bundleLimits, ...limits } }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: workerLimits.megabytes },
    execArgv: [],
    env: {},
  })
  const deadline = AbortSignal.timeout(workerLimits.milliseconds)
  try {
    return await answerOf(worker, signal ? AbortSignal.any([deadline, signal]) : deadline)
  } catch (error) {
    signal?.throwIfAborted()
    return { kind: 'failed', code: 'PARSE_ERROR', reason: (error as Error).message }
  } finally {
    await worker.terminate()
  }
}

function answerOf(worker: Worker, end: AbortSignal): Promise<BundledSpec | FailedSpec> {
  return new Promise((resolve, reject) => {
    end.addEventListener('abort', () => reject(end.reason), { once: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the worker that reads the document ended without an answer')))
  })
}
