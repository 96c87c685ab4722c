import { type ErrorCode, errorTable } from '../base/errors.ts'
import type { ReasonTable } from '../base/reasons.ts'
import type { CompiledRoute } from './compiled-route.ts'
import { errorReply } from './error-response.ts'
import { type Examples, noExamples } from './examples.ts'
import type { JsonSchema } from './json-schema.ts'
import { headersOf } from './openapi-headers.ts'

/** No operation documents the methods that its path does not support. */
const undocumented: readonly ErrorCode[] = ['METHOD_NOT_ALLOWED']

const documentedCodes = (Object.keys(errorTable) as ErrorCode[]).filter(
  (code) => !undocumented.includes(code),
)

const errorsOfBodies: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']
const errorsOfWrites: readonly ErrorCode[] = ['CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE']

/** The causes and the examples of errors. */
interface ErrorReference {
  readonly reasons: ReasonTable
  readonly examples?: Examples
}

/** Returns references to the responses with the errors that the operation can have, by status. */
export function errorResponsesOf({ route, takesBody, permission }: CompiledRoute): JsonSchema {
  const possible = documentedCodes.filter(
    (code) =>
      (takesBody || !errorsOfBodies.includes(code)) &&
      (route.method !== 'GET' || !errorsOfWrites.includes(code)) &&
      !(permission === 'public' && code === 'UNAUTHENTICATED'),
  )
  return Object.fromEntries(
    possible.map((code) => [
      errorTable[code].status,
      { $ref: `#/components/responses/${responseName(code)}` },
    ]),
  )
}

export const errorResponses = (reference: ErrorReference): JsonSchema =>
  Object.fromEntries(documentedCodes.map((code) => [responseName(code), errorResponse(code, reference)]))

/** `NOT_FOUND` → `NotFound`. */
const responseName = (code: ErrorCode): string =>
  code
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')

const errorDescriptions: Readonly<Record<ErrorCode, string>> = {
  BAD_USER_INPUT:
    'The request is malformed or exceeds a limit. `error.fields` lists the invalid parameters and members.',
  UNAUTHENTICATED: 'The request has no valid API token.',
  FORBIDDEN: 'The caller does not have the required permission, or the token does not allow the operation.',
  NOT_FOUND: 'The resource does not exist, or the caller cannot see it.',
  METHOD_NOT_ALLOWED:
    'The path does not support the method. The header `Allow` lists those that it supports.',
  NOT_ACCEPTABLE: 'The header `Accept` names none of the types of the answer.',
  CONFLICT: 'The request conflicts with the current state of the resource.',
  PRECONDITION_FAILED: 'A precondition of the operation is not met.',
  PAYLOAD_TOO_LARGE: 'The request body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The request body is not JSON.',
  UNPROCESSABLE: 'The `Idempotency-Key` was used for another request.',
  RATE_LIMITED: 'Too many requests. The header `Retry-After` has the number of seconds to wait.',
  INTERNAL_SERVER_ERROR:
    'An unexpected error occurred. It is in the log of the server, with the id of the request.',
  SERVICE_UNAVAILABLE: 'The server is starting, stopping or too busy. Try again later.',
}

const errorResponse = (
  code: ErrorCode,
  { reasons, examples: { errors } = noExamples }: ErrorReference,
): JsonSchema => ({
  description: [errorDescriptions[code], describeReasons(code, reasons)].filter(Boolean).join(' '),
  headers: headersOf(
    'X-Request-Id',
    ...(code === 'UNAUTHENTICATED' ? (['WWW-Authenticate'] as const) : []),
    ...(code === 'RATE_LIMITED' || code === 'SERVICE_UNAVAILABLE' ? (['Retry-After'] as const) : []),
  ),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      example: errors[code] ?? standardError(code),
    },
  },
})

/** Returns the body of an error that the server sends with its standard message. */
const standardError = (code: ErrorCode): unknown =>
  JSON.parse(String(errorReply(code, { requestId: 'b64f6e3c-7f0a-4c39-9d52-1f6f1a9e7c10' }).body))

function describeReasons(code: ErrorCode, reasons: ReasonTable): string {
  const names = Object.entries(reasons).flatMap(([name, row]) => (row.code === code ? [`\`${name}\``] : []))
  return names.length > 0 ? `\`error.reason\` may be ${names.join(', ')}.` : ''
}

export const errorSchema = ({ reasons }: ErrorReference): JsonSchema => ({
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'integer', description: 'HTTP status of the response.' },
        message: { type: 'string', description: 'A readable description of the error.' },
        reason: {
          type: 'string',
          enum: Object.keys(reasons),
          description: 'The cause as a code that does not change, if a client can act on it.',
        },
        fields: {
          type: 'array',
          description: 'The invalid parameters and members of the request.',
          items: {
            type: 'object',
            properties: {
              path: {
                type: 'string',
                description: 'Path of the parameter or member, for example `position.before`.',
              },
              message: { type: 'string', description: 'A description of the fault.' },
            },
            required: ['path', 'message'],
          },
        },
        requestId: { type: 'string', description: 'Id of the request in the log of the server.' },
      },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
})
