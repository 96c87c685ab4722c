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
  words: readonly RegExpExecArray[],
  index: number,
): JoinedWord | undefined {
  const gapAfter = (at: number): string => {
    const [one, next] = [words[at], words[at + 1]]
    return one && next ? text.slice(one.index + one[0].length, next.index) : ''
  }
  const before = gapAfter(index - 1)
  const gap = gapAfter(index)
  const first = words[index]?.[0] ?? ''
  const upTo = (last: number): JoinedWord | undefined => {
    const parts = words.slice(index, last + 1)
    const word = parts.map(([part]) => part).join('')
    const end = words[last]
    return end && word.length <= longest ? { word, end: end.index + end[0].length } : undefined
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
      /^\d{3}$/.test(words[last + 1]?.[0] ?? '') &&
      last - index < maximumParts
    )
      last++
    // A point also separates the parts of versions and the decimals of numbers.
    return last - index >= (gap === '.' ? 2 : 1) && before !== gap ? upTo(last) : undefined
  }
  const isNumbered = spaces.has(gap) && acronym.test(first) && digits.test(words[index + 1]?.[0] ?? '')
  return isNumbered ? upTo(index + 1) : undefined
}
