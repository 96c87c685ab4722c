import { readFile, rm } from 'node:fs/promises'
import { createFile } from '../base/private-files.ts'
import { temporaryFilePath } from '../base/temporary-files.ts'

/**
 * Writes bytes for a process to a new file of a folder, and returns its path for `receiveBytes`. A message with many bytes would keep
 * the event loop for as long as it takes to copy them several times.
 */
export async function sendBytes(bytes: Uint8Array, folder: string): Promise<string> {
  const path = temporaryFilePath(folder)
  await createFile(path, bytes)
  return path
}

/** Reads the bytes that were sent to this process, and removes their file. */
export async function receiveBytes(path: string): Promise<Buffer> {
  const bytes = await readFile(path)
  await rm(path)
  return bytes
}
