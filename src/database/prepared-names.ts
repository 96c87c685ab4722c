import type { Connection } from 'pg'
import { getOrCreate } from '../get-or-create.ts'

/** The number of statements that a connection keeps prepared, of which each takes memory in PostgreSQL. */
const maximumPrepared = 200

/** The messages to send before a prepared statement is used. */
export interface Preparation {
  /** The names to close. */
  readonly close: readonly string[]
  readonly mustParse: boolean
}

const nothing: Preparation = { close: [], mustParse: false }

/** The names of the statements that a connection has prepared. */
export class PreparedNames {
  /** The names in the order of their last use. */
  readonly #names = new Set<string>()
  /** The names that may not be prepared after an error. */
  readonly #doubtful = new Set<string>()

  /** Records the use of a statement. */
  use(name: string): Preparation {
    if (this.#names.delete(name)) {
      this.#names.add(name)
      return nothing
    }
    this.#names.add(name)
    const close = this.#doubtful.delete(name) ? [name] : []
    if (this.#names.size > maximumPrepared) {
      const [oldest] = this.#names
      this.#names.delete(oldest as string)
      close.push(oldest as string)
    }
    return { close, mustParse: true }
  }

  /** Forgets a statement after an error: whether it is prepared is not known. */
  doubt(name: string): void {
    if (this.#names.delete(name)) this.#doubtful.add(name)
  }
}

const namesByConnection = new WeakMap<Connection, PreparedNames>()

export const preparedNamesOf = (connection: Connection): PreparedNames =>
  getOrCreate(namesByConnection, connection, () => new PreparedNames())
