/** Runs a statement: in a transaction, or on any connection. */
export type RunStatement = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>

/** The stems of words; an empty one for words too common to say anything, such as “the”. */
export type Stems = ReadonlyMap<string, string>

/** One statement for all words. PostgreSQL knows the rules of English; words of other languages mostly stay as they are. */
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
