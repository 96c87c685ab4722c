import type { IncomingMessage } from 'node:http'
import type { DocumentNode, GraphQLSchema } from 'graphql'
import { type ErrorCode, errorTable } from '../base/errors.ts'
import type { HttpResponse } from '../http/response.ts'
import { keyedRequest } from '../idempotency/keyed-request.ts'
import { longRunOf } from '../idempotency/long-operations.ts'
import { type Attempt, runSafely } from '../idempotency/request-transactions.ts'
import type { Context } from '../request/context.ts'

interface GivenMutation {
  readonly document: DocumentNode
  readonly variables: Record<string, unknown> | null | undefined
  readonly operationName: string | null | undefined
}

interface WrittenError {
  readonly extensions?: { readonly code?: string; readonly retryAfter?: number }
}

interface WrittenResult {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly WrittenError[]
}

/** Answers a mutation with an `Idempotency-Key`, all fields of which run in one transaction. */
export function answerKeyed(
  schema: GraphQLSchema,
  request: IncomingMessage,
  context: Context,
  { document, variables, operationName }: GivenMutation,
  answer: (context: Context) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const text = document.loc?.source.body
  return runSafely(context, {
    keyed: keyedRequest(request, context, () => ['graphql', text, variables ?? null, operationName ?? null]),
    longRun: longRunOf(schema, document),
    attempt: async (within) => attemptOf(await answer(within)),
  })
}

/**
 * Returns what came of a mutation. If a field failed for a reason that may be gone when the request is sent again, nothing
 * of the request is kept, so that it can be sent again as a whole.
 */
function attemptOf(reply: HttpResponse): Attempt {
  const text = String(reply.body)
  const { data, errors = [] } = JSON.parse(resultLine.exec(text)?.groups?.result ?? '') as WrittenResult
  if (errors.some(isTransient))
    return { reply: { ...reply, body: withResult(text, { data: null, errors }) }, isRefused: true }
  const isEmpty = Object.values(data ?? {}).every((value) => value === null)
  return { reply, isRefused: reply.status >= 400 || isEmpty }
}

/** The result in a body: the whole body, or a line of it for a client that asks for events or for parts. */
const resultLine = /^(?<name>data: )?(?<result>\{[^\r\n]*)/m

function withResult(text: string, result: WrittenResult): string {
  const json = JSON.stringify(result)
  return text
    .replace(/^Content-Length: \d+/m, `Content-Length: ${Buffer.byteLength(json)}`)
    .replace(resultLine, (_line, name = '') => `${name}${json}`)
}

const isTransient = ({ extensions: { code, retryAfter } = {} }: WrittenError): boolean =>
  retryAfter !== undefined || code === 'RATE_LIMITED' || (errorTable[code as ErrorCode]?.status ?? 0) >= 500

/** The headers of a response that say how its body is sent, not what it is. */
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'transfer-encoding',
  'content-encoding',
])

/** Returns a response of Yoga with its body in memory. */
export async function responseOf(response: Response): Promise<HttpResponse> {
  return {
    status: response.status,
    headers: Object.fromEntries(
      [...response.headers].filter(([name]) => !connectionHeaders.has(name.toLowerCase())),
    ),
    body: await response.text(),
  }
}
