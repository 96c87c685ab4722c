import type pg from 'pg'
import { connectionOf, type Place, placeOf } from './driver-members.ts'
import { disconnect } from './watch-for-silence.ts'
import { forgetServer } from './writable-server.ts'

/** The code of PostgreSQL for a write that a server does not accept. */
const acceptsNoWrites = '25006'

/** The connections of pools that must not be used again. */
export interface StaleConnections {
  watch(pool: pg.Pool): void
  /** Returns whether a connection must be closed instead of being used again. */
  readonly isStale: (client: pg.PoolClient) => boolean
  /** Returns whether a server was left or lost just now, so that another one is about to take its place. */
  readonly isMoving?: () => boolean
  /** Notes that no server can be reached. */
  readonly onUnreachable?: () => void
}

/** The time after a server was left or lost in which another one is expected. */
const moveMs = 10_000

/**
 * The servers that were left because they turned read-only, and whether the last one was lost. A connection stays on its server,
 * which may accept no writes any longer: the first write that is refused makes all connections stale that lead there.
 */
export class LeftServers implements StaleConnections {
  readonly #url: string
  readonly #openedAt = new WeakMap<pg.PoolClient, number>()
  readonly #clients = new Set<pg.PoolClient>()
  /** The times at which servers were left, by their places. */
  readonly #leftAt = new Map<string, number>()

  #movedAt = Number.NEGATIVE_INFINITY
  /** Whether there is a server. A start waits for none that was never there. */
  #isConnected = false

  /** @param url - The address of several servers. */
  constructor(url: string) {
    this.#url = url
  }

  /** Leaves a server as soon as it refuses a write on a connection of a pool. */
  watch(pool: pg.Pool): void {
    pool.on('connect', (client) => {
      this.#isConnected = true
      this.#openedAt.set(client, performance.now())
      this.#clients.add(client)
      connectionOf(client).on('errorMessage', ({ code }: { readonly code?: string }) => {
        if (code === acceptsNoWrites) this.leave(client)
      })
    })
    pool.on('remove', (client) => this.#clients.delete(client))
  }

  /**
   * Makes the connections stale that were opened to the server of a client until now. Those that wait for notifications are
   * never given back, and nothing is told of on a server without writes: they are closed.
   */
  leave(client: pg.PoolClient): void {
    const server = placeOf(client)
    this.#movedAt = performance.now()
    this.#leftAt.set(nameOf(server), this.#movedAt)
    forgetServer(this.#url, server)
    for (const other of this.#clients)
      if (this.isStale(other) && other.listenerCount('notification') > 0) disconnect(other)
  }

  readonly onUnreachable = (): void => {
    if (this.#isConnected) this.#movedAt = performance.now()
    this.#isConnected = false
  }

  readonly isMoving = (): boolean => performance.now() - this.#movedAt < moveMs

  readonly isStale = (client: pg.PoolClient): boolean => {
    const openedAt = this.#openedAt.get(client) ?? Number.POSITIVE_INFINITY
    return openedAt < (this.#leftAt.get(nameOf(placeOf(client))) ?? 0)
  }
}

const nameOf = ({ host, port }: Place): string => `${host}:${port}`

/** Runs a write again if the server refuses it because it turned read-only: nothing was written, and its connections are left. */
export async function onWritableServer<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if ((error as { code?: string }).code !== acceptsNoWrites) throw error
    return write()
  }
}
