import type { Answer } from '../../workers/job-worker.ts'
import type { ContentRef } from '../page/types.ts'
import type { PdfResources } from './collect-input.ts'
import { pdfLimits } from './limits.ts'
import type { PdfSource } from './source.ts'

/** A request of the process that renders a PDF. */
export type PdfQuestion =
  | { readonly kind: 'references'; readonly refs: readonly ContentRef[] }
  | { readonly kind: 'file'; readonly fileId: string }
  | { readonly kind: 'diagrams'; readonly sources: readonly string[] }
  | { readonly kind: 'pages'; readonly pageId: string; readonly urls: readonly string[] }

export const resourcesOf = ({ urlOf, labelOf, readFile, pageAt, draw }: PdfSource): PdfResources => ({
  diagrams: async (sources) => (draw ? draw(sources) : sources.map(() => null)),
  pages: async (pageId, urls) => urls.map((url) => pageAt?.(pageId, url)),
  references: async (refs) => refs.map((ref) => ({ url: urlOf(ref), label: labelOf?.(ref) })),
  file: readFile,
})

/** Answers the process. */
export async function answerQuestion(source: PdfSource, question: PdfQuestion): Promise<Answer> {
  const { references, file, pages, diagrams } = resourcesOf(source)
  if (question.kind === 'diagrams') return { answer: await diagrams(question.sources) }
  if (question.kind === 'pages') return { answer: await pages(question.pageId, question.urls) }
  if (question.kind === 'references') return { answer: await references(question.refs) }
  const found = await file(question.fileId)
  if (!found) return { answer: null }
  const isUsable = found.bytes.length <= pdfLimits.imageBytes
  return { answer: isUsable ? found : { ...found, bytes: new Uint8Array() } }
}
