import type { Problem, Quote } from '../../base/templates.ts'

/** Whether a sync goes on by itself after a state, and who must act if not. */
export interface StateRow {
  readonly description: string
  /** The action that ends it. Absent where all is well. */
  readonly remedy?: string
}

/** The states of a connection, by code. A sync that goes on is not one of them: it is told beside. */
export const gitStates = {
  NOT_SYNCED_YET: { description: 'No sync has ended yet.' },
  SYNCED: { description: 'The space and the branch are equal.' },
  CONFLICTS: {
    description:
      'The space and the branch are equal. Where both had changed the same lines, the space has its own, and an open change request has those of the branch.',
    remedy: 'Decide the conflicts of the change request, and merge or archive it.',
  },
  HISTORY_REWRITTEN: {
    description:
      'The history of the branch was rewritten. Its new contents were merged, and the former head is kept in the revisions of the space.',
    remedy: 'Compare the last revisions of the space, and restore what is missing.',
  },
  PULL_ONLY: {
    description: 'The space has changes that the branch has not, because pushing is switched off.',
    remedy: 'Switch `push` on, or export.',
  },
  PUSH_ONLY: {
    description: 'The branch has changes that the space has not, because pulling is switched off.',
    remedy: 'Switch `pull` on, or import.',
  },
  GIT_MISSING: {
    description: 'The program git is missing on the server, or older than version 2.37.',
    remedy: 'The operator installs git.',
  },
  INVALID_ADDRESS: {
    description: 'The address is no https address of a repository.',
    remedy: 'Correct `url`.',
  },
  REFUSED_ADDRESS: {
    description: 'The address is in a private network.',
    remedy: 'The operator adds the host to `OUTBOUND_ALLOW`, if the server is to be reached.',
  },
  UNREACHABLE: {
    description: 'The git server did not answer, or its answer was none of git.',
    remedy: 'It is tried again by itself, less and less often, but at least once an hour.',
  },
  REDIRECTED: {
    description:
      'The git server redirects to another address, which is not followed: it would get the token.',
    remedy: 'Set `url` to the new address.',
  },
  UNAUTHORIZED: {
    description: 'The git server does not accept the token, or the token may not do this.',
    remedy: 'Set a new `token` that may read and write the repository.',
  },
  REPOSITORY_NOT_FOUND: {
    description: 'The git server has no such repository, or does not show it to the token.',
    remedy: 'Correct `url`, or set a `token` that may see it.',
  },
  BRANCH_GONE: {
    description: 'The repository has no such branch.',
    remedy: 'Restore the branch, set another `branch`, or export to create it.',
  },
  DIRECTORY_GONE: {
    description: 'The branch has no such folder.',
    remedy: 'Restore the folder, or set another `directory`.',
  },
  TIMEOUT: {
    description: 'The git server stopped answering, or took too long.',
    remedy:
      'It is tried again by itself, less and less often, but at least once an hour. The operator may allow more time by `GIT_MAX_SECONDS` and `GIT_MAX_IDLE_SECONDS`.',
  },
  TOO_LARGE: {
    description: 'The repository is larger than a sync may receive.',
    remedy:
      'Keep the documentation in a repository of its own, or remove large files from it. The operator may allow more by `GIT_MAX_REPOSITORY_BYTES` and `GIT_MAX_FILES`.',
  },
  CONTENTS_BROKEN: {
    description: 'The files of the branch cannot be read as the content of a space.',
    remedy: 'Correct the file that is named. The next commit is read again.',
  },
  PUSH_REFUSED: {
    description: 'The git server refuses what is pushed, for example because the branch is protected.',
    remedy:
      'Allow the token to push to the branch. Until then the space goes on to take changes of the branch.',
  },
  PUSH_STALE: {
    description: 'Others pushed again and again while the space was pushed.',
    remedy: 'It is tried again by itself.',
  },
  FAILED: {
    description: 'The sync failed for a reason that is in the log of the server.',
    remedy: 'It is tried again by itself. The operator finds the cause in the log.',
  },
} as const satisfies Record<string, StateRow>

export type GitStateCode = keyof typeof gitStates

/** The states in which the space and the branch are in step. */
const settled = [
  'NOT_SYNCED_YET',
  'SYNCED',
  'CONFLICTS',
  'HISTORY_REWRITTEN',
  'PULL_ONLY',
  'PUSH_ONLY',
] as const satisfies readonly GitStateCode[]

export type FailureCode = Exclude<GitStateCode, (typeof settled)[number]>

export const isFailure = (code: GitStateCode): code is FailureCode =>
  !(settled as readonly GitStateCode[]).includes(code)

/** Whether a connection works, in the words of the contract of the API. */
export type GitInstallationStatus = 'PENDING' | 'ACTIVE' | 'UNAUTHENTICATED'

export function installationStatusOf(code: GitStateCode): GitInstallationStatus {
  if (code === 'NOT_SYNCED_YET') return 'PENDING'
  return code === 'UNAUTHORIZED' ? 'UNAUTHENTICATED' : 'ACTIVE'
}

/** A state with what is special about it. */
export interface SyncState {
  readonly code: GitStateCode
  readonly message: string
  /** The words of this case in the message, where git, its server or another program does not say it. */
  readonly problem?: Problem | undefined
  readonly file?: string | undefined
  readonly line?: number | undefined
}

/** Returns a state with its sentence, which the details of this case may follow. */
export function stateOf(code: GitStateCode, detail: Problem | Quote = { quote: '' }): SyncState {
  const { description } = gitStates[code]
  if (!('quote' in detail)) return { code, message: `${description} ${detail.message}`, problem: detail }
  return { code, message: detail.quote === '' ? description : `${description} ${detail.quote}` }
}

/** Returns what ends a state. Undefined where all is well. */
export const remedyOfState = (code: GitStateCode): string | undefined => (gitStates[code] as StateRow).remedy
