import { getCompileCacheDir } from 'node:module'
import { type Transferable, Worker } from 'node:worker_threads'
import { JobWorker, OutOfMemoryError, WorkerEndedError } from './job-worker.ts'
import type { JobMessage } from './messages.ts'

/** Returns the environment of a thread: only what lets it take its code, compiled, from the cache of the process. */
function compileCache(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}

/** A thread that runs one job at a time. It keeps the process alive only while it runs one. */
export class WorkerThread<Input, Part, Result> extends JobWorker<Input, Part, Result> {
  readonly #worker: Worker

  constructor(file: URL, megabytes: number) {
    super()
    this.#worker = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
      execArgv: [],
      env: compileCache(),
      // What libraries print about a document is not passed on.
      stdout: true,
      stderr: true,
    })
    this.#worker.on('message', (message) => this.receive(message))
    this.#worker.once('error', (error: NodeJS.ErrnoException) =>
      this.ends(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new OutOfMemoryError(error) : error),
    )
    this.#worker.once('exit', () =>
      this.ends(new WorkerEndedError('The worker thread ended without a result.')),
    )
  }

  protected override hold(): void {
    this.#worker.ref()
  }

  protected override release(): void {
    this.#worker.unref()
  }

  protected override post(message: JobMessage<Input, Part>, transfer: readonly Transferable[]): void {
    this.#worker.postMessage(message, transfer)
  }

  override async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
