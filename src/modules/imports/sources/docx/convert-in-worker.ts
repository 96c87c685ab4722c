import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { invalidSource } from '../conversion.ts'
import type { WorkerKinds, WorkerResponse } from './worker.ts'

export interface WorkerLimits {
  readonly milliseconds?: number
  readonly megabytes?: number
}

const defaults = { milliseconds: 30_000, megabytes: 768 }

/**
 * Converts a document in a worker thread, so that the main thread is not blocked. Throws an input error if the
 * conversion exceeds the time or memory limit.
 */
export async function convertInWorker<Kind extends keyof WorkerKinds>(
  request: { kind: Kind } & WorkerKinds[Kind]['request'],
  limits: WorkerLimits = {},
): Promise<WorkerKinds[Kind]['page']> {
  const { milliseconds, megabytes } = { ...defaults, ...limits }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    execArgv: [],
    env: {},
    stderr: true,
    stdout: true,
  })
  const deadline = AbortSignal.timeout(milliseconds)
  try {
    worker.postMessage(request)
    const [response] = (await once(worker, 'message', { signal: deadline })) as [WorkerResponse]
    if (response.kind === 'done') return response.page
    throw invalidSource(
      response.isUserError ? response.message : unreadableMessage(request.path, response.message),
    )
  } catch (error) {
    if (deadline.aborted) throw invalidSource(`${request.path} takes too long to read. ${advice}`)
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw invalidSource(`${request.path} takes too much memory to read. ${advice}`)
    throw error
  } finally {
    await worker.terminate()
  }
}

const advice = 'Split the document and import its parts.'

const unreadableMessage = (path: string, reason: string) =>
  `${path} cannot be read: ${reason}. Save the document again and import the new file.`
