import type { Connection, FieldDef, PoolClient, Submittable } from 'pg'
import { type Cell, type CellEncoding, setCellEncoding } from './byte-cells.ts'
import { type DriverConnection, prepareValue } from './driver-members.ts'
import { faultOf } from './faults.ts'
import { preparedNamesOf, unprepared } from './prepared-names.ts'

/** A row whose cells are texts as PostgreSQL writes them. */
export type TextRow<Encoding extends CellEncoding = 'utf8'> = readonly Cell<Encoding>[]

/** The rows of a statement exceed the number of bytes that it may return. */
export class ResultTooLarge extends Error {}

export interface TextStatement<Encoding extends CellEncoding = 'utf8'> {
  /** The name under which PostgreSQL keeps the plan; undefined for one that is not kept. */
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
  /** The number of bytes after which reading stops. */
  readonly maximumBytes: number
  /** UTF-8 by default. */
  readonly encoding?: Encoding | undefined
  /** Called with the columns of the rows before there are any. If absent, PostgreSQL is not asked for them. */
  readonly onColumns?: (columns: readonly FieldDef[]) => void
}

export interface WaitingStatement {
  readonly statement: TextStatement<CellEncoding>
  readonly resolve: (rows: readonly TextRow<CellEncoding>[]) => void
  readonly reject: (error: Error) => void
}

/** The result of a batch. */
export interface BatchEnd {
  /** The statements that did not run, because another one failed. */
  readonly notRun: readonly WaitingStatement[]
  readonly hasFailed: boolean
  /** Whether the connection must be closed, which is what ends a statement that still sends rows. */
  readonly mustClose: boolean
}

interface DataRow {
  readonly length: number
  readonly fields: TextRow<CellEncoding>
}

/**
 * Statements for the driver that are sent at once, and whose rows are left as texts. In contrast to the driver's own, they
 * ask what their columns are only if that is needed and not known, and stop at a number of bytes. Each reads a snapshot of its
 * own.
 */
export class TextBatch implements Submittable {
  readonly #waiting: readonly WaitingStatement[]
  readonly #end: (end: BatchEnd) => void
  readonly #parsed: string[] = []
  #connection: Connection | undefined
  #index = 0
  #rows: TextRow<CellEncoding>[] = []
  #bytes = 0
  #hasEnded = false

  constructor(waiting: readonly WaitingStatement[], end: (end: BatchEnd) => void) {
    this.#waiting = waiting
    this.#end = end
  }

  get texts(): readonly string[] {
    return this.#waiting.map(({ statement }) => statement.text)
  }

  submit(connection: Connection): void {
    this.#connection = connection
    connection.stream.cork()
    try {
      for (const { statement } of this.#waiting) this.#send(connection as DriverConnection, statement)
      connection.sync()
      this.#setEncoding()
    } finally {
      connection.stream.uncork()
    }
  }

  #send(
    connection: DriverConnection,
    { name: known, text, values, onColumns }: TextStatement<CellEncoding>,
  ): void {
    const preparation = known === undefined ? unprepared : preparedNamesOf(connection).use(known)
    const { name, close, mustParse, columns } = preparation
    for (const unused of close) connection.close({ type: 'S', name: unused })
    if (mustParse) {
      connection.parse({ name, text, types: [] }, true)
      if (name !== '') this.#parsed.push(name)
    }
    connection.bind({ statement: name, values, valueMapper: prepareValue } as never, true)
    if (columns) onColumns?.(columns)
    else if (onColumns) connection.describe({ type: 'P', name: '' })
    connection.execute({}, true)
  }

  handleDataRow({ length, fields }: DataRow): void {
    if (this.#hasEnded) return
    const { maximumBytes } = this.#current.statement
    this.#bytes += length
    if (this.#bytes <= maximumBytes) this.#rows.push(fields)
    else this.#fail(new ResultTooLarge(`more than ${maximumBytes} bytes`), { mustClose: true })
  }

  handleCommandComplete(): void {
    if (this.#hasEnded) return
    this.#current.resolve(this.#rows)
    this.#index++
    this.#rows = []
    this.#bytes = 0
    this.#setEncoding()
  }

  handleReadyForQuery(): void {
    this.#endWith({ notRun: [], hasFailed: false, mustClose: false })
  }

  /** PostgreSQL skips what follows a statement that fails. */
  handleError(error: Error): void {
    if (this.#hasEnded) return
    if (faultOf(error) === 'unreachable') this.failAll(error)
    else this.#fail(error, { mustClose: false })
  }

  /** Ends the batch without a connection. */
  failAll(error: Error): void {
    for (const { reject } of this.#waiting.slice(this.#index)) reject(error)
    this.#endWith({ notRun: [], hasFailed: true, mustClose: true })
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    if (this.#hasEnded) return
    const { name, onColumns } = this.#current.statement
    if (name !== undefined && this.#connection) preparedNamesOf(this.#connection).describe(name, fields)
    onColumns?.(fields)
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  /** Sets how the rows of the current statement are decoded. */
  #setEncoding(encoding: CellEncoding = this.#waiting[this.#index]?.statement.encoding ?? 'utf8'): void {
    if (this.#connection) setCellEncoding(this.#connection, encoding)
  }

  get #current(): WaitingStatement {
    return this.#waiting[this.#index] as WaitingStatement
  }

  #fail(error: Error, { mustClose }: { readonly mustClose: boolean }): void {
    const names = this.#connection && preparedNamesOf(this.#connection)
    for (const name of this.#parsed) names?.doubt(name)
    this.#current.reject(error)
    this.#endWith({ notRun: this.#waiting.slice(this.#index + 1), hasFailed: true, mustClose })
  }

  #endWith(end: BatchEnd): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#setEncoding('utf8')
    this.#end(end)
  }
}

export const runText = <Encoding extends CellEncoding = 'utf8'>(
  client: PoolClient,
  statement: TextStatement<Encoding>,
): Promise<readonly TextRow<Encoding>[]> =>
  new Promise((resolve, reject) => {
    let found: readonly TextRow<Encoding>[] = []
    const keep: WaitingStatement['resolve'] = (rows) => {
      found = rows as readonly TextRow<Encoding>[]
    }
    client.query(new TextBatch([{ statement, resolve: keep, reject }], () => resolve(found)))
  })
