import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { GraphQLSchema } from 'graphql'
import type { Logger } from 'pino'
import type { Database } from '../database/client.ts'
import type { DocumentCache } from '../graphql/document-cache.ts'
import type { SubscriptionStreams } from '../graphql/subscription-streams.ts'
import type { EventFeed } from '../modules/events/feed.ts'
import { SubscriptionHub } from '../modules/subscriptions/hub.ts'
import { createEventStreams } from './event-streams.ts'
import { endEventStreams } from './event-writer.ts'
import { type ContextOf, WebSockets } from './web-sockets.ts'

interface Services {
  readonly schema: GraphQLSchema
  readonly documents: DocumentCache
  readonly database: Database
  readonly events: EventFeed
  readonly logger: Logger
  readonly contextOf: ContextOf
}

/** The subscriptions of a process, over both protocols. */
export interface Subscriptions {
  readonly streams: SubscriptionStreams
  /** Answers a request to change the protocol of its connection. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Ends all subscriptions so that their clients connect to another process. */
  end(): Promise<void>
}

export function createSubscriptions(services: Services): Subscriptions {
  const hub = new SubscriptionHub(services)
  const webSockets = new WebSockets({ ...services, hub })
  return {
    streams: createEventStreams({ ...services, hub }),
    upgrade: (request, socket, head) => webSockets.upgrade(request, socket, head),
    end: async () => {
      endEventStreams()
      await webSockets.close()
      hub.close()
    },
  }
}
