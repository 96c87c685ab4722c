import { serviceUnavailable } from '../../../errors.ts'
import { JobLimitError, type JobLimits, WorkerPool } from '../../../workers/worker-pool.ts'
import type { Job } from '../../../workers/worker-thread.ts'
import { collectInput } from './collect-input.ts'
import { pdfLimits } from './limits.ts'
import type { PdfInput, PdfPage, PdfSource } from './source.ts'
import type { RenderedPdf, RenderInput } from './worker.ts'

type PdfPool = WorkerPool<RenderInput, RenderedPdf, PdfPage>

export interface RenderOptions {
  readonly pool?: PdfPool
  /** Cancels rendering, for example if the client disconnects. */
  readonly signal?: AbortSignal
}

/** Creates a pool of threads that render PDFs. */
export const createPdfPool = ({
  milliseconds = pdfLimits.renderMilliseconds,
  megabytes = pdfLimits.workerMegabytes,
}: Partial<JobLimits> = {}): PdfPool =>
  new WorkerPool({
    file: new URL('./worker.ts', import.meta.url),
    maxConcurrent: pdfLimits.concurrentRenderings,
    maxQueued: pdfLimits.queuedRenderings,
    queueFull: () => serviceUnavailable('PDF_QUEUE_FULL'),
    milliseconds,
    megabytes,
  })

const pdfPool = createPdfPool()

/**
 * Renders in a worker thread, so that the main thread is not blocked. The source is loaded as soon as it can be rendered.
 * Throws SERVICE_UNAVAILABLE if rendering exceeds the time or memory limit, or if too many renderings are queued.
 */
export const renderPdfInWorker = (
  loadSource: () => PdfSource | Promise<PdfSource>,
  { pool = pdfPool, signal }: RenderOptions = {},
): Promise<RenderedPdf> =>
  pool
    .run(async () => jobOf(await collectInput(await loadSource())), signal)
    .catch((error: unknown) => {
      throw error instanceof JobLimitError ? limitErrors[error.limit]() : error
    })

function jobOf({ pages, files, ...rest }: PdfInput): Job<RenderInput, PdfPage> {
  const transfer = [...files.values()].map(({ bytes }) => bytes.buffer as ArrayBuffer)
  return { parts: pages, input: { ...rest, files }, transfer }
}

const limitErrors = {
  time: () => serviceUnavailable('PDF_TIMEOUT', { seconds: Math.ceil(pdfLimits.renderMilliseconds / 1000) }),
  memory: () => serviceUnavailable('PDF_TOO_LARGE'),
}
