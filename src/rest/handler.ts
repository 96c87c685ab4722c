import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { forbidden } from '../access/reasons.ts'
import { runHeavy } from '../admission/admission.ts'
import { currentRequest, noteOrganization } from '../base/current-request.ts'
import { AppError, notFound } from '../base/errors.ts'
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import { isFormed } from '../graph/nested/written-result.ts'
import { executeOperation } from '../graphql/execute.ts'
import type { SerializedResult } from '../graphql/introspection.ts'
import { authorizeLargeBody, authorizeUploads } from '../graphql/upload-permission.ts'
import type { UploadReceiver } from '../graphql/uploads.ts'
import { allowCrossOrigin, preflightHeaders, type TrustingConfig } from '../http/cross-origin.ts'
import { disconnectionOf } from '../http/disconnection.ts'
import { conditionalResponse } from '../http/entity-tags.ts'
import { errorForClient } from '../http/error-response.ts'
import { isMultipart } from '../http/multipart.ts'
import { mayExceed } from '../http/request-body.ts'
import { emptyResponse, type HttpResponse, jsonTextResponse } from '../http/response.ts'
import { assertSupportedMethod, TransportError } from '../http/transport-error.ts'
import { cacheTagHeader, cacheTagsOf } from '../renderer/cache-tags.ts'
import { type Context, confirmedIfFailed, ownerOf } from '../request/context.ts'
import type { Cost } from '../request/cost.ts'
import { inSpan } from '../tracing/spans.ts'
import {
  bodyAround,
  type CompiledRoute,
  locationOf,
  pathVariables,
  type RouteTable,
  valueAt,
} from './compiled-route.ts'
import { createDocs } from './docs.ts'
import { resultErrorReply, thrownErrorReply } from './error-response.ts'
import { type FaultPathTranslator, pathInBody } from './fault-path.ts'
import { Faults, warningHeader } from './faults.ts'
import { readJsonBody } from './json-body.ts'
import { formFor, isOfRenderer } from './later-contract.ts'
import { isInLaterContract } from './later-input.ts'
import { rowOfWalk, type SecretOfPages, walkOf } from './list-walk.ts'
import { readMultipartBody } from './multipart-body.ts'
import { createOpenApi, type OpenApiOptions } from './openapi.ts'
import { prefersStrictHandling } from './preferences.ts'
import { costHeader, joinBody, send } from './reply.ts'
import { checkNestings, type PieceWriter } from './representation.ts'
import type { Resource } from './resource.ts'
import type { Route } from './route.ts'
import { type Match, Router } from './router.ts'
import { answerSafely, needsSafety } from './safe-writes.ts'
import type { RequestParts } from './variables.ts'
import { isInScopeOfVisit, readShownContent } from './visitor-scope.ts'

export interface RestOptions extends OpenApiOptions {
  readonly table: RouteTable
  readonly origins: TrustingConfig
  readonly maxBodyBytes: number
  readonly uploads: UploadReceiver
  readonly secretOfPages: SecretOfPages
  /** Logs errors outside of operations. */
  readonly logger: Pick<Logger, 'error'>
  /** Creates the context of a request. Throws an AppError for an invalid token. */
  readonly contextFor: (exchange: {
    readonly request: IncomingMessage
    readonly response: ServerResponse
    readonly requestId: string
  }) => Promise<Context>
}

/** Responds to requests below /v1. Resolves to false for other requests, without a response. */
export type RestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

type Target = Route | Resource

/** The state that all requests share. */
interface RestState extends RestOptions {
  readonly router: Router<Target>
}

const prefix = '/v1'

/** The request headers that pages of other origins may set. */
const acceptedHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Lectern-Position',
  'Prefer',
  'X-Base-Revision',
  'X-If-Stale',
]

/**
 * Creates the handler of all routes. Throws where two have the same address and for invalid nestings, so that these errors
 * surface at start and not in requests.
 */
export function createRestHandler(options: RestOptions): RestHandler {
  checkNestings(options.schema)
  const { table } = options
  const resources = [createOpenApi(options, table), ...createDocs(options.baseUrl, table.routes)]
  const router = new Router<Target>([...table.routes, ...resources])
  const state = { ...options, router }
  return async (request, response) => {
    const address = splitAddress(request.url ?? '')
    if (address.path !== prefix && !address.path.startsWith(`${prefix}/`)) return false
    allowCrossOrigin(request, response, options.origins)
    const requestId = givenRequestId(response) ?? randomUUID()
    const path = address.path.slice(prefix.length) || '/'
    const exchange = { request, response, requestId, path, headers: {} }
    const reply = withHeaders(await answer(state, exchange, address), exchange.headers)
    if (!response.destroyed) send(request, response, reply, exchange.requestId)
    return true
  }
}

function withHeaders(reply: HttpResponse, headers: Record<string, string>): HttpResponse {
  const warnings = [headers.Warning, reply.headers?.Warning].filter((warning) => warning !== undefined)
  return {
    ...reply,
    headers: {
      ...reply.headers,
      ...headers,
      ...(warnings.length > 0 && { Warning: warnings.join(', ') }),
    },
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The path below /v1. */
  readonly path: string
  /** Replaced by the id of the context once it is created. */
  requestId: string
  /** Headers of the response, whether it is an error or not. */
  readonly headers: Record<string, string>
}

interface Address {
  readonly path: string
  readonly query: string
}

function splitAddress(target: string): Address {
  // Proxies may send an absolute URL, of which only path and query count.
  const relative = target.replace(/^https?:\/\/[^/?]*/i, '')
  const queryStart = relative.indexOf('?')
  return queryStart < 0
    ? { path: relative, query: '' }
    : { path: relative.slice(0, queryStart), query: relative.slice(queryStart + 1) }
}

/** Returns the id that the server has already assigned to the request. */
function givenRequestId(response: ServerResponse): string | undefined {
  const header = response.getHeader('X-Request-Id')
  return typeof header === 'string' ? header : undefined
}

async function answer(options: RestState, exchange: Exchange, address: Address): Promise<HttpResponse> {
  try {
    assertSupportedMethod(exchange.request)
    const match = options.router.match(exchange.path)
    if (!match) throw notFound()
    return await answerMatch(options, match, exchange, new URLSearchParams(address.query))
  } catch (error) {
    const expected = errorForClient(error, options.logger)
    if (!expected && !exchange.request.destroyed)
      options.logger.error({ err: error, requestId: exchange.requestId }, 'unexpected error')
    return thrownErrorReply(expected ?? error, exchange.requestId)
  }
}

async function answerMatch(
  options: RestState,
  match: Match<Target>,
  exchange: Exchange,
  query: URLSearchParams,
): Promise<HttpResponse> {
  const method = exchange.request.method ?? ''
  if (method === 'OPTIONS') {
    const allow = allowedMethods(match)
    return emptyResponse(204, { Allow: allow, ...preflightHeaders(allow, acceptedHeaders) })
  }
  const target = match.targets.get(method === 'HEAD' ? 'GET' : method)
  if (!target) throw new TransportError('METHOD_NOT_ALLOWED', { Allow: allowedMethods(match) })
  const parameters = match.parameters(target)
  nameRow(target, parameters)
  if ('reply' in target) return (await target.reply(parameters)).for(exchange.request)
  const row = formFor(exchange.request, target)
  return inSpan(`${target.method} ${target.path}`, {}, () =>
    answerRoute(options, options.table.compile(row), exchange, { path: parameters, query }),
  )
}

function nameRow({ method, path }: Target, { organizationId }: Readonly<Record<string, string>>): void {
  const request = currentRequest()
  if (request) request.row = `${method} ${path}`
  if (organizationId !== undefined && isOrganizationId(organizationId)) noteOrganization(organizationId)
}

const isOrganizationId = (text: string): boolean => /^org[0-9a-z]{1,60}$/.test(text)

async function answerRoute(
  options: RestState,
  target: CompiledRoute,
  exchange: Exchange,
  address: { path: Record<string, string>; query: URLSearchParams },
): Promise<HttpResponse> {
  const { request } = exchange
  const context = await options.contextFor(exchange)
  exchange.requestId = context.requestId
  // Checked first, so that unauthenticated callers learn nothing about valid requests.
  if (target.permission !== 'public' && !context.viewer) throw new AppError('UNAUTHENTICATED')
  if (context.viewer?.kind === 'visitor') {
    if (!target.route.visitors || !isInScopeOfVisit(address.path, context.viewer))
      throw forbidden('TOKEN_OF_VISITOR')
    await readShownContent(address.path, context.viewer.visit)
    const tags = isOfRenderer(request) ? cacheTagsOf(address.path, context.viewer) : undefined
    if (tags !== undefined) exchange.headers[cacheTagHeader] = tags
  }
  if (target.route.uploads && isMultipart(request)) {
    return options.uploads.receive(request, context, {
      beforeFiles: () => {
        const variables = pathVariables(target, address.path)
        return authorizeUploads(options.schema, { document: target.document, variables }, context)
      },
      use: async (multipart) => {
        const { body, uploads } = await readMultipartBody(multipart)
        const parts = { ...address, headers: request.headers, body }
        return answerOperation(options, target, exchange, parts, { ...context, uploads })
      },
    })
  }
  const maxBodyBytes = Math.max(options.maxBodyBytes, target.route.maximumBodyBytes ?? 0)
  const answer = async () => {
    const body = target.takesBody
      ? await confirmedIfFailed(context, () => readJsonBody(request, maxBodyBytes, ownerOf(context)))
      : undefined
    return answerOperation(options, target, exchange, { ...address, headers: request.headers, body }, context)
  }
  if (maxBodyBytes === options.maxBodyBytes || !mayExceed(request, options.maxBodyBytes)) return answer()
  const variables = pathVariables(target, address.path)
  const operation = { document: target.document, variables }
  await confirmedIfFailed(context, () => authorizeLargeBody(options.schema, operation, context))
  return runHeavy('largeBodies', { owner: ownerOf(context), signal: disconnectionOf(request) }, answer)
}

async function answerOperation(
  options: RestState,
  target: CompiledRoute,
  exchange: Exchange,
  parts: RequestParts,
  context: Context,
): Promise<HttpResponse> {
  const variables = await confirmedIfFailed(context, () => readVariables(target, exchange, parts))
  const run = (given: Context) => execute(options, target, exchange, parts, variables, given)
  if (!needsSafety(exchange.request)) return run(context)
  const { schema, table, router, secretOfPages } = options
  return answerSafely({ schema, table, router, secretOfPages }, target, exchange, { variables, context, run })
}

async function execute(
  options: RestOptions,
  target: CompiledRoute,
  exchange: Exchange,
  parts: RequestParts,
  variables: Record<string, unknown>,
  context: Context,
): Promise<HttpResponse> {
  const walk = await walkOf(target, variables, context, options.secretOfPages)
  const { document, form, write } = rowOfWalk(target, walk)
  const inForm = form ? { ...context, form, walk } : context
  const result = await executeOperation(options.schema, document, variables, inForm)
  const { cost } = context
  if (cost?.isLong) await yieldToEventLoop()
  if (result.errors) {
    if (cost) exchange.headers[costHeader] = describeCost(cost)
    const started = result.data !== undefined
    const translate: FaultPathTranslator = (resultPath, faultPath) =>
      pathInBody(target.translateFaultPath(resultPath, faultPath), parts.body)
    return resultErrorReply(result.errors, started, translate, context.requestId)
  }
  const reply = isEmptyWith(target, parts.body)
    ? emptyResponse(204, cacheControl)
    : await resultReply(target, result, (value) => write(value, walk))
  cost?.stateBytes(Buffer.byteLength(reply.body ?? ''))
  if (cost) exchange.headers[costHeader] = describeCost(cost)
  if (target.method === 'GET' && reply.status === 200) return conditionalResponse(exchange.request, reply)
  const warning = warningHeader(context.warnings)
  return warning === undefined ? reply : { ...reply, headers: { ...reply.headers, Warning: warning } }
}

function describeCost(cost: Cost): string {
  const { objects, bytes } = cost.report()
  return `objects=${objects.actual}, bytes=${bytes.actual}`
}

/** Reads the variables of a request, and adds the headers about its unknown names to the response. */
function readVariables(target: CompiledRoute, exchange: Exchange, parts: RequestParts) {
  const strict = prefersStrictHandling(exchange.request.headers.prefer)
  if (strict) exchange.headers['Preference-Applied'] = 'handling=strict'
  const faults = new Faults(strict, (name) => isInLaterContract(target.route, name))
  try {
    return target.readVariables(parts, faults)
  } finally {
    const warning = faults.warning()
    if (warning !== undefined) exchange.headers.Warning = warning
  }
}

const isEmptyWith = ({ route: { emptyWith } }: CompiledRoute, body: unknown): boolean =>
  emptyWith !== undefined &&
  typeof body === 'object' &&
  body !== null &&
  (body as Record<string, unknown>)[emptyWith] != null

const cacheControl = { 'Cache-Control': 'private, no-cache' } as const

async function resultReply(
  target: CompiledRoute,
  result: SerializedResult,
  write: PieceWriter,
): Promise<HttpResponse> {
  const { route, status } = target
  if (isFormed(result)) return jsonTextResponse(status, bodyAround(target, result.answer), cacheControl)
  const { data } = result
  const location = locationOf(target, data)
  const headers = { ...cacheControl, ...(location && { Location: location }) }
  if (route.respond.kind === 'empty') return emptyResponse(status, headers)
  const value = valueAt(data, route.respond.at)
  if (value === null || value === undefined) throw notFound()
  return jsonTextResponse(status, await joinBody(write(value)), headers)
}

function allowedMethods(match: Match<Target>): string {
  const methods = [...match.targets.keys()]
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}
