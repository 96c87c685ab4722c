import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../errors.ts'
import { pdfLimits } from './limits.ts'
import { collectMaterial } from './material.ts'
import type { PdfMaterial, PdfSource } from './source.ts'
import type { WorkerAnswer, WorkerRequest } from './worker.ts'

export interface WorkerLimits {
  readonly milliseconds?: number
  readonly megabytes?: number
  /** Cancels rendering, for example if the client disconnects. */
  readonly signal?: AbortSignal
}

/**
 * Renders in a worker thread, so that the main thread is not blocked. Throws SERVICE_UNAVAILABLE if rendering
 * exceeds the time or memory limit.
 */
export async function renderPdfInWorker(source: PdfSource, limits: WorkerLimits = {}): Promise<Buffer> {
  const {
    milliseconds = pdfLimits.renderMilliseconds,
    megabytes = pdfLimits.workerMegabytes,
    signal,
  } = limits
  signal?.throwIfAborted()
  const material = await collectMaterial(source)
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    execArgv: [],
    env: {},
  })
  const deadline = AbortSignal.timeout(milliseconds)
  try {
    const answer = answerOf(worker, signal ? AbortSignal.any([deadline, signal]) : deadline)
    await Promise.race([answer, send(material, worker)])
    return await answer
  } catch (error) {
    throw deadline.aborted && !signal?.aborted ? tooLong(milliseconds) : error
  } finally {
    await worker.terminate()
  }
}

function answerOf(worker: Worker, end: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (end.aborted) reject(end.reason)
    end.addEventListener('abort', () => reject(end.reason), { once: true })
    worker.once('message', (answer: WorkerAnswer) => {
      if (answer.kind === 'failed') reject(answer.error)
      else resolve(Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength))
    })
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
    )
    worker.once('exit', () => reject(new Error('The worker that renders the PDF ended without an answer.')))
  })
}

async function send({ pages, files, ...rest }: PdfMaterial, worker: Worker): Promise<void> {
  const post = (request: WorkerRequest, memory: ArrayBuffer[] = []) => worker.postMessage(request, memory)
  for (const page of pages) {
    post({ kind: 'page', page })
    await turn()
  }
  const memory = [...files.values()].map(({ bytes }) => bytes.buffer as ArrayBuffer)
  post({ kind: 'render', material: { ...rest, files } }, memory)
}

const advice = 'Export a part of the space: a single page, or a page with the pages below it.'

const tooLong = (milliseconds: number) =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    `The PDF was not ready in ${Math.ceil(milliseconds / 1000)} seconds. ${advice}`,
  )

const tooMuch = () => new AppError('SERVICE_UNAVAILABLE', `The PDF takes more memory than it may. ${advice}`)
