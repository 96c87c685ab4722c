import type { OutboundMessage } from '../../http/guarded-fetch.ts'
import { guardedSend } from '../../http/guarded-fetch.ts'
import { GitError } from '../git-error.ts'
import { type GitRemote, repositoryUrl } from '../remote.ts'
import type { GitServerKind } from './server-kind.ts'

/** A status that a git server shows beside a commit, and in the pull requests of it. */
export interface CommitStatus {
  readonly commit: string
  readonly state: 'PENDING' | 'SUCCESS' | 'FAILURE'
  /** The address that the status links to. */
  readonly url: string
  readonly description: string
  /** The name of the status. Another one of the same name and commit is replaced. */
  readonly name: string
}

const timeoutMs = 15_000
const maximumDescription = 140

interface Call {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, string>>
}

type CallOf = (url: URL, token: string, status: CommitStatus) => Call

const calls: Readonly<Record<Exclude<GitServerKind, 'OTHER'>, CallOf>> = {
  GITHUB: (url, token, status) => ({
    url: `${gitHubApi(url)}/repos${pathOf(url)}/statuses/${status.commit}`,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    },
    body: { ...textsOf(status), state: status.state.toLowerCase(), context: status.name },
  }),
  GITLAB: (url, token, status) => ({
    url: `${url.origin}/api/v4/projects/${encodeURIComponent(decodeURIComponent(pathOf(url)).slice(1))}/statuses/${status.commit}`,
    headers: { authorization: `Bearer ${token}` },
    body: {
      ...textsOf(status),
      state: status.state === 'FAILURE' ? 'failed' : status.state.toLowerCase(),
      name: status.name,
    },
  }),
  GITEA: (url, token, status) => ({
    url: `${url.origin}/api/v1/repos${pathOf(url)}/statuses/${status.commit}`,
    headers: { authorization: `token ${token}` },
    body: { ...textsOf(status), state: status.state.toLowerCase(), context: status.name },
  }),
}

const gitHubApi = ({ origin, host }: URL) =>
  host === 'github.com' ? 'https://api.github.com' : `${origin}/api/v3`

/** Returns the path of a repository, such as `/owner/name`. */
const pathOf = ({ pathname }: URL) => pathname.replace(/\.git$/, '')

const textsOf = ({ url, description }: CommitStatus) => ({
  target_url: url,
  description:
    description.length > maximumDescription
      ? `${description.slice(0, maximumDescription - 1)}…`
      : description,
})

/**
 * Reports a status of a commit to the API of its server. Returns false where the server has none that is known, or no token is given.
 * Throws GitError: UNAUTHORIZED where the token may not set statuses, which the token of a repository may lack.
 */
export async function reportCommitStatus(
  remote: GitRemote,
  kind: GitServerKind,
  status: CommitStatus,
  signal?: AbortSignal,
): Promise<boolean> {
  if (kind === 'OTHER' || remote.token === undefined) return false
  const { url, headers, body } = calls[kind](repositoryUrl(remote.url, remote.allow), remote.token, status)
  const message: OutboundMessage = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'lectern', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  }
  const limits = { allow: remote.allow, timeoutMs, maxReplyBytes: 2000, signal }
  const reply = await guardedSend(url, limits, message).catch((error: Error) => {
    throw new GitError('UNREACHABLE', { quote: error.message })
  })
  if (reply.status < 300 || isUnchanged(kind, reply.status, reply.body)) return true
  throw failureOf(reply.status, reply.body.toString('utf8'), remote.token)
}

/** GitLab refuses a status that is the same as the last one. */
const isUnchanged = (kind: GitServerKind, status: number, body: Buffer) =>
  kind === 'GITLAB' && status === 400 && body.includes('Cannot transition status')

function failureOf(status: number, body: string, token: string): GitError {
  const said = body.replaceAll(token, '***').replace(/\s+/g, ' ').slice(0, 300)
  const detail = { quote: `It answers with status ${status}: ${said}` }
  if (status === 401 || status === 403) return new GitError('UNAUTHORIZED', detail)
  if (status === 404) return new GitError('REPOSITORY_NOT_FOUND', detail)
  return new GitError(status >= 300 && status < 400 ? 'REDIRECTED' : 'UNREACHABLE', detail)
}
