import type { Connection } from 'pg'
import { getOrCreate } from '../get-or-create.ts'

/** The number of statements that a connection keeps prepared, of which each takes memory in PostgreSQL. */
const maximumPrepared = 200

/** What to send before a prepared statement is used. */
export interface Preparation {
  /** The names to close. */
  readonly close: readonly string[]
  readonly mustParse: boolean
}

const nothing: Preparation = { close: [], mustParse: false }

/** The names of the statements that a connection has prepared. */
export class PreparedNames {
  /** The last was used last. */
  readonly #names = new Set<string>()
  /** Those that an error may have kept from being prepared. */
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
