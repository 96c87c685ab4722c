import type { Clause } from './query.ts'
import { isStopWord, type Stems } from './stems.ts'
import { quoteLexeme } from './vector-builder.ts'

/** The queries, as `tsquery` reads them, by which pages are found and ranked. */
export interface SearchQuery {
  readonly match: string
  /** That all words are in the title. */
  readonly inTitle: string
  /** That all words are in the title, the description or headings. */
  readonly inHeadings: string
  /** The clauses that pages are to have, to show where they have them. */
  readonly wanted: readonly Clause[]
}

/** Words that a misspelt one may mean. */
export type Guesses = ReadonlyMap<string, readonly string[]>

/** Undefined where the query asks for nothing. */
export function compileQuery(
  clauses: readonly Clause[],
  stems: Stems,
  guesses: Guesses = new Map(),
): SearchQuery | undefined {
  const says = ({ words }: Clause) => words.some((word) => !isStopWord(stems, word))
  const positive = clauses.filter(({ excluded }) => !excluded)
  const telling = positive.filter(says)
  // Common words are noted of titles only: they count where there are no others.
  const common = telling.length === 0
  const wanted = common ? positive : telling
  if (wanted.length === 0) return undefined
  const write = (weights: string) =>
    wanted.map((clause) => writeClause(clause, common ? 'A' : weights, common, stems, guesses)).join(' & ')
  const unwanted = clauses.filter((clause) => clause.excluded && says(clause))
  const without = unwanted.map((clause) => ` & !(${writeClause(clause, '', false, stems, guesses)})`)
  return {
    match: write('') + without.join(''),
    inTitle: write('A'),
    inHeadings: write('AB'),
    wanted,
  }
}

function writeClause(
  clause: Clause,
  weights: string,
  common: boolean,
  stems: Stems,
  guesses: Guesses,
): string {
  const { words, exact, open } = clause
  const [only = ''] = words
  if (words.length > 1 || exact) return writePhrase(clause, weights, common, stems)
  const forms = new Set([writeWord(stems.get(only) || only, weights, false)])
  if (open && only.length > 1 && !common) forms.add(writeWord(only, weights, true))
  for (const guess of guesses.get(only) ?? []) forms.add(writeWord(stems.get(guess) || guess, weights, false))
  return `(${[...forms].join(' | ')})`
}

/** Words in a row as they stand; common ones are only known to take a place. */
function writePhrase({ words, open }: Clause, weights: string, common: boolean, stems: Stems): string {
  let text = ''
  let previous = 0
  for (const [place, word] of words.entries()) {
    if (!common && isStopWord(stems, word)) continue
    const last = place === words.length - 1
    if (text !== '') text += ` <${place - previous}> `
    text += writeWord(word, weights, open && last)
    previous = place
  }
  return `(${text})`
}

function writeWord(word: string, weights: string, prefix: boolean): string {
  const flags = `${prefix ? '*' : ''}${weights}`
  return flags === '' ? quoteLexeme(word) : `${quoteLexeme(word)}:${flags}`
}
