import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const gitSyncReasons = {
  GIT_NOT_CONNECTED: {
    code: 'CONFLICT',
    message: 'The space is not connected with a git branch.',
    remedy: 'Connect it with `PUT /v1/spaces/{spaceId}/git` first.',
  },
  GIT_SYNC_FAILED: {
    code: 'CONFLICT',
    message: '{problem}',
    remedy: 'See the table of states of the guide for what ends it.',
  },
  GIT_CONNECTION_CHANGED: {
    code: 'CONFLICT',
    message: 'The connection was changed or removed while it was synced.',
    remedy: 'Start the sync again, if it is still wanted.',
  },
  TOO_MANY_GIT_PREVIEWS: {
    code: 'CONFLICT',
    message: 'A connection may show at most {maximum} branches and pull requests as change requests.',
    remedy: 'Remove one that is not needed any more.',
  },
  GIT_TOKEN_REQUIRED: {
    code: 'BAD_USER_INPUT',
    message: 'A new address needs the token again, so that the former one is not sent to another server.',
    remedy: 'Send `token` with `url`, or null for a public repository.',
  },
} as const satisfies ReasonTable

export const { conflict, refusedInput } = errorsOf(gitSyncReasons)
