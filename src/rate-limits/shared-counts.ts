import type { Logger } from 'pino'
import type { Database } from '../database/client.ts'
import { type Count, windowAt } from './point-counts.ts'

/** The time in which counts that are due are collected, to be shared in one statement. */
const collectMs = 100
/** The time after which a failed statement is repeated. */
const retryMs = 1000

/** Adds to the counts of all processes, in the order of their keys so that processes do not wait for each other in a circle. */
const addAndRead = `
INSERT INTO "RateLimitCount" AS c (client, "window", points)
SELECT * FROM unnest($1::text[], $2::int[], $3::int[]) ORDER BY 1, 2
ON CONFLICT (client, "window") DO UPDATE SET points = c.points + excluded.points
RETURNING client, "window", points`

const removeOld = 'DELETE FROM "RateLimitCount" WHERE "window" < $1'

interface SharedRow {
  readonly client: string
  readonly window: number
  readonly points: number
}

/**
 * Shares counts with the other processes on the database. Only clients that use a part of their limit are shared, one
 * statement for all of them, so that requests never wait. Without the database each process counts for itself.
 */
export class SharedCounts {
  readonly #database: Pick<Database, 'write'>
  readonly #logger: Pick<Logger, 'warn'>
  readonly #due = new Set<Count>()
  #timer: NodeJS.Timeout | undefined
  #delay = collectMs
  #cleanedIn = 0

  constructor(database: Pick<Database, 'write'>, logger: Pick<Logger, 'warn'>) {
    this.#database = database
    this.#logger = logger
  }

  /** Shares a count soon. */
  share(count: Count): void {
    this.#due.add(count)
    this.#timer ??= setTimeout(() => void this.#send(), this.#delay).unref()
  }

  async #send(): Promise<void> {
    const sent = [...this.#due].map((count) => ({ count, window: count.window, points: count.unshared }))
    this.#due.clear()
    try {
      const rows = await this.#database.write<SharedRow>(addAndRead, [
        sent.map(({ count }) => count.client),
        sent.map(({ window }) => window),
        sent.map(({ points }) => points),
      ])
      const shared = new Map(rows.map((row) => [row.client, row]))
      for (const { count, window, points } of sent) {
        // A window that has ended meanwhile counts no more.
        if (count.window !== window) continue
        count.unshared -= points
        count.shared = shared.get(count.client)?.points ?? count.shared
      }
      await this.#removeOldCounts()
      this.#delay = collectMs
    } catch (error) {
      this.#delay = retryMs
      this.#logger.warn({ err: error }, 'rate limits could not be shared with other processes')
    } finally {
      // What was counted meanwhile is sent with the next timer.
      this.#timer = undefined
      const [next] = this.#due
      if (next) this.share(next)
    }
  }

  /** Removes the counts of earlier windows, once in each window. */
  async #removeOldCounts(): Promise<void> {
    const window = windowAt(Date.now())
    if (this.#cleanedIn === window) return
    this.#cleanedIn = window
    await this.#database.write(removeOld, [window - 1])
  }
}
