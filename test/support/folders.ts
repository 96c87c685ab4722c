import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** The server of a killed process is still stopping, and writes files, when its folder is removed. */
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 } as const

/** Removes a folder, with the one outside of it that holds its database, if there is one. */
export async function removeFolder(folder: string): Promise<void> {
  const note = join(folder, 'postgres-location')
  if (existsSync(note)) await rm(readFileSync(note, 'utf8').trim(), removal)
  await rm(folder, removal)
}

/** Removes a folder after the test. */
export const removeAfterwards = (folder: string): void => onTestFinished(() => removeFolder(folder))

/** Returns a new folder that others may enter, or may not. */
export async function makeFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-folder-'))
  await chmod(folder, mode)
  return folder
}

/** Returns a new folder, which is removed after the test. */
export async function temporaryFolder(mode?: number): Promise<string> {
  const folder = await makeFolder(mode)
  removeAfterwards(folder)
  return folder
}
