import type { RunStatement } from '../../database/rows.ts'
import { spelling } from './limits.ts'
import type { Clause } from './query.ts'
import type { Stems } from './stems.ts'
import type { Corrections } from './ts-query.ts'

const alphabets = [
  { script: /^[a-z0-9]+$/, letters: [...'abcdefghijklmnopqrstuvwxyz0123456789'] },
  { script: /\p{Script=Cyrillic}/u, letters: [...'абвгдежзиклмнопрстуфхцчшщъыьэюяіїєґ'] },
  { script: /\p{Script=Greek}/u, letters: [...'αβγδεζηθικλμνξοπρστυφχψω'] },
]

/**
 * Returns the words within one edit: an inserted, deleted, replaced or transposed letter. Edits at the end of the word
 * come first, because errors in the first letter are rare.
 */
export function wordsWithinOneEdit(word: string): string[] {
  const letters = [...word]
  const alphabet = alphabets.find(({ script }) => script.test(word))?.letters ?? [...new Set(letters)]
  const found = new Set<string>()
  const add = (start: number, removed: number, inserted: string) =>
    found.add([...letters.slice(0, start), inserted, ...letters.slice(start + removed)].join(''))
  for (let position = letters.length; position >= 0; position--) {
    const [here = '', next] = letters.slice(position, position + 2)
    if (next !== undefined) add(position, 2, next + here)
    if (here !== '') add(position, 1, '')
    for (const letter of alphabet) {
      add(position, 0, letter)
      if (here !== '') add(position, 1, letter)
    }
  }
  found.delete(word)
  return [...found]
}

interface CorrectionOptions {
  readonly isCorrected: (word: string) => boolean
  /** The stems of the words of the query. */
  readonly stems: Stems
}

/**
 * Reads the indexed words within one edit of each word of the query, and their stems, in one statement. Other forms of the
 * same word are no corrections.
 */
export async function findCorrections(
  run: RunStatement,
  clauses: readonly Clause[],
  { isCorrected, stems: ownStems }: CorrectionOptions,
): Promise<{ corrections: Corrections; stems: Stems }> {
  const misspelled = wordsOf(clauses)
    .filter(({ length }) => length >= spelling.shortestCorrected && length <= spelling.longest)
    .filter(isCorrected)
  const candidates = nearWords(misspelled)
  if (candidates.size === 0) return { corrections: new Map(), stems: new Map() }
  const rows = await run<{ word: string; stem: string }>(
    `SELECT word, coalesce((ts_lexize('english_stem', word))[1], '') AS stem FROM "SearchWord"
     WHERE word = ANY($1::text[])`,
    [[...new Set([...candidates.values()].flat())]],
  )
  const stems = new Map(rows.map(({ word, stem }) => [word, stem]))
  const corrections = [...candidates].map(([word, near]) => {
    const own = ownStems.get(word) ?? word
    const others = near.filter((other) => stems.has(other) && stems.get(other) !== own)
    return [word, others.slice(0, spelling.corrections)] as const
  })
  return { corrections: new Map(corrections.filter(([, others]) => others.length > 0)), stems }
}

/** Reads the stop words within one edit of each word of the query that no page has. */
export async function findStopWords(
  run: RunStatement,
  clauses: readonly Clause[],
): Promise<ReadonlyMap<string, string>> {
  const candidates = nearWords(wordsOf(clauses).filter(({ length }) => length >= spelling.shortest))
  if (candidates.size === 0) return new Map()
  const pairs = [...candidates].flatMap(([word, near]) => near.map((stopWord) => [word, stopWord] as const))
  const rows = await run<{ word: string; stopWord: string }>(
    `SELECT DISTINCT ON (p.word) p.word, p."stopWord"
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS p(word, "stopWord", place)
     WHERE ts_lexize('english_stem', p."stopWord") = '{}'
       AND NOT EXISTS (SELECT 1 FROM "SearchWord" w WHERE w.word = p.word)
     ORDER BY p.word, p.place`,
    [pairs.map(([word]) => word), pairs.map(([, stopWord]) => stopWord)],
  )
  return new Map(rows.map(({ word, stopWord }) => [word, stopWord]))
}

/** Returns the words of the query that may be misspelled: those that stand alone. */
const wordsOf = (clauses: readonly Clause[]): string[] =>
  clauses
    .filter(({ words, exact, excluded }) => words.length === 1 && !exact && !excluded)
    .flatMap(({ words }) => words)

const nearWords = (words: readonly string[]): Map<string, string[]> =>
  new Map(
    [...new Set(words)].slice(0, spelling.correctedWords).map((word) => [word, wordsWithinOneEdit(word)]),
  )
