import { flushCompileCache } from 'node:module'
import { parentPort, type Transferable } from 'node:worker_threads'
import { AppError } from '../base/errors.ts'
import {
  type AnswerOutcome,
  errorOf,
  type JobMessage,
  type ResultMessage,
  refusalOf,
  type WorkerMessage,
} from './messages.ts'

/** The result of a job. Memory to transfer is not copied. */
export interface Served<Result> {
  readonly result: Result
  readonly transfer?: readonly Transferable[]
}

/** Asks the server for what only it can read. Rejects with the input error of the answer. */
export type Ask = (question: unknown) => Promise<unknown>

/** Handles the jobs of a `WorkerPool` in a worker, one at a time. An error of the handler rejects its job. */
export function serveJobs<Input, Part, Result>(
  handle: (input: Input, parts: readonly Part[], ask: Ask) => Promise<Served<Result>>,
): void {
  let parts: Part[] = []
  const questions = new Map<number, (outcome: AnswerOutcome) => void>()
  let lastQuestion = 0
  const send = (message: WorkerMessage<Result>, transfer: readonly Transferable[] = []) => {
    if (parentPort) parentPort.postMessage(message, transfer)
    else process.send?.(message)
  }
  const ask: Ask = (question) =>
    new Promise((resolve, reject) => {
      const id = ++lastQuestion
      questions.set(id, (outcome) =>
        'refusal' in outcome ? reject(errorOf(outcome.refusal)) : resolve(outcome.answer),
      )
      send({ kind: 'question', id, question })
    })
  const receive = async (message: JobMessage<Input, Part>) => {
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
    // Node.js writes what was compiled when a worker ends by itself, and a pool terminates its workers.
    flushCompileCache()
  }
  if (parentPort) {
    parentPort.on('message', receive)
    return
  }
  // A process ends with the server that started it.
  process.on('disconnect', () => process.exit())
  process.on('message', (message) => receive(message as JobMessage<Input, Part>))
}

function errorMessage(error: unknown): ResultMessage<never> {
  if (error instanceof AppError) return { kind: 'refused', refusal: refusalOf(error) }
  if (!(error instanceof Error)) return { kind: 'failed', error: new Error(String(error)) }
  const { code } = error as NodeJS.ErrnoException
  return { kind: 'failed', error, code: typeof code === 'string' ? code : undefined }
}
