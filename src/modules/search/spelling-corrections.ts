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
  const misspelled = clauses
    .filter(({ words, exact, excluded }) => words.length === 1 && !exact && !excluded)
    .flatMap(({ words }) => words)
    .filter(({ length }) => length >= spelling.shortestCorrected && length <= spelling.longest)
    .filter(isCorrected)
  const candidates = new Map(
    [...new Set(misspelled)]
      .slice(0, spelling.correctedWords)
      .map((word) => [word, wordsWithinOneEdit(word)]),
  )
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
