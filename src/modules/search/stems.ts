import { boundedCache } from '../../caches/bounded-cache.ts'
import type { RunStatement } from '../../database/rows.ts'
/** Stems by word; empty for stop words such as “the”. Words that equal their stem are left out. */
export type Stems = ReadonlyMap<string, string>

/** The stems of the words that were read last, which never change. A word that is its own stem is there too. */
const known = boundedCache<string, string>('stems', (stem, word) => stem.length + word.length)

/**
 * Returns the English stems of words, of which one statement reads those that are not known. Most words of other languages
 * are their own stem.
 */
export async function stemsOf(run: RunStatement, words: Iterable<string>): Promise<Stems> {
  const stems = new Map<string, string>()
  const unknown: string[] = []
  for (const word of new Set(words)) {
    const stem = known.get(word)
    if (stem === undefined) unknown.push(word)
    else if (stem !== word) stems.set(word, stem)
  }
  const read = await readStems(run, unknown)
  for (const word of unknown) {
    const stem = read.get(word)
    known.set(word, stem ?? word)
    if (stem !== undefined) stems.set(word, stem)
  }
  return stems
}

async function readStems(run: RunStatement, distinct: readonly string[]): Promise<Stems> {
  if (distinct.length === 0) return new Map()
  const rows = await run<{ word: string; stem: string }>(
    `SELECT w.word, coalesce(s.lexemes[1], '') AS stem FROM unnest($1::text[]) AS w(word)
     CROSS JOIN LATERAL (SELECT ts_lexize('english_stem', w.word) AS lexemes OFFSET 0) s
     WHERE s.lexemes IS DISTINCT FROM ARRAY[w.word]`,
    [distinct],
  )
  return new Map(rows.map(({ word, stem }) => [word, stem]))
}

export const isStopWord = (stems: Stems, word: string): boolean => stems.get(word) === ''
