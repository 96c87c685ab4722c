import type { Connection, FieldDef } from 'pg'
import { getOrCreate } from '../base/get-or-create.ts'

/** The number of statements that a connection keeps prepared, of which each takes memory in PostgreSQL. */
const maximumPrepared = 200

/** The messages to send before a prepared statement is used. */
export interface Preparation {
  /** The name that PostgreSQL knows it by; '' for a statement that it does not keep. */
  readonly name: string
  readonly close: readonly string[]
  readonly mustParse: boolean
  /** The columns of its rows, if PostgreSQL has told them. They stay the same for as long as it is prepared. */
  readonly columns?: readonly FieldDef[] | undefined
}

export const unprepared: Preparation = { name: '', close: [], mustParse: true }

/** The names of the statements that a connection has prepared, and the columns of their rows. */
class PreparedNames {
  /** The columns of the statements by name, in the order of their last use. */
  readonly #columns = new Map<string, readonly FieldDef[] | undefined>()
  /** The names that may not be prepared after an error. */
  readonly #doubtful = new Set<string>()

  /**
   * Counts a statement as the one used last, and returns what to send before it. Closes the one unused for longest
   * beyond the maximum.
   */
  use(name: string): Preparation {
    const columns = this.#columns.get(name)
    const isPrepared = this.#columns.delete(name)
    this.#columns.set(name, columns)
    if (isPrepared) return { name, close: [], mustParse: false, columns }
    const close = this.#doubtful.delete(name) ? [name] : []
    if (this.#columns.size > maximumPrepared) {
      const [oldest] = this.#columns.keys()
      this.#columns.delete(oldest as string)
      close.push(oldest as string)
    }
    return { name, close, mustParse: true }
  }

  /** Records the columns of a statement that is prepared. */
  describe(name: string, columns: readonly FieldDef[]): void {
    if (this.#columns.has(name)) this.#columns.set(name, columns)
  }

  /** Forgets a statement after an error: whether it is prepared is not known. */
  doubt(name: string): void {
    if (this.#columns.delete(name)) this.#doubtful.add(name)
  }
}

const namesByConnection = new WeakMap<Connection, PreparedNames>()

export const preparedNamesOf = (connection: Connection): PreparedNames =>
  getOrCreate(namesByConnection, connection, () => new PreparedNames())

/** The names of a connection that has another session for each transaction. */
class NoNames extends PreparedNames {
  override use(): Preparation {
    return unprepared
  }
}

/** Makes a connection prepare no statement under its name. */
export function keepUnnamed(connection: Connection): void {
  namesByConnection.set(connection, new NoNames())
}
