import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { JobWorker, OutOfMemoryError, WorkerEndedError } from './job-worker.ts'
import type { JobMessage } from './messages.ts'

/** The megabytes that a process may have besides its heap: its code, and buffers, which no option of Node.js limits. */
const megabytesBesidesHeap = 256

/** How often it is looked whether a process that runs a job has more memory than it may. */
const checkMilliseconds = 250

/** Compiled code is of use only to processes of the same parameters, so that these have a folder of their own. */
function compileCache(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: join(folder, 'processes') }
}

/** Returns the memory of a process in bytes, where the system tells it: 0 elsewhere, and once it has ended. */
function residentMemory(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}

/**
 * A process that runs one job at a time. The memory of a thread stays in the process when the thread ends, and one that runs
 * out of memory outside of its heap ends the process; that of a process ends with it.
 */
export class WorkerProcess<Input, Part, Result> extends JobWorker<Input, Part, Result> {
  readonly #child: ChildProcess
  readonly #maximumBytes: number
  #checking: NodeJS.Timeout | undefined

  constructor(file: URL, megabytes: number) {
    super()
    this.#maximumBytes = (megabytes + megabytesBesidesHeap) * 1024 * 1024
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
    this.#checking = setInterval(() => this.#checkMemory(), checkMilliseconds)
  }

  protected override release(): void {
    this.#child.unref()
    this.#child.channel?.unref()
    clearInterval(this.#checking)
  }

  /** Ends a process that has too much memory outside of its heap, before the system ends one of its own choice. */
  #checkMemory(): void {
    const bytes = this.ended.aborted ? 0 : residentMemory(this.#child.pid)
    if (bytes <= this.#maximumBytes) return
    this.ends(new OutOfMemoryError())
    this.#child.kill('SIGKILL')
  }

  /** Resolves when the message is on its way, so that those of a slow process do not wait in memory. */
  protected override post(message: JobMessage<Input, Part>): Promise<void> {
    // An error says that the process has ended, which it tells by itself.
    return new Promise((resolve) => {
      this.#child.send(message, () => resolve())
    })
  }

  override async end(): Promise<void> {
    clearInterval(this.#checking)
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }
}
