import { connect, type Socket } from 'node:net'

/** The input of the load generator. */
export interface LoadOrder {
  readonly port: number
  /** The texts of the requests, sent in this order again and again. */
  readonly requests: readonly string[]
  readonly connections: number
  /** The time after which no more requests are sent. */
  readonly seconds: number
  /** The number of requests after which no more are sent before that time. */
  readonly count: number | null
  /** The status that every response must have. */
  readonly status: number
}

/** The measurement of the load generator. Times are in milliseconds. */
export interface LoadResult {
  readonly count: number
  readonly elapsed: number
  readonly median: number
  readonly slowest: number
  /** The mean size of a body. */
  readonly bytes: number
  /** The processor time of the load generator itself. */
  readonly processorTime: number
  readonly failure: string | null
}

const headEnd = '\r\n\r\n'
const lastChunk = Buffer.from('0\r\n\r\n')

// A process of its own. It writes requests that are ready and reads no more of a response than its length, so that it
// leaves the processor to the servers.
process.on('message', (order: LoadOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ failure: error.message }),
  )
})

async function run(order: LoadOrder): Promise<LoadResult> {
  const times: number[] = []
  let bytes = 0
  let next = 0
  const processorBefore = process.cpuUsage()
  const start = performance.now()
  const end = start + order.seconds * 1000
  const last = order.count ?? Number.POSITIVE_INFINITY
  const lane = async () => {
    const connection = await Connection.open(order.port)
    while (next < last && performance.now() < end) {
      const request = order.requests[next++ % order.requests.length] as string
      const sent = performance.now()
      const size = await connection.send(request, order.status)
      times.push(performance.now() - sent)
      bytes += size
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: order.connections }, lane))
  const elapsed = performance.now() - start
  const { user, system } = process.cpuUsage(processorBefore)
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    count: times.length,
    elapsed,
    median: at(0.5),
    slowest: at(0.99),
    bytes: bytes / times.length,
    processorTime: (user + system) / 1000,
    failure: null,
  }
}

/** A connection that is kept alive, with one request at a time. */
class Connection {
  readonly #socket: Socket
  #take: (chunk: Buffer) => void = () => {}
  #fail: (error: Error) => void = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('the server closed the connection')))
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)))
      socket.once('error', reject)
    })
  }

  /** Sends a request and returns the size of the body of its response. Throws if the response is not as expected. */
  send(request: string, status: number): Promise<number> {
    return new Promise((resolve, reject) => {
      let head: Buffer | null = Buffer.alloc(0)
      let length: number | null = null
      let received = 0
      // Of a body in chunks, the last of which may arrive in parts.
      let tail = Buffer.alloc(0)
      this.#fail = reject
      this.#take = (chunk) => {
        let body = chunk
        if (head) {
          head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
          const size = head.indexOf(headEnd)
          if (size < 0) return
          const text = head.toString('latin1', 0, size)
          body = head.subarray(size + headEnd.length)
          head = null
          length = lengthOf(text)
          if (text.slice(9, 12) !== String(status) || isFailure(body)) {
            reject(new Error(`${text.slice(0, 200)}\n${body.toString('utf8', 0, 500)}`))
            return
          }
        }
        received += body.length
        tail = Buffer.concat([tail, body.subarray(-lastChunk.length)]).subarray(-lastChunk.length)
        if (length === null ? tail.equals(lastChunk) : received >= length) resolve(received)
      }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#fail = () => {}
    this.#socket.destroy()
  }
}

/** Returns the length of a body by the head of its response, or null if it is sent in chunks. */
function lengthOf(head: string): number | null {
  if (head.startsWith('304', 9)) return 0
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? []
  return length === undefined ? null : Number(length)
}

const isFailure = (body: Buffer): boolean => body.toString('latin1', 0, 12).startsWith('{"errors"')
