import { dirname } from 'node:path'
import { limitsOf } from '../../admission/admission.ts'
import { withFolderIn } from '../../base/temporary-files.ts'
import { pdfLimits } from '../../formats/pdf/limits.ts'
import { answerQuestion, type PdfQuestion } from '../../formats/pdf/resources.ts'
import type { PdfSource, PdfSourcePage } from '../../formats/pdf/source.ts'
import type { RenderInput, WrittenPdf } from '../../formats/pdf/worker.ts'
import type { ConcurrencyLimits } from '../../workers/concurrency-limiter.ts'
import { type Job, WorkerEndedError } from '../../workers/job-worker.ts'
import { JobLimitError, WorkerPool, type WorkerPoolOptions } from '../../workers/worker-pool.ts'
import { serviceUnavailable } from './reasons.ts'

type PdfPool = WorkerPool<RenderInput, WrittenPdf, PdfSourcePage>

export interface RenderOptions {
  readonly pool?: PdfPool
  /** Cancels rendering, for example if the client disconnects. */
  readonly signal?: AbortSignal
  /** For whom it is rendered. One owner never takes all processes. */
  readonly owner?: string
}

export const createPdfPool = ({
  milliseconds = pdfLimits.renderMilliseconds,
  megabytes = pdfLimits.workerMegabytes,
  ...limits
}: Partial<WorkerPoolOptions & ConcurrencyLimits> = {}): PdfPool =>
  new WorkerPool({
    name: 'pdf',
    file: new URL('../../formats/pdf/worker.ts', import.meta.url),
    workers: 'processes',
    ...limitsOf('pdfs'),
    ...limits,
    milliseconds,
    megabytes,
  })

const pdfPool = createPdfPool()

/** One at a time, because each may take minutes and as much memory as a process may have, which ends with it. */
const longPdfPool = createPdfPool({
  ...limitsOf('jobs'),
  name: 'PDFs of jobs',
  maxConcurrent: 1,
  milliseconds: pdfLimits.jobMilliseconds,
  idleMilliseconds: 0,
})

type LoadSource = () => PdfSource | Promise<PdfSource>

/**
 * Renders to a new file in a process, so that the server is not blocked and keeps none of the memory. The source is loaded as
 * soon as it can be rendered. Throws SERVICE_UNAVAILABLE if rendering exceeds the time or memory limit, if its process is
 * ended, or if too many renderings are queued.
 */
export const renderPdfInWorker = (
  loadSource: LoadSource,
  path: string,
  { pool = pdfPool, ...options }: RenderOptions = {},
): Promise<WrittenPdf> =>
  withFolderIn(dirname(path), (folder) =>
    pool.run(async () => jobOf(await loadSource(), path, folder), options),
  ).catch((error: unknown) => {
    if (error instanceof JobLimitError) throw limitErrors[error.limit](pool)
    throw error instanceof WorkerEndedError ? serviceUnavailable('PDF_PROCESS_ENDED') : error
  })

/** Renders like `renderPdfInWorker`, for a job, which may take minutes. */
export const renderLongPdf = (
  loadSource: LoadSource,
  path: string,
  options: Omit<RenderOptions, 'pool'>,
): Promise<WrittenPdf> => renderPdfInWorker(loadSource, path, { ...options, pool: longPdfPool })

function jobOf(source: PdfSource, path: string, folder: string): Job<RenderInput, PdfSourcePage> {
  const { title, subtitle, createdAt, language, reusable, variables, specSections } = source
  return {
    parts: source.pages.map(copyPage),
    input: { title, subtitle, createdAt, language, reusable, variables, specSections, path },
    answer: (question) => answerQuestion(source, question as PdfQuestion, folder),
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
