import { excerptOf, type Occurrence } from './excerpt.ts'
import { excerptBytes, sectionsOfPage } from './limits.ts'
import type { Clause } from './query.ts'
import type { FoundPage } from './ranking.ts'
import { type RunStatement, type Stems, stemsOf } from './stems.ts'
import type { Guesses } from './ts-query.ts'
import { type PlacedWord, placedWords } from './words.ts'

export interface FoundSection {
  readonly anchor: string | null
  readonly ordinal: number
  readonly title: string
  readonly excerpt: string
}

interface SectionRow {
  /** Which of the pages it is of. */
  readonly n: number
  readonly ordinal: number
  readonly anchor: string | null
  readonly title: string
  readonly body: string
}

/** What is looked for in sections: the words of each clause. */
export interface Wanted {
  readonly clauses: readonly Clause[]
  readonly stems: Stems
  readonly guesses: Guesses
}

/** For each page the sections in which words of the query stand, the best first. Two statements for all pages. */
export async function readSections(
  run: RunStatement,
  pages: readonly FoundPage[],
  wanted: Wanted,
): Promise<FoundSection[][]> {
  const rows = await readRows(run, pages)
  const words = rows.map(({ title, body }) => ({
    title: [...placedWords(title)],
    body: [...placedWords(body)],
  }))
  const matcher = new WordMatcher(wanted)
  await matcher.learn(run, words)
  const scored = rows.map((row, index) => {
    const { title, body } = words[index] as (typeof words)[number]
    return scoreSection(row, matcher.occurrences(title), matcher.occurrences(body))
  })
  const byPage = Map.groupBy(
    scored.filter(({ score }) => score > 0),
    ({ n }) => n,
  )
  return pages.map((_, index) =>
    (byPage.get(index + 1) ?? [])
      .sort((a, b) => b.score - a.score || a.section.ordinal - b.section.ordinal)
      .slice(0, sectionsOfPage)
      .map(({ section }) => section),
  )
}

/** Sizes are known without reading what they are of, so that what is beyond the limit costs nothing. */
const readRows = (run: RunStatement, pages: readonly FoundPage[]) =>
  run<SectionRow>(
    `SELECT n, ordinal, anchor, title, body FROM (
       SELECT k.n::int AS n, s.ordinal, s.anchor, s.title, s.body,
         sum(octet_length(s.body)) OVER (ORDER BY k.n, s.ordinal) AS bytes
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(space, page, n)
       CROSS JOIN LATERAL (
         SELECT * FROM "SearchSection" s WHERE s."spaceId" = k.space AND s."pageId" = k.page OFFSET 0) s) sections
     WHERE bytes <= $3 ORDER BY n, ordinal`,
    [pages.map(({ spaceId }) => spaceId), pages.map(({ pageId }) => pageId), excerptBytes],
  )

/** How many clauses of the query stand in a section counts most, then whether its heading says so. */
function scoreSection(row: SectionRow, inTitle: Occurrence[], inBody: Occurrence[]) {
  const { n, anchor, ordinal, title, body } = row
  // The page up to its first heading goes by the title of the page, which is found as such.
  const heading = anchor === null ? [] : inTitle
  const clauses = new Set([...heading, ...inBody].map(({ clause }) => clause)).size
  const headed = new Set(heading.map(({ clause }) => clause)).size
  const score = clauses * 1000 + headed * 500 + Math.min(inBody.length, 400)
  return { n, score, section: { anchor, ordinal, title, excerpt: excerptOf(body, inBody) } }
}

/** Beyond this start, a word and its stem may differ. */
const commonStart = 3

/** Tells which clause of the query a word of a text belongs to. */
class WordMatcher {
  readonly #wanted: Wanted
  readonly #clauseByWord = new Map<string, number>()
  readonly #clauseByStem = new Map<string, number>()
  readonly #open: { readonly start: string; readonly clause: number }[] = []
  #stems: Stems = new Map()

  constructor(wanted: Wanted) {
    this.#wanted = wanted
    for (const [index, { words, exact, open }] of wanted.clauses.entries()) {
      const last = words.at(-1) as string
      if (open && last.length > 1) this.#open.push({ start: last, clause: index })
      for (const word of words) this.#addWord(word, index, words.length > 1 || exact)
    }
  }

  #addWord(word: string, clause: number, exact: boolean): void {
    const { stems, guesses } = this.#wanted
    this.#clauseByWord.set(word, clause)
    if (exact) return
    for (const form of [word, ...(guesses.get(word) ?? [])])
      this.#clauseByStem.set(stems.get(form) || form, clause)
  }

  /** Asks for the stems of words that may have one of those that are looked for. */
  async learn(
    run: RunStatement,
    texts: readonly { title: PlacedWord[]; body: PlacedWord[] }[],
  ): Promise<void> {
    const starts = new Set([...this.#clauseByStem.keys()].map((stem) => stem.slice(0, commonStart)))
    if (starts.size === 0) return
    const words = new Set<string>()
    for (const { title, body } of texts)
      for (const placed of [title, body])
        for (const { word } of placed) if (starts.has(word.slice(0, commonStart))) words.add(word)
    this.#stems = await stemsOf(run, words)
  }

  occurrences(words: readonly PlacedWord[]): Occurrence[] {
    const found: Occurrence[] = []
    for (const { word, start, end } of words) {
      const clause = this.#clauseOf(word)
      if (clause !== undefined) found.push({ start, end, clause })
    }
    return found
  }

  #clauseOf(word: string): number | undefined {
    return (
      this.#clauseByWord.get(word) ??
      this.#clauseByStem.get(this.#stems.get(word) ?? word) ??
      this.#open.find(({ start }) => word.startsWith(start))?.clause
    )
  }
}
