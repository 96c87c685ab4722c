import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase, Notification } from 'pg'
import type { Logger } from 'pino'
import type { Database } from './client.ts'

/** The time until a lost connection is replaced. */
const reconnectMilliseconds = 1000

interface ListenerOptions {
  readonly database: Pick<Database, 'session'>
  readonly logger: Logger
  readonly channel: string
  /** Receives the texts of notifications. One that was sent while there was no connection is not received. */
  readonly tell: (text: string) => void
}

/** Listens to notifications of the database, on a connection of its own, which it replaces when it is lost. */
export class NotificationListener {
  readonly #options: ListenerOptions
  readonly #stopped = new AbortController()
  #running: Promise<void> | undefined

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { database, logger, channel } = this.#options
    const { signal } = this.#stopped
    while (!signal.aborted) {
      try {
        await database.session((client) => this.#listen(client), { patient: true })
      } catch (error) {
        if (signal.aborted) return
        logger.warn({ err: error, channel }, 'notifications of the database are not received for a moment')
      }
      await wait(reconnectMilliseconds, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Resolves when it is to stop, and rejects when the connection is lost. */
  async #listen(client: ClientBase): Promise<void> {
    const { signal } = this.#stopped
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const onNotification = ({ payload = '' }: Notification) => this.#options.tell(payload)
    const onEnd = () => reject(new Error('The connection has ended.'))
    const onAbort = () => resolve()
    client.on('notification', onNotification).on('error', reject).on('end', onEnd)
    signal.addEventListener('abort', onAbort)
    try {
      if (signal.aborted) return
      await client.query(`LISTEN ${this.#options.channel}`)
      await promise
    } finally {
      signal.removeEventListener('abort', onAbort)
      client.off('notification', onNotification).off('error', reject).off('end', onEnd)
    }
  }
}
