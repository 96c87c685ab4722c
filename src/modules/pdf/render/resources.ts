import type { ContentRef } from '../../../page-format/types.ts'
import type { Answer } from '../../../workers/worker-thread.ts'
import type { PdfResources } from './collect-input.ts'
import { pdfLimits } from './limits.ts'
import type { PdfSource } from './source.ts'

/** A request of the thread that renders a PDF. */
export type PdfQuestion =
  | { readonly kind: 'references'; readonly refs: readonly ContentRef[] }
  | { readonly kind: 'file'; readonly fileId: string }

export const resourcesOf = ({ urlOf, labelOf, readFile }: PdfSource): PdfResources => ({
  references: async (refs) => refs.map((ref) => ({ url: urlOf(ref), label: labelOf?.(ref) })),
  file: readFile,
})

/** Answers the thread. A file gets memory of its own to be moved there, because a small Buffer is a view of a shared block. */
export async function answerQuestion(source: PdfSource, question: PdfQuestion): Promise<Answer> {
  const { references, file } = resourcesOf(source)
  if (question.kind === 'references') return { answer: await references(question.refs) }
  const found = await file(question.fileId)
  if (!found) return { answer: null }
  const isUsable = found.bytes.length <= pdfLimits.imageBytes
  const bytes = isUsable ? new Uint8Array(found.bytes) : new Uint8Array()
  return { answer: { ...found, bytes }, transfer: [bytes.buffer] }
}
