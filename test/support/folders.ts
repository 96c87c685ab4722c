import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'

const folders: string[] = []

afterEach(async () => {
  // The inner ones first, as they were made last.
  for (const folder of folders.splice(0).reverse()) {
    // Where the database could not be kept inside, the folder says where it is.
    const note = join(folder, 'postgres-location')
    if (existsSync(note)) await rm(readFileSync(note, 'utf8').trim(), { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
})

/** Removed after the test, which has stopped by then what runs on it, with what it keeps elsewhere. */
export function removeAfterwards(folder: string): void {
  folders.push(folder)
}

/** A new folder that others may enter, or may not. */
export async function temporaryFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-folder-'))
  await chmod(folder, mode)
  removeAfterwards(folder)
  return folder
}
