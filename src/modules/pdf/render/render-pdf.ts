import { type DefinitionOptions, pdfDefinition } from './definition.ts'
import { layoutPdf } from './layout.ts'
import { collectMaterial } from './material.ts'
import { prepareImages } from './prepare-images.ts'
import type { PdfMaterial, PdfSource } from './source.ts'

/** Renders in the current thread, which it blocks. Servers use `renderPdfInWorker` instead. */
export async function renderPdf(source: PdfSource, options: DefinitionOptions = {}): Promise<Buffer> {
  return renderMaterial(await collectMaterial(source), options)
}

export async function renderMaterial(
  material: PdfMaterial,
  options: DefinitionOptions = {},
): Promise<Buffer> {
  const images = await prepareImages(material.files)
  return layoutPdf(await pdfDefinition(material, images, options))
}
