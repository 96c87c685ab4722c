/** Scripts without spaces between words: each character is a word, and consecutive characters form a phrase. */
const unspaced =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]'
const letter = '[\\p{L}\\p{N}\\p{M}]'
const wordPattern = new RegExp(`[${letter}&&${unspaced}]\\p{M}*|[${letter}--${unspaced}]+`, 'gv')

const ascii = /^[a-z0-9]*$/i
const accents = /[\u0300-\u036f]/g
const noLetters = /[^\p{L}\p{N}\p{M}]/gu

export interface Token {
  /** The folded form for comparisons: in lower case and without accents. */
  readonly word: string
  /** Offsets in the text. */
  readonly start: number
  readonly end: number
}

/** Splits a text into words. Used for both indexed text and queries. */
export function* tokenize(text: string): Generator<Token> {
  for (const match of text.matchAll(wordPattern)) {
    const word = foldWord(match[0])
    if (word !== '') yield { word, start: match.index, end: match.index + match[0].length }
  }
}

export const wordsOf = (text: string): string[] => Array.from(tokenize(text), ({ word }) => word)

/** Normalizes case, accents and equivalent forms of letters. */
export function foldWord(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .normalize('NFC')
    .toLowerCase()
    .replace(noLetters, '')
}
