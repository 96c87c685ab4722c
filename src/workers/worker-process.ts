import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { JobWorker, OutOfMemoryError, WorkerEndedError } from './job-worker.ts'
import type { JobMessage } from './messages.ts'

/** Compiled code is of use only to processes of the same parameters, so that these have a folder of their own. */
function compileCache(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: join(folder, 'processes') }
}

/**
 * A process that runs one job at a time. The memory of a thread stays in the process when the thread ends, and one that runs
 * out of memory outside of its heap ends the process; that of a process ends with it.
 */
export class WorkerProcess<Input, Part, Result> extends JobWorker<Input, Part, Result> {
  readonly #child: ChildProcess

  constructor(file: URL, megabytes: number) {
    super()
    this.#child = fork(fileURLToPath(file), {
      execArgv: [`--max-old-space-size=${megabytes}`],
      env: compileCache(),
      serialization: 'advanced',
      // What libraries print about a document is not passed on.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('message', (message) => this.receive(message as never))
    this.#child.on('error', ({ message }) => this.ends(new WorkerEndedError(message)))
    // A process whose heap is full aborts itself.
    this.#child.once('exit', (code, signal) =>
      this.ends(
        signal === 'SIGABRT'
          ? new OutOfMemoryError()
          : new WorkerEndedError(`The worker process ended with ${signal ?? `code ${code}`}.`),
      ),
    )
  }

  protected override hold(): void {
    this.#child.ref()
    this.#child.channel?.ref()
  }

  protected override release(): void {
    this.#child.unref()
    this.#child.channel?.unref()
  }

  /** Resolves when the message is on its way, so that those of a slow process do not wait in memory. */
  protected override post(message: JobMessage<Input, Part>): Promise<void> {
    // An error says that the process has ended, which it tells by itself.
    return new Promise((resolve) => {
      this.#child.send(message, () => resolve())
    })
  }

  override async end(): Promise<void> {
    if (this.ended.aborted) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }
}
