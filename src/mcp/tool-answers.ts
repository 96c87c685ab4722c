import { type CallToolResult, ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { AppError } from '../base/errors.ts'
import type { RequestLogger } from '../base/logger.ts'
import { remedyOf } from '../base/reasons.ts'
import { errorForClient } from '../http/error-response.ts'

/** An error that tells an assistant what to do instead. */
export class ToolError extends Error {}

export const textAnswer = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

/** Returns an answer of data: as it is for programs, and as text for models. */
export const dataAnswer = (data: Record<string, unknown>): CallToolResult => ({
  ...textAnswer(JSON.stringify(data)),
  structuredContent: data,
})

/** The request of a call, by which the log and the answer name a failure. */
export interface AskedBy {
  readonly requestId: string
  readonly logger: Pick<RequestLogger, 'error'>
}

/** Runs a tool. What it throws becomes an error of the tool, which models read, and not one of the protocol, which they do not. */
export async function toolAnswer(
  asked: AskedBy,
  run: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await run()
  } catch (error) {
    return { ...textAnswer(messageOf(error, asked)), isError: true }
  }
}

/** The errors that the arguments of a call cause. */
const ofArguments: ReadonlySet<AppError['code']> = new Set(['BAD_USER_INPUT', 'NOT_FOUND', 'FORBIDDEN'])

/** Runs what answers a request for resources, whose errors are those of the protocol. */
export async function resourceAnswer<Result>(asked: AskedBy, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const known = error instanceof ToolError ? error : errorForClient(error, asked.logger)
    const isOfArguments = known instanceof ToolError || (known !== null && ofArguments.has(known.code))
    const code = isOfArguments ? ErrorCode.InvalidParams : ErrorCode.InternalError
    throw new McpError(code, messageOf(known ?? error, asked))
  }
}

/** Returns what an assistant is told of an error. One that is not meant for clients is logged. */
export function messageOf(error: unknown, { requestId, logger }: AskedBy): string {
  if (error instanceof ToolError) return error.message
  const known = errorForClient(error, logger)
  if (known && known.code !== 'INTERNAL_SERVER_ERROR') return withRemedy(known)
  if (!known) logger.error({ err: error }, 'unexpected error')
  return `Something went wrong on the side of the server. Try again once; if it fails again, tell its operator the request id ${requestId}.`
}

function withRemedy(error: AppError): string {
  const { code, message, reason, retryAfter } = error
  const wait = retryAfter === undefined ? '' : ` Try again after ${Math.ceil(retryAfter)} seconds.`
  const remedy = reason === undefined ? remediesByCode[code] : remedyOf(reason)
  return `${sentence(message)}${remedy ? ` ${remedy}` : ''}${wait}`
}

/** Returns a message with a full stop, which those that name a field do not have. */
const sentence = (message: string): string => (/[.!?:]$/.test(message) ? message : `${message}.`)

/** The advice about errors without a reason. */
const remediesByCode: Readonly<Partial<Record<AppError['code'], string>>> = {
  NOT_FOUND:
    'There is no such object, or the user of the token may not see it. Look up its id with the tools that search and list.',
  BAD_USER_INPUT: 'Correct the arguments as the message says.',
  FORBIDDEN: 'The user of the token may not do this. Ask them, or somebody with more rights.',
  CONFLICT: 'Read the present state, and try again from there.',
}
