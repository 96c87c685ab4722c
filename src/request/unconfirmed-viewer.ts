import type { PresumedViewer } from '../access/authenticate.ts'
import type { Condition } from '../database/rows.ts'

/** The viewer that the token of a mutation had before. The first statement that writes as the viewer must confirm it. */
export class UnconfirmedViewer {
  readonly #presumed: Pick<PresumedViewer, 'proof' | 'isCurrent'>
  #isConfirmed = false

  constructor(presumed: Pick<PresumedViewer, 'proof' | 'isCurrent'>) {
    this.#presumed = presumed
  }

  /** Whether a write has confirmed the viewer. Otherwise nothing has been written. */
  get isConfirmed(): boolean {
    return this.#isConfirmed
  }

  /** The condition of a statement that the token still has the viewer. Who runs it says with `confirm` that it was met. */
  readonly condition: Condition = (parameters) => {
    const { sql, parameter, expected } = this.#presumed.proof
    return `${sql(parameters.add(parameter))} = ${parameters.add(expected)}`
  }

  confirm(): void {
    this.#isConfirmed = true
  }

  /** Looks up whether the token still has the viewer. Throws if not, after which the mutation is executed again. */
  async lookUp(): Promise<void> {
    if (this.#isConfirmed) return
    if (!(await this.#presumed.isCurrent())) throw new Error('the viewer of the token has changed')
    this.#isConfirmed = true
  }
}
