import type { Level } from './levels.ts'

/** The number of answers after which lists that had no full page in any of them are taken for short. */
const answersToLearnFrom = 30

/**
 * The lists of an operation of which a page was full. Of others its statement reads nothing beyond the page, once enough
 * answers were written: even subqueries that are never executed take time.
 */
export class FullPages {
  readonly #levels = new Set<Level>()
  #answers = 0

  /** A number for each state, on which statements depend. */
  get version(): number {
    return this.#hasLearned ? 1 + this.#levels.size : 0
  }

  /** Returns whether a list is taken for one of which each page has all rows. */
  isShort(level: Level): boolean {
    return this.#hasLearned && !this.#levels.has(level)
  }

  /** Learns which lists had full pages in an answer. */
  learn(levels: Iterable<Level>): void {
    for (const level of levels) this.#levels.add(level)
    this.#answers++
  }

  get #hasLearned(): boolean {
    return this.#answers >= answersToLearnFrom
  }
}
