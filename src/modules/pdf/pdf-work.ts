import { inputOfContentJob } from '../jobs/content-job.ts'
import { storeResult } from '../jobs/result-file.ts'
import type { JobWork } from '../jobs/runner.ts'
import { loadPdfSource, openRevisionPdf } from './pdf-source.ts'
import { renderLongPdf } from './render-in-worker.ts'

/** Renders a PDF as the result of its job. */
export const pdfWork: JobWork = async (services, job, { signal, report }) => {
  const { revisionId, ...selection } = inputOfContentJob(job)
  const load = async () => {
    const pdf = await openRevisionPdf(services, revisionId, selection)
    report({ done: 0, total: pdf.pages.length })
    return loadPdfSource(services, pdf)
  }
  return storeResult(services, async (path) => {
    const { title, file } = await renderLongPdf(load, path, { signal, owner: job.organizationId })
    return { name: `${title}.pdf`, contentType: 'application/pdf', file }
  })
}
