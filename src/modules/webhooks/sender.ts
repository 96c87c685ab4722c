import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../../base/config.ts'
import { AppError } from '../../base/errors.ts'
import { storableText } from '../../base/storable-text.ts'
import type { Database } from '../../database/client.ts'
import { guardedSend } from '../../http/guarded-fetch.ts'
import { currentSpan, inSpan, type SpanOptions } from '../../tracing/spans.ts'
import { traceparentOf } from '../../tracing/trace-context.ts'
import {
  type Attempt,
  claimDeliveries,
  type DueDelivery,
  recordFailure,
  recordSuccess,
  releaseDelivery,
} from './delivery-rows.ts'
import { maximumReplyBytes, maximumTriesAtOnce, pollMs, tryTimeoutMs } from './limits.ts'
import { queuePauseMail } from './pause-mail.ts'
import { signedHeaders, validSecrets } from './secrets.ts'

const spanOf = ({ id, eventId, webhook }: DueDelivery): SpanOptions => ({
  kind: 'client',
  attributes: {
    'lectern.delivery': id,
    'lectern.event': eventId,
    'lectern.webhook': webhook.id,
  },
})

/** Returns the header by which the receiver continues the trace, where one is recorded. */
function traceHeaders(): Record<string, string> {
  const span = currentSpan()
  return span ? { traceparent: traceparentOf(span.context) } : {}
}

export interface SenderServices {
  readonly config: Pick<Config, 'outboundAllow'>
  readonly database: Database
  readonly logger: Logger
  /** The time that one try may take. */
  readonly timeoutMs?: number
}

/**
 * Sends what is due to webhooks, so much at once as the process may. A delivery is leased for a try: if the process dies, the
 * lease ends, and any process tries it again.
 */
export class WebhookSender {
  readonly #services: SenderServices
  /** The tries that go on, by webhook. */
  readonly #busy = new Map<string, number>()
  readonly #tries = new Set<Promise<void>>()
  readonly #stop = new AbortController()
  #poll: NodeJS.Timeout | undefined
  #taking: Promise<void> | undefined

  constructor(services: SenderServices) {
    this.#services = services
  }

  /** Looks for due deliveries now and then, also for those that other processes left. */
  start(): void {
    this.#poll = setInterval(() => void this.wake(), pollMs)
    this.#poll.unref()
    void this.wake()
  }

  /** Takes deliveries as long as some are due and more may be tried. Resolves when they were taken. */
  wake(): Promise<void> {
    // One that has just found none may have looked before this one was due.
    const taking = (this.#taking ?? Promise.resolve()).then(() => this.#take())
    this.#taking = taking.catch((error: unknown) =>
      this.#services.logger.warn({ err: error }, 'due deliveries to webhooks cannot be read'),
    )
    return this.#taking
  }

  /** Resolves once no try goes on, and none is due that may be begun. */
  async settled(): Promise<void> {
    await this.#taking
    while (this.#tries.size > 0) {
      await Promise.all(this.#tries)
      await this.#taking
    }
  }

  /** Ends the tries that go on, and leaves their deliveries to other processes. */
  async stop(): Promise<void> {
    clearInterval(this.#poll)
    this.#stop.abort()
    await this.#taking
    await Promise.all(this.#tries)
  }

  async #take(): Promise<void> {
    const free = maximumTriesAtOnce - this.#tries.size
    if (this.#stop.signal.aborted || free === 0) return
    const due = await claimDeliveries(this.#services.database, randomUUID(), free, this.#busy)
    for (const delivery of due) this.#begin(delivery)
  }

  #begin(delivery: DueDelivery): void {
    const { id } = delivery.webhook
    this.#busy.set(id, (this.#busy.get(id) ?? 0) + 1)
    const end = () => {
      const rest = (this.#busy.get(id) ?? 1) - 1
      if (rest === 0) this.#busy.delete(id)
      else this.#busy.set(id, rest)
      this.#tries.delete(trying)
      if (!this.#stop.signal.aborted) void this.wake()
    }
    const trying: Promise<void> = inSpan('webhook delivery', spanOf(delivery), () => this.#try(delivery))
      .catch((error: unknown) =>
        // It is tried again when its lease ends.
        this.#services.logger.warn({ err: error, delivery: delivery.id }, 'a try of a webhook is lost'),
      )
      .then(end)
    this.#tries.add(trying)
  }

  async #try(delivery: DueDelivery): Promise<void> {
    const { database } = this.#services
    const attempt = await this.#attempt(delivery)
    if (attempt === null) return releaseDelivery(database, delivery)
    const { responseStatus } = attempt
    if (responseStatus !== null && responseStatus >= 200 && responseStatus < 300)
      return recordSuccess(database, delivery, attempt)
    await recordFailure(database, delivery, attempt, (transaction) =>
      queuePauseMail(transaction, delivery.webhook.id),
    )
  }

  /** Sends the request. Returns null if the process stops. */
  async #attempt({ eventId, payload, webhook }: DueDelivery): Promise<Attempt | null> {
    const { config, database, timeoutMs = tryTimeoutMs } = this.#services
    const sentAt = new Date()
    const secrets = await validSecrets(database, webhook, sentAt)
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Lectern',
      ...signedHeaders({ id: eventId, sentAt, body: payload }, secrets),
      ...traceHeaders(),
    }
    const started = performance.now()
    const result = (rest: Pick<Attempt, 'responseStatus' | 'responseBody' | 'error'>): Attempt => ({
      startedAt: sentAt.toISOString(),
      milliseconds: Math.round(performance.now() - started),
      ...rest,
    })
    try {
      const { status, body } = await guardedSend(
        webhook.url,
        {
          allow: config.outboundAllow,
          timeoutMs,
          maxReplyBytes: maximumReplyBytes,
          signal: this.#stop.signal,
        },
        { method: 'POST', headers, body: Buffer.from(payload) },
      )
      const responseBody = storableText(new TextDecoder().decode(body))
      return result({ responseStatus: status, responseBody, error: null })
    } catch (error) {
      if (this.#stop.signal.aborted) return null
      if (!(error instanceof AppError)) throw error
      return result({ responseStatus: null, responseBody: null, error: error.message })
    }
  }
}
