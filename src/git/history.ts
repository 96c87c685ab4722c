import { fetchHistory, isShallow, type RemoteOptions } from './fetch.ts'
import type { GitRemote } from './remote.ts'
import type { GitRepository } from './repository.ts'
import { askGit, runGit } from './run-git.ts'

/** How a commit lies to another one of the same branch. */
export type Relation =
  /** It is the same, or before the other one. */
  | { readonly kind: 'ANCESTOR' }
  /** It is after the other one. */
  | { readonly kind: 'DESCENDANT' }
  /** Both have commits that the other has not. `base` is the last that they share. */
  | { readonly kind: 'DIVERGED'; readonly base: string }
  /** They share none. */
  | { readonly kind: 'UNRELATED' }

/**
 * Returns how an earlier commit lies to a later one. Both must be in the copy. Fetches older commits of the name as far as that needs
 * them, for the first fetch leaves them on the server.
 */
export async function relationOf(
  repository: GitRepository,
  remote: GitRemote,
  ref: string,
  earlier: string,
  later: string,
  options: RemoteOptions = {},
): Promise<Relation> {
  if (await isAncestor(repository, earlier, later)) return { kind: 'ANCESTOR' }
  if (await isAncestor(repository, later, earlier)) return { kind: 'DESCENDANT' }
  for (const commits of [50, 'all'] as const) {
    const base = await mergeBase(repository, earlier, later)
    if (base !== undefined) return base === earlier ? { kind: 'ANCESTOR' } : { kind: 'DIVERGED', base }
    if (!(await isShallow(repository))) return { kind: 'UNRELATED' }
    await fetchHistory(repository, remote, ref, commits, options)
    if (await isAncestor(repository, earlier, later)) return { kind: 'ANCESTOR' }
  }
  const base = await mergeBase(repository, earlier, later)
  return base === undefined ? { kind: 'UNRELATED' } : { kind: 'DIVERGED', base }
}

/** Returns whether a commit is another one, or before it, as far as the copy knows. */
export const isAncestor = async ({ folder }: GitRepository, commit: string, of: string): Promise<boolean> =>
  (await askGit({ args: ['merge-base', '--is-ancestor', commit, of], folder })) !== undefined

/** Returns the last commit that two have in common, as far as the copy knows. */
export const mergeBase = (
  { folder }: GitRepository,
  one: string,
  other: string,
): Promise<string | undefined> => askGit({ args: ['merge-base', one, other], folder })

/** A commit that a server has under a full name, or that is before it. */
export interface NamedCommit {
  readonly ref: string
  readonly commit: string
}

/**
 * Returns the last commit that two of different names have in common. Undefined if there is none. Fetches older commits of both names
 * as far as that needs them.
 */
export async function forkOf(
  repository: GitRepository,
  remote: GitRemote,
  [one, other]: readonly [NamedCommit, NamedCommit],
  options: RemoteOptions = {},
): Promise<string | undefined> {
  const fork = () => mergeBase(repository, one.commit, other.commit)
  for (const commits of [50, 'all'] as const) {
    const found = await fork()
    if (found !== undefined) return found
    for (const { ref } of [one, other])
      if (await isShallow(repository)) await fetchHistory(repository, remote, ref, commits, options)
  }
  return fork()
}

export interface CommitRecord {
  readonly oid: string
  readonly parents: readonly string[]
  readonly author: { readonly name: string; readonly email: string; readonly date: Date }
  readonly subject: string
  /** The whole message. */
  readonly message: string
}

/** Lists the commits that one has and another has not, the newest first. Without another one, all that the copy knows. */
export async function listCommits(
  { folder }: GitRepository,
  { to, from, limit = 200 }: { readonly to: string; readonly from?: string; readonly limit?: number },
): Promise<CommitRecord[]> {
  const output = await runGit({
    args: [
      'log',
      '-z',
      '--topo-order',
      `--max-count=${limit}`,
      '--encoding=UTF-8',
      '--format=%H%n%P%n%an%n%ae%n%at%x01%B',
      to,
      ...(from === undefined ? [] : [`^${from}`]),
      '--',
    ],
    folder,
  })
  const records = output.toString('utf8').split('\0')
  return records.filter((record) => record !== '').map(commitOf)
}

function commitOf(record: string): CommitRecord {
  const [head = '', message = ''] = split(record, '\u0001')
  const [oid = '', parents = '', name = '', email = '', seconds = ''] = head.split('\n')
  return {
    oid,
    parents: parents.split(' ').filter((parent) => parent !== ''),
    author: { name, email, date: new Date(Number(seconds) * 1000) },
    subject: message.split('\n', 1)[0] ?? '',
    message: message.trim(),
  }
}

function split(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}
