import { getCompileCacheDir } from 'node:module'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Transferable, Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { type JobMessage, type ResultMessage, refusalOf, type ThreadMessage } from './messages.ts'

/** The input of a job as data that can be cloned. */
export interface Job<Input, Part = never> {
  readonly input: Input
  /** Sent one at a time, so that copying them does not block the event loop for long. */
  readonly parts?: readonly Part[]
  /** Memory of the input that is moved instead of copied. */
  readonly transfer?: readonly Transferable[]
  /** Answers what the job asks for while it runs. */
  readonly answer?: (question: unknown) => Promise<Answer>
}

/** The answer to a question of a job. Memory to transfer is moved instead of copied. */
export interface Answer {
  readonly answer: unknown
  readonly transfer?: readonly Transferable[]
}

/** Returns the environment of a thread: only what lets it take its code, compiled, from the cache of the process. */
function compileCache(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}

/** A thread that runs one job at a time. It keeps the process alive only while it runs one. */
export class WorkerThread<Input, Part, Result> {
  readonly #worker: Worker
  readonly #ended = new AbortController()

  constructor(file: URL, megabytes: number) {
    this.#worker = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
      execArgv: [],
      env: compileCache(),
      // What libraries print about a document is not passed on.
      stdout: true,
      stderr: true,
    })
    this.#worker.once('error', (error) => this.#ended.abort(error))
    this.#worker.once('exit', () => this.#ended.abort(new Error('The worker thread ended without a result.')))
  }

  /** Aborts when the thread ends, with the error that ended it. */
  get ended(): AbortSignal {
    return this.#ended.signal
  }

  /** Runs a job. Rejects if the signal aborts or if the thread ends, and the thread cannot be used again then. */
  async run(job: Job<Input, Part>, signal: AbortSignal): Promise<ResultMessage<Result>> {
    this.#worker.ref()
    const end = AbortSignal.any([this.ended, signal])
    const [message] = await Promise.all([this.#receiveResult(job, end), this.#send(job, end)])
    this.#worker.unref()
    return message
  }

  /** Answers the questions of a job until it has a result. */
  #receiveResult(job: Job<Input, Part>, end: AbortSignal): Promise<ResultMessage<Result>> {
    return new Promise((resolve, reject) => {
      if (end.aborted) reject(end.reason)
      end.addEventListener('abort', () => reject(end.reason), { once: true })
      const receive = (message: ThreadMessage<Result>) => {
        if (message.kind === 'question') {
          this.#answer(job, message).catch(reject)
          return
        }
        this.#worker.off('message', receive)
        resolve(message)
      }
      this.#worker.on('message', receive)
    })
  }

  /** Answers a question. An input error is for the job to handle. */
  async #answer(
    job: Job<Input, Part>,
    { id, question }: ThreadMessage<Result> & { readonly kind: 'question' },
  ): Promise<void> {
    if (!job.answer) throw new Error('The job asks for something, but nothing answers it.')
    const { transfer, ...outcome } = await job.answer(question).catch((error: unknown) => {
      if (error instanceof AppError) return { refusal: refusalOf(error), transfer: [] }
      throw error
    })
    this.#worker.postMessage({ kind: 'answer', id, ...outcome } satisfies JobMessage<Input, Part>, transfer)
  }

  async #send({ input, parts = [], transfer = [] }: Job<Input, Part>, end: AbortSignal): Promise<void> {
    for (const part of parts) {
      if (end.aborted) return
      this.#worker.postMessage({ kind: 'part', part } satisfies JobMessage<Input, Part>)
      await yieldToEventLoop()
    }
    this.#worker.postMessage({ kind: 'start', input } satisfies JobMessage<Input, Part>, transfer)
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
