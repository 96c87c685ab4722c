import type { IncomingMessage, ServerResponse } from 'node:http'
import { GraphQLError, type GraphQLSchema, type ParseOptions, type validate } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { crossOriginHeaders, preflightHeaders } from '../http/cross-origin.ts'
import { isMultipart } from '../http/multipart.ts'
import { readBody } from '../http/request-body.ts'
import { emptyResponse, sendResponse, sendStream } from '../http/response.ts'
import type { Context } from './context.ts'
import { DocumentCache } from './document-cache.ts'
import { documentFaults } from './document-limits.ts'
import { executeOperation } from './execute.ts'
import { graphiqlPage } from './graphiql.ts'
import {
  type MultipartRequest,
  readMultipartRequest,
  requestedOperation,
  uploadsOf,
} from './multipart-request.ts'
import { createPlainRequestAnswerer } from './plain-request.ts'
import { queryLimits } from './query-limits.ts'
import { authorizeUploads } from './upload-permission.ts'
import type { UploadReceiver } from './uploads.ts'

const methods = 'GET, HEAD, POST, OPTIONS'

/** The wildcard stands for the headers that GraphQL clients add, but never for Authorization. */
const preflight = preflightHeaders(methods, ['Authorization', '*'])

interface ServerContext {
  context: Context
}

/** Bodies a browser may send to another origin without asking first. None of them is JSON, so none is accepted. */
const simpleBodies = /^(application\/x-www-form-urlencoded|text\/plain)/i

/** Creates the handler of `/graphql`: GraphQL over HTTP, server-sent events, and GraphiQL for browsers. */
export function createGraphQLHandler(schema: GraphQLSchema, config: Config, uploads: UploadReceiver) {
  const yoga = createYoga<ServerContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    batching: false,
    multipart: false,
    cors: false,
    // executeOperation masks errors, for REST and GraphQL alike.
    maskedErrors: false,
    logging: false,
    graphiql: true,
    renderGraphiQL: graphiqlPage,
    plugins: [executionPlugin(schema), limitPlugin(), codePlugin()],
  })
  const documents = new DocumentCache(schema)
  const answerPlain = createPlainRequestAnswerer(schema, documents)
  const answer = (request: IncomingMessage, body: Body, context: Context) =>
    yoga.fetch(
      new Request(new URL(request.url ?? '/', 'http://graphql'), {
        method: request.method ?? 'GET',
        headers: headersOf(request),
        body,
      }),
      { context },
    )
  return async (request: IncomingMessage, response: ServerResponse, context: Context): Promise<void> => {
    for (const [name, value] of Object.entries(crossOriginHeaders)) response.setHeader(name, value)
    if (request.method === 'OPTIONS')
      return sendResponse(request, response, emptyResponse(204, { Allow: methods, ...preflight }))
    if (isMultipart(request)) return send(await answerMultipart(request, context), request, response)
    const body = await bodyOf(request, config.maxBodyBytes)
    const plain = await answerPlain(request, body, context)
    if (plain) return sendResponse(request, response, plain)
    await send(await answer(request, body, context), request, response)
  }

  async function answerMultipart(request: IncomingMessage, context: Context): Promise<Response> {
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
        return answer(request, body, { ...context, uploads: uploadsOf(multipart, files) })
      },
    })
    return received.catch(async (error: unknown) => {
      if (!invalid) throw error
      // Yoga finds the same faults, and answers them in the form that the client accepts.
      return answer(request, JSON.stringify(invalid.operations), context)
    })
  }
}

type Body = Buffer<ArrayBuffer> | string | undefined

/** Returns the headers for Yoga. A multipart body is passed to it as JSON. */
function headersOf(request: IncomingMessage): [string, string][] {
  const headers = isMultipart(request)
    ? { ...request.headers, 'content-type': 'application/json', 'content-length': undefined }
    : request.headers
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith(':') ? [] : [[name, String(value)] as [string, string]],
  )
}

async function bodyOf(
  request: IncomingMessage,
  maxBodyBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return undefined
  const type = request.headers['content-type'] ?? ''
  if (simpleBodies.test(type)) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  return readBody(request, maxBodyBytes)
}

async function send(result: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.statusCode = result.status
  for (const [name, value] of result.headers) response.setHeader(name, value)
  if (!result.body) {
    response.end()
    return
  }
  await sendStream(request, response, result.body as AsyncIterable<Uint8Array>)
}

/** Executes operations with executeOperation and the context of the HTTP request. */
function executionPlugin(schema: GraphQLSchema): Plugin<ServerContext> {
  return {
    onExecute({ setExecuteFn }) {
      setExecuteFn((args) =>
        executeOperation(
          schema,
          args.document,
          args.variableValues,
          (args.contextValue as ServerContext).context,
          args.operationName,
        ),
      )
    },
  }
}

/** Refuses documents that are absurd at sight, before they are validated. Yoga keeps the outcome for each text. */
function limitPlugin(): Plugin<ServerContext> {
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source: string, options: ParseOptions) =>
        parseFn(source, { ...options, maxTokens: queryLimits.tokens }),
      )
    },
    onValidate({ validateFn, setValidationFn }) {
      setValidationFn((...args: Parameters<typeof validate>) => {
        const faults = documentFaults(args[1])
        return faults.length > 0 ? faults : validateFn(...args)
      })
    },
  }
}

/** Adds a code to errors in the document, which Yoga reports without one. */
function codePlugin(): Plugin<ServerContext> {
  return {
    onResultProcess({ result, setResult }) {
      if (Symbol.asyncIterator in result || Array.isArray(result) || !('errors' in result)) return
      const errors = result.errors?.map((error) => (error.extensions?.code ? error : withCode(error)))
      setResult({ ...result, errors })
    },
  }
}

function withCode(error: GraphQLError): GraphQLError {
  return new GraphQLError(error.message, {
    ...error,
    nodes: error.nodes,
    extensions: { ...error.extensions, code: 'BAD_USER_INPUT' },
  })
}
