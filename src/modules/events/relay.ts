import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { onWrittenEvents } from '../../audit/written-events.ts'
import type { Database } from '../../database/client.ts'
import { NotificationListener } from '../../database/notification-listener.ts'
import type { EventFeed } from './feed.ts'

/** The time from a written event to its position, in which others that are written with it are given theirs too. */
const batchMilliseconds = 5

/** The time from one batch to the next while events are written all the time. Each has a price that their number does not change. */
const busyMilliseconds = 50

/** The number of events that one statement gives positions. */
const batchSize = 1000

/** The time until the relay looks for events of other processes, which doubles while there are none. */
const firstPollMilliseconds = 1000
const longestPollMilliseconds = 5000

interface RelayServices {
  readonly database: Database
  readonly logger: Logger
}

/** Gives positions to committed events that have none. Returns the highest position that any event has. */
export async function placeEvents({ write }: Pick<Database, 'write'>): Promise<bigint> {
  const [placed] = await write<{ position: string }>('SELECT place_events($1) AS position', [batchSize])
  return BigInt(placed?.position ?? 0)
}

/**
 * Gives events their positions, and tells of it: soon after this process has written some, and now and then for those that a
 * process without a relay has written, or one that died before it could place them. Every process has a relay; they take turns.
 */
export class EventRelay implements EventFeed {
  readonly #services: RelayServices
  readonly #notifications: NotificationListener
  readonly #listeners = new Set<(through: bigint) => void>()
  #stopListening = () => {}
  #through = 0n
  #woken = Promise.withResolvers<void>()
  #isStopped = false
  #running: Promise<void> | undefined

  constructor(services: RelayServices) {
    this.#services = services
    this.#notifications = new NotificationListener({
      ...services,
      channel: 'lectern_events',
      tell: (position) => this.#tell(BigInt(position)),
    })
  }

  onNew(listener: (through: bigint) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  start(): void {
    this.#stopListening = onWrittenEvents(this.#services.database, () => this.#woken.resolve())
    this.#notifications.start()
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#stopListening()
    this.#woken.resolve()
    await Promise.all([this.#running, this.#notifications.stop()])
  }

  async #run(): Promise<void> {
    let delay = 0
    while (!this.#isStopped) {
      const hasPlaced = await this.#place()
      if (hasPlaced && !this.#isStopped) await wait(busyMilliseconds, undefined, { ref: false })
      delay = hasPlaced ? 0 : Math.min(Math.max(firstPollMilliseconds, delay * 2), longestPollMilliseconds)
      if (await this.#isWokenWithin(delay)) delay = 0
    }
  }

  /** Returns whether there were events. Afterwards there may be more. */
  async #place(): Promise<boolean> {
    this.#woken = Promise.withResolvers()
    try {
      return this.#tell(await placeEvents(this.#services.database))
    } catch (error) {
      this.#services.logger.warn({ err: error }, 'events cannot be given positions; it is tried again')
      return false
    }
  }

  /** Waits until this process writes events, but no longer than so many milliseconds. */
  async #isWokenWithin(milliseconds: number): Promise<boolean> {
    const timer = new AbortController()
    const timeout = wait(milliseconds, false, { signal: timer.signal, ref: false }).catch(() => false)
    const isWoken = await Promise.race([this.#woken.promise.then(() => true), timeout])
    timer.abort()
    if (isWoken && !this.#isStopped) await wait(batchMilliseconds, undefined, { ref: false })
    return isWoken
  }

  /** Tells the listeners of a position. Returns whether it is a new one. */
  #tell(position: bigint): boolean {
    if (position <= this.#through) return false
    this.#through = position
    for (const listener of this.#listeners) listener(position)
    return true
  }
}
