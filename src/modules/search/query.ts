import { indexLimits } from './limits.ts'
import { wordsOf } from './words.ts'

/** One part of what is searched for: a word, or several that must stand in a row. */
export interface Clause {
  readonly words: readonly string[]
  /** In quotation marks: as it stands, and not in other forms. */
  readonly exact: boolean
  readonly excluded: boolean
  /** It is still being typed, so its last word may go on. */
  readonly open: boolean
}

const quotes = /[“”„«»]/g
const parts = /(?<!\S)(?<minus>-?)"(?<phrase>[^"]*)"?|(?<word>\S+)/g

/** Any text is a query: what says nothing is passed over. */
export function parseQuery(query: string): Clause[] {
  const clauses: Clause[] = []
  const text = query.replace(quotes, '"')
  for (const match of text.matchAll(parts)) {
    const { minus, phrase, word = '' } = match.groups as Record<string, string | undefined>
    const exact = phrase !== undefined
    // Two dashes begin the name of an option, which people look for.
    const excluded = exact ? minus === '-' : /^-[^-]/.test(word)
    const words = wordsOf(exact ? phrase : word)
    if (words.length === 0 || words.some(({ length }) => length > indexLimits.wordLength)) continue
    const last = match.index + match[0].length === text.trimEnd().length
    clauses.push({ words, exact, excluded, open: last && !exact && !excluded })
  }
  return clauses
}
