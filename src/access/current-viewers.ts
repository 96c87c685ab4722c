import type { RunStatement } from '../database/rows.ts'
import { type KnownViewer, knownViewersOf, stillCurrent } from './authenticate.ts'
import { copyOfMember, type Member } from './viewer.ts'

/** Looks up the viewers of tokens again and again, in at most two statements for however many tokens there are. */
export class CurrentViewers {
  readonly #run: RunStatement
  readonly #known = new Map<string, KnownViewer>()

  constructor(run: RunStatement) {
    this.#run = run
  }

  /** Returns the viewers that tokens have now, by their ids. Those that are not active any longer are missing. */
  async of(tokenIds: readonly string[]): Promise<ReadonlyMap<string, Member>> {
    const ids = [...new Set(tokenIds)]
    const asked = ids.flatMap((id) => this.#known.get(id) ?? [])
    const current = new Set(asked.length > 0 ? await stillCurrent(this.#run, asked) : [])
    const changed = ids.filter((id) => {
      const known = this.#known.get(id)
      return !known || !current.has(known)
    })
    if (changed.length > 0) await this.#read(changed)
    return new Map(
      ids.flatMap((id) => {
        const known = this.#known.get(id)
        return known ? [[id, copyOfMember(known.viewer)] as const] : []
      }),
    )
  }

  /** Forgets a token that is not asked for any longer. */
  forget(tokenId: string): void {
    this.#known.delete(tokenId)
  }

  async #read(tokenIds: readonly string[]): Promise<void> {
    const found = await knownViewersOf(this.#run, tokenIds)
    for (const id of tokenIds) {
      const known = found.get(id)
      if (known) this.#known.set(id, known)
      else this.#known.delete(id)
    }
  }
}
