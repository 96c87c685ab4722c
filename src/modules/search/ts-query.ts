import type { Clause } from './query.ts'
import { isStopWord, type Stems } from './stems.ts'
import { inHeadings, inTitle, quoteLexeme } from './vector-builder.ts'

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
  const excluded = clauses.filter((clause) => clause.excluded && says(clause))
  const write = (mark: string) =>
    [
      ...wanted.map((clause) => writeClause(clause, { mark, common, stems, guesses })),
      ...excluded.map((clause) => `!${writeClause(clause, { mark: '', common: false, stems, guesses })}`),
    ].join(' & ')
  return {
    match: write(common ? inTitle : ''),
    inTitle: write(inTitle),
    inHeadings: write(common ? inTitle : inHeadings),
    wanted,
  }
}

/** How words are looked up. */
interface Words {
  /** Where they are to stand. */
  readonly mark: string
  /** Whether common words count. */
  readonly common: boolean
  readonly stems: Stems
  readonly guesses: Guesses
}

function writeClause(clause: Clause, look: Words): string {
  const { words, exact, open } = clause
  const [only = ''] = words
  if (words.length > 1 || exact) return writePhrase(clause, look)
  const { mark, common, stems, guesses } = look
  const forms = new Set(
    [only, ...(guesses.get(only) ?? [])].map((word) => writeWord(mark, stems.get(word) || word)),
  )
  if (open && only.length > 1 && !common) forms.add(`${writeWord(mark, only)}:*`)
  return `(${[...forms].join(' | ')})`
}

/** Words in a row as they stand; of common ones only the place is known. */
function writePhrase({ words, open }: Clause, { mark, common, stems }: Words): string {
  let text = ''
  let previous = 0
  for (const [place, word] of words.entries()) {
    if (!common && isStopWord(stems, word)) continue
    if (text !== '') text += ` <${place - previous}> `
    text += writeWord(mark, word)
    if (open && place === words.length - 1) text += ':*'
    previous = place
  }
  return `(${text})`
}

const writeWord = (mark: string, word: string): string => quoteLexeme(mark + word)
