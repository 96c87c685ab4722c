import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GraphQLSchema } from 'graphql'
import type { Config } from '../base/config.ts'
import { AppError } from '../base/errors.ts'
import { preflightHeaders } from '../http/cross-origin.ts'
import { conditionalResponse } from '../http/entity-tags.ts'
import { JsonStructure } from '../http/json-structure.ts'
import { isLongBody, yieldForLongBody } from '../http/long-body.ts'
import { isMultipart } from '../http/multipart.ts'
import { readBody } from '../http/request-body.ts'
import { emptyResponse, type HttpResponse, sendResponse, sendStream } from '../http/response.ts'
import { type Context, confirmedIfFailed } from '../request/context.ts'
import { DocumentCache } from './document-cache.ts'
import { graphiqlPage } from './graphiql.ts'
import { answerKeyed, responseOf } from './keyed-mutations.ts'
import {
  type MultipartRequest,
  readMultipartRequest,
  requestedOperation,
  uploadsOf,
} from './multipart-request.ts'
import { createPlainRequestAnswerer, operationOf } from './plain-request.ts'
import { notAcceptable } from './reasons.ts'
import { assertAcceptable, prefersPage, responseJson } from './response-types.ts'
import {
  acceptsEvents,
  isOfSingleConnection,
  namesDocument,
  requestedSubscription,
  type SubscriptionStreams,
} from './subscription-streams.ts'
import { readTrustedDocuments } from './trusted-documents.ts'
import { authorizeUploads } from './upload-permission.ts'
import type { UploadReceiver } from './uploads.ts'
import type { YogaAnswerer } from './yoga.ts'

/** A read depends on who asks and for which type, so that nobody may keep it for others. */
const readHeaders = { Vary: 'Accept, Authorization, Cookie', 'Cache-Control': 'private, no-cache' }

/** PUT and DELETE belong to the single connection mode of subscriptions. */
const methods = 'GET, HEAD, POST, PUT, DELETE, OPTIONS'

/** The wildcard stands for the headers that GraphQL clients add, but never for Authorization. */
const preflight = preflightHeaders(methods, ['Authorization', '*'])

/** Answers a preflight. Where credentials are sent the wildcard stands for nothing, so that the names asked for are repeated. */
function preflightFor({ headers }: IncomingMessage, response: ServerResponse): Record<string, string> {
  const asked = headers['access-control-request-headers']
  if (asked === undefined || !response.hasHeader('Access-Control-Allow-Credentials')) return preflight
  return { ...preflightHeaders(methods, [asked]), Vary: 'Access-Control-Request-Headers' }
}

/** Bodies a browser may send to another origin without asking first. None of them is JSON, so none is accepted. */
const simpleBodies = /^(application\/x-www-form-urlencoded|text\/plain)/i

interface HandlerServices {
  readonly schema: GraphQLSchema
  readonly config: Config
  readonly documents: DocumentCache
  readonly uploads: UploadReceiver
  readonly streams: SubscriptionStreams
}

/** Creates the cache of the documents that clients send. */
export function createDocuments(schema: GraphQLSchema, config: Config): DocumentCache {
  const trusted = config.trustedDocuments && readTrustedDocuments(schema, config.trustedDocuments)
  return new DocumentCache(schema, { introspection: config.introspection, trusted })
}

/** Creates the handler of `/graphql`: GraphQL over HTTP, server-sent events, and GraphiQL for browsers. */
export function createGraphQLHandler({ schema, config, documents, uploads, streams }: HandlerServices) {
  const answerPlain = createPlainRequestAnswerer(schema, documents)
  let answerer: Promise<YogaAnswerer> | undefined
  const answer: YogaAnswerer = async (...given) => {
    // Yoga is large, and answers only what `answerPlain` declines.
    answerer ??= import('./yoga.ts').then(({ createYogaAnswerer }) => createYogaAnswerer(schema, documents))
    return (await answerer)(...given)
  }
  return async (request: IncomingMessage, response: ServerResponse, given: Context): Promise<void> => {
    if (request.method === 'OPTIONS')
      return sendResponse(
        request,
        response,
        emptyResponse(204, { Allow: methods, ...preflightFor(request, response) }),
      )
    if (isRead(request))
      for (const [name, value] of Object.entries(readHeaders)) response.appendHeader(name, value)
    if (request.method === 'GET' && prefersPage(request))
      return sendResponse(request, response, (await graphiqlPage(config)).for(request))
    if (isOfSingleConnection(request)) {
      const context = await confirmed(given)
      return streams.answerSingle(request, response, context, async () =>
        requestedSubscription(documents, request, await bodyOf(request, config.maxBodyBytes)),
      )
    }
    assertAcceptable(request)
    if (isMultipart(request)) return sendAny(await answerMultipart(request, given), request, response)
    const body = await confirmedIfFailed(given, () => bodyOf(request, config.maxBodyBytes))
    // Many requests are confirmed at the same time, and would read their long variables in one turn of the event loop.
    const context = body && isLongBody(body) ? await confirmed(given) : given
    if (body) await yieldForLongBody(body)
    const kept = await answerKept(request, body, context)
    if (kept) return sendResponse(request, response, kept)
    const plain = await answerPlain(request, body, context)
    if (plain) return sendResponse(request, response, plain)
    if (body) await yieldForLongBody(body)
    const subscription = requestedSubscription(documents, request, body)
    if (subscription) {
      if (!acceptsEvents(request)) throw notAcceptable('STREAM_NEEDED')
      return streams.answer(request, response, await confirmed(context), subscription)
    }
    // A stream would begin with 200, and so does the older type.
    if (acceptsEvents(request) && !namesDocument(request, body)) request.headers.accept = responseJson
    await send(await answer(request, body, await confirmed(context)), request, response)
  }

  /** Answers a mutation with an `Idempotency-Key`. Returns null for any other request. */
  async function answerKept(
    request: IncomingMessage,
    body: Buffer<ArrayBuffer> | string | undefined,
    given: Context,
  ): Promise<HttpResponse | null> {
    if (request.headers['idempotency-key'] === undefined) return null
    const operation = operationOf(documents, body)
    if (!operation?.isMutation) return null
    const context = await confirmed(given)
    return answerKeyed(schema, request, context, operation, async (within) => {
      const plain = await answerPlain(request, typeof body === 'string' ? undefined : body, within)
      return plain ?? responseOf(await answer(request, body, within))
    })
  }

  async function answerMultipart(
    request: IncomingMessage,
    context: Context,
  ): Promise<Response | HttpResponse> {
    let invalid: MultipartRequest | undefined
    const received = uploads.receive(request, context, {
      beforeFiles: async (fields) => {
        const multipart = readMultipartRequest(fields)
        const operation = requestedOperation(schema, documents, multipart)
        if (operation) return authorizeUploads(schema, operation, context)
        invalid = multipart
        throw new AppError('BAD_USER_INPUT')
      },
      use: async ({ fields, files }) => {
        const multipart = readMultipartRequest(fields)
        const body = JSON.stringify(multipart.operations)
        await yieldForLongBody(body)
        const received = { ...context, uploads: uploadsOf(multipart, files) }
        return (await answerKept(request, body, received)) ?? answer(request, body, received)
      },
    })
    return received.catch(async (error: unknown) => {
      if (!invalid) throw error
      // Yoga finds the same faults, and answers them in the form that the client accepts.
      return answer(request, JSON.stringify(invalid.operations), context)
    })
  }
}

const confirmed = async (context: Context): Promise<Context> =>
  (await context.unconfirmed?.confirm()) ?? context

async function bodyOf(
  request: IncomingMessage,
  maxBodyBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return undefined
  const type = request.headers['content-type'] ?? ''
  if (simpleBodies.test(type)) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  return readBody(request, maxBodyBytes, new JsonStructure())
}

const sendAny = (
  result: Response | HttpResponse,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | void =>
  // The responses of Yoga are of a class of its own.
  'text' in result ? send(result, request, response) : sendResponse(request, response, result)

async function send(result: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.statusCode = result.status
  for (const [name, value] of result.headers) response.setHeader(name, value)
  const { body } = result
  if (!body) {
    response.end()
    return
  }
  // Events must not be held back.
  if (isStreamed(result)) return sendStream(request, response, body as AsyncIterable<Uint8Array>)
  const whole = { status: result.status, headers: {}, body: Buffer.from(await result.arrayBuffer()) }
  const isConditional = isRead(request) && result.status === 200
  sendResponse(request, response, isConditional ? conditionalResponse(request, whole) : whole)
}

const isStreamed = ({ headers }: Response): boolean =>
  /^(text\/event-stream|multipart\/)/.test(headers.get('content-type') ?? '')

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'
