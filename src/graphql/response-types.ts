import type { IncomingMessage } from 'node:http'
import { notAcceptable } from '../errors.ts'
import { acceptedTypes } from '../http/accepted-type.ts'

const plainJson = 'application/json'
const responseJson = 'application/graphql-response+json'
const page = 'text/html'

/** The types of an answer. The last two are for operations that answer in parts. */
const answerTypes = [plainJson, responseJson, 'multipart/mixed', 'text/event-stream']

type Head = Pick<IncomingMessage, 'headers'>

/** Returns the type of JSON that a client prefers; undefined if it accepts none. */
export function acceptedJson({ headers: { accept } }: Head): string | undefined {
  if (accept === undefined || accept === plainJson) return plainJson
  return acceptedTypes(accept, [plainJson, responseJson])[0]
}

/** Returns whether a client prefers a page to JSON, as browsers do. */
export const prefersPage = ({ headers: { accept } }: Head): boolean =>
  acceptedTypes(accept, [plainJson, responseJson, page])[0] === page

/**
 * Returns the types that a client accepts, the preferred first, as a header without weights. Throws NOT_ACCEPTABLE if there
 * are none, before the operation is executed.
 */
export function acceptWithoutWeights({ headers: { accept } }: Head): string {
  const types = acceptedTypes(accept, answerTypes)
  if (types.length === 0) throw notAcceptable('TYPE_NOT_ACCEPTED', { types: answerTypes.join(', ') })
  return types.join(', ')
}
