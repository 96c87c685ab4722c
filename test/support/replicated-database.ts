import { execFile } from 'node:child_process'
import { chown, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, vi } from 'vitest'
import { embeddedAddress, startEmbeddedPostgres } from '../../src/database/embedded/launcher.ts'
import { makeFolder, removeFolder } from './folders.ts'

const log = pino({ level: 'silent' })

/** The folder can be lost with the machine. */
const settings = { fsync: 'off', full_page_writes: 'off', dynamic_shared_memory_type: 'mmap' }

/** A server, and a standby to which it streams each transaction before it acknowledges it. */
export interface ReplicatedDatabase {
  readonly primary: string
  readonly standby: string
  /** Makes the standby a server that accepts writes. */
  promote(): Promise<void>
  /** Makes the standby receive the log without replaying it, until it is resumed. */
  pause(): Promise<void>
  resume(): Promise<void>
}

/** Takes what ends a server. */
type Ends = (end: () => Promise<void>) => void

/** Starts two servers, which end with the test, or when what is given does. */
export async function startReplicatedDatabase(ends: Ends = onTestFinished): Promise<ReplicatedDatabase> {
  const newFolder = async () => {
    const folder = await makeFolder(0o711)
    ends(() => removeFolder(folder))
    return folder
  }
  const [one, two] = [await newFolder(), await newFolder()]
  const created = await startEmbeddedPostgres({ dataDir: one, log, settings })
  await created.stop()
  await copyAsStandby(join(one, 'postgres'), join(two, 'postgres'))
  const primary = await serverIn(one, ends)
  const { hostname, port, username, password } = new URL(primary)
  const standby = await serverIn(two, ends, {
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
  })
  // Each acknowledged write is on the standby, so that none is lost if it is promoted.
  await run(primary, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await run(primary, 'SELECT pg_reload_conf()')
  const followers = `SELECT count(*)::int AS n FROM pg_stat_replication WHERE sync_state = 'sync'`
  await vi.waitFor(async () => expect(await run(primary, followers)).toEqual([{ n: 1 }]), 30_000)
  const atStandby = (statement: string) => async () => void (await run(standby, statement))
  return {
    primary,
    standby,
    promote: atStandby('SELECT pg_promote()'),
    pause: atStandby('SELECT pg_wal_replay_pause()'),
    resume: atStandby('SELECT pg_wal_replay_resume()'),
  }
}

async function serverIn(
  dataDir: string,
  ends: Ends,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stop } = await startEmbeddedPostgres({ dataDir, log, settings: { ...settings, ...more } })
  ends(stop)
  return embeddedAddress(dataDir) as string
}

/** Copies the folder of a server that is stopped, so that the copy follows it. */
async function copyAsStandby(home: string, copy: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', home, copy])
  const data = join(copy, 'data')
  const signal = join(data, 'standby.signal')
  await writeFile(signal, '', { mode: 0o600 })
  const { uid, gid } = await stat(data)
  await chown(signal, uid, gid)
}

/** Runs a statement on a server, and returns its rows. */
export async function run(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
