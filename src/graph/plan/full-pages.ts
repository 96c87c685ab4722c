import type { RowSet } from './row-set.ts'

/** The number of answers after which others are taken to be like them. */
const answersToLearnFrom = 30

/** The number of rows up to which it takes longer to send a statement than to run it. */
const fewRows = 25

/**
 * The lists of an operation of which a page was full, and the number of rows of its answers. Once enough answers were
 * written, the statement reads nothing beyond the page of other lists: even subqueries that are never executed take time, which is
 * about a fifth of that of a statement with six lists.
 */
export class FullPages {
  readonly #rowSets = new Set<RowSet>()
  #answers = 0
  #mostRows = 0

  /** A number for each state, on which statements depend. */
  get version(): number {
    return this.#hasLearned ? 1 + this.#rowSets.size : 0
  }

  /** Returns whether a list is taken for one of which each page has all rows. */
  isShort(rowSet: RowSet): boolean {
    return this.#hasLearned && !this.#rowSets.has(rowSet)
  }

  /** Returns the number of rows to expect of a statement: the most that any answer had if that is few, or else `maximum`. */
  expectedRows(maximum: number): number {
    return this.#hasLearned && this.#mostRows <= fewRows ? this.#mostRows : maximum
  }

  /** Learns which lists had full pages in an answer, and how many rows were read for it. */
  learn(rowSets: Iterable<RowSet>, rows: number): void {
    for (const rowSet of rowSets) this.#rowSets.add(rowSet)
    this.#mostRows = Math.max(this.#mostRows, rows)
    this.#answers++
  }

  get #hasLearned(): boolean {
    return this.#answers >= answersToLearnFrom
  }
}
