import { setMaxListeners } from 'node:events'
import { buffer } from 'node:stream/consumers'
import type { Diagram } from '../../../diagrams/draw-diagram.ts'
import { type MeasuredFile, writeMeasuredFile } from '../../../measured-file.ts'
import type { ContentRef } from '../../../page-format/types.ts'
import { type Ask, serveJobs } from '../../../workers/serve-jobs.ts'
import { type CollectedSource, collectInput, type PdfResources } from './collect-input.ts'
import { pdfLimits } from './limits.ts'
import { renderInput } from './render-pdf.ts'
import type { PdfQuestion } from './resources.ts'
import type { OutgoingReference, PdfFile, PdfSourcePage } from './source.ts'

/** Everything but the pages, which are the parts of the job, and what they refer to, which the thread asks for. */
export interface RenderInput extends Omit<CollectedSource, 'pages'> {
  /** The new file to write the PDF to. Without one, the bytes are returned. */
  readonly path: string | undefined
}

export interface RenderedPdf {
  readonly title: string
  readonly bytes: Uint8Array
}

export interface WrittenPdf {
  readonly title: string
  readonly file: MeasuredFile
}

// The layout adds up to two listeners per nested container; Node would warn about a leak.
setMaxListeners(4 * pdfLimits.depth)

const resourcesFrom = (ask: Ask): PdfResources => ({
  references: (refs) =>
    ask({ kind: 'references', refs } satisfies PdfQuestion) as Promise<readonly OutgoingReference[]>,
  pages: (pageId, urls) =>
    ask({ kind: 'pages', pageId, urls } satisfies PdfQuestion) as Promise<(ContentRef | undefined)[]>,
  diagrams: (sources) =>
    ask({ kind: 'diagrams', sources } satisfies PdfQuestion) as Promise<readonly (Diagram | null)[]>,
  file: (fileId) => ask({ kind: 'file', fileId } satisfies PdfQuestion) as Promise<PdfFile | null>,
})

serveJobs<RenderInput, PdfSourcePage, RenderedPdf | WrittenPdf>(async ({ path, ...input }, pages, ask) => {
  const { title } = input
  const pdf = await renderInput(await collectInput({ ...input, pages }, resourcesFrom(ask)))
  if (path !== undefined) return { result: { title, file: await writeMeasuredFile(pdf, path) } }
  // A copy that owns its memory, so that it can be transferred instead of being copied again.
  const bytes = new Uint8Array(await buffer(pdf))
  return { result: { title, bytes }, transfer: [bytes.buffer] }
})
