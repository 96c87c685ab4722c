import pg from 'pg'
import { publishWait } from '../base/load-events.ts'
import { queueFullMessage } from './faults.ts'

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** The number of requests that may wait for a connection of a pool. */
const maximumWaiting = 1000

/** A pool of connections for which a bounded number of requests wait. */
export class BoundedPool extends pg.Pool {
  readonly #isStale: (client: pg.PoolClient) => boolean

  /** @param isStale - Returns whether a connection must be closed instead of being used again. */
  constructor(config: pg.PoolConfig, isStale: (client: pg.PoolClient) => boolean = () => false) {
    super(config)
    this.#isStale = isStale
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (!callback)
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error))),
      )
    if (this.waitingCount >= maximumWaiting) callback(new Error(queueFullMessage), undefined, () => {})
    else this.#connectFresh(this.#mustWait() ? this.#publishingWait(callback) : callback)
    return undefined
  }

  /** Closes the stale connections that it is given, of which there are as many as the pool has at most. */
  #connectFresh(callback: Callback): void {
    super.connect((error, client, done) => {
      if (!client || !this.#isStale(client)) {
        callback(error, client, done)
        return
      }
      client.release(true)
      this.#connectFresh(callback)
    })
  }

  #mustWait(): boolean {
    return this.idleCount === 0 && this.totalCount >= (this.options.max ?? 0)
  }

  #publishingWait(callback: Callback): Callback {
    const started = performance.now()
    return (error, client, done) => {
      const waitedFor = `${this.options.application_name} connections`
      publishWait({ waitedFor, milliseconds: performance.now() - started })
      callback(error, client, done)
    }
  }
}
