import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import type { CommitTree } from '../../formats/git/types.ts'
import type { BlobReader } from '../../git/blobs.ts'
import { GitError } from '../../git/git-error.ts'
import { gitProblem } from '../../git/problems.ts'
import { type GitRepository, removeRepository } from '../../git/repository.ts'
import { listTree } from '../../git/tree.ts'

/** Returns the folder of the copies of repositories. */
const copiesFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'git')

export const copyFolder = (config: Pick<Config, 'dataDir'>, connectionId: string): string =>
  join(copiesFolder(config), connectionId)

/** Removes the copies of connections that are gone. Returns their number. */
export async function sweepCopies(config: Pick<Config, 'dataDir'>, { query }: Database): Promise<number> {
  const names = await readdir(copiesFolder(config)).catch(() => [] as string[])
  if (names.length === 0) return 0
  const kept = await query<{ id: string }>('SELECT id FROM "GitLink" WHERE id = ANY($1::text[])', [names])
  const known = new Set(kept.map(({ id }) => id))
  const gone = names.filter((name) => !known.has(name))
  for (const name of gone) await removeRepository({ folder: copyFolder(config, name) })
  return gone.length
}

/** The files of a commit below the folder of the content. */
export interface ListedTree extends CommitTree {
  /** The modes of the files by their paths. */
  readonly modes: ReadonlyMap<string, string>
  /** The ids of the contents by the paths. */
  readonly oids: ReadonlyMap<string, string>
  readonly unreadable: readonly string[]
}

const noFiles = { files: [], modes: new Map(), oids: new Map(), unreadable: [] }

interface OpenCopy {
  readonly config: Pick<Config, 'git'>
  readonly copy: GitRepository
  readonly blobs: BlobReader
  readonly place: { readonly directory: string }
}

/** Lists the files of a commit, or of none. Throws TOO_LARGE if there are more than a sync may have. */
export async function commitTree(
  { config, copy, blobs, place }: OpenCopy,
  commit: string | undefined,
): Promise<ListedTree> {
  const read: CommitTree['read'] = ({ oid }) => blobs.read(oid)
  if (commit === undefined) return { ...noFiles, read }
  const { entries, unreadable } = await listTree(copy, commit, place.directory)
  const { maxFiles } = config.git
  if (entries.length > maxFiles)
    throw new GitError(
      'TOO_LARGE',
      gitProblem(
        'GIT_FILES_OVER_LIMIT',
        `It has ${entries.length} files, more than the ${maxFiles} of GIT_MAX_FILES.`,
        { count: entries.length, maximum: maxFiles },
      ),
    )
  return {
    files: entries.map(({ path, oid, size, kind }) => ({ path, oid, size, kind })),
    read,
    modes: new Map(entries.map(({ path, mode }) => [path, mode])),
    oids: new Map(entries.map(({ path, oid }) => [path, oid])),
    unreadable,
  }
}
