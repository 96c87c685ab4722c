import { randomUUID } from 'node:crypto'
import type { Service, ServiceServices } from '../module.ts'
import { claimDueConnection } from './leases.ts'
import { lookMs, syncsAtOnce } from './limits.ts'
import { runSync } from './run-sync.ts'

/** The reason why a process that stops leaves its syncs to others. */
class RunnerStopped extends Error {}

/**
 * Syncs the connections that are due as long as the process runs: those that are polled, those of which a webhook told, and those
 * of spaces with edits. Every process has one; a connection is synced by one of them.
 */
export class GitSyncRunner implements Service {
  readonly #services: ServiceServices
  readonly #running = new Set<Promise<void>>()
  readonly #stop = new AbortController()
  #poll: NodeJS.Timeout | undefined
  #taking: Promise<void> | undefined

  constructor(services: ServiceServices) {
    this.#services = services
  }

  start(): void {
    this.#poll = setInterval(() => this.wake(), lookMs)
    this.#poll.unref()
    this.wake()
  }

  async stop(): Promise<void> {
    clearInterval(this.#poll)
    this.#stop.abort(new RunnerStopped('The process stops.'))
    await this.#taking
    await Promise.all(this.#running)
  }

  /** Looks for connections that are due. */
  wake(): void {
    if (this.#stop.signal.aborted) return
    this.#taking ??= this.#take()
      .catch((error: unknown) =>
        this.#services.logger.warn(
          { err: error },
          'git syncs that are due cannot be taken; it is tried again',
        ),
      )
      .finally(() => {
        this.#taking = undefined
      })
  }

  async #take(): Promise<void> {
    while (!this.#stop.signal.aborted && this.#running.size < syncsAtOnce) {
      const connection = await claimDueConnection(this.#services.database, randomUUID())
      if (!connection) return
      const logger = this.#services.logger.child({ gitLinkId: connection.id })
      const running = runSync({ ...this.#services, logger }, connection, { signal: this.#stop.signal })
        .then(
          () => {},
          (error: unknown) => {
            if (!(error instanceof RunnerStopped)) logger.warn({ err: error }, 'a git sync was stopped')
          },
        )
        .finally(() => this.#running.delete(running))
      this.#running.add(running)
    }
  }
}
