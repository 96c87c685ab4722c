import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { guardedProbe } from '../http/guarded-fetch.ts'
import { mapConcurrently } from '../workers/map-concurrently.ts'
import { GitError, isGitError } from './git-error.ts'
import { isObjectId } from './names.ts'
import { gitProblem } from './problems.ts'
import { type GitAddress, type GitRemote, withRemoteCommand } from './remote.ts'
import { type GitRepository, hasCommit, removeUnfinished, resolveName } from './repository.ts'
import { GitProcess, type GitProgress, readGit } from './run-git.ts'

export interface RemoteOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: GitProgress) => void) | undefined
}

/** The names that a server has. */
export interface RemoteRefs {
  /** The name of the default branch, without `refs/heads/`. Absent in an empty repository. */
  readonly defaultBranch: string | undefined
  /** Full names, such as `refs/heads/main` and `refs/pull/7/head`, with the objects that they point at. */
  readonly refs: ReadonlyMap<string, string>
}

/** Asks a server for its names, which needs no copy. With patterns, such as `refs/heads/main`, only for these. */
export async function listRemoteRefs(
  remote: GitRemote,
  patterns: readonly string[] = [],
  { signal }: RemoteOptions = {},
): Promise<RemoteRefs> {
  const args = ['ls-remote', '--symref', remote.url, ...(patterns.length > 0 ? ['HEAD', ...patterns] : [])]
  const output = await withRemoteCommand(remote, (command) => readGit({ args, ...command, signal }))
  let defaultBranch: string | undefined
  const refs = new Map<string, string>()
  for (const line of output.split('\n')) {
    const [value = '', name = ''] = line.split('\t')
    const symbolic = /^ref: refs\/heads\/(.+)$/.exec(value)?.[1]
    if (symbolic !== undefined && name === 'HEAD') defaultBranch = symbolic
    else if (isObjectId(value) && name.startsWith('refs/') && !name.endsWith('^{}')) refs.set(name, value)
  }
  return { defaultBranch, refs }
}

/** The place of what was fetched under a full name. */
const fetchedName = (ref: string): string => `refs/lectern/fetched/${ref.replace(/^refs\//, '')}`

/**
 * Fetches the commit that a full name has on the server (`refs/heads/main`), and returns its id. The first time without its history,
 * later with all commits since. Throws REF_GONE if there is no such name.
 */
export async function fetchRef(
  repository: GitRepository,
  remote: GitRemote,
  ref: string,
  options: RemoteOptions = {},
): Promise<string> {
  const known = await resolveName(repository, fetchedName(ref))
  await fetch(repository, remote, [...(known === undefined ? ['--depth=1'] : [])], ref, options)
  const commit = await resolveName(repository, `${fetchedName(ref)}^{commit}`)
  if (commit === undefined)
    throw new GitError('REF_GONE', gitProblem('GIT_REF_MISSING', `There is no ${ref}.`, { ref }))
  return commit
}

/**
 * Brings a commit into the copy which it does not have, such as the last common one into a copy that was made anew. Returns whether
 * the copy has it then: a server may refuse what no name leads to, or may have forgotten it.
 */
export async function fetchCommit(
  repository: GitRepository,
  remote: GitRemote,
  ref: string,
  commit: string,
  options: RemoteOptions = {},
): Promise<boolean> {
  if (await hasCommit(repository, commit)) return true
  try {
    await fetch(repository, remote, ['--depth=1'], commit, options)
  } catch (error) {
    if (!isGitError(error, 'REF_GONE')) throw error
    if (await isShallow(repository)) await fetchHistory(repository, remote, ref, 'all', options)
  }
  return hasCommit(repository, commit)
}

/** Fetches commits before those that are known of a name: so many, or all of them. */
export const fetchHistory = (
  repository: GitRepository,
  remote: GitRemote,
  ref: string,
  commits: number | 'all',
  options: RemoteOptions = {},
): Promise<void> =>
  fetch(repository, remote, [commits === 'all' ? '--unshallow' : `--deepen=${commits}`], ref, options)

/** Returns whether older commits were left on the server. */
export const isShallow = async ({ folder }: GitRepository): Promise<boolean> =>
  (await readGit({ args: ['rev-parse', '--is-shallow-repository'], folder })) === 'true'

const fetchOptions = ['--progress', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance']

async function fetch(
  repository: GitRepository,
  remote: GitRemote,
  depth: readonly string[],
  ref: string,
  { signal, onProgress }: RemoteOptions,
): Promise<void> {
  const { folder } = repository
  const args = ['fetch', ...fetchOptions, ...depth, remote.url, `+${ref}:${fetchedName(ref)}`]
  try {
    await withRemoteCommand(remote, async (command) => {
      const git = new GitProcess({ args, folder, ...command, signal, onProgress })
      git.input.end()
      git.output.resume()
      await withSizeLimit(repository, remote.limits.maxRepositoryBytes, git)
    })
  } catch (error) {
    await removeUnfinished(folder)
    if (isGitError(error, 'REF_GONE')) await assertGitServer(remote)
    throw error
  }
}

const probeTimeoutMs = 10_000

/** Throws UNREACHABLE if an address answers, but with something else than git, which git takes for a repository of its oldest kind. */
async function assertGitServer({ url, allow }: GitAddress): Promise<void> {
  const probe = `${url}/info/refs?service=git-upload-pack`
  const answer = await guardedProbe(probe, { allow, timeoutMs: probeTimeoutMs }).catch(() => undefined)
  if (answer?.status === 200 && !answer.header('content-type').startsWith('application/x-git-'))
    throw new GitError(
      'UNREACHABLE',
      gitProblem('GIT_NOT_SPOKEN', 'The address answers, but not as a git server.'),
    )
}

const measureEveryMs = 200

/** Waits for a process, and ends it if it makes the copy larger than the limit. */
async function withSizeLimit({ folder }: GitRepository, limit: number, git: GitProcess): Promise<void> {
  const ended = new AbortController()
  const watching = watchSize(join(folder, 'objects'), limit, git, ended.signal)
  try {
    await git.ended
  } finally {
    ended.abort()
    await watching
  }
}

const overLimit = (maximum: number) =>
  gitProblem(
    'GIT_REPOSITORY_OVER_LIMIT',
    `It has more than the ${maximum} bytes of GIT_MAX_REPOSITORY_BYTES.`,
    { maximum },
  )

async function watchSize(folder: string, limit: number, git: GitProcess, signal: AbortSignal): Promise<void> {
  let took = 0
  // A copy of many files takes longer to measure, and is measured less often.
  while (await pause(measureEveryMs + 10 * took, signal)) {
    const start = performance.now()
    if ((await sizeOf(folder)) > limit) git.stop(new GitError('TOO_LARGE', overLimit(limit)))
    took = performance.now() - start
  }
}

/** Waits, and returns whether the signal let it. */
const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
  setTimeout(ms, true, { signal }).catch(() => false)

/** Returns the bytes of the files in a folder, with those that are being written. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [] as string[])
  const sizes = await mapConcurrently(names, 16, async (name) => {
    const found = await stat(join(folder, name)).catch(() => undefined)
    return found?.isFile() ? found.size : 0
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}
