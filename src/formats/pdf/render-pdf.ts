import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { collectInput } from './collect-input.ts'
import { type DefinitionOptions, pdfDefinition } from './definition.ts'
import { layoutPdf } from './layout.ts'
import { prepareImages, printableDiagrams } from './prepare-images.ts'
import { resourcesOf } from './resources.ts'
import type { PdfInput, PdfSource } from './source.ts'

/** Renders in the current thread, which it blocks. Servers use `renderPdfInWorker` instead. */
export async function renderPdf(source: PdfSource, options: DefinitionOptions = {}): Promise<Buffer> {
  return buffer(await renderInput(await collectInput(source, resourcesOf(source)), options))
}

export async function renderInput(input: PdfInput, options: DefinitionOptions = {}): Promise<Readable> {
  const diagrams = await printableDiagrams(input.diagrams)
  return layoutPdf(pdfDefinition({ ...input, diagrams }, await prepareImages(input.files), options))
}
