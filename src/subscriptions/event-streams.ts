import type { GraphQLSchema } from 'graphql'
import type { RequestedSubscription } from '../graphql/plain-request.ts'
import {
  acceptsEvents,
  lastEventIdIn,
  type SubscriptionStreams,
  streamTokenOf,
} from '../graphql/subscription-streams.ts'
import { emptyResponse, sendResponse } from '../http/response.ts'
import type { SubscriptionHub } from '../modules/subscriptions/hub.ts'
import { errorsOf, type ResultStream, runSubscription } from '../modules/subscriptions/run-subscription.ts'
import { type Context, viewerOf } from '../request/context.ts'
import { EventWriter } from './event-writer.ts'
import { failedResults } from './failed-results.ts'
import { badRequest } from './reasons.ts'
import { SingleConnections } from './single-connections.ts'

interface Services {
  readonly schema: GraphQLSchema
  readonly hub: SubscriptionHub
}

/**
 * Creates what answers subscriptions over server-sent events, as the clients of `graphql-sse` expect it. The handler of that
 * package is not used: it keeps what a client does not read in memory without a limit, and every stream that was reserved
 * and never opened.
 */
export function createEventStreams(services: Services): SubscriptionStreams {
  const connections = new SingleConnections()

  const begin = async (
    context: Context,
    subscription: RequestedSubscription,
    lastEventId: string | undefined,
  ): Promise<ResultStream> => {
    try {
      return await runSubscription(services, subscription, context, lastEventId)
    } catch (error) {
      // What is wrong with the operation is told in the stream, where clients look for it.
      return failedResults(errorsOf(error, context))
    }
  }

  return {
    async answer(request, response, context, subscription) {
      viewerOf(context)
      const results = await begin(context, subscription, lastEventIdIn(request, subscription.extensions))
      response.once('close', () => void results.return())
      if (response.destroyed) return void results.return()
      const writer = new EventWriter(response)
      writer.begin(results.lastEventId)
      for await (const { lastEventId, ...data } of results)
        if (!(await writer.send({ event: 'next', data, id: lastEventId }))) return
      await writer.send({ event: 'complete' })
      writer.end()
    },

    async answerSingle(request, response, context, read) {
      viewerOf(context)
      const token = streamTokenOf(request)
      // Clients send the token of a stream that has ended when they reserve another.
      if (token === undefined || request.method === 'PUT') {
        const body = connections.reserve(context)
        const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
        return sendResponse(request, response, { status: 201, headers, body })
      }
      if (acceptsEvents(request)) return connections.open(token, context, response)
      if (request.method === 'DELETE') {
        const id = new URL(request.url ?? '/', 'http://lectern').searchParams.get('operationId')
        if (!id) throw badRequest('OPERATION_ID_REQUIRED')
        connections.remove(token, context, id)
        return sendResponse(request, response, emptyResponse(200))
      }
      const subscription = await read()
      if (!subscription) throw badRequest('SUBSCRIPTIONS_ONLY')
      const { operationId } = subscription.extensions
      if (typeof operationId !== 'string') throw badRequest('OPERATION_ID_REQUIRED')
      const lastEventId = lastEventIdIn({ headers: {} }, subscription.extensions)
      connections.add(token, context, operationId, () => begin(context, subscription, lastEventId))
      sendResponse(request, response, emptyResponse(202))
    },
  }
}
