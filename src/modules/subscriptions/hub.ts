import type { Logger } from 'pino'
import { CurrentViewers } from '../../access/current-viewers.ts'
import { limitOwner } from '../../access/limit-owner.ts'
import type { Member } from '../../access/viewer.ts'
import { AppError } from '../../base/errors.ts'
import type { Database } from '../../database/client.ts'
import { errorForClient } from '../../http/error-response.ts'
import {
  type EventFeed,
  type PlacedEvent,
  readEventsAfter,
  readKept,
  readLastPosition,
} from '../events/feed.ts'
import { Authorizer } from './authorizer.ts'
import type { Delivery, EventStream } from './event-stream.ts'
import { JobWatch } from './job-watch.ts'
import { lastEventIdOf, positionOf } from './last-event-id.ts'
import { subscriptionLimits } from './limits.ts'
import { rateLimited, refusedInput, serviceUnavailable } from './reasons.ts'
import { Subscriber } from './subscriber.ts'
import type { Topic } from './topic.ts'

interface Services {
  readonly database: Database
  readonly events: EventFeed
  readonly logger: Pick<Logger, 'error'>
}

/**
 * Hands out events to the subscribers of this process. It reads them once for all, and only while somebody has
 * subscribed.
 */
export class SubscriptionHub {
  readonly #services: Services
  readonly #viewers: CurrentViewers
  readonly #authorizer: Authorizer
  readonly #jobs: JobWatch
  readonly #subscribers = new Set<Subscriber>()
  readonly #byOrganization = new Map<string, Set<Subscriber>>()
  readonly #countByOwner = new Map<string, number>()
  #total = 0
  /** The position of the last event that was handed out; undefined while nobody has subscribed. */
  #position: bigint | undefined
  #starting: Promise<void> | undefined
  #stopListening = () => {}
  #checkTimer: NodeJS.Timeout | undefined
  #isReading = false
  #isBehind = false

  constructor(services: Services) {
    const { database } = services
    this.#services = services
    this.#viewers = new CurrentViewers(database.queryPromptly)
    this.#authorizer = new Authorizer(database, this.#viewers)
    this.#jobs = new JobWatch(database, (error) => this.#report(error))
  }

  /**
   * Begins to tell a viewer of a topic: from now on, or of all that has happened since the event that the client got last.
   * Throws where there are too many subscriptions, or the event is no longer kept.
   */
  async open(topic: Topic, viewer: Member, lastEventId: string | undefined): Promise<EventStream> {
    const after = lastEventId === undefined ? undefined : positionOf(lastEventId)
    const owner = limitOwner(viewer)
    this.#admit(owner)
    try {
      await this.#start()
      if (after !== undefined && !topic.job) await this.#assertKept(after)
    } catch (error) {
      this.#release(owner)
      throw error
    }
    const identity = { tokenId: viewer.tokenId ?? '', owner }
    const subscriber = new Subscriber(topic, identity, after ?? (this.#position as bigint))
    this.#subscribers.add(subscriber)
    if (topic.job) this.#jobs.follow(subscriber)
    else this.#ofOrganization(topic.organizationId).add(subscriber)
    return { next: () => this.#next(subscriber), close: () => this.#close(subscriber) }
  }

  /** The `lastEventId` of the present; undefined while nobody has subscribed. */
  get lastEventId(): string | undefined {
    return this.#position === undefined ? undefined : lastEventIdOf(this.#position)
  }

  /** Ends all subscriptions. */
  close(): void {
    for (const subscriber of this.#subscribers) {
      subscriber.end('done')
      this.#close(subscriber)
    }
  }

  /** Counts a subscription. Throws if its user, or this process, has too many. */
  #admit(owner: string): void {
    const { ofUser, inProcess } = subscriptionLimits
    const count = this.#countByOwner.get(owner) ?? 0
    if (count >= ofUser) throw rateLimited('SUBSCRIPTION_LIMIT_EXCEEDED', { maximum: ofUser })
    if (this.#total >= inProcess) throw serviceUnavailable('SUBSCRIPTIONS_BUSY', { maximum: inProcess })
    this.#total++
    this.#countByOwner.set(owner, count + 1)
  }

  #release(owner: string): void {
    this.#total--
    const count = (this.#countByOwner.get(owner) ?? 1) - 1
    if (count === 0) this.#countByOwner.delete(owner)
    else this.#countByOwner.set(owner, count)
    if (this.#total === 0) this.#stop()
  }

  /** Begins to read events, unless it does already. */
  async #start(): Promise<void> {
    if (this.#position !== undefined) return
    this.#starting ??= this.#begin().finally(() => {
      this.#starting = undefined
    })
    await this.#starting
  }

  async #begin(): Promise<void> {
    const { database, events } = this.#services
    this.#stopListening()
    this.#stopListening = events.onNew(() => void this.#read())
    this.#position = await readLastPosition(database)
    this.#checkTimer ??= setInterval(
      () => this.#checkAll(this.#subscribers),
      subscriptionLimits.checkSeconds * 1000,
    ).unref()
  }

  #stop(): void {
    this.#stopListening()
    this.#stopListening = () => {}
    clearInterval(this.#checkTimer)
    this.#checkTimer = undefined
    this.#position = undefined
  }

  /** Throws if events after a position may have been removed, or if there is no such position yet. */
  async #assertKept(position: bigint): Promise<void> {
    const { database } = this.#services
    if (position === this.#position) return
    const { oldest, has } = await readKept(database, position)
    if (has || position + 1n === oldest) return
    const isExpired = position <= (this.#position as bigint) && (oldest === null || position < oldest)
    // Of events that are lost since a backup was restored, nobody knows what changed after them.
    throw refusedInput('lastEventId', isExpired ? 'EVENTS_EXPIRED' : 'LAST_EVENT_UNKNOWN')
  }

  #ofOrganization(organizationId: string): Set<Subscriber> {
    const known = this.#byOrganization.get(organizationId)
    if (known) return known
    const created = new Set<Subscriber>()
    this.#byOrganization.set(organizationId, created)
    return created
  }

  /** Reads the events that have come, and hands them out. */
  async #read(): Promise<void> {
    this.#isBehind = true
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#isBehind && this.#position !== undefined) {
        this.#isBehind = false
        const limit = subscriptionLimits.eventsPerRead
        const events = await readEventsAfter(this.#services.database, this.#position, limit)
        if (events.length === limit) this.#isBehind = true
        await this.#noteForReplicas(events)
        this.#handOut(events)
      }
    } catch (error) {
      // The next event leads here again.
      this.#report(error)
    } finally {
      this.#isReading = false
    }
  }

  /** Who is told of an event reads what has changed, and a replica may lack that, whoever wrote it. */
  async #noteForReplicas(events: readonly PlacedEvent[]): Promise<void> {
    const { replicas } = this.#services.database
    if (replicas && events.length > 0)
      await replicas.note([...new Set(events.map(({ organizationId }) => organizationId))])
  }

  #handOut(events: readonly PlacedEvent[]): void {
    const affected = new Set<Subscriber>()
    for (const event of events) {
      const subscribers = this.#byOrganization.get(event.organizationId) ?? []
      for (const subscriber of subscribers) {
        if (changesRights(event)) affected.add(subscriber)
        if (!subscriber.isLive || event.position <= subscriber.position) continue
        if (subscriber.topic.matches(event)) subscriber.offer({ event })
      }
    }
    const last = events.at(-1)
    if (last && this.#position !== undefined) this.#position = last.position
    this.#checkAll(affected)
  }

  async #next(subscriber: Subscriber): Promise<Delivery | null> {
    const { topic } = subscriber
    try {
      for (;;) {
        if (!subscriber.isLive && !topic.job) await this.#catchUp(subscriber)
        const happening = await subscriber.take()
        if (!happening) {
          this.#close(subscriber)
          return null
        }
        const { event, isLast } = happening
        const viewer = await this.#authorizer.viewerFor(subscriber, happening)
        if (isLast) subscriber.end('done')
        if (viewer)
          return {
            viewer,
            payload: topic.payloadOf(event, viewer),
            lastEventId: event ? lastEventIdOf(event.position) : null,
          }
      }
    } catch (error) {
      this.#close(subscriber)
      throw error
    }
  }

  /** Reads what a subscriber has missed, a part at a time, until it is as far as those who are told of events as they happen. */
  async #catchUp(subscriber: Subscriber): Promise<void> {
    const { topic } = subscriber
    while (!subscriber.hasEnded && !subscriber.hasWaiting) {
      const present = this.#position ?? subscriber.position
      if (subscriber.position >= present) {
        subscriber.isLive = true
        return
      }
      const limit = subscriptionLimits.waitingEvents
      const events = await readEventsAfter(
        this.#services.database,
        subscriber.position,
        limit,
        topic.organizationId,
      )
      const matching = events.filter(topic.matches)
      for (const event of matching) subscriber.offer({ event })
      const last = events.at(-1)?.position ?? present
      subscriber.position = events.length === limit || last > present ? last : present
    }
  }

  /** Ends the subscriptions whose viewers may not read their objects any longer. */
  #checkAll(subscribers: ReadonlySet<Subscriber>): void {
    for (const subscriber of subscribers)
      this.#authorizer.viewerFor(subscriber, null).catch((error: unknown) => {
        if (error instanceof AppError) subscriber.end(error)
        else this.#report(error)
      })
  }

  #close(subscriber: Subscriber): void {
    if (!this.#subscribers.delete(subscriber)) return
    const { topic, identity } = subscriber
    subscriber.end('done')
    this.#jobs.leave(subscriber)
    const ofOrganization = this.#byOrganization.get(topic.organizationId)
    ofOrganization?.delete(subscriber)
    if (ofOrganization?.size === 0) this.#byOrganization.delete(topic.organizationId)
    this.#release(identity.owner)
    this.#forgetUnused(identity.tokenId)
  }

  /** Forgets the viewer of a token with which nobody is subscribed any longer. */
  #forgetUnused(tokenId: string): void {
    for (const { identity } of this.#subscribers) if (identity.tokenId === tokenId) return
    this.#viewers.forget(tokenId)
  }

  #report(error: unknown): void {
    if (!errorForClient(error, this.#services.logger))
      this.#services.logger.error({ err: error }, 'reading events for subscriptions failed')
  }
}

/** The types of events after which somebody may have lost the right to read something. */
const changesRights = ({ type }: PlacedEvent): boolean =>
  /^(member|permission|team|token|session|organization|space|collection|site)\./.test(type)
