import type { IncomingMessage } from 'node:http'
import { type DocumentNode, type GraphQLSchema, getOperationAST, OperationTypeNode } from 'graphql'
import { isWritten } from '../graph/nested/written-result.ts'
import type { HttpResponse } from '../http/response.ts'
import type { Context } from '../request/context.ts'
import type { DocumentCache } from './document-cache.ts'
import { executeOperation } from './execute.ts'
import { isIncremental } from './incremental.ts'
import type { DocumentRequest } from './named-documents.ts'
import { acceptedJson } from './response-types.ts'

type Members = Record<string, unknown>

/** The members of a request. Each member is one of these types. */
interface Parameters extends DocumentRequest {
  readonly query?: string
  readonly documentId?: string
  readonly variables?: Members | null
  readonly operationName?: string | null
  readonly extensions?: Members | null
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

const memberChecks = new Map<string, (value: unknown) => boolean>([
  ['query', (value) => typeof value === 'string'],
  ['documentId', (value) => typeof value === 'string'],
  ['variables', (value) => isAbsent(value) || isObject(value)],
  ['operationName', (value) => isAbsent(value) || typeof value === 'string'],
  ['extensions', (value) => isAbsent(value) || isObject(value)],
])

/** Returns whether a value has only members of a request, each of its type. */
export const isRequest = (value: unknown): value is Parameters =>
  isObject(value) && Object.keys(value).every((name) => memberChecks.get(name)?.(value[name]) === true)

/** Answers a request, or returns null for one that Yoga must answer. */
export type PlainRequestAnswerer = (
  request: IncomingMessage,
  body: Buffer | undefined,
  context: Context,
) => Promise<HttpResponse | null>

/**
 * Creates the fast path for what nearly all clients send: a POST of JSON with a valid document, answered with JSON.
 * Yoga answers everything else, and would answer these requests with the same bytes for several times the cost.
 */
export function createPlainRequestAnswerer(
  schema: GraphQLSchema,
  documents: DocumentCache,
): PlainRequestAnswerer {
  return async (request, body, context) => {
    const type = isPlain(request) ? acceptedJson(request) : undefined
    const operation = type && body && readOperation(documents, body)
    if (!operation) return null
    const { document, variables, operationName } = operation
    // Yoga has the rules for these, and sends the parts. Subscriptions are streamed.
    if (isIncremental(document) || kindOf(operation) === OperationTypeNode.SUBSCRIPTION) return null
    const result = await executeOperation(schema, document, variables, context, operationName)
    // Without data nothing was executed: the variables are invalid.
    if (!('data' in result)) return null
    return {
      status: 200,
      headers: { 'Content-Type': `${type}; charset=utf-8` },
      body: isWritten(result) ? result.body() : (result.stringify?.() ?? JSON.stringify(result)),
    }
  }
}

/** Returns the operation of a POST of JSON, or null for a request that has no valid one. */
export function operationOf(
  documents: DocumentCache,
  body: Buffer | string | undefined,
): RequestedWrite | null {
  const operation = body === undefined ? null : readOperation(documents, Buffer.from(body))
  return operation && { ...operation, isMutation: kindOf(operation) === OperationTypeNode.MUTATION }
}

const kindOf = ({ document, operationName }: Operation): OperationTypeNode | undefined =>
  getOperationAST(document, operationName)?.operation

interface RequestedWrite extends Operation {
  readonly isMutation: boolean
}

/** Returns whether a request is a POST of JSON to /graphql. */
export const isPlain = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'POST' &&
  /^\/graphql(\?|$)/.test(url) &&
  /^application\/json *(;|$)/.test(headers['content-type'] ?? '')

interface Operation {
  readonly document: DocumentNode
  readonly variables: Record<string, unknown> | null | undefined
  readonly operationName: string | null | undefined
}

export interface RequestedSubscription extends Operation {
  readonly extensions: Members
}

/** Returns the subscription of a request, or null for one that has no valid one. */
export function subscriptionOf(documents: DocumentCache, given: unknown): RequestedSubscription | null {
  if (!isRequest(given)) return null
  const operation = operationIn(documents, given)
  if (!operation || kindOf(operation) !== OperationTypeNode.SUBSCRIPTION) return null
  return { ...operation, extensions: given.extensions ?? {} }
}

const readOperation = (documents: DocumentCache, body: Buffer): Operation | null => {
  const given = parsedJson(body.toString())
  return isRequest(given) ? operationIn(documents, given) : null
}

function operationIn(documents: DocumentCache, given: Parameters): Operation | null {
  const { variables, operationName } = given
  const document = documents.ofRequest(given)
  if (!document) return null
  return getOperationAST(document, operationName) ? { document, variables, operationName } : null
}

/** Returns the value of a text as JSON; undefined if it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
