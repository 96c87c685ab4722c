import { existsSync } from 'node:fs'
import { chown, cp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { StartError } from '../../base/start-error.ts'
import { timeStamp } from '../../base/time-stamps.ts'
import type { Account } from './account.ts'
import { baseBackups, recoverySettings } from './archive.ts'
import { embeddedAddress, startEmbeddedPostgres } from './launcher.ts'
import { findLocation } from './location.ts'

interface RecoverOptions {
  readonly dataDir: string
  readonly archive: string
  readonly time: Date
  readonly log: Logger
}

export interface Recovered {
  /** The time of the base backup from which the log was read. */
  readonly base: Date
  /** The folder with the database as it was before the recovery. */
  readonly left: string
}

/** Puts the embedded database into the state of a time. The one that is there is kept beside it. */
export async function recoverDatabase({ dataDir, archive, time, log }: RecoverOptions): Promise<Recovered> {
  if (embeddedAddress(dataDir)) throw new StartError('The database runs; stop Lectern first.')
  const base = (await baseBackups(archive)).find(({ completedAt }) => completedAt <= time)
  if (!base) throw new StartError('The archive has no base backup from before that time.')
  const { home, account } = findLocation(dataDir, log)
  const folder = join(home, 'data')
  const left = join(home, `data-until-${timeStamp(new Date())}`)
  if (existsSync(folder)) await rename(folder, left)
  await cp(base.folder, folder, { recursive: true })
  const configuration = join(folder, 'postgresql.auto.conf')
  const before = await readFile(configuration, 'utf8')
  await writeFile(configuration, before + recoverySettings(archive, { time, left }))
  await writeFile(join(folder, 'recovery.signal'), '')
  if (account) await giveTo(folder, account)
  await waitForRecovery({ dataDir, archive, log })
  await writeFile(configuration, before)
  return { base: base.completedAt, left }
}

async function giveTo(folder: string, { uid, gid }: Account): Promise<void> {
  await chown(folder, uid, gid)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid)
}

/** Starts the server, which reads the log up to the time, until it accepts writes. */
async function waitForRecovery({ dataDir, archive, log }: Omit<RecoverOptions, 'time'>): Promise<void> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log, archive })
  const client = new pg.Client({ connectionString: url })
  // The statement fails by itself if the server ends meanwhile.
  client.on('error', () => {})
  try {
    await client.connect()
    for (;;) {
      const { rows } = await client.query<{ recovers: boolean }>('SELECT pg_is_in_recovery() AS recovers')
      if (!rows[0]?.recovers) return
      await wait(100)
    }
  } finally {
    await client.end()
    await stop()
  }
}
