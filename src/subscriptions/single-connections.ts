import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { limitOwner } from '../access/limit-owner.ts'
import { notFound } from '../base/errors.ts'
import { subscriptionLimits } from '../modules/subscriptions/limits.ts'
import { rateLimited } from '../modules/subscriptions/reasons.ts'
import type { ResultStream } from '../modules/subscriptions/run-subscription.ts'
import { type Context, memberOf } from '../request/context.ts'
import { EventWriter } from './event-writer.ts'
import { conflict } from './reasons.ts'

/** The time in milliseconds for which a connection is reserved. */
const reservationMs = 60_000

/** The operations of one connection in the single connection mode of GraphQL over server-sent events. */
class SingleConnection {
  readonly owner: string
  readonly writer = Promise.withResolvers<EventWriter>()
  readonly operations = new Map<string, ResultStream | null>()
  isOpen = false

  constructor(owner: string) {
    this.owner = owner
  }
}

/** The connections in the single connection mode of this process, by their tokens. */
export class SingleConnections {
  readonly #byToken = new Map<string, SingleConnection>()

  /** Reserves a connection, and returns its token. */
  reserve(context: Context): string {
    const owner = limitOwner(memberOf(context))
    const maximum = subscriptionLimits.ofUser
    const held = [...this.#byToken.values()].filter((connection) => connection.owner === owner)
    if (held.length >= maximum) throw rateLimited('SUBSCRIPTION_LIMIT_EXCEEDED', { maximum })
    const token = randomUUID()
    const connection = new SingleConnection(owner)
    this.#byToken.set(token, connection)
    setTimeout(() => {
      if (!connection.isOpen) this.#byToken.delete(token)
    }, reservationMs).unref()
    return token
  }

  /** Opens a reserved connection. Throws NOT_FOUND for one of somebody else, and CONFLICT for one that is open. */
  open(token: string, context: Context, response: ServerResponse): void {
    const connection = this.#find(token, context)
    if (connection.isOpen) throw conflict('STREAM_OPEN')
    connection.isOpen = true
    response.once('close', () => {
      this.#byToken.delete(token)
      for (const results of connection.operations.values()) void results?.return()
    })
    const writer = new EventWriter(response)
    writer.begin()
    connection.writer.resolve(writer)
  }

  /** Begins an operation, whose results are sent over the connection of a token. */
  add(token: string, context: Context, id: string, begin: () => Promise<ResultStream>): void {
    const connection = this.#find(token, context)
    if (connection.operations.has(id)) throw conflict('OPERATION_EXISTS')
    connection.operations.set(id, null)
    void this.#run(connection, id, begin)
  }

  /** Ends an operation. */
  remove(token: string, context: Context, id: string): void {
    const { operations } = this.#find(token, context)
    void operations.get(id)?.return()
    operations.delete(id)
  }

  #find(token: string, context: Context): SingleConnection {
    const connection = this.#byToken.get(token)
    if (!connection || connection.owner !== limitOwner(memberOf(context))) throw notFound()
    return connection
  }

  async #run(connection: SingleConnection, id: string, begin: () => Promise<ResultStream>): Promise<void> {
    const { operations } = connection
    const results = await begin()
    // It was ended before it began.
    if (!operations.has(id)) return void results.return()
    operations.set(id, results)
    const writer = await connection.writer.promise
    for await (const { lastEventId: _, ...payload } of results)
      if (!(await writer.send({ event: 'next', data: { id, payload } }))) return
    operations.delete(id)
    await writer.send({ event: 'complete', data: { id } })
  }
}
