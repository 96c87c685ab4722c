/** Scripts that put no blank between words: each character is a word, and several in a row are a phrase. */
const unspaced =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]'
const letter = '[\\p{L}\\p{N}\\p{M}]'
const wordPattern = new RegExp(`[${letter}&&${unspaced}]\\p{M}*|[${letter}--${unspaced}]+`, 'gv')

const ascii = /^[a-z0-9]*$/i
const accents = /[\u0300-\u036f]/g
const noLetters = /[^\p{L}\p{N}\p{M}]/gu

export interface PlacedWord {
  /** As it is compared: in lower case and without accents. */
  readonly word: string
  /** Where it stands in the text. */
  readonly start: number
  readonly end: number
}

/** The words of a text. What is searched and what is searched for are taken apart alike. */
export function* placedWords(text: string): Generator<PlacedWord> {
  for (const match of text.matchAll(wordPattern)) {
    const word = foldWord(match[0])
    if (word !== '') yield { word, start: match.index, end: match.index + match[0].length }
  }
}

export const wordsOf = (text: string): string[] => Array.from(placedWords(text), ({ word }) => word)

/** Case, accents and forms of a letter that mean the same are one. */
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
