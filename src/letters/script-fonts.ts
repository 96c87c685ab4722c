import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/**
 * Fonts of the scripts and emoji that Roboto lacks. Each consists of files with some of its characters, which are read when a
 * document needs them.
 */

/** The scripts of each font. Characters of Chinese are in several, and look different in each. */
const fonts = {
  'noto-sans-sc': /[\p{sc=Han}\p{sc=Bopomofo}\u3001-\u303f\uff01-\uff65\uffe0-\uffe6]/u,
  'noto-sans-jp': /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3001-\u30ff\uff01-\uff9f\uffe0-\uffe6]/u,
  'noto-sans-kr': /[\p{sc=Han}\p{sc=Hangul}\u3001-\u303f\uff01-\uff65\uffe0-\uffe6]/u,
  'noto-sans-arabic': /[\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/u,
  'noto-sans-hebrew': /[\u0590-\u05ff\ufb1d-\ufb4f]/u,
  'noto-sans-thai': /\p{sc=Thai}/u,
  'noto-sans-devanagari': /[\p{sc=Devanagari}\u0964\u0965]/u,
  'noto-sans-bengali': /\p{sc=Bengali}/u,
  'noto-sans-tamil': /\p{sc=Tamil}/u,
  'noto-sans-georgian': /\p{sc=Georgian}/u,
  'noto-sans-armenian': /\p{sc=Armenian}/u,
  'noto-emoji': /[\u{2600}-\u{27bf}\u{1f000}-\u{1faff}\p{Emoji_Presentation}]/u,
} as const

export type FontName = keyof typeof fonts

const fontNames = Object.keys(fonts) as FontName[]

/** A character that only these fonts have, with those that belong to it. */
export const scriptCharacter = new RegExp(
  `[${Object.values(fonts)
    .map(({ source }) => source)
    .join('')}]`,
  'v',
)

interface FontFile {
  readonly name: string
  readonly ranges: readonly (readonly [first: number, last: number])[]
}

const files = new Map<FontName, readonly FontFile[]>()

const packageFile = (font: FontName, path: string): string =>
  fileURLToPath(import.meta.resolve(`@fontsource-variable/${font}/${path}`))

function filesOf(font: FontName): readonly FontFile[] {
  const known = files.get(font)
  if (known) return known
  const ranges = JSON.parse(readFileSync(packageFile(font, 'unicode.json'), 'utf8')) as Record<string, string>
  const read = Object.entries(ranges).map(([name, text]) => ({
    name: `${font}-${name.replace(/[[\]]/g, '')}`,
    ranges: text.split(',').map(rangeOf),
  }))
  files.set(font, read)
  return read
}

/** Reads a range such as `U+4e00-4e05` or `U+4e10`. */
function rangeOf(text: string): readonly [first: number, last: number] {
  const [first = '', last = first] = text.trim().replace(/^U\+/i, '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

const fileWith = (font: FontName, codePoint: number): FontFile | undefined =>
  filesOf(font).find(({ ranges }) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last))

const found = new Map<string, string | null>()

/** Returns the font file that has a character; undefined if none has. The first fonts are preferred. */
function fileOf(character: string, order: readonly FontName[]): string | undefined {
  const key = `${order[0]} ${character}`
  const known = found.get(key)
  if (known !== undefined) return known ?? undefined
  const codePoint = character.codePointAt(0) ?? 0
  let file: FontFile | undefined
  for (const font of order) if (!file && fonts[font].test(character)) file = fileWith(font, codePoint)
  found.set(key, file?.name ?? null)
  return file?.name
}

export const scriptFontHas = (character: string): boolean =>
  scriptCharacter.test(character) && fileOf(character, fontNames) !== undefined

/** Returns the fonts in the order in which a text wants them: Chinese characters look Japanese beside kana. */
export function fontOrder(text: string): readonly FontName[] {
  const preferred = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)
    ? 'noto-sans-jp'
    : /\p{sc=Hangul}/u.test(text)
      ? 'noto-sans-kr'
      : 'noto-sans-sc'
  return [preferred, ...fontNames.filter((name) => name !== preferred)]
}

/** A part of a text, and the font file that it needs if Roboto and Courier lack it. */
export interface ScriptPart {
  text: string
  readonly file: string | undefined
}

/** Splits a text by the fonts that its characters need. */
export function scriptParts(text: string, order: readonly FontName[]): ScriptPart[] {
  const parts: ScriptPart[] = []
  for (const character of text) {
    const file = scriptCharacter.test(character) ? fileOf(character, order) : undefined
    const last = parts.at(-1)
    if (last && last.file === file) last.text += character
    else parts.push({ text: character, file })
  }
  return parts
}

function charactersOf(font: FontName, file: string): string {
  const { ranges = [] } = filesOf(font).find(({ name }) => name === file) ?? {}
  return ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .map((codePoint) => String.fromCodePoint(codePoint))
    .join('')
}

/** The weights of the font at which texts are set. */
export const scriptWeights = { normal: 400, bold: 700 } as const

/** Reads a font file as a font with one weight, because PDFs have none with axes. */
export async function readScriptFont(file: string, weight: keyof typeof scriptWeights): Promise<Buffer> {
  const { default: subsetFont } = await import('subset-font')
  const font = fontNames.find((name) => file.startsWith(`${name}-`)) as FontName
  const bytes = await readFile(packageFile(font, `files/${file}-wght-normal.woff2`))
  return subsetFont(bytes, charactersOf(font, file), {
    targetFormat: 'sfnt',
    variationAxes: { wght: scriptWeights[weight] },
  })
}
