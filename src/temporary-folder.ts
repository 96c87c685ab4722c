import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'lectern-import-'

/** Runs with a new folder for temporary files, which is removed afterwards. */
export async function withTemporaryFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  try {
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the folders that processes left which were killed. Returns their number. */
export async function sweepTemporaryFolders({ before }: { readonly before: Date }): Promise<number> {
  let count = 0
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (!name.startsWith(prefix) || !(await isOlder(folder, before))) continue
    // Another server on this machine may have removed it, or be the only one that may.
    const isRemoved = await rm(folder, { recursive: true }).then(
      () => true,
      () => false,
    )
    if (isRemoved) count += 1
  }
  return count
}

/** Returns whether a file or a folder was last changed before a time. */
export async function isOlder(path: string, before: Date): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && found.mtime < before
}
