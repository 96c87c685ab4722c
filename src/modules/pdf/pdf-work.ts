import { Readable } from 'node:stream'
import { inputOfContentJob } from '../jobs/content-job.ts'
import { storeResult } from '../jobs/result-file.ts'
import type { JobWork } from '../jobs/runner.ts'
import { loadPdfSource, openRevisionPdf } from './pdf-source.ts'
import { renderLongPdf } from './render/render-in-worker.ts'

/** Renders a PDF as the result of its job. */
export const pdfWork: JobWork = async (services, job, { signal, report }) => {
  const { revisionId, ...selection } = inputOfContentJob(job)
  const { title, bytes } = await renderLongPdf(
    async () => {
      const pdf = await openRevisionPdf(services, revisionId, selection)
      report({ done: 0, total: pdf.pages.length })
      return loadPdfSource(services, pdf)
    },
    { signal, owner: job.organizationId },
  )
  const stream = Readable.from([Buffer.from(bytes.buffer)])
  return storeResult(services, { name: `${title}.pdf`, contentType: 'application/pdf', stream }, signal)
}
