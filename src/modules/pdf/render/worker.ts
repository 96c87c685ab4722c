import { setMaxListeners } from 'node:events'
import { serveJobs } from '../../../workers/serve-jobs.ts'
import { pdfLimits } from './limits.ts'
import { renderInput } from './render-pdf.ts'
import type { PdfInput, PdfPage } from './source.ts'

/** Everything but the pages, which are the parts of the job. */
export type RenderInput = Omit<PdfInput, 'pages'>

export interface RenderedPdf {
  readonly title: string
  readonly bytes: Uint8Array
}

// The layout adds up to two listeners per nested container; Node would warn about a leak.
setMaxListeners(4 * pdfLimits.depth)

serveJobs(async (input: RenderInput, pages: readonly PdfPage[]) => {
  // A copy that owns its memory, so that it can be transferred instead of being copied again.
  const bytes = new Uint8Array(await renderInput({ ...input, pages }))
  return { result: { title: input.title, bytes } satisfies RenderedPdf, transfer: [bytes.buffer] }
})
