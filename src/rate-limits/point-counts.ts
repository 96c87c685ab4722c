import { LRUCache } from 'lru-cache'

/** The time after which all counts are reset. */
export const windowMs = 60_000

/** The number of clients that are counted at once. The one that was idle longest is forgotten for a further one. */
const maximumClients = 20_000

/**
 * The share of a limit that a process counts for itself before it tells the others. Each of them may exceed a limit by as
 * much, and by what arrives until it has heard of the others.
 */
const unsharedShare = 0.05

/** The points of a client in the current window. */
export interface Count {
  readonly client: string
  /** The number of the window since 1970. */
  window: number
  /** The points that this process has counted and not yet shared. */
  unshared: number
  /** The points that all processes have shared. */
  shared: number
}

export const windowAt = (milliseconds: number): number => Math.floor(milliseconds / windowMs)

/** Counts the points of clients in memory. Counts that are due to be shared with other processes are passed on. */
export class PointCounts {
  readonly #counts = new LRUCache<string, Count>({ max: maximumClients })
  readonly #share: (count: Count) => void

  constructor(share: (count: Count) => void) {
    this.#share = share
  }

  pointsOf(client: string): number {
    const { shared, unshared } = this.#countOf(client)
    return shared + unshared
  }

  /** Adds points to those of a client, and returns the sum. */
  add(client: string, points: number, limit: number): number {
    const count = this.#countOf(client)
    count.unshared += points
    if (count.unshared >= limit * unsharedShare) this.#share(count)
    return count.shared + count.unshared
  }

  #countOf(client: string): Count {
    const window = windowAt(Date.now())
    let count = this.#counts.get(client)
    if (!count) {
      count = { client, window, unshared: 0, shared: 0 }
      this.#counts.set(client, count)
    } else if (count.window !== window) Object.assign(count, { window, unshared: 0, shared: 0 })
    return count
  }
}
