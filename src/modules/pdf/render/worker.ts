import { setMaxListeners } from 'node:events'
import { type Ask, serveJobs } from '../../../workers/serve-jobs.ts'
import { collectInput, type PdfResources } from './collect-input.ts'
import { pdfLimits } from './limits.ts'
import { renderInput } from './render-pdf.ts'
import type { PdfQuestion } from './resources.ts'
import type { OutgoingReference, PdfFile, PdfSource, PdfSourcePage } from './source.ts'

/** Everything but the pages, which are the parts of the job, and what they refer to, which the thread asks for. */
export type RenderInput = Pick<PdfSource, 'title' | 'subtitle' | 'createdAt'>

export interface RenderedPdf {
  readonly title: string
  readonly bytes: Uint8Array
}

// The layout adds up to two listeners per nested container; Node would warn about a leak.
setMaxListeners(4 * pdfLimits.depth)

const resourcesFrom = (ask: Ask): PdfResources => ({
  references: (refs) =>
    ask({ kind: 'references', refs } satisfies PdfQuestion) as Promise<readonly OutgoingReference[]>,
  file: (fileId) => ask({ kind: 'file', fileId } satisfies PdfQuestion) as Promise<PdfFile | null>,
})

serveJobs(async (input: RenderInput, pages: readonly PdfSourcePage[], ask) => {
  const collected = await collectInput({ ...input, pages }, resourcesFrom(ask))
  // A copy that owns its memory, so that it can be transferred instead of being copied again.
  const bytes = new Uint8Array(await renderInput(collected))
  return { result: { title: input.title, bytes } satisfies RenderedPdf, transfer: [bytes.buffer] }
})
