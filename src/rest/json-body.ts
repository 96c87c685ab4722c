import type { IncomingMessage } from 'node:http'
import { AppError } from '../base/errors.ts'
import { JsonStructure } from '../http/json-structure.ts'
import { yieldForLongBody } from '../http/long-body.ts'
import { readBody } from '../http/request-body.ts'
import { TransportError } from '../http/transport-error.ts'
import { runContentJob } from '../workers/content-threads.ts'
import { unsupportedMediaType } from './reasons.ts'

/** The size from which on a body is parsed by a thread: a text of 20 MB takes most of a second. */
const bytesForThread = 4 * 1024 * 1024

const parsingModule = new URL('./parse-json.ts', import.meta.url)

/**
 * Reads the JSON body of a request, a large one in a thread of those that the owner may take. An empty body counts as an empty
 * object, because some clients send none.
 */
export async function readJsonBody(
  request: IncomingMessage,
  maxBytes: number,
  owner: string,
): Promise<unknown> {
  const bytes = await readBody(request, maxBytes, new JsonStructure())
  if (bytes.length === 0) return {}
  checkContentType(request)
  if (bytes.length > bytesForThread)
    return runContentJob(parsingModule, bytes, { owner, transfer: [bytes.buffer] })
  await yieldForLongBody(bytes)
  const value = parseJson(decode(bytes))
  await yieldForLongBody(bytes)
  return value
}

function checkContentType(request: IncomingMessage): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters.map((parameter) => parameter.trim()).find((text) => text.startsWith('charset='))
  const isJson =
    /^application\/(json|[\w.!#$&^-]+\+json)$/.test(type.trim()) ||
    (type.trim() === 'text/plain' && isOfProgram(request))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  if (!isJson || !isUtf8) throw new TransportError('UNSUPPORTED_MEDIA_TYPE', { Accept: 'application/json' })
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw unsupportedMediaType('BODY_COMPRESSED')
}

/**
 * Returns whether JSON may come as text, which is what `fetch` calls a string. Pages of other origins can send text unasked,
 * with the cookie of the browser, but not with a token.
 */
const isOfProgram = ({ headers }: IncomingMessage): boolean => headers.authorization !== undefined

/** Returns the text of a body. Throws BAD_USER_INPUT for one that is not UTF-8. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new AppError('BAD_USER_INPUT', 'The request body is not valid UTF-8.')
  }
}

/** Parses JSON whose structure was checked. Throws BAD_USER_INPUT with the position of a syntax error. */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new AppError('BAD_USER_INPUT', describeSyntaxError(text, error as SyntaxError))
  }
  if (mayHavePrototypeKey.test(text)) removePrototypeKeys(value)
  return value
}

const prototypeKey = '__proto__'

/** Matches the key as it is, and each way to write one of its characters in another way. */
const mayHavePrototypeKey = /__proto__|\\u00/

/** Removes the key `__proto__`, which could change a prototype when it is copied. */
function removePrototypeKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Object.hasOwn(value, prototypeKey)) delete (value as Record<string, unknown>)[prototypeKey]
  for (const member of Object.values(value)) removePrototypeKeys(member)
}

/** The maximum length of a text that is searched for a syntax error whose position the engine does not report. */
const maximumSearched = 65_536

function describeSyntaxError(text: string, error: SyntaxError): string {
  const position = positionIn(error, text) ?? (text.length <= maximumSearched ? firstFault(text) : undefined)
  if (position === undefined) return 'The request body is not valid JSON.'
  const before = text.slice(0, position)
  const line = before.split('\n').length
  const column = position - before.lastIndexOf('\n')
  return `The request body is not valid JSON: error at position ${position} (line ${line}, column ${column}).`
}

/** Returns the position in the error message, or the end of the text if it ended early. Not all errors have one. */
function positionIn(error: SyntaxError, text: string): number | undefined {
  const stated = / at position (\d+)/.exec(error.message)?.[1]
  if (stated !== undefined) return Number(stated)
  return error.message.startsWith('Unexpected end') ? text.length : undefined
}

/** Returns the position of the first syntax error, by bisection: the length of the longest valid beginning. */
function firstFault(text: string): number {
  let viable = 0
  let faulty = text.length
  while (faulty - viable > 1) {
    const middle = (viable + faulty) >> 1
    if (isViable(text.slice(0, middle))) viable = middle
    else faulty = middle
  }
  return viable
}

/** Returns whether the text is the beginning of valid JSON. */
function isViable(beginning: string): boolean {
  try {
    JSON.parse(beginning)
    return true
  } catch (error) {
    return positionIn(error as SyntaxError, beginning) === beginning.length
  }
}
