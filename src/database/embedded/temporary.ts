import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { startEmbeddedPostgres } from './launcher.ts'

/** A server on an empty database that leaves nothing behind. Durability is switched off. */
export async function startTemporaryPostgres(
  log: Logger,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-temporary-'))
  // So that the account of the server may enter, where root runs us; the database in it has its own protection.
  await chmod(dataDir, 0o711)
  const remove = (folder: string) => rm(folder, { recursive: true, force: true })
  try {
    const { url, outside, stop } = await startEmbeddedPostgres({
      dataDir,
      log,
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', ...settings },
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
