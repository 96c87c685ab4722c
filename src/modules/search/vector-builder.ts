import { indexLimits } from './limits.ts'

export type Weight = 'A' | 'B' | 'D'

interface Lexeme {
  /** The positions with their weights, as PostgreSQL reads them. */
  positions: string
  count: number
  last: number
}

/** Prefixes of lexemes; no word contains them. */
export const inTitle = '^'
export const inHeadings = '#'

/** Returns the lexeme of two neighbouring stop words. No word contains a space. */
export const stopWordPair = (first: string, second: string): string => `${first} ${second}`

const lineGap = 4

/** Builds a `tsvector` within the limits of PostgreSQL; words beyond them are left out. */
export class VectorBuilder {
  readonly #lexemes = new Map<string, Lexeme>()
  #bytes = 0
  #position = 0

  /**
   * Adds the forms of a word at the next position. A word without forms still takes a position, so that distances in
   * phrases are correct. Returns false when the vector is full.
   */
  add(forms: readonly string[], weight: Weight): boolean {
    this.#step(1)
    for (const form of forms) this.#addForm(form, weight)
    return this.#bytes < indexLimits.vectorBytes
  }

  /** Adds a gap of positions, so that phrases do not match across lines. */
  endLine(): void {
    this.#step(lineGap)
  }

  has(form: string): boolean {
    return this.#lexemes.has(form)
  }

  toString(): string {
    const parts: string[] = []
    for (const [lexeme, { positions }] of this.#lexemes) parts.push(`${quoteLexeme(lexeme)}:${positions}`)
    return parts.join(' ')
  }

  #step(positions: number): void {
    this.#position = Math.min(this.#position + positions, indexLimits.lastPosition)
  }

  #addForm(form: string, weight: Weight): void {
    const lexeme = this.#lexemes.get(form)
    if (!lexeme) {
      this.#bytes += Buffer.byteLength(form) + 6
      this.#lexemes.set(form, { positions: `${this.#position}${weight}`, count: 1, last: this.#position })
    } else if (lexeme.last !== this.#position && lexeme.count < indexLimits.positionsPerWord) {
      this.#bytes += 2
      lexeme.positions += `,${this.#position}${weight}`
      lexeme.count++
      lexeme.last = this.#position
    }
  }
}

/** Quotes a lexeme for `tsvector` and `tsquery`. */
export const quoteLexeme = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`
