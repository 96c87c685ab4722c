import { errorsOf, type ReasonTable } from '../base/reasons.ts'

export const graphqlReasons = {
  INVALID_CURSOR: {
    code: 'BAD_USER_INPUT',
    message: 'is not a cursor of this list in this order; pass one from its previous page',
    remedy: 'Read the list from its beginning.',
  },
  TYPE_NOT_ACCEPTED: {
    code: 'NOT_ACCEPTABLE',
    message: 'The header `Accept` names none of the types of the answer: {types}.',
    remedy: 'Accept `application/json`, or send no `Accept`.',
  },
  STREAM_NEEDED: {
    code: 'NOT_ACCEPTABLE',
    message: 'A subscription is answered as `text/event-stream`, or over a websocket.',
    remedy: 'Accept `text/event-stream`, or subscribe with a client of `graphql-ws`.',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    code: 'BAD_USER_INPUT',
    // The text that the clients of automatic persisted queries look for.
    message: 'PersistedQueryNotFound',
    remedy: 'Send the document with its hash once more; clients of automatic persisted queries do.',
  },
  PERSISTED_QUERY_MISMATCH: {
    code: 'BAD_USER_INPUT',
    message: 'must be the SHA-256 hash of `query` in hexadecimal digits',
    remedy: 'Hash the exact text that is sent.',
  },
  DOCUMENT_UNKNOWN: {
    code: 'BAD_USER_INPUT',
    message: 'names none of the trusted documents of this server',
    remedy: 'Ask the operator to add the document to the file that `PERSISTED_DOCUMENTS` names.',
  },
  DOCUMENT_NOT_TRUSTED: {
    code: 'BAD_USER_INPUT',
    message: 'This server executes trusted documents only.',
    remedy: 'Send the `documentId` of one of them, or ask the operator to add the document.',
  },
  INTROSPECTION_OFF: {
    code: 'BAD_USER_INPUT',
    message: 'Introspection is switched off on this server.',
    remedy: 'Use the schema that is published with the source: `schema.graphql`.',
  },
  OPERATION_TOO_COMPLEX: {
    code: 'BAD_USER_INPUT',
    message: 'The operation has {count} {unit}; at most {maximum} are allowed.',
    remedy: 'Split the operation.',
  },
} as const satisfies ReasonTable

export const { badRequest, notAcceptable, refusedInput } = errorsOf(graphqlReasons)
