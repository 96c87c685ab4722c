import type { AppError } from '../../base/errors.ts'
import { subscriptionLimits } from './limits.ts'
import { rateLimited } from './reasons.ts'
import type { Happening, Topic } from './topic.ts'

/** Whose token a subscription is, and in whose limits it counts. */
export interface SubscriberIdentity {
  readonly tokenId: string
  readonly owner: string
}

/** A subscription, with what waits to be sent. */
export class Subscriber {
  readonly topic: Topic
  readonly identity: SubscriberIdentity
  /** The position through which it was told of events, or through which its client knows them. */
  position: bigint
  /** Whether it is told of events as they happen. Until then it reads those that it has missed. */
  isLive = false
  #waiting: Happening[] = []
  #wake: (() => void) | undefined
  #end: AppError | 'done' | undefined

  constructor(topic: Topic, identity: SubscriberIdentity, position: bigint) {
    this.topic = topic
    this.identity = identity
    this.position = position
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0
  }

  get hasEnded(): boolean {
    return this.#end !== undefined
  }

  /** Adds what is to be sent. A subscriber for whom too much waits is ended, so that its client reads again from where it was. */
  offer(happening: Happening): void {
    if (this.#end) return
    const maximum = subscriptionLimits.waitingEvents
    // The progress of a job is read when it is sent, so that one is as good as many.
    if (!happening.event) this.#waiting = []
    if (this.#waiting.length >= maximum) this.end(rateLimited('SUBSCRIBER_TOO_SLOW', { maximum }))
    else this.#waiting.push(happening)
    this.#wake?.()
  }

  /** Ends it: with an error, which takes the place of what waits, or without. */
  end(reason: AppError | 'done'): void {
    this.#end ??= reason
    this.#waiting = []
    this.#wake?.()
  }

  /** Returns what is to be sent next, when there is something. Null at the end, and throws the error that ended it. */
  async take(): Promise<Happening | null> {
    for (;;) {
      const next = this.#waiting.shift()
      if (next) return next
      if (this.#end === 'done') return null
      if (this.#end) throw this.#end
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
