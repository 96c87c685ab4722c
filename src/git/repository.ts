import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder } from '../base/private-files.ts'
import { isGitError } from './git-error.ts'
import { gitVersion } from './program.ts'
import { runGit } from './run-git.ts'

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

/** Removes the copy, and makes an empty one. */
export async function remakeRepository({ folder }: GitRepository): Promise<GitRepository> {
  await rm(folder, { recursive: true, force: true })
  await makePrivateFolder(folder)
  await runGit({ args: ['init', '--quiet', '--bare', '--template=', folder] })
  return { folder }
}

/** Removes the copy. */
export const removeRepository = ({ folder }: GitRepository): Promise<void> =>
  rm(folder, { recursive: true, force: true })

/** Removes the locks and the unfinished packs of processes that were killed: nobody else uses the repository. */
async function removeUnfinished(folder: string): Promise<void> {
  const places = ['', 'objects/pack', 'objects/info']
  for (const place of places)
    for (const name of await readdir(join(folder, place)).catch(() => [] as string[]))
      if (/\.lock$|^tmp_|^incoming-|^fast_import_crash/.test(name) || /^(FETCH_HEAD)$/.test(name))
        await rm(join(folder, place, name), { recursive: true, force: true })
  const refs = await readdir(join(folder, 'refs'), { recursive: true }).catch(() => [] as string[])
  for (const name of refs) if (name.endsWith('.lock')) await rm(join(folder, 'refs', name), { force: true })
}

/** Returns the object that a name points at. Undefined if there is none. */
export async function resolveName({ folder }: GitRepository, name: string): Promise<string | undefined> {
  const output = await runGit({
    args: ['rev-parse', '--verify', '--quiet', '--end-of-options', name],
    folder,
  }).catch((error: unknown) => {
    if (isGitError(error, 'CACHE_BROKEN') && error.detail === '') return undefined
    throw error
  })
  return output?.toString().trim()
}

/** Keeps a commit, and all that is before it, under a name below `refs/lectern/`. It is never sent to a server. */
export async function keepCommit({ folder }: GitRepository, name: string, commit: string): Promise<void> {
  await runGit({ args: ['update-ref', `refs/lectern/${name}`, commit], folder })
}

/** Packs what many small syncs have left, so that the copy neither grows without end nor gets slow. */
export async function packRepository({ folder }: GitRepository, signal?: AbortSignal): Promise<void> {
  await runGit({ args: ['repack', '--quiet', '-d', '--geometric=2'], folder, signal })
  await runGit({ args: ['pack-refs', '--all', '--prune'], folder, signal })
}
