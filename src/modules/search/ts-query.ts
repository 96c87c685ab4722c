import type { Clause } from './query.ts'
import { isStopWord, type Stems } from './stems.ts'
import { inHeadings, inTitle, quoteLexeme } from './vector-builder.ts'

/** The `tsquery` texts by which pages are matched and ranked. */
export interface SearchQuery {
  readonly match: string
  /** Matches if all words are in the title. */
  readonly inTitle: string
  /** Matches if all words are in the title, the description or headings. */
  readonly inHeadings: string
  /** The clauses that are highlighted in sections. */
  readonly wanted: readonly Clause[]
}

/** Spelling corrections by misspelled word. */
export type Corrections = ReadonlyMap<string, readonly string[]>

/** Compiles a query. Returns undefined if it has no words to search for. */
export function compileQuery(
  clauses: readonly Clause[],
  stems: Stems,
  corrections: Corrections = new Map(),
): SearchQuery | undefined {
  const isSignificant = ({ words }: Clause) => words.some((word) => !isStopWord(stems, word))
  const positive = clauses.filter(({ excluded }) => !excluded)
  const significant = positive.filter(isSignificant)
  // Stop words are indexed in titles only, and are searched only if the query has no other words.
  const common = significant.length === 0
  const wanted = common ? positive : significant
  if (wanted.length === 0) return undefined
  const excluded = clauses.filter((clause) => clause.excluded && isSignificant(clause))
  const write = (mark: string) =>
    [
      ...wanted.map((clause) => writeClause(clause, { mark, common, stems, corrections })),
      ...excluded.map((clause) => `!${writeClause(clause, { mark: '', common: false, stems, corrections })}`),
    ].join(' & ')
  return {
    match: write(common ? inTitle : ''),
    inTitle: write(inTitle),
    inHeadings: write(common ? inTitle : inHeadings),
    wanted,
  }
}

/** Options for compiling words. */
interface WordOptions {
  /** Prefix of the lexemes, which restricts matches to titles or headings. */
  readonly mark: string
  /** Whether stop words are included. */
  readonly common: boolean
  readonly stems: Stems
  readonly corrections: Corrections
}

function writeClause(clause: Clause, options: WordOptions): string {
  const { words, exact, prefix } = clause
  const [only = ''] = words
  if (words.length > 1 || exact) return writePhrase(clause, options)
  const { mark, common, stems, corrections } = options
  const forms = new Set(
    [only, ...(corrections.get(only) ?? [])].map((word) => writeWord(mark, stems.get(word) || word)),
  )
  if (prefix && only.length > 1 && !common) forms.add(`${writeWord(mark, only)}:*`)
  return `(${[...forms].join(' | ')})`
}

/** Compiles consecutive words without stemming. Stop words only add to the distance. */
function writePhrase({ words, prefix }: Clause, { mark, common, stems }: WordOptions): string {
  let text = ''
  let previous = 0
  for (const [position, word] of words.entries()) {
    if (!common && isStopWord(stems, word)) continue
    if (text !== '') text += ` <${position - previous}> `
    text += writeWord(mark, word)
    if (prefix && position === words.length - 1) text += ':*'
    previous = position
  }
  return `(${text})`
}

const writeWord = (mark: string, word: string): string => quoteLexeme(mark + word)
