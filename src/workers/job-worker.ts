import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Transferable } from 'node:worker_threads'
import { AppError } from '../base/errors.ts'
import { type JobMessage, type ResultMessage, refusalOf, type WorkerMessage } from './messages.ts'

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

/** The answer to a question of a job, as data that can be cloned. */
export interface Answer {
  readonly answer: unknown
}

/** The error of a worker that needed more memory than it may have. */
export class OutOfMemoryError extends Error {
  constructor(cause?: unknown) {
    super('The worker ran out of memory.', { cause })
  }
}

/** The error of a worker that ended by itself, or was ended from outside. */
export class WorkerEndedError extends Error {}

/** A thread or a process that runs one job at a time. It keeps this process alive only while it runs one. */
export abstract class JobWorker<Input, Part, Result> {
  readonly #ended = new AbortController()
  #listen: (message: WorkerMessage<Result>) => void = () => {}

  /** Keeps this process alive. */
  protected abstract hold(): void
  protected abstract release(): void
  /** Sends a message, and resolves when more can be sent. Does nothing if the worker has ended. */
  protected abstract post(
    message: JobMessage<Input, Part>,
    transfer: readonly Transferable[],
  ): void | Promise<void>
  abstract end(): Promise<void>

  protected receive(message: WorkerMessage<Result>): void {
    this.#listen(message)
  }

  protected ends(error: Error): void {
    this.#ended.abort(error)
  }

  /** Aborts when the worker ends, with the error that ended it. */
  get ended(): AbortSignal {
    return this.#ended.signal
  }

  /** Runs a job. Rejects if the signal aborts or if the worker ends, and it cannot be used again then. */
  async run(job: Job<Input, Part>, signal: AbortSignal): Promise<ResultMessage<Result>> {
    this.hold()
    const end = AbortSignal.any([this.ended, signal])
    const [message] = await Promise.all([this.#receiveResult(job, end), this.#send(job, end)])
    this.release()
    return message
  }

  /** Answers the questions of a job until it has a result. */
  #receiveResult(job: Job<Input, Part>, end: AbortSignal): Promise<ResultMessage<Result>> {
    return new Promise((resolve, reject) => {
      if (end.aborted) reject(end.reason)
      end.addEventListener('abort', () => reject(end.reason), { once: true })
      this.#listen = (message) => {
        if (message.kind === 'question') this.#answer(job, message).catch(reject)
        else resolve(message)
      }
    })
  }

  /** Answers a question. An input error is for the job to handle. */
  async #answer(
    job: Job<Input, Part>,
    { id, question }: WorkerMessage<Result> & { readonly kind: 'question' },
  ): Promise<void> {
    if (!job.answer) throw new Error('The job asks for something, but nothing answers it.')
    const outcome = await job.answer(question).catch((error: unknown) => {
      if (error instanceof AppError) return { refusal: refusalOf(error) }
      throw error
    })
    await this.post({ kind: 'answer', id, ...outcome }, [])
  }

  async #send({ input, parts = [], transfer = [] }: Job<Input, Part>, end: AbortSignal): Promise<void> {
    for (const part of parts) {
      if (end.aborted) return
      await this.post({ kind: 'part', part }, [])
      await yieldToEventLoop()
    }
    await this.post({ kind: 'start', input }, transfer)
  }
}
