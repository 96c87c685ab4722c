import { createWriteStream, type WriteStream } from 'node:fs'
import { appendFile, chmod, type FileHandle, mkdir, open, writeFile } from 'node:fs/promises'

/** Files of the data directory are for the account of the server alone, whatever its umask is. */
const folderMode = 0o700
const fileMode = 0o600

/** Creates a folder that only this account may enter, with those above it. Returns the first that was created, if any. */
export const makePrivateFolder = (path: string): Promise<string | undefined> =>
  mkdir(path, { recursive: true, mode: folderMode })

/** Creates a file that only this account may read. Rejects if there is one. */
export const openNewFile = (path: string): Promise<FileHandle> => open(path, 'wx', fileMode)

/** Creates a file that only this account may read, with its content. Rejects if there is one. */
export const createFile = (path: string, content: Uint8Array | string): Promise<void> =>
  writeFile(path, content, { flag: 'wx', mode: fileMode })

/** Writes to a new file that only this account may read. Fails if there is one. */
export const writeNewFile = (path: string): WriteStream =>
  createWriteStream(path, { flags: 'wx', mode: fileMode })

/** Appends to a file that only this account may read. */
export const appendToFile = (path: string, text: string): Promise<void> =>
  appendFile(path, text, { mode: fileMode })

/**
 * Creates a folder that only this account may enter, or takes it from others where an earlier version let them in. One that
 * belongs to another account is left as its owner has it.
 */
export async function claimFolder(path: string): Promise<void> {
  await makePrivateFolder(path)
  await chmod(path, folderMode).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM' && error.code !== 'EROFS') throw error
  })
}
