import { robotoHas } from './fonts.ts'

/** Windows-1252 beyond Latin 1. */
const typographic = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

export function courierHas(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || typographic.has(character)
}

/** Signs that neither font has, written with those that they have. */
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

/** Frames drawn with characters, as in trees of folders; every one is as wide as before. */
function frameSign(character: string): string {
  if ('─━═╌┄┈╴╶'.includes(character)) return '-'
  if ('│┃║╎┆┊╵╷'.includes(character)) return '|'
  if ('└╰┗╚'.includes(character)) return '`'
  if ('├┝┠┣╟╠╞'.includes(character)) return '|'
  return '+'
}

/** Stands for a sign that the fonts lack. */
const missing = '\u{fffd}'

/** The text as the fonts can show it: signs that they lack are replaced by a likeness, or else by a mark. */
export function printable(text: string): string {
  const clean = text
    .normalize('NFC')
    .replace(emojiSequence, '$1')
    .replace(/[\u{2500}-\u{257f}]/gu, frameSign)
    .replace(lineBreaks, '\n')
    .replace(otherSpaces, ' ')
    .replace(unprintable, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
  return clean.replace(/[^\p{ASCII}]/gu, (sign) =>
    courierHas(sign) || robotoHas(sign.codePointAt(0) ?? 0) ? sign : (substitutes.get(sign) ?? missing),
  )
}

/** One line, no longer than that. */
export function printableLine(text: string, length: number): string {
  const line = printable(text.slice(0, length * 4))
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : line
}

/** Whether the fonts have all of a printable text. */
export const isReadable = (text: string): boolean => !text.includes(missing)

/** The text in parts that Courier has and parts that it does not have. */
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
