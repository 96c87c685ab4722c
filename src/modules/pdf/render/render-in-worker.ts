import { limitsOf } from '../../../admission/admission.ts'
import { serviceUnavailable } from '../../../errors.ts'
import type { ConcurrencyLimits } from '../../../workers/concurrency-limiter.ts'
import { JobLimitError, type JobLimits, WorkerPool } from '../../../workers/worker-pool.ts'
import type { Job } from '../../../workers/worker-thread.ts'
import { pdfLimits } from './limits.ts'
import { answerQuestion, type PdfQuestion } from './resources.ts'
import type { PdfSource, PdfSourcePage } from './source.ts'
import type { RenderedPdf, RenderInput, WrittenPdf } from './worker.ts'

type PdfPool = WorkerPool<RenderInput, RenderedPdf | WrittenPdf, PdfSourcePage>

export interface RenderOptions {
  readonly pool?: PdfPool
  /** Cancels rendering, for example if the client disconnects. */
  readonly signal?: AbortSignal
  /** For whom it is rendered. One owner never takes all threads. */
  readonly owner?: string
}

/** Creates a pool of threads that render PDFs. */
export const createPdfPool = ({
  milliseconds = pdfLimits.renderMilliseconds,
  megabytes = pdfLimits.workerMegabytes,
  ...limits
}: Partial<JobLimits & ConcurrencyLimits> = {}): PdfPool =>
  new WorkerPool({
    name: 'pdf',
    file: new URL('./worker.ts', import.meta.url),
    ...limitsOf('pdfs'),
    ...limits,
    milliseconds,
    megabytes,
  })

const pdfPool = createPdfPool()

/** One at a time, because each may take minutes and as much memory as a thread may have. */
const longPdfPool = createPdfPool({
  ...limitsOf('jobs'),
  name: 'PDFs of jobs',
  maxConcurrent: 1,
  milliseconds: pdfLimits.jobMilliseconds,
})

type LoadSource = () => PdfSource | Promise<PdfSource>

/**
 * Renders in a worker thread, so that the main thread is not blocked. The source is loaded as soon as it can be rendered.
 * Throws SERVICE_UNAVAILABLE if rendering exceeds the time or memory limit, or if too many renderings are queued.
 */
export const renderPdfInWorker = async (
  loadSource: LoadSource,
  { pool = pdfPool, ...options }: RenderOptions = {},
): Promise<RenderedPdf> => (await render(loadSource, pool, options)) as RenderedPdf

/** Renders like `renderPdfInWorker`, for a job, which may take minutes, to a new file. */
export const renderLongPdf = async (
  loadSource: LoadSource,
  path: string,
  options: Omit<RenderOptions, 'pool'>,
): Promise<WrittenPdf> => (await render(loadSource, longPdfPool, options, path)) as WrittenPdf

const render = (
  loadSource: LoadSource,
  pool: PdfPool,
  options: Omit<RenderOptions, 'pool'>,
  path?: string,
): Promise<RenderedPdf | WrittenPdf> =>
  pool
    .run(async () => jobOf(await loadSource(), path), options)
    .catch((error: unknown) => {
      throw error instanceof JobLimitError ? limitErrors[error.limit](pool) : error
    })

function jobOf(source: PdfSource, path: string | undefined): Job<RenderInput, PdfSourcePage> {
  const { title, subtitle, createdAt, language, reusable, variables, specSections } = source
  return {
    parts: source.pages.map(copyPage),
    input: { title, subtitle, createdAt, language, reusable, variables, specSections, path },
    answer: (question) => answerQuestion(source, question as PdfQuestion),
  }
}

/** Copies the known members of a page. Other members of the object may not be cloneable. */
function copyPage({
  id,
  title,
  type,
  depth,
  emoji,
  description,
  path,
  body,
  variables,
  href,
}: PdfSourcePage): PdfSourcePage {
  const page = {
    id,
    title,
    type,
    depth,
    path,
    body,
    variables,
    emoji: emoji ?? null,
    description: description ?? null,
  }
  return href === undefined ? page : { ...page, href }
}

const limitErrors = {
  time: (pool: PdfPool) => {
    const milliseconds = pool === longPdfPool ? pdfLimits.jobMilliseconds : pdfLimits.renderMilliseconds
    return serviceUnavailable('PDF_TIMEOUT', { seconds: Math.ceil(milliseconds / 1000) })
  },
  memory: () => serviceUnavailable('PDF_TOO_LARGE'),
}
