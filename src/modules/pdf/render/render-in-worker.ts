import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { serviceUnavailable } from '../../../errors.ts'
import { collectInput } from './collect-input.ts'
import { pdfLimits } from './limits.ts'
import type { PdfInput, PdfSource } from './source.ts'
import type { WorkerRequest, WorkerResponse } from './worker.ts'

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
  const input = await collectInput(source)
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    execArgv: [],
    env: {},
  })
  const deadline = AbortSignal.timeout(milliseconds)
  try {
    const response = waitForResponse(worker, signal ? AbortSignal.any([deadline, signal]) : deadline)
    await Promise.race([response, send(input, worker)])
    return await response
  } catch (error) {
    throw deadline.aborted && !signal?.aborted ? tooLong(milliseconds) : error
  } finally {
    await worker.terminate()
  }
}

function waitForResponse(worker: Worker, end: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (end.aborted) reject(end.reason)
    end.addEventListener('abort', () => reject(end.reason), { once: true })
    worker.once('message', (response: WorkerResponse) => {
      if (response.kind === 'failed') reject(response.error)
      else resolve(Buffer.from(response.bytes.buffer, response.bytes.byteOffset, response.bytes.byteLength))
    })
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
    )
    worker.once('exit', () => reject(new Error('The PDF worker exited without a response.')))
  })
}

async function send({ pages, files, ...rest }: PdfInput, worker: Worker): Promise<void> {
  const post = (request: WorkerRequest, memory: ArrayBuffer[] = []) => worker.postMessage(request, memory)
  for (const page of pages) {
    post({ kind: 'page', page })
    await yieldToEventLoop()
  }
  const memory = [...files.values()].map(({ bytes }) => bytes.buffer as ArrayBuffer)
  post({ kind: 'render', input: { ...rest, files } }, memory)
}

const tooLong = (milliseconds: number) =>
  serviceUnavailable('PDF_TIMEOUT', { seconds: Math.ceil(milliseconds / 1000) })

const tooMuch = () => serviceUnavailable('PDF_TOO_LARGE')
