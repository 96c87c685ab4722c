import { guardedProbe, guardedSend } from '../../http/guarded-fetch.ts'
import { type GitAddress, repositoryUrl } from '../remote.ts'

/** The kind of a git server, by which its API and its webhooks are known. GITEA is Forgejo too. */
export type GitServerKind = 'GITHUB' | 'GITLAB' | 'GITEA' | 'OTHER'

const kindsOfHosts: Readonly<Record<string, GitServerKind>> = {
  'github.com': 'GITHUB',
  'gitlab.com': 'GITLAB',
  'codeberg.org': 'GITEA',
  'gitea.com': 'GITEA',
  'bitbucket.org': 'OTHER',
  'dev.azure.com': 'OTHER',
}

const probeTimeoutMs = 5000

/** Returns the kind of the server of a repository: by its host, or by what its API says without a token. OTHER if nothing tells. */
export async function kindOfServer({ url: text, allow }: GitAddress): Promise<GitServerKind> {
  const url = repositoryUrl(text, allow)
  const known = kindsOfHosts[url.host]
  if (known !== undefined) return known
  const [isGitea, isGitLab, isGitHub] = await Promise.all([
    answers(`${url.origin}/api/v1/version`, allow, /^\{"version":\s*"/),
    answers(`${url.origin}/api/v4/version`, allow, /^\{("version":\s*"|"message":\s*"401)/),
    isEnterprise(`${url.origin}/api/v3/meta`, allow),
  ])
  // Gitea has no v4, GitLab no v1, and GitHub neither.
  return isGitLab ? 'GITLAB' : isGitea ? 'GITEA' : isGitHub ? 'GITHUB' : 'OTHER'
}

async function answers(url: string, allow: readonly string[], pattern: RegExp): Promise<boolean> {
  const limits = { allow, timeoutMs: probeTimeoutMs, maxReplyBytes: 1000 }
  const reply = await guardedSend(url, limits, {
    method: 'GET',
    headers: { accept: 'application/json' },
  }).catch(() => undefined)
  return reply !== undefined && reply.status < 500 && pattern.test(reply.body.toString('utf8').trim())
}

async function isEnterprise(url: string, allow: readonly string[]): Promise<boolean> {
  const answer = await guardedProbe(url, { allow, timeoutMs: probeTimeoutMs }).catch(() => undefined)
  return answer !== undefined && answer.header('x-github-enterprise-version') !== ''
}

/** Returns the full name of a pull request, or undefined where the server has no names for them. */
export function refOfPullRequest(kind: GitServerKind, number: number): string | undefined {
  if (kind === 'OTHER') return undefined
  return kind === 'GITLAB' ? `refs/merge-requests/${number}/head` : `refs/pull/${number}/head`
}
