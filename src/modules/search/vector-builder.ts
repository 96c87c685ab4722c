import { indexLimits } from './limits.ts'

export type Weight = 'A' | 'B' | 'D'

interface Lexeme {
  readonly places: string[]
  last: number
}

/** Marks in front of words that no word has. */
export const inTitle = '^'
export const inHeadings = '#'

const placesBetweenLines = 4

/** Writes a `tsvector` that stays within what PostgreSQL takes; what comes too late is left out. */
export class VectorBuilder {
  readonly #lexemes = new Map<string, Lexeme>()
  #bytes = 0
  #place = 0

  /**
   * Forms of one word, at the next place of the text; a word without any takes its place all the same, so that the
   * distance of its neighbours shows in phrases. False once there is no room for more.
   */
  add(forms: readonly string[], weight: Weight): boolean {
    this.#step(1)
    for (const form of forms) this.#addForm(form, weight)
    return this.#bytes < indexLimits.vectorBytes
  }

  /** Phrases do not reach from one line to the next. */
  endLine(): void {
    this.#step(placesBetweenLines)
  }

  has(form: string): boolean {
    return this.#lexemes.has(form)
  }

  toString(): string {
    const parts: string[] = []
    for (const [lexeme, { places }] of this.#lexemes) parts.push(`${quoteLexeme(lexeme)}:${places.join(',')}`)
    return parts.join(' ')
  }

  #step(places: number): void {
    this.#place = Math.min(this.#place + places, indexLimits.lastPlace)
  }

  #addForm(form: string, weight: Weight): void {
    const lexeme = this.#lexemes.get(form)
    if (!lexeme) {
      this.#bytes += Buffer.byteLength(form) + 6
      this.#lexemes.set(form, { places: [`${this.#place}${weight}`], last: this.#place })
    } else if (lexeme.last !== this.#place && lexeme.places.length < indexLimits.placesOfWord) {
      this.#bytes += 2
      lexeme.places.push(`${this.#place}${weight}`)
      lexeme.last = this.#place
    }
  }
}

/** As `tsvector` and `tsquery` read it. */
export const quoteLexeme = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`
