import { setMaxListeners } from 'node:events'
import { type MeasuredFile, writeMeasuredFile } from '../../base/measured-file.ts'
import type { Diagram } from '../../diagrams/draw-diagram.ts'
import { type Ask, serveJobs } from '../../workers/serve-jobs.ts'
import type { ContentRef } from '../page/types.ts'
import { type CollectedSource, collectInput, type PdfResources } from './collect-input.ts'
import { pdfLimits } from './limits.ts'
import { renderInput } from './render-pdf.ts'
import { fileFrom, type PdfQuestion } from './resources.ts'
import type { OutgoingReference, PdfSourcePage } from './source.ts'

/** Everything but the pages, which are the parts of the job, and what they refer to, which the process asks for. */
export interface RenderInput extends Omit<CollectedSource, 'pages'> {
  /** The new file to write the PDF to. */
  readonly path: string
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
  file: async (fileId) => fileFrom(await ask({ kind: 'file', fileId } satisfies PdfQuestion)),
})

serveJobs<RenderInput, PdfSourcePage, WrittenPdf>(async ({ path, ...input }, pages, ask) => {
  const pdf = await renderInput(await collectInput({ ...input, pages }, resourcesFrom(ask)))
  return { result: { title: input.title, file: await writeMeasuredFile(pdf, path) } }
})
