import pg from 'pg'
import { publishWait } from '../base/load-events.ts'
import { faultOf, queueFullMessage } from './faults.ts'
import type { StaleConnections } from './left-servers.ts'

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** The number of requests that may wait for a connection of a pool. */
const maximumWaiting = 1000

/** The time for which a request waits for the server that accepts writes in the place of another one, and looks for it. */
const moveMs = 4500
const lookMs = 50

/** A pool of connections for which a bounded number of requests wait. */
export class BoundedPool extends pg.Pool {
  readonly #stale: StaleConnections | undefined
  /** The number of requests that look for the server that takes the place of another one. */
  #looking = 0

  constructor(config: pg.PoolConfig, stale?: StaleConnections) {
    super(config)
    this.#stale = stale
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (!callback)
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error))),
      )
    if (this.waitingCount + this.#looking >= maximumWaiting)
      callback(new Error(queueFullMessage), undefined, () => {})
    else this.#connectFresh(this.#mustWait() ? this.#publishingWait(callback) : callback)
    return undefined
  }

  /**
   * Closes the stale connections that it is given, of which there are as many as the pool has at most. While no server accepts writes
   * because another one is about to, it waits for that.
   */
  #connectFresh(callback: Callback, started = performance.now()): void {
    super.connect((error, client, done) => {
      if (faultOf(error) === 'unreachable') {
        this.#stale?.onUnreachable?.()
        if (this.#stale?.isMoving?.() && performance.now() - started < moveMs) {
          this.#lookAgain(callback, started)
          return
        }
      }
      if (!client || !this.#stale?.isStale(client)) {
        callback(error, client, done)
        return
      }
      client.release(true)
      this.#connectFresh(callback, started)
    })
  }

  #lookAgain(callback: Callback, started: number): void {
    this.#looking += 1
    setTimeout(() => {
      this.#looking -= 1
      this.#connectFresh(callback, started)
    }, lookMs)
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
