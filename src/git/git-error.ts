import type { Problem, Quote } from '../base/templates.ts'

/**
 * The causes for which git work fails, as states of a connection can tell them. Each says who can help: the operator, whoever
 * connected, the git server, or nobody but a new try.
 */
export const gitFailures = {
  /** The program is not installed, or too old. */
  GIT_MISSING: 'Git is not installed on the server.',
  /** The address is no http or https address of a repository. */
  INVALID_ADDRESS: 'The address is not that of a repository.',
  /** The address is in a private network that `OUTBOUND_ALLOW` does not have. */
  REFUSED_ADDRESS: 'The address is in a private or reserved network.',
  /** No answer, or an answer of which git makes nothing. A later try may succeed. */
  UNREACHABLE: 'The git server cannot be reached.',
  /** The server sends elsewhere. Redirects are not followed, because they would be sent the token. */
  REDIRECTED: 'The git server redirects to another address.',
  /** The token is missing, expired, or may not do this. */
  UNAUTHORIZED: 'The git server does not accept the token.',
  /** There is no such repository, or none that the token may see. */
  REPOSITORY_NOT_FOUND: 'The git server has no such repository, or does not show it to this token.',
  /** The branch, tag or pull request is not there. */
  REF_GONE: 'The branch does not exist.',
  /** The commit has no such folder. */
  DIRECTORY_GONE: 'The folder does not exist.',
  /** The server stopped answering, or took longer than a sync may. */
  TIMEOUT: 'The git server took too long.',
  /** More bytes, or more files, than the limits allow. */
  TOO_LARGE: 'The repository is larger than the limit.',
  /** The server sent objects that git refuses. */
  CONTENTS_BROKEN: 'The contents of the repository are broken.',
  /** Somebody else pushed. Fetch, merge, and push again. */
  PUSH_STALE: 'The branch has moved on.',
  /** A rule of the server, for example a protected branch. The message has its words. */
  PUSH_REFUSED: 'The git server refuses the push.',
  DISK_FULL: 'The disk of this server is full.',
  /** The copy on this server is not usable, and must be made anew. */
  CACHE_BROKEN: 'The copy of the repository on this server is broken.',
  /** The signal of the caller. */
  CANCELED: 'The work was canceled.',
} as const

export type GitFailure = keyof typeof gitFailures

/** An error of git, or of the server that it speaks to. Its texts have no token. */
export class GitError extends Error {
  readonly failure: GitFailure
  /** A sentence with the words of git or of the server, for whoever can repair it. Empty if there is none. */
  readonly detail: string

  /** The detail where it is said here, and not by git or the server. */
  readonly problem: Problem | undefined

  constructor(failure: GitFailure, detail: Problem | Quote = { quote: '' }) {
    const [text, problem] = 'quote' in detail ? [detail.quote] : [detail.message, detail]
    super(text === '' ? gitFailures[failure] : `${gitFailures[failure]} ${text}`)
    this.name = 'GitError'
    this.failure = failure
    this.detail = text
    this.problem = problem
  }
}

/** Returns whether an error is one of git, of one of the causes if some are given. */
export const isGitError = (error: unknown, ...failures: readonly GitFailure[]): error is GitError =>
  error instanceof GitError && (failures.length === 0 || failures.includes(error.failure))
