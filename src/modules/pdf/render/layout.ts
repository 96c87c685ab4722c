import pdfmake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { fontFiles, pdfFonts } from './fonts.ts'
import { readScriptFont } from './script-fonts.ts'
import { type NeededFonts, setScriptFonts } from './set-script-fonts.ts'

/** Files in memory that documents may use. The types of the package lack it. */
const { virtualfs } = pdfmake as unknown as {
  readonly virtualfs: {
    readonly existsSync: (name: string) => boolean
    readonly writeFileSync: (name: string, content: Buffer) => void
  }
}

pdfmake.setFonts(pdfFonts)
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path))

/** Lays out a document. Only the fonts are loaded from files. */
export async function layoutPdf(definition: TDocumentDefinitions): Promise<Buffer> {
  const needed = setScriptFonts(definition)
  await openScriptFonts(needed)
  return pdfmake.createPdf(definition).getBuffer()
}

/** Reads the fonts that are not open. They stay open, about 150 kB each, because the next document needs them too. */
async function openScriptFonts(needed: NeededFonts): Promise<void> {
  for (const [file, weights] of needed) {
    const names = { normal: `${file}-normal`, bold: `${file}-bold` }
    for (const weight of weights) {
      if (!virtualfs.existsSync(names[weight]))
        virtualfs.writeFileSync(names[weight], await readScriptFont(file, weight))
    }
    const { normal, bold } = names
    pdfmake.addFonts({ [file]: { normal, bold, italics: normal, bolditalics: bold } })
  }
}
