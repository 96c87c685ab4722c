/** A word as it is written, and its offset in the text. */
export interface WrittenWord {
  readonly text: string
  readonly start: number
}

/** Several words of a text that readers also write as one, such as `kubeproxy` for `kube-proxy`. */
export interface JoinedWord {
  /** The words without what is between them, not folded. */
  readonly word: string
  /** The offset of the end of the last one in the text. */
  readonly end: number
}

const joiners = new Set(['-', '_', '\u2010', '\u2011'])
const thousands = new Set([',', '.', "'", '\u2019', '\u00a0', '\u202f', '\u2009'])
const spaces = new Set([' ', '\u00a0', '\u202f'])

const maximumParts = 6
const longest = 40
const acronym = /^\p{Lu}{2,6}$/u
const digits = /^\d+$/

/**
 * Returns the word that begins with a word of a text and has the next ones in it: parts of a name (`kube-proxy`, `max_size`), the
 * groups of a number (`1,000,000`), or an acronym with its number (`RFC 7231`). Only the first part of a name begins one.
 */
export function joinedWord(
  text: string,
  words: readonly WrittenWord[],
  index: number,
): JoinedWord | undefined {
  const gap = gapIn(text, words, index)
  const first = words[index]?.text ?? ''
  // Most words of a text are followed by a space, and are no acronyms.
  const mayBegin = joiners.has(gap) || thousands.has(gap) || (spaces.has(gap) && acronym.test(first))
  if (!mayBegin) return undefined
  const gapAfter = (at: number) => gapIn(text, words, at)
  const before = gapAfter(index - 1)
  const upTo = (last: number): JoinedWord | undefined => {
    const parts = words.slice(index, last + 1)
    const word = parts.map((part) => part.text).join('')
    const end = words[last]
    return end && word.length <= longest ? { word, end: end.start + end.text.length } : undefined
  }
  if (joiners.has(gap)) {
    if (joiners.has(before)) return undefined
    let last = index + 1
    while (joiners.has(gapAfter(last)) && last - index + 1 < maximumParts) last++
    return upTo(last)
  }
  if (thousands.has(gap) && /^\d{1,3}$/.test(first)) {
    let last = index
    while (
      gapAfter(last) === gap &&
      /^\d{3}$/.test(words[last + 1]?.text ?? '') &&
      last - index < maximumParts
    )
      last++
    // A point also separates the parts of versions and the decimals of numbers.
    return last - index >= (gap === '.' ? 2 : 1) && before !== gap ? upTo(last) : undefined
  }
  const isNumbered = spaces.has(gap) && acronym.test(first) && digits.test(words[index + 1]?.text ?? '')
  return isNumbered ? upTo(index + 1) : undefined
}

/** Returns what is between a word and the next one. */
function gapIn(text: string, words: readonly WrittenWord[], index: number): string {
  const [one, next] = [words[index], words[index + 1]]
  return one && next ? text.slice(one.start + one.text.length, next.start) : ''
}
