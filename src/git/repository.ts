import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder } from '../base/private-files.ts'
import { isGitError } from './git-error.ts'
import { gitVersion } from './program.ts'
import { askGit, readGit, runGit } from './run-git.ts'

/**
 * A bare repository on this machine, as a copy of what a git server has. It is never the only place of anything: if it is gone, it is
 * fetched again. Only one caller may use it at a time.
 */
export interface GitRepository {
  readonly folder: string
}

/**
 * Opens the repository in a folder of the data directory. Makes it if there is none, and makes it anew if it is broken. What a killed
 * process left unfinished is removed.
 */
export async function openRepository(folder: string): Promise<GitRepository> {
  await gitVersion()
  await makePrivateFolder(folder)
  await removeUnfinished(folder)
  try {
    await runGit({ args: ['rev-parse', '--git-dir'], folder })
    return { folder }
  } catch (error) {
    if (!isGitError(error, 'CACHE_BROKEN')) throw error
  }
  return remakeRepository({ folder })
}

/**
 * Opens the repository in a folder, and runs with it. If the copy turns out to be broken, it is made anew, and what runs begins again,
 * once: it must bear that.
 */
export async function withRepository<Result>(
  folder: string,
  use: (repository: GitRepository) => Promise<Result>,
): Promise<Result> {
  const repository = await openRepository(folder)
  try {
    return await use(repository)
  } catch (error) {
    if (!isGitError(error, 'CACHE_BROKEN')) throw error
  }
  return use(await remakeRepository(repository))
}

/** Removes the copy, and makes an empty one. */
async function remakeRepository({ folder }: GitRepository): Promise<GitRepository> {
  await rm(folder, { recursive: true, force: true })
  await makePrivateFolder(folder)
  // With files for this account alone, whatever the umask is, as all files of the data directory are.
  await runGit({ args: ['init', '--quiet', '--bare', '--template=', '--shared=0600', folder] })
  return { folder }
}

export const removeRepository = ({ folder }: GitRepository): Promise<void> =>
  rm(folder, { recursive: true, force: true })

/** Removes the locks and the unfinished files of processes that were ended: nobody else uses the repository. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const place of ['', 'objects/pack', 'objects/info'])
    for (const name of await namesIn(join(folder, place)))
      if (/\.lock$|^tmp_|^\.tmp-|^fast_import_crash/.test(name)) await removeFile(join(folder, place, name))
  for (const name of await namesIn(join(folder, 'refs'), true))
    if (name.endsWith('.lock')) await removeFile(join(folder, 'refs', name))
  // Half of a content that is not in a pack.
  for (const name of await namesIn(join(folder, 'objects')))
    if (/^(incoming|quarantine|tmp)[-_]/.test(name)) await removeFile(join(folder, 'objects', name))
}

const namesIn = (folder: string, recursive = false): Promise<string[]> =>
  readdir(folder, { recursive }).catch(() => [])

const removeFile = (path: string): Promise<void> => rm(path, { recursive: true, force: true })

/** Returns the object that a name points at. Undefined if there is none. */
export const resolveName = ({ folder }: GitRepository, name: string): Promise<string | undefined> =>
  askGit({ args: ['rev-parse', '--verify', '--quiet', '--end-of-options', name], folder })

/** Returns whether the copy has a commit, with its files. */
export const hasCommit = async (repository: GitRepository, commit: string): Promise<boolean> =>
  (await resolveName(repository, `${commit}^{commit}`)) !== undefined

/** Keeps a commit, and all that is before it, under a name below `refs/lectern/`. It is never sent to a server. */
export async function keepCommit({ folder }: GitRepository, name: string, commit: string): Promise<void> {
  await runGit({ args: ['update-ref', `refs/lectern/${name}`, commit], folder })
}

/** Returns the commit that is kept under a name. Undefined if there is none. */
export const keptCommit = (repository: GitRepository, name: string): Promise<string | undefined> =>
  resolveName(repository, `refs/lectern/${name}^{commit}`)

/** Removes the names below one, but for some of them. What no other name leads to is then removed when the copy is packed. */
export async function forgetCommits(
  { folder }: GitRepository,
  below: string,
  { but = [] }: { readonly but?: readonly (string | undefined)[] } = {},
): Promise<void> {
  const prefix = `refs/lectern/${below}/`
  const names = await readGit({ args: ['for-each-ref', '--format=%(refname)', prefix], folder })
  const gone = names.split('\n').filter((name) => name !== '' && !but.includes(name.slice(prefix.length)))
  if (gone.length === 0) return
  await runGit({ args: ['update-ref', '--stdin'], folder, input: gone.map((name) => `delete ${name}\n`) })
}

/** The packs and the single objects from which a copy is packed. */
const much = { packs: 24, objects: 2000 }

/** Packs what many small syncs have left, if it is much, so that the copy neither grows without end nor gets slow. */
export async function tendRepository(
  { folder }: GitRepository,
  { limits = much, signal }: { readonly limits?: typeof much; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const packs = await namesIn(join(folder, 'objects/pack'))
  const objects = await namesIn(join(folder, 'objects'), true)
  const isMuch =
    packs.filter((name) => name.endsWith('.pack')).length > limits.packs || objects.length > limits.objects
  if (!isMuch) return
  await runGit({ args: ['repack', '--quiet', '-d', '--geometric=2'], folder, signal })
  await runGit({ args: ['prune-packed', '--quiet'], folder, signal })
  await runGit({ args: ['pack-refs', '--all', '--prune'], folder, signal })
}
