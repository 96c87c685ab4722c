import type { IncomingMessage } from 'node:http'
import { useDeferStream } from '@graphql-yoga/plugin-defer-stream'
import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
  type ParseOptions,
  type ValidationRule,
} from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { errorTable } from '../base/errors.ts'
import { errorForClient } from '../http/error-response.ts'
import { isMultipart } from '../http/multipart.ts'
import type { Context } from '../request/context.ts'
import type { DocumentCache } from './document-cache.ts'
import { executeOperation } from './execute.ts'
import { executeInParts } from './execute-in-parts.ts'
import { heavyWorkOf } from './heavy-operation.ts'
import { isIncremental } from './incremental.ts'
import type { DocumentRequest } from './named-documents.ts'
import { queryLimits } from './query-limits.ts'
import { acceptsParts, acceptWithoutWeights } from './response-types.ts'

type Body = Buffer<ArrayBuffer> | string | undefined

/** Answers a request with Yoga. The body of a multipart request is its operations, as JSON. */
export type YogaAnswerer = (request: IncomingMessage, body: Body, context: Context) => Promise<Response>

interface ServerContext {
  context: Context
  acceptsParts: boolean
}

/** Creates the complete implementation of GraphQL over HTTP, with server-sent events, and GraphiQL for browsers. */
export function createYogaAnswerer(schema: GraphQLSchema, documents: DocumentCache): YogaAnswerer {
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
    graphiql: false,
    plugins: [
      useDeferStream(),
      documentPlugin(documents),
      executionPlugin(schema),
      limitPlugin(documents),
      codePlugin(),
    ],
  })
  return async (request, body, context) =>
    yoga.fetch(
      new Request(new URL(request.url ?? '/', 'http://graphql'), {
        method: request.method ?? 'GET',
        headers: headersOf(request),
        body,
      }),
      { context, acceptsParts: acceptsParts(request) },
    )
}

/** Returns the headers for Yoga, which knows no weights of types. A multipart body is passed to it as JSON. */
function headersOf(request: IncomingMessage): [string, string][] {
  const headers = {
    ...request.headers,
    accept: acceptWithoutWeights(request),
    ...(isMultipart(request) && { 'content-type': 'application/json', 'content-length': undefined }),
  }
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith(':') ? [] : [[name, String(value)] as [string, string]],
  )
}

/** Executes operations with executeOperation and the context of the HTTP request. */
function executionPlugin(schema: GraphQLSchema): Plugin<ServerContext> {
  return {
    onExecute({ setExecuteFn }) {
      setExecuteFn((args) => {
        const { context, acceptsParts } = args.contextValue as ServerContext
        if (acceptsParts && mayBeInParts(schema, args)) return executeInParts({ ...args, schema }, context)
        return executeOperation(
          schema,
          args.document,
          args.variableValues,
          context,
          args.operationName,
        ).catch((error: unknown) => {
          // Yoga would send the message of any other error.
          throw errorForClient(error, context.logger) ?? error
        })
      })
    },
  }
}

/**
 * Returns whether an operation is answered in parts to clients that accept them: a query that asks for it, and is not heavy,
 * since the limits of heavy work count whole answers.
 */
function mayBeInParts(
  schema: GraphQLSchema,
  {
    document,
    variableValues,
    operationName,
  }: Pick<ExecutionArgs, 'document' | 'variableValues' | 'operationName'>,
): boolean {
  if (!isIncremental(document)) return false
  if (getOperationAST(document, operationName)?.operation !== OperationTypeNode.QUERY) return false
  return heavyWorkOf(schema, document, variableValues, operationName) === undefined
}

/** Puts the document in the place of its name. */
function documentPlugin(documents: DocumentCache): Plugin<ServerContext> {
  return {
    onParams({ params, request, setParams }) {
      const { documentId = parameterOf(request, 'documentId') } = params as DocumentRequest
      const query = documents.textOf({ ...params, documentId })
      if (query === undefined || query === params.query) return
      const { variables, operationName, extensions } = params
      setParams({
        query,
        ...(variables && { variables }),
        ...(operationName && { operationName }),
        ...(extensions && { extensions }),
      })
    },
  }
}

/** Returns a parameter of a GET, of which Yoga reads those that it knows. */
const parameterOf = ({ method, url }: Request, name: string): string | undefined =>
  (method === 'GET' && new URL(url).searchParams.get(name)) || undefined

/** Refuses documents that are absurd at sight, before they are validated. Yoga keeps the outcome for each text. */
function limitPlugin(documents: DocumentCache): Plugin<ServerContext> {
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source: string, options: ParseOptions) =>
        parseFn(source, { ...options, maxTokens: queryLimits.tokens }),
      )
    },
    onValidate({ setValidationFn }) {
      setValidationFn((_schema: GraphQLSchema, document: DocumentNode, rules?: readonly ValidationRule[]) =>
        documents.faultsOf(document, rules),
      )
    },
  }
}

/** Adds a code to errors in the request, which Yoga reports without one, or with one of its own. */
function codePlugin(): Plugin<ServerContext> {
  return {
    onResultProcess({ result, setResult }) {
      if (Symbol.asyncIterator in result || Array.isArray(result) || !('errors' in result)) return
      const { errors = [] } = result
      // What was executed has codes, and is written already.
      if (errors.every(hasCode)) return
      setResult({ ...result, errors: errors.map((error) => (hasCode(error) ? error : withCode(error))) })
    },
  }
}

/** The codes that Yoga gives to documents that GraphQL does not accept, as other servers do. */
const documentCodes = ['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED']

const hasCode = ({ extensions }: GraphQLError): boolean => {
  const code = String(extensions?.code)
  return code in errorTable || documentCodes.includes(code)
}

function withCode(error: GraphQLError): GraphQLError {
  return new GraphQLError(error.message, {
    ...error,
    nodes: error.nodes,
    extensions: { ...error.extensions, code: 'BAD_USER_INPUT' },
  })
}
