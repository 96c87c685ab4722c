import type { IncomingMessage } from 'node:http'
import { AppError } from '../errors.ts'
import { readBody } from '../http/request-body.ts'
import { TransportError } from '../http/transport-error.ts'

/** Deeper than any input type goes; what is deeper was made to exhaust a stack. */
export const maximumDepth = 100

/** The JSON body of a request. None at all means an empty object: clients announce a body and send nothing. */
export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const bytes = await readBody(request, maxBytes)
  if (bytes.length === 0) return {}
  checkContentType(request)
  return parseJson(decode(bytes))
}

function checkContentType(request: IncomingMessage): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters.map((parameter) => parameter.trim()).find((text) => text.startsWith('charset='))
  const isJson = /^application\/(json|[\w.!#$&^-]+\+json)$/.test(type.trim())
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  if (!isJson || !isUtf8) throw new TransportError('UNSUPPORTED_MEDIA_TYPE', { Accept: 'application/json' })
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The request body must not be compressed.')
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new AppError('BAD_USER_INPUT', 'The request body is not valid UTF-8.')
  }
}

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new AppError('BAD_USER_INPUT', describeSyntaxError(text, error as SyntaxError))
  }
  tame(value)
  return value
}

const prototypeKey = '__proto__'

/** Refuses excessive depth and drops the one key that could become a prototype further down. */
function tame(root: unknown): void {
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= maximumDepth)
      throw new AppError(
        'BAD_USER_INPUT',
        `The request body may be nested at most ${maximumDepth} levels deep.`,
      )
    const below: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      if (Object.hasOwn(value, prototypeKey)) delete (value as Record<string, unknown>)[prototypeKey]
      for (const member of Object.values(value)) if (typeof member === 'object' && member) below.push(member)
    }
    level = below
  }
}

/** Longer texts are not searched for a fault whose position the engine does not tell. */
const maximumSearched = 65_536

function describeSyntaxError(text: string, error: SyntaxError): string {
  const position = positionIn(error, text) ?? (text.length <= maximumSearched ? firstFault(text) : undefined)
  if (position === undefined) return 'The request body is not valid JSON.'
  const before = text.slice(0, position)
  const line = before.split('\n').length
  const column = position - before.lastIndexOf('\n')
  return `The request body is not valid JSON: fault at position ${position} (line ${line}, column ${column}).`
}

/** The engine tells the position for some faults only, and for an early end that the text has ended. */
function positionIn(error: SyntaxError, text: string): number | undefined {
  const stated = / at position (\d+)/.exec(error.message)?.[1]
  if (stated !== undefined) return Number(stated)
  return error.message.startsWith('Unexpected end') ? text.length : undefined
}

/** The least length at which the beginning of the text is already wrong, by bisection. */
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

/** Whether something could follow that makes it JSON. */
function isViable(beginning: string): boolean {
  try {
    JSON.parse(beginning)
    return true
  } catch (error) {
    return positionIn(error as SyntaxError, beginning) === beginning.length
  }
}
