import type { RunStatement } from '../../database/rows.ts'
/** Stems by word; empty for stop words such as “the”. Words that equal their stem are left out. */
export type Stems = ReadonlyMap<string, string>

/** Reads the English stems of words in one statement. Most words of other languages are their own stem. */
export async function stemsOf(run: RunStatement, words: Iterable<string>): Promise<Stems> {
  const distinct = [...new Set(words)]
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
