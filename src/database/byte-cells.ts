import pg, { type Connection } from 'pg'
import {
  connectionOf,
  createParser,
  type Message,
  type MessageParser,
  readStreamsWith,
} from './driver-members.ts'
import { WholeMessages } from './whole-messages.ts'

/**
 * How cells are decoded. `bytes` leaves their bytes as they are: text that is sent on as UTF-8 need not be decoded and
 * encoded again, which would take most of the time of a long answer.
 */
export type CellEncoding = 'utf8' | 'bytes'

/** Bytes in the form that takes least time: a string whose characters they are, or a Buffer for very many. */
export type ByteText = string | Buffer

export type Cell<Encoding extends CellEncoding> = (Encoding extends 'bytes' ? ByteText : string) | null

/** The number of bytes from which V8 gives a string memory of its own, and collects more garbage than the string is worth. */
const longBytes = 128 * 1024

const encodings = new WeakMap<Connection, CellEncoding>()

/** Sets how the cells of the next rows of a connection are decoded. */
export function setCellEncoding(connection: Connection, encoding: CellEncoding): void {
  encodings.set(connection, encoding)
}

const dataRowCode = 'D'.charCodeAt(0)

/**
 * A client of the driver, which breaks without ending the process, and of which `setCellEncoding` sets how it decodes cells. The
 * driver itself knows UTF-8 alone.
 */
export class ByteCellsClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    // A pool listens to its idle connections alone. Without a listener, one that breaks while it is used would end the process;
    // its statement fails by itself.
    this.on('error', () => {})
    const connection = connectionOf(this)
    readStreamsWith(this, (stream) => {
      const parser = parserOf(connection)
      const messages = new WholeMessages()
      const emit = (message: Message) =>
        connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message)
      stream.on('data', (bytes) => {
        const whole = messages.add(bytes)
        if (whole) parser.parse(whole, emit)
      })
    })
  }
}

interface DataRow extends Message {
  readonly length: number
  readonly fields: readonly Cell<'bytes'>[]
}

const parserOf = (connection: Connection): MessageParser =>
  createParser((offset, code, length, bytes) =>
    code === dataRowCode && encodings.get(connection) === 'bytes'
      ? rowOfBytes(length, bytes, offset)
      : undefined,
  )

const rowOfBytes = (length: number, bytes: Buffer, offset: number): DataRow => ({
  name: 'dataRow',
  length,
  fields: cellsIn(bytes, offset),
})

/** Returns the cells of a row: their number, and for each its length, or -1 for null, and its bytes. */
function cellsIn(bytes: Buffer, offset: number): Cell<'bytes'>[] {
  const cells: Cell<'bytes'>[] = []
  let start = offset + 2
  for (let count = bytes.readInt16BE(offset); count > 0; count--) {
    const length = bytes.readInt32BE(start)
    start += 4
    const end = start + Math.max(0, length)
    if (length < 0) cells.push(null)
    else cells.push(length < longBytes ? bytes.toString('latin1', start, end) : bytes.subarray(start, end))
    start = end
  }
  return cells
}
