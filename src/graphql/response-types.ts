import type { IncomingMessage } from 'node:http'
import { acceptedTypes } from '../http/accepted-type.ts'
import { notAcceptable } from './reasons.ts'

const plainJson = 'application/json'
/** The type of responses whose status tells of errors too. */
export const responseJson = 'application/graphql-response+json'
const wholeTypes = [plainJson, responseJson]
/** The types of answers in parts. */
const partTypes = ['multipart/mixed', 'text/event-stream']
const page = 'text/html'

type Head = Pick<IncomingMessage, 'headers'>

/** Returns the type of JSON that a client prefers; undefined if it accepts none. */
export function acceptedJson({ headers: { accept } }: Head): string | undefined {
  if (accept === undefined || accept === plainJson) return plainJson
  return acceptedTypes(accept, wholeTypes)[0]?.type
}

/** Returns whether a client prefers a page to JSON, as browsers do. */
export const prefersPage = ({ headers: { accept } }: Head): boolean =>
  acceptedTypes(accept, [...wholeTypes, page])[0]?.type === page

/** Returns whether a client names a type of answers in parts, and does not prefer JSON to it. */
export function acceptsParts({ headers: { accept } }: Head): boolean {
  const [preferred] = acceptedTypes(accept, wholeTypes)
  return acceptedTypes(accept, partTypes).some(
    ({ isNamed, weight }) => isNamed && weight >= (preferred?.weight ?? 0),
  )
}

/** Throws NOT_ACCEPTABLE if a client accepts no type of answers, before the operation is executed. */
export function assertAcceptable(head: Head): void {
  if (acceptedJson(head) === undefined) acceptWithoutWeights(head)
}

/**
 * Returns the types that a client accepts, the preferred first, as a header without weights. Throws NOT_ACCEPTABLE if there
 * are none.
 */
export function acceptWithoutWeights({ headers: { accept } }: Head): string {
  const available = [...wholeTypes, ...partTypes]
  const accepted = acceptedTypes(accept, available)
  if (accepted.length === 0) throw notAcceptable('TYPE_NOT_ACCEPTED', { types: available.join(', ') })
  return accepted.map(({ type }) => type).join(', ')
}
