import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { nanoid } from 'nanoid'
import type { Config } from './config.ts'
import { makePrivateFolder, writeNewFile } from './private-files.ts'

/** The end of the names of files that are still being written. */
export const unfinishedExtension = '.part'

/** Returns the folder of uploads and other files that a request or a job writes and then moves, sends or deletes. */
export const temporaryFilesFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'uploads')

/** Returns the same folder, which it creates if there is none. */
export async function makeTemporaryFilesFolder(config: Pick<Config, 'dataDir'>): Promise<string> {
  const folder = temporaryFilesFolder(config)
  await makePrivateFolder(folder)
  return folder
}

/** Returns the path of a new file in a folder. The sweep deletes the file if the process is killed. */
export const temporaryFilePath = (folder: string): string => join(folder, `${nanoid()}${unfinishedExtension}`)

/** Runs with a new file that has the bytes of a stream, and is removed afterwards. */
export async function withTemporaryFile<Result>(
  config: Pick<Config, 'dataDir'>,
  bytes: Readable,
  run: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = temporaryFilePath(await makeTemporaryFilesFolder(config))
  try {
    await pipeline(bytes, writeNewFile(path))
    return await run(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** The beginning of the names of temporary folders. */
const folderPrefix = 'lectern-import-'

/** A file that is still written when its folder is removed keeps the folder for a moment. */
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 } as const

/** Runs with a new folder for temporary files, which is removed afterwards. */
export const withTemporaryFolder = <Result>(run: (folder: string) => Promise<Result>): Promise<Result> =>
  withFolderIn(tmpdir(), run)

/** Runs with a new folder in another one, which is removed afterwards. */
export async function withFolderIn<Result>(
  parent: string,
  run: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(parent, folderPrefix))
  try {
    return await run(folder)
  } finally {
    await rm(folder, removal)
  }
}

/** Removes the folders that processes left which were killed, here and in the folder of temporary files. Returns their number. */
export async function sweepTemporaryFolders(
  config: Pick<Config, 'dataDir'>,
  limits: { readonly before: Date },
): Promise<number> {
  const parents = [tmpdir(), temporaryFilesFolder(config)]
  const counts = await Promise.all(parents.map((parent) => sweepFoldersIn(parent, limits)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function sweepFoldersIn(parent: string, { before }: { readonly before: Date }): Promise<number> {
  let count = 0
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name)
    if (!name.startsWith(folderPrefix) || !(await isOlder(folder, before))) continue
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
