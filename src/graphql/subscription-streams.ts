import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedTypes } from '../http/accepted-type.ts'
import type { Context } from '../request/context.ts'
import type { DocumentCache } from './document-cache.ts'
import { isRequest, parsedJson, type RequestedSubscription, subscriptionOf } from './plain-request.ts'

/** Answers requests with streams of events. It knows the hub of events, which is not of this folder. */
export interface SubscriptionStreams {
  /** Answers a subscription over the connection of its request. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    context: Context,
    subscription: RequestedSubscription,
  ): Promise<void>
  /**
   * Answers a request of the single connection mode. Reads the subscription that it may have; null for one that is no
   * valid subscription.
   */
  answerSingle(
    request: IncomingMessage,
    response: ServerResponse,
    context: Context,
    read: () => Promise<RequestedSubscription | null>,
  ): Promise<void>
}

/** The names by which clients send the token of a single connection. */
const tokenHeader = 'x-graphql-event-stream-token'
const tokenParameter = 'token'

/** Returns the token of the single connection that a request belongs to; undefined for other requests. */
export function streamTokenOf({ headers, url = '' }: IncomingMessage): string | undefined {
  const token = headers[tokenHeader]
  return typeof token === 'string' ? token : (parametersOf(url).get(tokenParameter) ?? undefined)
}

/** Returns whether a request belongs to the single connection mode: only that reserves streams by PUT. */
export const isOfSingleConnection = (request: IncomingMessage): boolean =>
  request.method === 'PUT' || streamTokenOf(request) !== undefined

const eventStream = 'text/event-stream'

/** Returns whether a client names events among the types that it accepts. */
export const acceptsEvents = ({ headers: { accept } }: IncomingMessage): boolean =>
  acceptedTypes(accept, [eventStream]).some(({ isNamed }) => isNamed)

/** Returns the subscription of a request, in its body or in the parameters of a GET; null if it has no valid one. */
export const requestedSubscription = (
  documents: DocumentCache,
  request: IncomingMessage,
  body: Buffer | string | undefined,
): RequestedSubscription | null => subscriptionOf(documents, givenIn(request, body))

/** Returns whether a request has an operation at all, which may not be a valid one. */
export function namesDocument(request: IncomingMessage, body: Buffer | string | undefined): boolean {
  const given = givenIn(request, body)
  return isRequest(given) && ['query', 'documentId', 'extensions'].some((name) => name in given)
}

function givenIn({ method, url = '' }: IncomingMessage, body: Buffer | string | undefined): unknown {
  if (body !== undefined) return parsedJson(body.toString())
  if (method !== 'GET') return undefined
  const given = [...parametersOf(url)].filter(([name]) => memberNames.has(name))
  return Object.fromEntries(
    given.map(([name, text]) => [name, jsonMembers.has(name) ? parsedJson(text) : text]),
  )
}

const jsonMembers = new Set(['variables', 'extensions'])
const memberNames = new Set(['query', 'documentId', 'operationName', ...jsonMembers])

const parametersOf = (url: string): URLSearchParams => {
  const queryStart = url.indexOf('?')
  return new URLSearchParams(queryStart < 0 ? '' : url.slice(queryStart))
}

/** Returns the id of the last event that a client has got: that which a browser sends, or that of a client of GraphQL. */
export function lastEventIdIn(
  { headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>,
  { lastEventId }: RequestedSubscription['extensions'],
): string | undefined {
  const sent = headers['last-event-id'] ?? parametersOf(url).get('lastEventId') ?? lastEventId
  return typeof sent === 'string' && sent !== '' ? sent : undefined
}
