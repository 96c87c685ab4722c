import { errorsOf, type ReasonTable } from '../base/reasons.ts'

export const databaseReasons = {
  CONCURRENT_CHANGE: {
    code: 'CONFLICT',
    message: 'Another request changed the same object at the same time; try again.',
    remedy: 'Send the request again.',
  },
  DATABASE_UNREACHABLE: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The database cannot be reached.',
    remedy: 'Send the request again after a moment. If it was a write, read first whether it took effect.',
    retryAfter: 5,
  },
  DATABASE_READ_ONLY: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The database accepts no writes at present.',
    remedy: 'Send the request again later. Reading works.',
    retryAfter: 30,
  },
  READ_ONLY_SERVER: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'This server only reads; {address} writes.',
    remedy: 'Send the request to the server that the message names.',
  },
  REPLICA_BEHIND: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'This server does not have yet what the client has written.',
    remedy: 'Send the request again after a moment, or without `Lectern-Position` to read what there is.',
    retryAfter: 1,
  },
  STORAGE_FULL: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The server has no space to store this.',
    remedy: 'Tell the operator of the server, and send the request again later.',
    retryAfter: 30,
  },
  FILES_MISSING: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The server cannot find its files, or this one of them.',
    remedy: 'Tell the operator of the server, and send the request again later.',
    retryAfter: 30,
  },
  FILES_UNREACHABLE: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The server that has the files does not answer.',
    remedy: 'Send the request again after a moment. Everything but files can be read and written.',
    retryAfter: 10,
  },
  SPACE_BUSY: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many others write to this space; try again.',
    remedy: 'Send the request again after a moment.',
    retryAfter: 2,
  },
} as const satisfies ReasonTable

export const { conflict, serviceUnavailable } = errorsOf(databaseReasons)
