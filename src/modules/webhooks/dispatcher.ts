import type { Service, ServiceServices } from '../module.ts'
import { dispatchEvents } from './dispatching.ts'

/** How often a process looks for events, besides those that it is told of. */
const pollMs = 5000

interface DispatcherServices extends Pick<ServiceServices, 'database' | 'logger' | 'events'> {
  /** Called when deliveries may be due. */
  readonly onDispatched: () => void
}

/** Makes deliveries of new events as long as the process runs. Every process has one; they take turns. */
export class WebhookDispatcher implements Service {
  readonly #services: DispatcherServices
  #stopListening = () => {}
  #poll: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  /** Whether there may be events that the running batch does not see. */
  #isWoken = false
  #isStopped = false

  constructor(services: DispatcherServices) {
    this.#services = services
  }

  start(): void {
    this.#stopListening = this.#services.events.onNew(() => this.#wake())
    this.#poll = setInterval(() => this.#wake(), pollMs)
    this.#poll.unref()
    this.#wake()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#stopListening()
    clearInterval(this.#poll)
    await this.#running
  }

  #wake(): void {
    this.#isWoken = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      if (this.#isWoken && !this.#isStopped) this.#wake()
    })
  }

  async #run(): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false
      try {
        const { hasMatches, hasMore } = await dispatchEvents(this.#services.database)
        if (hasMore) this.#isWoken = true
        if (hasMatches) this.#services.onDispatched()
      } catch (error) {
        this.#services.logger.warn({ err: error }, 'events cannot be queued for webhooks; it is tried again')
      }
    }
  }
}
