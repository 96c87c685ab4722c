import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import createBidi, { type Bidi } from 'bidi-js'
import { create, type Font } from 'fontkit'
import { getOrCreate } from '../base/get-or-create.ts'
import { fontOrder, readScriptFont, scriptParts, type scriptWeights } from './script-fonts.ts'

/** Text as shapes, which need no font where they are shown. For threads: a font of Chinese takes some time to read. */
export interface TextStyle {
  /** The size in pixels. */
  readonly size: number
  readonly weight: keyof typeof scriptWeights
}

export interface DrawnLine {
  /** The paths of an SVG, which begin at the left end of the base line. */
  readonly paths: string
  /** The width in pixels. */
  readonly width: number
}

/** The types of the package are those of a module that exports the function as its default. */
const bidi = (createBidi as unknown as () => Bidi)()

const baseFonts = { normal: 'Roboto-Regular.ttf', bold: 'Roboto-Medium.ttf' } as const

const fonts = new Map<string, Promise<Font>>()

/** Opens the font of a part of a text: of a script, or that of all other texts. */
const openFont = (file: string | undefined, weight: TextStyle['weight']): Promise<Font> =>
  getOrCreate(fonts, `${file} ${weight}`, async () =>
    create(file === undefined ? await readFile(baseFontPath(weight)) : await readScriptFont(file, weight)),
  )

const baseFontPath = (weight: TextStyle['weight']): string =>
  fileURLToPath(new URL(`../fonts/Roboto/${baseFonts[weight]}`, import.meta.resolve('pdfmake')))

/** Returns whether a text begins at the right, as its first letter says. */
export const beginsAtRight = (text: string): boolean =>
  /[\p{sc=Arabic}\p{sc=Hebrew}]/u.test(/\p{L}/u.exec(text)?.[0] ?? '')

/** Draws a line of text in the order in which it is seen. Characters that no font has are left out. */
export async function drawLine(text: string, style: TextStyle): Promise<DrawnLine> {
  let x = 0
  const paths: string[] = []
  for (const { part, file, isRightToLeft } of visualParts(text)) {
    const font = await openFont(file, style.weight)
    const scale = style.size / font.unitsPerEm
    const direction = isRightToLeft ? 'rtl' : 'ltr'
    const { glyphs, positions } = font.layout(part, undefined, undefined, undefined, direction)
    for (const [index, glyph] of glyphs.entries()) {
      const position = positions[index]
      if (!position || glyph.id === 0) continue
      const [left, top] = [x + position.xOffset * scale, -position.yOffset * scale]
      const shape = glyph.path.toSVG()
      if (shape !== '')
        paths.push(`<path transform="translate(${left} ${top}) scale(${scale} ${-scale})" d="${shape}"/>`)
      x += position.xAdvance * scale
    }
  }
  return { paths: paths.join(''), width: x }
}

interface VisualPart {
  readonly part: string
  readonly file: string | undefined
  readonly isRightToLeft: boolean
}

/** Splits a line by font and direction, in the order in which the parts are seen. */
function visualParts(text: string): VisualPart[] {
  const { levels } = bidi.getEmbeddingLevels(text, beginsAtRight(text) ? 'rtl' : 'ltr')
  const parts: (VisualPart & { readonly level: number })[] = []
  let start = 0
  for (const { text: ofFont, file } of scriptParts(text, fontOrder(text))) {
    let from = 0
    for (let end = 1; end <= ofFont.length; end++) {
      if (end < ofFont.length && levels[start + end] === levels[start + from]) continue
      const level = levels[start + from] ?? 0
      parts.push({ part: ofFont.slice(from, end), file, level, isRightToLeft: level % 2 === 1 })
      from = end
    }
    start += ofFont.length
  }
  return inVisualOrder(parts)
}

/** Reverses what is on each level or above, beginning with the highest, as the algorithm for texts of both directions does. */
function inVisualOrder<Part extends { readonly level: number }>(parts: Part[]): Part[] {
  const ordered = [...parts]
  for (let level = Math.max(0, ...parts.map((part) => part.level)); level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      if ((ordered[start]?.level ?? 0) < level) continue
      let end = start
      while ((ordered[end]?.level ?? 0) >= level) end++
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  }
  return ordered
}
