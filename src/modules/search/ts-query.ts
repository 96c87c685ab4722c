import type { Clause } from './query.ts'
import { isStopWord, type Stems } from './stems.ts'
import { inHeadings, inTitle, quoteLexeme, stopWordPair } from './vector-builder.ts'

/** The `tsquery` texts by which pages are matched and ranked. */
export interface TsQueries {
  readonly match: string
  /** Matches if all words are in the title. */
  readonly inTitle: string
  /** Matches if all words are in the title, the description or headings. */
  readonly inHeadings: string
}

export interface SearchQuery extends TsQueries {
  /** Matches if none of the excluded words is in the page; null if there are none. */
  readonly exclusion: string | null
  /** The clauses that are highlighted in sections. */
  readonly wanted: readonly Clause[]
  /** The word that also matches as a prefix. */
  readonly unfinished: string | null
  /** Whether all its words are stop words. */
  readonly isCommon: boolean
}

/** Spelling corrections by misspelled word. */
export type Corrections = ReadonlyMap<string, readonly string[]>

/** Options for the conditions of the index, which are necessary for a match but not always sufficient. */
export interface IndexOptions {
  /** Words in place of those that begin with the last word, for which the index would read all their pages. */
  readonly completions: readonly string[]
}

/** Compiles a query. Returns undefined if it has no words to search for. */
export function compileQuery(
  clauses: readonly Clause[],
  stems: Stems,
  corrections: Corrections = new Map(),
  index?: IndexOptions,
): SearchQuery | undefined {
  const isSignificant = ({ words }: Clause) => words.some((word) => !isStopWord(stems, word))
  const positive = clauses.filter(({ excluded }) => !excluded)
  const significant = positive.filter(isSignificant)
  // Stop words are searched only if the query has no other words.
  const common = significant.length === 0
  const wanted = common ? positive : significant
  if (wanted.length === 0) return undefined
  const excluded = clauses
    .filter((clause) => clause.excluded && isSignificant(clause) && !(index && isPhrase(clause)))
    .map(
      (clause) => `!${writeClause(clause, { lexemePrefix: '', common: false, stems, corrections, index })}`,
    )
  const write = (lexemePrefix: string) =>
    wanted
      .map((clause) => writeClause(clause, { lexemePrefix, common, stems, corrections, index }))
      .join(' & ')
  const anywhere = (lexemePrefix: string) =>
    common
      ? `(${[write(inTitle), writePairs(wanted, lexemePrefix, index !== undefined)].filter(Boolean).join(' | ')})`
      : write(lexemePrefix)
  const without = (text: string) => [text, ...excluded].join(' & ')
  return {
    match: without(anywhere('')),
    inTitle: without(write(inTitle)),
    inHeadings: without(anywhere(inHeadings)),
    exclusion: excluded.length > 0 ? excluded.join(' & ') : null,
    wanted,
    unfinished: (!common && unfinishedOf(wanted)) || null,
    isCommon: common,
  }
}

/** Returns the conditions for the pairs of neighbours in clauses of stop words; those of a phrase must follow each other. */
const writePairs = (clauses: readonly Clause[], lexemePrefix: string, isForIndex: boolean): string =>
  runsOf(clauses)
    .filter(isPhrase)
    .map((run) =>
      pairsOf(run)
        .map((pair) => writeWord(lexemePrefix, pair))
        .join(run.exact && !isForIndex ? ' <-> ' : ' & '),
    )
    .map((pairs) => `(${pairs})`)
    .join(' & ')

/** Returns the pairs of neighbours in clauses of stop words. */
export const neighboursIn = (clauses: readonly Clause[]): string[] => runsOf(clauses).flatMap(pairsOf)

/** Joins the clauses that are no quoted phrases. */
function runsOf(clauses: readonly Clause[]): Clause[] {
  const runs: Clause[] = []
  for (const clause of clauses) {
    const last = runs.at(-1)
    if (!last || last.exact || clause.exact) runs.push(clause)
    else runs[runs.length - 1] = { ...last, words: [...last.words, ...clause.words] }
  }
  return runs
}

function pairsOf({ words, exact }: Clause): string[] {
  const pairs = words.slice(1).map((word, index) => stopWordPair(words[index] as string, word))
  return exact ? pairs : [...new Set(pairs)]
}

function unfinishedOf(clauses: readonly Clause[]): string | undefined {
  const clause = clauses.find(({ prefix }) => prefix)
  const word = clause?.words.at(-1)
  return clause && (isPhrase(clause) || (word as string).length > 1) ? word : undefined
}

interface WordOptions {
  /** Prefix of the lexemes, which restricts matches to titles or headings. */
  readonly lexemePrefix: string
  /** Whether stop words are included. */
  readonly common: boolean
  readonly stems: Stems
  readonly corrections: Corrections
  readonly index?: IndexOptions
}

/** Returns whether the positions of words matter, which a GIN index does not store. */
export const isPhrase = ({ words }: Clause): boolean => words.length > 1

function writeClause(clause: Clause, options: WordOptions): string {
  const { words, exact, prefix } = clause
  const [only = ''] = words
  if (isPhrase(clause) || exact) return writePhrase(clause, options)
  const { lexemePrefix, common, stems, corrections } = options
  const forms = new Set(
    [only, ...(corrections.get(only) ?? [])].map((word) => writeWord(lexemePrefix, stems.get(word) || word)),
  )
  if (prefix && only.length > 1 && !common) for (const form of writePrefix(only, options)) forms.add(form)
  return `(${[...forms].join(' | ')})`
}

/** Returns the other form of the first word of a version such as `v1.2` or `1.2`, which is written with and without `v`. */
export function versionForms([first = '', ...others]: readonly string[]): string[] {
  const [, sign, number] = /^(v?)(\d+)$/.exec(first) ?? []
  if (number === undefined || others.length === 0 || !others.every((word) => /^\d/.test(word))) return []
  return [sign === '' ? `v${number}` : number]
}

/** Compiles consecutive words without stemming. Stop words only add to the distance. */
function writePhrase(clause: Clause, options: WordOptions): string {
  const { words, joined, prefix } = clause
  const { lexemePrefix, common, stems, index } = options
  let text = ''
  let previous = 0
  for (const [position, word] of words.entries()) {
    if (!common && isStopWord(stems, word)) continue
    if (text !== '') text += index ? ' & ' : ` <${position - previous}> `
    const last = prefix && position === words.length - 1
    const wordForms = position === 0 && !clause.exact ? [word, ...versionForms(words)] : [word]
    const forms = last ? writePrefix(word, options) : wordForms.map((form) => writeWord(lexemePrefix, form))
    text += forms.length > 1 ? `(${forms.join(' | ')})` : forms.join()
    previous = position
  }
  return joined === undefined ? `(${text})` : `((${text}) | ${writeWord(lexemePrefix, joined)})`
}

/** Compiles the word and the words that begin with it. */
const writePrefix = (word: string, { lexemePrefix, index }: WordOptions): string[] =>
  index
    ? [word, ...index.completions].map((each) => writeWord(lexemePrefix, each))
    : [`${writeWord(lexemePrefix, word)}:*`]

const writeWord = (lexemePrefix: string, word: string): string => quoteLexeme(lexemePrefix + word)
