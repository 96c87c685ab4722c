import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const importRunsReasons = {
  IMPORT_CANCELLED: {
    code: 'BAD_USER_INPUT',
    message: 'The import was cancelled.',
    remedy: 'Import again, unless whoever cancelled it had a reason.',
  },
  SOURCE_WITHOUT_FOLDERS: {
    code: 'BAD_USER_INPUT',
    message: 'is only for the sources markdown, zip and github-wiki',
    remedy: 'Omit it, or import the source as one of these.',
  },
  IMPORT_NOT_READY: {
    code: 'SERVICE_UNAVAILABLE',
    message:
      'The import was not done within {seconds} seconds. The import run {job} goes on; send the request again to wait for it.',
    remedy:
      'Send the same request again: it waits for the same import run, and is answered with its result. Or read the import run {job} until it has ended.',
    retryAfter: 5,
  },
} as const satisfies ReasonTable

export const { badRequest, refusedInput, serviceUnavailable } = errorsOf(importRunsReasons)
