/** Returns the words of what was typed, without the signs that the search of texts has a meaning for. */
export const wordsOf = (typed: string): readonly string[] =>
  typed
    .toLowerCase()
    .split(/[\s"“”„«»]+/)
    .filter((word) => word !== '' && !/^-./.test(word))

/** Returns whether a text has all words, whatever their case. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}

/** A part of a text, and whether it is one of the words. */
export interface TextPart {
  readonly text: string
  readonly isMatch: boolean
}

/** Cuts a text at the words, for marking them. */
export function partsOf(text: string, words: readonly string[]): readonly TextPart[] {
  if (words.length === 0) return [{ text, isMatch: false }]
  const pattern = new RegExp(`(${words.map(escaped).join('|')})`, 'giu')
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}

/** The letters before a match that a line begins with. */
const before = 24

/** Cuts what is long before the first match, so that a line that shows the beginning shows the match. */
export function startingAtMatch(text: string, words: readonly string[]): string {
  const [first, ...others] = partsOf(text, words)
  if (!first || first.isMatch || others.length === 0 || first.text.length <= 2 * before) return text
  const start = first.text.length - before
  const space = first.text.indexOf(' ', start)
  return `…${text.slice(space === -1 ? start : space + 1)}`
}

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
