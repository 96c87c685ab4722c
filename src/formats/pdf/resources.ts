import type { Answer } from '../../workers/job-worker.ts'
import { receiveBytes, sendBytes } from '../../workers/sent-bytes.ts'
import type { ContentRef } from '../page/types.ts'
import type { PdfResources } from './collect-input.ts'
import { pdfLimits } from './limits.ts'
import type { PdfFile, PdfSource } from './source.ts'

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

/** Answers the process. The bytes of a file go by a file of a folder. */
export async function answerQuestion(
  source: PdfSource,
  question: PdfQuestion,
  folder: string,
): Promise<Answer> {
  const { references, file, pages, diagrams } = resourcesOf(source)
  if (question.kind === 'diagrams') return { answer: await diagrams(question.sources) }
  if (question.kind === 'pages') return { answer: await pages(question.pageId, question.urls) }
  if (question.kind === 'references') return { answer: await references(question.refs) }
  const found = await file(question.fileId)
  return { answer: found && (await sentFile(found, folder)) }
}

async function sentFile({ bytes, ...described }: PdfFile, folder: string): Promise<SentFile> {
  const isUsable = bytes.length <= pdfLimits.imageBytes
  return { ...described, path: isUsable ? await sendBytes(bytes, folder) : null }
}

interface SentFile extends Omit<PdfFile, 'bytes'> {
  /** The path of the file with its bytes. Null if it has too many. */
  readonly path: string | null
}

/** Returns the file from the answer to the process. */
export async function fileFrom(answer: unknown): Promise<PdfFile | null> {
  if (answer === null) return null
  const { path, ...described } = answer as SentFile
  return { ...described, bytes: path === null ? new Uint8Array() : await receiveBytes(path) }
}
