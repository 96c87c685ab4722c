import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../base/secrets.ts'
import { isObjectId, refOfBranch } from '../names.ts'
import { type GitServerKind, refOfPullRequest } from './server-kind.ts'

/** An event of a repository, as its git server tells it. */
export interface GitWebhook {
  readonly server: GitServerKind
  readonly event: 'PUSH' | 'PULL_REQUEST' | 'OTHER'
  /** The full name that moved: `refs/heads/main`, or `refs/pull/7/head` of a pull request. */
  readonly ref?: string
  /** The commit that it has now. Absent if the branch was deleted. */
  readonly commit?: string
  readonly pullRequest?: PullRequest
}

export interface PullRequest {
  readonly number: number
  readonly title: string
  /** Its address for people. */
  readonly url: string
  readonly isOpen: boolean
  /** The full name of the branch that it is to be merged into. */
  readonly base: string
  /** The full name of the branch that it comes from, which may be that of another repository. */
  readonly head: string
}

/** The headers of a request, by lower-case names. */
type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * Reads a request of a git server that is signed with a secret. Returns undefined if the signature is missing or wrong. Knows GitHub
 * (`X-Hub-Signature-256`), GitLab (`X-Gitlab-Token`), Gitea and Forgejo (`X-Gitea-Signature`), whatever the connection says.
 */
export function readGitWebhook(headers: Headers, body: Buffer, secret: string): GitWebhook | undefined {
  const server = signingServer(headers, body, secret)
  if (server === undefined) return undefined
  const event = header(headers, `x-${server.toLowerCase()}-event`) || header(headers, 'x-forgejo-event')
  const payload = payloadOf(headers, body)
  if (/^(push|push hook)$/i.test(event)) return { server, event: 'PUSH', ...pushOf(payload) }
  if (/^(pull_request|merge request hook)/i.test(event)) return pullRequestOf(server, payload)
  return { server, event: 'OTHER' }
}

/** Returns the kind of the server whose signature a request has. Undefined if none is right. */
function signingServer(headers: Headers, body: Buffer, secret: string): GitServerKind | undefined {
  const token = header(headers, 'x-gitlab-token')
  if (token !== '') return isSameSecret(token, secret) ? 'GITLAB' : undefined
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  const gitea = header(headers, 'x-gitea-signature') || header(headers, 'x-forgejo-signature')
  if (gitea !== '') return isSameSecret(gitea, digest) ? 'GITEA' : undefined
  const gitHub = header(headers, 'x-hub-signature-256')
  return isSameSecret(gitHub, `sha256=${digest}`) ? 'GITHUB' : undefined
}

function header(headers: Headers, name: string): string {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

type Payload = Readonly<Record<string, unknown>>

/** Returns the payload, which GitHub also sends as a form. Empty if it is not readable. */
function payloadOf(headers: Headers, body: Buffer): Payload {
  const text = body.toString('utf8')
  const isForm = header(headers, 'content-type').startsWith('application/x-www-form-urlencoded')
  try {
    return objectOf(JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text))
  } catch {
    return {}
  }
}

const objectOf = (value: unknown): Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : {}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function pushOf({ ref, after }: Payload): Pick<GitWebhook, 'ref' | 'commit'> {
  return { ...(textOf(ref) && { ref: textOf(ref) }), ...commitOf(after) }
}

/** A deleted branch has an id of zeros. */
function commitOf(value: unknown): Pick<GitWebhook, 'commit'> {
  const id = textOf(value)
  return isObjectId(id) && !/^0+$/.test(id) ? { commit: id } : {}
}

function pullRequestOf(server: GitServerKind, payload: Payload): GitWebhook {
  const isGitLab = server === 'GITLAB'
  const about = objectOf(isGitLab ? payload.object_attributes : payload.pull_request)
  const number = Number(isGitLab ? about.iid : (about.number ?? payload.number))
  if (!Number.isSafeInteger(number)) return { server, event: 'OTHER' }
  const commit = isGitLab ? objectOf(about.last_commit).id : objectOf(about.head).sha
  const ref = refOfPullRequest(server, number)
  return {
    server,
    event: 'PULL_REQUEST',
    ...(ref === undefined ? {} : { ref }),
    ...commitOf(commit),
    pullRequest: {
      number,
      title: textOf(about.title),
      url: textOf(isGitLab ? about.url : about.html_url),
      isOpen: /^open(ed)?$/.test(textOf(about.state)),
      base: refOfBranch(textOf(isGitLab ? about.target_branch : objectOf(about.base).ref)),
      head: refOfBranch(textOf(isGitLab ? about.source_branch : objectOf(about.head).ref)),
    },
  }
}
