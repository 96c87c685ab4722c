import { indexLimits } from './limits.ts'
import { tokenize } from './words.ts'

/** One part of a query: a word, or a phrase of consecutive words. */
export interface Clause {
  readonly words: readonly string[]
  /** The word that the words are also written as, such as `kubeproxy` for `kube-proxy`. */
  readonly joined?: string | undefined
  /** Whether the clause is quoted and must match without stemming. */
  readonly exact: boolean
  readonly excluded: boolean
  /** Whether the last word is matched as a prefix, because the user may still be typing it. */
  readonly prefix: boolean
}

const quotes = /[“”„«»]/g
const parts = /(?<!\S)(?<minus>-?)"(?<phrase>[^"]*)"?|(?<word>\S+)/g

/** Parses a query. Every text is valid; parts without words are ignored. */
export function parseQuery(query: string): Clause[] {
  const clauses: Clause[] = []
  const text = query.replace(quotes, '"')
  for (const match of text.matchAll(parts)) {
    const { minus, phrase, word = '' } = match.groups as Record<string, string | undefined>
    const exact = phrase !== undefined
    // Two dashes start the name of a command-line option, which is not an exclusion.
    const excluded = exact ? minus === '-' : /^-[^-]/.test(word)
    const tokens = [...tokenize(exact ? phrase : word)]
    const words = tokens.map((token) => token.word)
    if (words.length === 0 || words.some(({ length }) => length > indexLimits.wordLength)) continue
    const last = match.index + match[0].length === text.trimEnd().length
    const [first] = tokens
    const isOne = !exact && first?.joined?.end === tokens.at(-1)?.end
    clauses.push({
      words,
      ...(isOne && { joined: first?.joined?.word }),
      exact,
      excluded,
      prefix: last && !exact && !excluded,
    })
  }
  return clauses
}
