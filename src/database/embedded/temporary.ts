import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { startEmbeddedPostgres } from './launcher.ts'

/** Starts a server with an empty database, which is deleted when it stops. Durability is turned off. */
export async function startTemporaryPostgres(
  log: Logger,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-temporary-'))
  // As root, the account of the server must be able to enter. The database folder has its own permissions.
  await chmod(dataDir, 0o711)
  const remove = (folder: string) => rm(folder, { recursive: true, force: true })
  try {
    const { url, outside, stop } = await startEmbeddedPostgres({
      dataDir,
      log,
      settings: {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        // Files in the data folder, which are deleted with it. Segments in /dev/shm would outlive a killed server.
        dynamic_shared_memory_type: 'mmap',
        ...settings,
      },
    })
    return {
      url,
      stop: async () => {
        await stop()
        if (outside) await remove(outside)
        await remove(dataDir)
      },
    }
  } catch (error) {
    await remove(dataDir)
    throw error
  }
}
