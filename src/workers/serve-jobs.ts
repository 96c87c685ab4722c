import { flushCompileCache } from 'node:module'
import { parentPort, type Transferable } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import {
  type AnswerOutcome,
  errorOf,
  type JobMessage,
  type ResultMessage,
  refusalOf,
  type ThreadMessage,
} from './messages.ts'

/** The result of a job. Memory to transfer is not copied. */
export interface Served<Result> {
  readonly result: Result
  readonly transfer?: readonly Transferable[]
}

/** Asks the main thread for what only it can read. Rejects with the input error of the answer. */
export type Ask = (question: unknown) => Promise<unknown>

/** Handles the jobs of a `WorkerPool` in a worker thread, one at a time. An error of the handler rejects its job. */
export function serveJobs<Input, Part, Result>(
  handle: (input: Input, parts: readonly Part[], ask: Ask) => Promise<Served<Result>>,
): void {
  let parts: Part[] = []
  const questions = new Map<number, (outcome: AnswerOutcome) => void>()
  let lastQuestion = 0
  const send = (message: ThreadMessage<Result>, transfer: readonly Transferable[] = []) =>
    parentPort?.postMessage(message, transfer)
  const ask: Ask = (question) =>
    new Promise((resolve, reject) => {
      const id = ++lastQuestion
      questions.set(id, (outcome) =>
        'refusal' in outcome ? reject(errorOf(outcome.refusal)) : resolve(outcome.answer),
      )
      send({ kind: 'question', id, question })
    })
  parentPort?.on('message', async (message: JobMessage<Input, Part>) => {
    if (message.kind === 'answer') {
      questions.get(message.id)?.(message)
      questions.delete(message.id)
      return
    }
    if (message.kind === 'part') {
      parts.push(message.part)
      return
    }
    const received = parts
    parts = []
    try {
      const { result, transfer } = await handle(message.input, received, ask)
      send({ kind: 'done', result }, transfer)
    } catch (error) {
      send(errorMessage(error))
    }
    // Node.js writes what was compiled when a thread ends by itself, and a pool terminates its threads.
    flushCompileCache()
  })
}

function errorMessage(error: unknown): ResultMessage<never> {
  if (!(error instanceof AppError))
    return { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) }
  return { kind: 'refused', refusal: refusalOf(error) }
}
