import { scriptFontHas } from '../../letters/script-fonts.ts'
import { robotoHas } from './fonts.ts'

/** The characters of Windows-1252 that are not in Latin-1. */
const typographic = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

function courierHas(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || typographic.has(character)
}

/** Replacements for characters that neither Courier nor Roboto has. */
const substitutes = new Map(
  Object.entries({
    '←': '<-',
    '→': '->',
    '↔': '<->',
    '⇐': '<=',
    '⇒': '=>',
    '⇔': '<=>',
    '↦': '|->',
    '➜': '->',
    '➔': '->',
    '➡': '->',
    '⟶': '->',
    '⟵': '<-',
    '↑': '^',
    '↓': 'v',
    '↩': '<-',
    '✓': '√',
    '✔': '√',
    '✅': '[√]',
    '☑': '[x]',
    '☒': '[x]',
    '☐': '[ ]',
    '✗': '×',
    '✘': '×',
    '✖': '×',
    '❌': '[×]',
    '★': '*',
    '☆': '*',
    '⭐': '*',
    '■': '•',
    '□': '[ ]',
    '▪': '•',
    '▫': '◦',
    '▶': '>',
    '►': '>',
    '▸': '>',
    '◀': '<',
    '▼': 'v',
    '▾': 'v',
    '▲': '^',
    '●': '•',
    '○': 'o',
    '◦': '-',
    '⚠': '(!)',
    ℹ: '(i)',
    '❗': '!',
    '❓': '?',
    '‐': '-',
    '‑': '-',
    '‒': '–',
    '−': '-',
    '∕': '/',
    '∗': '*',
    '∙': '·',
    '⋅': '·',
    '⋯': '...',
    '⌘': 'Cmd',
    '⌥': 'Option',
    '⇧': 'Shift',
    '⌃': 'Ctrl',
    '⏎': 'Enter',
    '␣': '_',
  }),
)

const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]|[\u{fe00}-\u{fe0f}]/gu
const emojiSequence =
  /(\p{Extended_Pictographic})(?:\u{fe0f}|\p{Emoji_Modifier}|\u{200d}\p{Extended_Pictographic})+/gu
const otherSpaces = /[\u{2000}-\u{200a}\u{202f}\u{205f}\u{3000}]/gu
const lineBreaks = /\r\n?|[\u{2028}\u{2029}\v\f]/gu

/**
 * Returns the replacement of a box-drawing character, such as those of folder trees. The width is preserved.
 */
function boxDrawingSubstitute(character: string): string {
  if ('─━═╌┄┈╴╶'.includes(character)) return '-'
  if ('│┃║╎┆┊╵╷'.includes(character)) return '|'
  if ('└╰┗╚'.includes(character)) return '`'
  if ('├┝┠┣╟╠╞'.includes(character)) return '|'
  return '+'
}

/** Replaces characters that the fonts lack and that have no substitute. */
const missing = '\u{fffd}'

/** Replaces characters that the fonts lack by similar ones, or else by a replacement character. */
export function printable(text: string): string {
  const clean = text
    .normalize('NFC')
    .replace(emojiSequence, '$1')
    .replace(/[\u{2500}-\u{257f}]/gu, boxDrawingSubstitute)
    .replace(lineBreaks, '\n')
    .replace(otherSpaces, ' ')
    .replace(unprintable, (character) => (character === '\n' || character === '\t' ? character : ''))
  return clean.replace(/[^\p{ASCII}]/gu, (character) =>
    courierHas(character) || robotoHas(character.codePointAt(0) ?? 0)
      ? character
      : (substitutes.get(character) ?? (scriptFontHas(character) ? character : missing)),
  )
}

/** Formats text as one line and truncates it to `length` characters. */
export function printableLine(text: string, length: number): string {
  const line = printable(text.slice(0, length * 4))
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : line
}

/** Returns whether the fonts have all characters of a printable text. */
export const isReadable = (text: string): boolean => !text.includes(missing)

/** Splits a text into parts that Courier can display and parts that it cannot. */
export function codeParts(text: string): { text: string; isCourier: boolean }[] {
  const parts: { text: string; isCourier: boolean }[] = []
  for (const character of text) {
    const isCourier = courierHas(character) || character === '\n'
    const last = parts.at(-1)
    if (last && last.isCourier === isCourier) last.text += character
    else parts.push({ text: character, isCourier })
  }
  return parts
}
