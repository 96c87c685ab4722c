import { errorsOf, type ReasonTable } from '../base/reasons.ts'

export const formatsReasons = {
  SOURCE_TOO_COMPLEX: {
    code: 'BAD_USER_INPUT',
    message: '{path} takes longer than {seconds} seconds or too much memory to read.',
    remedy: 'Split the file into several, and import the source again.',
  },
  SOURCE_UNREADABLE: {
    code: 'BAD_USER_INPUT',
    message: '{problem}',
    remedy: 'Correct the source as the message says, and import it again.',
  },
  CONFLICT_OUTDATED: {
    code: 'CONFLICT',
    message: 'The change request was edited where the conflict is, so that the decision cannot be applied.',
    remedy: 'Edit the change request as it shall be, and decide the conflict with `theirs`, which keeps it.',
  },
  CONFLICT_SIDE_MISSING: {
    code: 'CONFLICT',
    message: 'The side that was chosen does not have what the conflict is about.',
    remedy: 'Decide the conflict with another side.',
  },
  CONVERSION_QUEUE_FULL: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many documents are being converted. Try again in a minute.',
    remedy: 'Send the request again after a minute.',
    retryAfter: 60,
  },
} as const satisfies ReasonTable

export const { badRequest, conflict, serviceUnavailable } = errorsOf(formatsReasons)
