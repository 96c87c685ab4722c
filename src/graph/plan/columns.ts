/** The columns of a table to read. `all` where code gets the row. */
export class Columns {
  #names: Set<string> | 'all' = new Set()
  #guarded = new Set<string>()

  add(...names: readonly string[]): void {
    if (this.#names !== 'all') for (const name of names) this.#names.add(name)
  }

  guard(column: string): void {
    this.add(column)
    this.#guarded.add(column)
  }

  addAll(): void {
    this.#names = 'all'
  }

  include(other: Columns): void {
    if (other.#names === 'all') this.addAll()
    else this.add(...other.#names)
    for (const column of other.#guarded) this.#guarded.add(column)
  }

  /** The names, undefined for all columns. */
  get names(): readonly string[] | undefined {
    return this.#names === 'all' ? undefined : [...this.#names].sort()
  }

  /** Whether the policy of some column is read with it. */
  get isAnyGuarded(): boolean {
    return this.#guarded.size > 0
  }

  /** Returns whether the policy of a column is read with it. Code gets all of them. */
  isGuarded(column: string): boolean {
    return this.#names === 'all' || this.#guarded.has(column)
  }
}
