import { type ExecutionArgs, type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql'
import { CloseCode, makeServer, type SubscribePayload } from 'graphql-ws'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { AppError } from '../base/errors.ts'
import type { DocumentCache } from '../graphql/document-cache.ts'
import { subscriptionOf } from '../graphql/plain-request.ts'
import { lastEventIdIn } from '../graphql/subscription-streams.ts'
import type { SubscriptionHub } from '../modules/subscriptions/hub.ts'
import {
  errorsOf,
  type ResultStream,
  runSubscription,
  type StreamedResult,
} from '../modules/subscriptions/run-subscription.ts'
import type { Context } from '../request/context.ts'
import { badRequest } from './reasons.ts'

/** Creates the context of a message, with the value of `Authorization` that a client sent when it connected, if it sent one. */
export type CreateRequestContext = (authorization: string | undefined) => Promise<Context>

interface Services {
  readonly schema: GraphQLSchema
  readonly documents: DocumentCache
  readonly hub: SubscriptionHub
  readonly logger: Pick<Logger, 'error'>
}

/** A connection, as the protocol knows it. */
interface Opened {
  readonly socket: WebSocket
  readonly contextFor: CreateRequestContext
}

interface Subscribing {
  readonly context: Context
  readonly lastEventId: string | undefined
}

type Parameters = Readonly<Record<string, unknown>>

/** Returns the function that speaks the protocol of `graphql-ws` on a connection. */
export function createProtocol(
  services: Services,
): (socket: WebSocket, contextFor: CreateRequestContext) => void {
  const { schema, documents, hub, logger } = services
  const server = makeServer<Parameters, Opened>({
    schema,
    onConnect: async ({ extra, connectionParams }) => {
      if (await authenticated(extra, connectionParams)) return { lastEventId: hub.lastEventId }
      return undefined
    },
    onSubscribe: async ({ extra, connectionParams }, _id, payload) => {
      const context = await authenticated(extra, connectionParams)
      if (!context) return [new AppError('UNAUTHENTICATED')]
      return prepare(payload, context)
    },
    subscribe: (args) => begin(args),
    onNext: (_context, _id, _payload, _args, result) => withoutId(result),
  })

  /** Returns the context of a client with a valid token or session. Closes the connection of any other. */
  async function authenticated(
    { socket, contextFor }: Opened,
    parameters: Parameters | undefined,
  ): Promise<Context | null> {
    try {
      const context = await contextFor(authorizationIn(parameters))
      if (context.viewer?.kind === 'member') return context
      socket.close(CloseCode.Unauthorized, 'Unauthorized')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const isUnauthorized = error.code === 'UNAUTHENTICATED'
      // Clients try again after the second.
      socket.close(isUnauthorized ? CloseCode.Unauthorized : CloseCode.Forbidden, error.reason ?? error.code)
    }
    return null
  }

  function prepare(payload: SubscribePayload, context: Context): ExecutionArgs | readonly GraphQLError[] {
    const { query, variables, operationName, extensions } = payload
    const given = { query, variables, operationName, extensions }
    const subscription = subscriptionOf(documents, given)
    if (!subscription) return faultsOf(given)
    return {
      schema,
      document: subscription.document,
      variableValues: subscription.variables,
      operationName: subscription.operationName,
      contextValue: { context, lastEventId: lastEventIdIn({ headers: {} }, subscription.extensions) },
    }
  }

  /** Returns what is wrong with an operation that is no valid subscription. */
  function faultsOf(given: SubscribePayload): readonly GraphQLError[] {
    try {
      const faults = documents.faultsOfText(documents.textOf(given) ?? '')
      return faults.length > 0 ? faults : [badRequest('SUBSCRIPTIONS_ONLY')]
    } catch (error) {
      if (error instanceof GraphQLError) return [error]
      throw error
    }
  }

  async function begin({
    document,
    variableValues,
    operationName,
    contextValue,
  }: ExecutionArgs): Promise<ResultStream | { readonly errors: readonly GraphQLError[] }> {
    const { context, lastEventId } = contextValue as Subscribing
    try {
      const operation = { document, variables: variableValues, operationName }
      return await runSubscription({ schema, hub }, operation, context, lastEventId)
    } catch (error) {
      return { errors: errorsOf(error, context) }
    }
  }

  return (socket, contextFor) => {
    const closed = server.opened(
      {
        protocol: socket.protocol,
        send: (text) => send(socket, text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (handle) =>
          socket.on('message', (data) => {
            handle(String(data)).catch((error: unknown) => {
              logger.error({ err: error }, 'a message of a websocket failed')
              socket.close(CloseCode.InternalServerError, 'Internal server error')
            })
          }),
      },
      { socket, contextFor },
    )
    socket.once('close', (code, reason) => void closed(code, String(reason)))
  }
}

/** Returns a result as clients get it: they find its id in its extensions. */
function withoutId({ lastEventId: _, ...result }: StreamedResult): ExecutionResult {
  return result
}

/** Sends a message, and waits until it has left this process, so that nothing more is read for a client that does not read. */
const send = (socket: WebSocket, text: string): Promise<void> =>
  new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) resolve()
    // A connection that fails is closed, which ends what is sent over it.
    else socket.send(text, () => resolve())
  })

/** Returns the value of `Authorization` that a client sent when it connected, as browsers cannot send the header. */
function authorizationIn(parameters: Parameters | undefined): string | undefined {
  const value = parameters?.Authorization ?? parameters?.authorization
  return typeof value === 'string' ? value : undefined
}
