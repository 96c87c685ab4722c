import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { GitError } from './git-error.ts'
import { isObjectId } from './names.ts'
import { type GitRemote, limitsOf, remoteSettings } from './remote.ts'
import { type GitRepository, resolveName } from './repository.ts'
import { GitProcess, type GitProgress, readGit, runGit } from './run-git.ts'

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
  const output = await readGit({
    args: ['ls-remote', '--symref', remote.url, ...(patterns.length > 0 ? ['HEAD', ...patterns] : [])],
    ...(await remoteCommand(remote)),
    signal,
  })
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

/** Returns what all commands have that speak to a server. */
export async function remoteCommand(remote: GitRemote) {
  return {
    settings: await remoteSettings(remote),
    isRemote: true,
    secret: remote.token,
    timeoutMs: limitsOf(remote).timeoutMs,
  }
}

/** The place of what was fetched under a full name. */
export const fetchedName = (ref: string): string => `refs/lectern/fetched/${ref.replace(/^refs\//, '')}`

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
  if (commit === undefined) throw new GitError('REF_GONE', ref)
  return commit
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

async function fetch(
  repository: GitRepository,
  remote: GitRemote,
  depth: readonly string[],
  ref: string,
  { signal, onProgress }: RemoteOptions,
): Promise<void> {
  const git = new GitProcess({
    args: [
      'fetch',
      '--progress',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
      ...depth,
      remote.url,
      `+${ref}:${fetchedName(ref)}`,
    ],
    folder: repository.folder,
    ...(await remoteCommand(remote)),
    signal,
    onProgress,
  })
  git.input.end()
  git.output.resume()
  await withSizeLimit(repository, limitsOf(remote).maxRepositoryBytes, git)
}

const measureEveryMs = 250

/** Ends a process that makes the copy larger than the limit. */
async function withSizeLimit({ folder }: GitRepository, limit: number, git: GitProcess): Promise<void> {
  let isMeasuring = false
  const measure = async () => {
    if (isMeasuring) return
    isMeasuring = true
    if ((await sizeOfPacks(folder)) > limit)
      git.stop(new GitError('TOO_LARGE', `more than ${Math.round(limit / 1024 / 1024)} MB`))
    isMeasuring = false
  }
  const timer = setInterval(() => void measure(), measureEveryMs)
  try {
    await git.ended
  } finally {
    clearInterval(timer)
  }
}

/** Returns the bytes of the packs of a repository, with those that are being received. */
async function sizeOfPacks(folder: string): Promise<number> {
  const packs = join(folder, 'objects/pack')
  const names = await readdir(packs).catch(() => [] as string[])
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(packs, name)).catch(() => null))?.size ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Removes the names of what was fetched of branches that nobody follows any longer. */
export async function forgetRef({ folder }: GitRepository, ref: string): Promise<void> {
  await runGit({ args: ['update-ref', '-d', fetchedName(ref)], folder })
}
