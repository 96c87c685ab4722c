import { errorsOf, type ReasonTable } from '../base/reasons.ts'

export const streamReasons = {
  SUBSCRIPTIONS_ONLY: {
    code: 'BAD_USER_INPUT',
    message: 'Only subscriptions are executed over this connection.',
    remedy: 'Send queries and mutations with requests of their own.',
  },
  OPERATION_ID_REQUIRED: {
    code: 'BAD_USER_INPUT',
    message: 'The operation has no id for this connection.',
    remedy: 'Send `extensions.operationId` with each operation, as clients of `graphql-sse` do.',
  },
  STREAM_OPEN: {
    code: 'CONFLICT',
    message: 'The stream of this token is open already.',
    remedy: 'Reserve another stream with PUT.',
  },
  OPERATION_EXISTS: {
    code: 'CONFLICT',
    message: 'The stream has an operation with this id already.',
    remedy: 'Give each operation of a stream an id of its own.',
  },
} as const satisfies ReasonTable

export const { badRequest, conflict } = errorsOf(streamReasons)
