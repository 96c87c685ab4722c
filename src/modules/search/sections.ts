import type { RunStatement } from '../../database/rows.ts'
import type { SearchSection } from '../../generated/prisma/client.ts'
import { excerptOf, type Occurrence } from './excerpt.ts'
import { excerptBytes, pagesWithSections, sectionsOfPage } from './limits.ts'
import type { Clause } from './query.ts'
import type { FoundPage } from './ranking.ts'
import { type Stems, stemsOf } from './stems.ts'
import { type Corrections, neighboursIn, versionForms } from './ts-query.ts'
import { stopWordPair } from './vector-builder.ts'
import { type Token, tokenize } from './words.ts'

export interface FoundSection {
  readonly anchor: string | null
  readonly ordinal: number
  readonly title: string
  readonly excerpt: string
}

interface SectionRow extends Pick<SearchSection, 'ordinal' | 'anchor' | 'title' | 'body'> {
  /** One-based index of its page. */
  readonly n: number
}

/** The query as it is matched against sections. */
export interface SectionQuery {
  readonly clauses: readonly Clause[]
  /** Whether the clauses consist of stop words. */
  readonly isCommon: boolean
  readonly stems: Stems
  readonly corrections: Corrections
}

/**
 * Returns the sections of each page that match the query, best first, with two statements for all pages. Only the best
 * pages have sections.
 */
export async function readSections(
  run: RunStatement,
  pages: readonly FoundPage[],
  wanted: SectionQuery,
): Promise<FoundSection[][]> {
  const best = bestOfEachSpace(pages).slice(0, pagesWithSections)
  const sections = await readSectionsOf(run, best, wanted)
  const byPage = new Map(best.map((page, index) => [page, sections[index]]))
  return pages.map((page) => byPage.get(page) ?? [])
}

/** Sorts pages, of which those of a space are in their order, by their position in their space. */
function bestOfEachSpace(pages: readonly FoundPage[]): FoundPage[] {
  const found = new Map<string, number>()
  const positions = pages.map((page) => {
    const position = found.get(page.spaceId) ?? 0
    found.set(page.spaceId, position + 1)
    return { page, position }
  })
  return positions.sort((one, other) => one.position - other.position).map(({ page }) => page)
}

async function readSectionsOf(
  run: RunStatement,
  pages: readonly FoundPage[],
  wanted: SectionQuery,
): Promise<FoundSection[][]> {
  const rows = await readRows(run, pages)
  const words = rows.map(({ title, body }) => ({
    title: [...tokenize(title)],
    body: [...tokenize(body)],
  }))
  const matcher = new WordMatcher(wanted)
  await matcher.loadStems(run, words)
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

/** Reads sections up to the size limit. Sizes are computed without reading the texts beyond the limit. */
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

/** Scores a section by the number of matching clauses, then by matches in its heading, then by their number. */
function scoreSection(row: SectionRow, inTitle: Occurrence[], inBody: Occurrence[]) {
  const { n, anchor, ordinal, title, body } = row
  // The section before the first heading has the title of the page, which is matched separately.
  const heading = anchor === null ? [] : inTitle
  const clauses = new Set([...heading, ...inBody].map(({ clause }) => clause)).size
  const headed = new Set(heading.map(({ clause }) => clause)).size
  const score = clauses * 1000 + headed * 500 + Math.min(inBody.length, 400)
  return { n, score, section: { anchor, ordinal, title, excerpt: excerptOf(body, inBody) } }
}

/** Length of the prefix that a word always shares with its stem. */
const commonStart = 3

const formsOf = ({ word, ends, joined }: Token): string[] => [word, ...ends, ...(joined ? [joined.word] : [])]

/** Finds the clause of the query that a word of a text matches. */
class WordMatcher {
  readonly #wanted: SectionQuery
  readonly #clauseByWord = new Map<string, number>()
  readonly #clauseByStem = new Map<string, number>()
  readonly #prefixes: { readonly start: string; readonly clause: number }[] = []
  /** The pairs of stop words of a query that has no other words. */
  readonly #neighbours: ReadonlySet<string>
  #stems: Stems = new Map()

  constructor(wanted: SectionQuery) {
    this.#wanted = wanted
    this.#neighbours = new Set(wanted.isCommon ? neighboursIn(wanted.clauses) : [])
    for (const [index, { words, joined, exact, prefix }] of wanted.clauses.entries()) {
      const last = words.at(-1) as string
      if (prefix && last.length > 1) this.#prefixes.push({ start: last, clause: index })
      const forms = exact ? [] : versionForms(words)
      if (joined !== undefined) this.#addWord(joined, index, true)
      for (const word of [...words, ...forms]) this.#addWord(word, index, words.length > 1 || exact)
    }
  }

  #addWord(word: string, clause: number, exact: boolean): void {
    const { stems, corrections } = this.#wanted
    this.#clauseByWord.set(word, clause)
    if (exact) return
    for (const form of [word, ...(corrections.get(word) ?? [])])
      this.#clauseByStem.set(stems.get(form) || form, clause)
  }

  /** Reads the stems of words that share a prefix with a stem of the query. */
  async loadStems(run: RunStatement, texts: readonly { title: Token[]; body: Token[] }[]): Promise<void> {
    const starts = new Set([...this.#clauseByStem.keys()].map((stem) => stem.slice(0, commonStart)))
    if (starts.size === 0) return
    const words = new Set<string>()
    for (const { title, body } of texts)
      for (const tokens of [title, body])
        for (const word of tokens.flatMap(formsOf))
          if (starts.has(word.slice(0, commonStart))) words.add(word)
    this.#stems = await stemsOf(run, words)
  }

  /** Returns the words that match. Of stop words, which every text has, only neighbours match if there are some. */
  occurrences(words: readonly Token[]): Occurrence[] {
    const neighbours = this.#neighbours.size > 0 ? this.#found(words, this.#neighbourAt(words)) : []
    return neighbours.length > 0 ? neighbours : this.#found(words, () => true)
  }

  #found(words: readonly Token[], isWanted: (index: number) => boolean): Occurrence[] {
    const found: Occurrence[] = []
    for (const [index, token] of words.entries()) {
      const occurrence = isWanted(index) ? this.#occurrenceOf(token) : undefined
      if (occurrence) found.push(occurrence)
    }
    return found
  }

  #occurrenceOf({ word, ends, joined, start, end }: Token): Occurrence | undefined {
    for (const form of [word, ...ends]) {
      const clause = this.#clauseOf(form)
      if (clause !== undefined) return { start, end, clause }
    }
    const clause = joined && this.#clauseOf(joined.word)
    return joined && clause !== undefined ? { start, end: joined.end, clause } : undefined
  }

  #neighbourAt(words: readonly Token[]): (index: number) => boolean {
    const isPair = (index: number) => {
      const [first, second] = [words[index], words[index + 1]]
      return first && second ? this.#neighbours.has(stopWordPair(first.word, second.word)) : false
    }
    return (index) => isPair(index - 1) || isPair(index)
  }

  #clauseOf(word: string): number | undefined {
    return (
      this.#clauseByWord.get(word) ??
      this.#clauseByStem.get(this.#stems.get(word) ?? word) ??
      this.#prefixes.find(({ start }) => word.startsWith(start))?.clause
    )
  }
}
