import DataLoader from 'dataloader'
import type { RunStatement } from '../../database/rows.ts'
import { type Connection, type ListArguments, windowOf } from '../../graph/declare/connection.ts'
import type { Window } from '../../graph/declare/keyset.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { loadOrganization } from '../organizations/service.ts'
import { readableSpaces } from '../spaces/policy.ts'
import { loadSpace } from '../spaces/service.ts'
import type { IndexedQuery, Searched } from './candidates.ts'
import { readLimits, spelling } from './limits.ts'
import { type Clause, parseQuery } from './query.ts'
import {
  assertCursor,
  type FoundPage,
  type FoundSpace,
  type Rank,
  type Ranked,
  rankPages,
  rankSpaces,
} from './ranking.ts'
import { isCounted, isScanned, measureScope, type SearchScope, type SpaceFilter } from './scope.ts'
import { type FoundSection, readSections } from './sections.ts'
import { findCorrections, findStopWords } from './spelling-corrections.ts'
import { type Stems, stemsOf } from './stems.ts'
import { type Corrections, compileQuery, isPhrase } from './ts-query.ts'

export interface SearchArguments extends ListArguments {
  readonly search: string
}

/** One page of results. The count is a lower bound if not all results were counted. */
export interface SearchConnection<Node> extends Connection<Node> {
  isCountExact(): Promise<boolean>
}

export interface PageResult extends FoundPage {
  readonly sections: () => Promise<FoundSection[]>
}

export interface SpaceResult extends Omit<FoundSpace, 'pages'> {
  readonly pages: readonly PageResult[]
}

export async function searchSpace(
  context: Context,
  spaceId: string,
  args: SearchArguments,
): Promise<SearchConnection<PageResult>> {
  const space = await loadSpace(context, spaceId)
  const window = windowOf(args)
  assertCursor('pages', window)
  const filter = { AND: [{ id: space.id }, readableSpaces(viewerOf(context))] }
  const search = new Search(context, args.search, filter, (run, searched, typed) =>
    rankPages(run, searched, typed, window),
  )
  return search.connection(window, (page) => search.withSections(page))
}

/** Returns the spaces of an organization with matching pages that the viewer may read. */
export async function searchOrganization(
  context: Context,
  organizationId: string,
  args: SearchArguments,
): Promise<SearchConnection<SpaceResult>> {
  const organization = await loadOrganization(context, organizationId)
  const filter = { AND: [{ organizationId: organization.id }, readableSpaces(viewerOf(context))] }
  return searchSpaces(context, filter, args)
}

/** Returns the spaces with matching pages. The filter must include the permissions of the viewer. */
export function searchSpaces(
  context: Pick<Context, 'database'>,
  filter: SpaceFilter,
  args: SearchArguments,
): SearchConnection<SpaceResult> {
  const window = windowOf(args)
  assertCursor('spaces', window)
  const search = new Search(context, args.search, filter, (run, searched, typed) =>
    rankSpaces(run, searched, typed, window),
  )
  return search.connection(window, (space) => ({
    ...space,
    pages: space.pages.map((page) => search.withSections(page)),
  }))
}

/** One search, with a fixed number of statements regardless of its results. */
class Search<Item> {
  readonly #run: RunStatement
  readonly #typed: string
  #clauses: readonly Clause[]
  readonly #filter: SpaceFilter
  readonly #rank: Rank<Item>
  readonly #sections: DataLoader<FoundPage, FoundSection[]>
  #wanted: readonly Clause[] = []
  #isCommon = false
  #stems: Stems = new Map()
  #corrections: Corrections = new Map()
  #scope: SearchScope | undefined
  #result: Promise<Ranked<Item>> | undefined

  constructor({ database }: Pick<Context, 'database'>, query: string, filter: SpaceFilter, rank: Rank<Item>) {
    this.#run = database.query
    this.#typed = query.replaceAll('"', '').trim().toLowerCase()
    this.#clauses = parseQuery(query)
    this.#filter = filter
    this.#rank = rank
    this.#sections = new DataLoader(
      (pages) =>
        readSections(this.#run, pages, {
          clauses: this.#wanted,
          isCommon: this.#isCommon,
          stems: this.#stems,
          corrections: this.#corrections,
        }),
      { maxBatchSize: Number.POSITIVE_INFINITY },
    )
  }

  connection<Result>(window: Window, resultOf: (item: Item) => Result): SearchConnection<Result> {
    let edges: { node: Result; cursor: string }[] | undefined
    return {
      window,
      count: async () => (await this.#find()).total,
      isCountExact: async () => (await this.#find()).isTotalExact,
      page: async () => {
        if (window.limit === 0) return { edges: [], more: false }
        const found = await this.#find()
        edges ??= found.edges.map(({ node, cursor }) => ({ node: resultOf(node), cursor }))
        return { edges, more: found.more }
      },
    }
  }

  withSections(page: FoundPage): PageResult {
    return { ...page, sections: () => this.#sections.load(page) }
  }

  #find(): Promise<Ranked<Item>> {
    this.#result ??= this.#findOrGuess()
    return this.#result
  }

  /** Applies spelling corrections if the query has few results, which come first. */
  async #findOrGuess(): Promise<Ranked<Item>> {
    this.#stems = await stemsOf(
      this.#run,
      this.#clauses.flatMap(({ words }) => words),
    )
    const typed = await this.#compile()
    if (!typed) return { edges: [], more: false, total: 0, isTotalExact: true }
    const found = await this.#ranked(typed)
    const isFound = found.total > 0
    const { wanted, isCommon } = typed.query
    if (isCommon) return isFound ? found : this.#ranked({ ...typed, patterns: patternsOf(wanted) })
    if (found.total >= spelling.fewResults) return found
    const { corrections, stems } = await findCorrections(this.#run, this.#clauses, {
      // A number that is found is hardly another one that is misspelled.
      isCorrected: (word) => !isFound || !/\p{N}/u.test(word),
      stems: this.#stems,
    })
    if (corrections.size === 0) return isFound ? found : this.#withStopWords(found)
    this.#corrections = corrections
    this.#stems = new Map([...this.#stems, ...stems])
    const query = await this.#compile()
    if (!query) return found
    const corrected = await this.#ranked({ ...query, typed: isFound ? typed : undefined })
    return corrected.total > 0 ? corrected : this.#withStopWords(corrected)
  }

  /** Takes words that no page has for the stop words that they resemble, which do not have to match. */
  async #withStopWords(found: Ranked<Item>): Promise<Ranked<Item>> {
    const meant = await findStopWords(this.#run, this.#clauses)
    if (meant.size === 0) return found
    this.#clauses = this.#clauses.map((clause) => ({
      ...clause,
      words: clause.words.map((word) => meant.get(word) ?? word),
    }))
    this.#stems = new Map([...this.#stems, ...(await stemsOf(this.#run, meant.values()))])
    const query = await this.#compile()
    return query ? this.#ranked(query) : found
  }

  #ranked(searched: Searched): Promise<Ranked<Item>> {
    return this.#rank(this.#run, searched, this.#typed)
  }

  /** Returns what is searched for with the corrections so far. Returns undefined if the query has no words. */
  async #compile(): Promise<Searched | undefined> {
    const query = compileQuery(this.#clauses, this.#stems, this.#corrections)
    if (!query) return undefined
    this.#wanted = query.wanted
    this.#isCommon = query.isCommon
    // How frequent the results are matters only if they are too many to count.
    if (!this.#scope || !isCounted(this.#scope))
      this.#scope = await measureScope(this.#run, query, this.#filter)
    const indexed = isScanned(this.#scope) ? undefined : this.#compileForIndex(this.#scope)
    return { query, filter: this.#filter, scope: this.#scope, indexed }
  }

  #compileForIndex({ completions }: SearchScope): IndexedQuery | undefined {
    const words = completions.slice(0, readLimits.completions)
    const query = compileQuery(this.#clauses, this.#stems, this.#corrections, { completions: words })
    const isComplete = words.length === completions.length
    return query && { ...query, isComplete, isExamined: this.#clauses.some(isPhrase) }
  }
}

/** Returns a regular expression for each clause of stop words, which consist of letters. */
const patternsOf = (clauses: readonly Clause[]): string[] => [
  ...new Set(clauses.map(({ words }) => `\\m${words.join('\\W+')}\\M`)),
]
