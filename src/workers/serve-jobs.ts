import { parentPort, type Transferable } from 'node:worker_threads'
import type { JobMessage, ResultMessage } from './messages.ts'

/** The result of a job. Memory to transfer is not copied. */
export interface Served<Result> {
  readonly result: Result
  readonly transfer?: readonly Transferable[]
}

/** Handles the jobs of a `WorkerPool` in a worker thread, one at a time. An error of the handler rejects its job. */
export function serveJobs<Input, Part, Result>(
  handle: (input: Input, parts: readonly Part[]) => Promise<Served<Result>>,
): void {
  let parts: Part[] = []
  const respond = (message: ResultMessage<Result>, transfer: readonly Transferable[] = []) =>
    parentPort?.postMessage(message, transfer)
  parentPort?.on('message', async (message: JobMessage<Input, Part>) => {
    if (message.kind === 'part') {
      parts.push(message.part)
      return
    }
    const received = parts
    parts = []
    try {
      const { result, transfer } = await handle(message.input, received)
      respond({ kind: 'done', result }, transfer)
    } catch (error) {
      respond({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
    }
  })
}
