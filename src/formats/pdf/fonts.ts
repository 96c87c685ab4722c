import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const fontPath = (name: string) =>
  fileURLToPath(new URL(`../fonts/Roboto/${name}`, import.meta.resolve('pdfmake')))

const roboto = {
  normal: fontPath('Roboto-Regular.ttf'),
  bold: fontPath('Roboto-Medium.ttf'),
  italics: fontPath('Roboto-Italic.ttf'),
  bolditalics: fontPath('Roboto-MediumItalic.ttf'),
}

/** A standard font of all PDF viewers, which is limited to the characters of Windows-1252. */
const courier = {
  normal: 'Courier',
  bold: 'Courier-Bold',
  italics: 'Courier-Oblique',
  bolditalics: 'Courier-BoldOblique',
}

export const pdfFonts = { Roboto: roboto, Courier: courier }

export const fontFiles: ReadonlySet<string> = new Set([...Object.values(roboto), ...Object.values(courier)])

/** The width of all characters of Courier at font size 1. */
export const courierAdvance = 0.6

let robotoCharacters: Set<number> | undefined

export function robotoHas(codePoint: number): boolean {
  robotoCharacters ??= charactersOf(readFileSync(roboto.normal))
  return robotoCharacters.has(codePoint)
}

/** Reads the characters of a TrueType font from format 4 of its `cmap` table. */
function charactersOf(font: Buffer): Set<number> {
  const characters = new Set<number>()
  const table = characterTable(font)
  const segments = font.readUInt16BE(table + 6)
  const at = (array: number, segment: number) => font.readUInt16BE(table + 14 + array + segment)
  for (let segment = 0; segment < segments; segment += 2) {
    const last = at(0, segment)
    for (let code = at(segments + 2, segment); code <= last && code < 0xffff; code++) characters.add(code)
  }
  return characters
}

function characterTable(font: Buffer): number {
  const tables = font.readUInt16BE(4)
  for (let index = 0; index < tables; index++) {
    const entry = 12 + index * 16
    if (font.toString('latin1', entry, entry + 4) === 'cmap')
      return unicodeSubtable(font, font.readUInt32BE(entry + 8))
  }
  throw new Error('The font has no table of characters.')
}

function unicodeSubtable(font: Buffer, cmap: number): number {
  const subtables = font.readUInt16BE(cmap + 2)
  for (let index = 0; index < subtables; index++) {
    const subtable = cmap + font.readUInt32BE(cmap + 8 + index * 8)
    if (font.readUInt16BE(subtable) === 4) return subtable
  }
  throw new Error('The font has no table of Unicode characters.')
}
