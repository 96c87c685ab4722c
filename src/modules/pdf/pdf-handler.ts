import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { verifySignedUrl } from '../../access/signed-urls.ts'
import type { Config } from '../../base/config.ts'
import { notFound } from '../../base/errors.ts'
import { makeTemporaryFilesFolder, temporaryFilePath } from '../../base/temporary-files.ts'
import type { Database } from '../../database/client.ts'
import { pdfLimits } from '../../formats/pdf/limits.ts'
import { contentDisposition, sendDownload } from '../../http/downloads.ts'
import { assertMethod } from '../../http/transport-error.ts'
import { preferredWait } from '../../rest/preferences.ts'
import { readBlob } from '../content/blobs.ts'
import type { ContentSelection } from '../content/content-selection.ts'
import type { WholeRevision } from '../content/whole-revision.ts'
import { errorOfJob, jobKey, shareJob, waitForJob } from '../jobs/shared-jobs.ts'
import { loadPdfSource, openRevisionPdf, type RevisionPdf } from './pdf-source.ts'
import { serviceUnavailable } from './reasons.ts'
import { renderPdfInWorker } from './render-in-worker.ts'

interface Services {
  readonly config: Config
  readonly database: Database
  /** Makes this process look for jobs, or tells one that runs jobs if this one does not. */
  readonly wakeJobs: () => void
}

interface MadePdf {
  readonly title: string
  readonly size: number
  readonly entityTag: string
  readonly stream: Readable
}

/**
 * Serves `GET /pdf/<revision>?page=…&only=…&expires=…&signature=…`. Any invalid link gives the same NOT_FOUND
 * response. A large PDF is made by a job, which goes on when the client has waited for as long as it may.
 */
export function createPdfHandler(services: Services) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    assertMethod(request, 'GET', 'HEAD')
    const disconnected = new AbortController()
    response.on('close', () => disconnected.abort())
    const { signal } = disconnected
    const pdf = await makePdf(services, request, signal).catch((error: unknown) => {
      // The client closed the connection, which is not an error.
      if (!signal.aborted) throw error
    })
    if (!pdf) return
    const { title, size, entityTag, stream } = pdf
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Length': size,
      'Content-Disposition': contentDisposition('inline', `${title}.pdf`),
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, max-age=600',
      ETag: entityTag,
    }
    await sendDownload(request, response, { headers, stream })
  }
}

async function makePdf(
  services: Services,
  { url: target = '', headers }: IncomingMessage,
  signal: AbortSignal,
): Promise<MadePdf> {
  const url = await verifySignedUrl(services.database, target)
  const revisionId = /^\/pdf\/([a-z0-9]+)$/.exec(url?.pathname ?? '')?.[1]
  if (!url || !revisionId) throw notFound()
  const selection = { page: url.searchParams.get('page'), only: url.searchParams.has('only') }
  const load = async () => {
    const pdf = await openRevisionPdf(services, revisionId, selection)
    if (pdf.pages.length > pdfLimits.pagesOfRequest) throw new LargePdf(pdf)
    return loadPdfSource(services, pdf)
  }
  const path = temporaryFilePath(await makeTemporaryFilesFolder(services.config))
  const remove = () => rm(path, { force: true })
  try {
    const { title, file } = await renderPdfInWorker(load, path, { signal, owner: url.pathname })
    const stream = createReadStream(path).once('close', remove)
    return { title, size: file.size, entityTag: `"${file.hash}"`, stream }
  } catch (error) {
    await remove()
    if (!(error instanceof LargePdf)) throw error
    const seconds = Math.min(preferredWait(headers.prefer) ?? Infinity, pdfLimits.requestWaitSeconds)
    return waitForPdf(services, { ...selection, ...error.pdf, revisionId, seconds, signal })
  }
}

interface PdfDescription extends Pick<RevisionPdf, 'title' | 'subtitle'>, Pick<WholeRevision, 'space'> {
  readonly changeRequestId: string | null
}

/** Thrown instead of rendering what takes longer than a request should. It keeps none of the pages. */
class LargePdf extends Error {
  readonly pdf: PdfDescription

  constructor({ whole: { space, changeRequest }, title, subtitle }: RevisionPdf) {
    super('The PDF is made by a job.')
    this.pdf = { space, changeRequestId: changeRequest?.id ?? null, title, subtitle }
  }
}

interface LargePdfRequest extends ContentSelection, PdfDescription {
  readonly revisionId: string
  /** The time to wait for the PDF. */
  readonly seconds: number
  readonly signal: AbortSignal
}

async function waitForPdf(
  { config, database, wakeJobs }: Services,
  { revisionId, page = null, only = false, seconds, signal, ...pdf }: LargePdfRequest,
): Promise<MadePdf> {
  const { space, changeRequestId, title, subtitle } = pdf
  const input = { revisionId, page, only }
  const asked = {
    organizationId: space.organizationId,
    spaceId: space.id,
    changeRequestId,
    kind: 'PDF',
  } as const
  const job = await shareJob(database, { ...asked, input }, jobKey('pdf', input, title, subtitle))
  wakeJobs()
  const ended = await waitForJob(database, job.id, { seconds, signal })
  if (!ended) throw serviceUnavailable('PDF_NOT_READY', { seconds, job: job.id })
  if (ended.status === 'FAILED') throw errorOfJob(ended)
  const stream = ended.resultBlob && (await readBlob(config, ended.resultBlob))
  if (!ended.resultBlob || !stream) throw serviceUnavailable('PDF_NOT_READY', { seconds, job: job.id })
  const { hash, size } = ended.resultBlob
  return { title, size, entityTag: `"${hash}"`, stream }
}
