import { chmodSync, mkdirSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { StartError } from '../../base/start-error.ts'
import { timeOfStamp, timeStamp } from '../../base/time-stamps.ts'
import { type Account, changeOwner } from './account.ts'

/** The parts of the archive of the write-ahead log: its segments, and the base backups from which they lead on. */
const logOf = (archive: string) => join(archive, 'log')
const basesOf = (archive: string) => join(archive, 'base')

/** The seconds after which a segment is archived that is not full: the time that can be lost at most. */
const segmentSeconds = 60

const quotedPath = (path: string) => `"${path}"`

/** Returns the settings of a server whose write-ahead log is archived. A segment gets its name once it is complete. */
export function archiveSettings(archive: string): Readonly<Record<string, string>> {
  const target = quotedPath(join(logOf(archive), '%f'))
  const unfinished = quotedPath(join(logOf(archive), '%f.part'))
  return {
    archive_mode: 'on',
    archive_command: `test ! -f ${target} && cp "%p" ${unfinished} && mv ${unfinished} ${target}`,
    archive_timeout: String(segmentSeconds),
  }
}

/** Creates the folder of the segments for the account that runs the server. */
export function prepareArchive(archive: string, account: Account | null): void {
  if (/["%]/.test(archive)) throw new StartError('DATABASE_ARCHIVE must be a path without " and %.')
  try {
    mkdirSync(logOf(archive), { recursive: true, mode: 0o700 })
    // The account must be able to enter, and nobody else reads anything there.
    chmodSync(archive, 0o711)
    changeOwner(logOf(archive), account)
  } catch (error) {
    throw new StartError(`DATABASE_ARCHIVE cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

export interface BaseBackup {
  readonly folder: string
  /** The time from which on it leads. */
  readonly completedAt: Date
}

/** Returns the base backups in the archive, the newest first. */
export async function baseBackups(archive: string): Promise<BaseBackup[]> {
  const names = await readdir(basesOf(archive)).catch(() => [])
  return names
    .sort()
    .reverse()
    .flatMap((name) => {
      const completedAt = timeOfStamp(name)
      return completedAt ? [{ folder: join(basesOf(archive), name), completedAt }] : []
    })
}

/** The folders of a cluster whose files belong to the running server. A copy has the folders, and nothing in them. */
const emptied =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./
const leftOut = /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|\.s\.PGSQL\..*)$/

/** Copies the files of a running server, as a base from which the archived log leads on. Returns its folder. */
export async function makeBaseBackup(client: ClientBase, archive: string): Promise<BaseBackup> {
  const { rows: settings } = await client.query<{ folder: string; mode: string }>(
    `SELECT current_setting('data_directory') AS folder, current_setting('archive_mode') AS mode`,
  )
  const source = settings[0]?.folder ?? ''
  if (settings[0]?.mode !== 'on')
    throw new StartError(
      'The database is not archived; set DATABASE_ARCHIVE for the server, and start it again.',
    )
  const unfinished = join(basesOf(archive), 'unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(basesOf(archive), { recursive: true, mode: 0o700 })
  await client.query(`SELECT pg_backup_start('lectern', true)`)
  await copyCluster(source, unfinished)
  const { rows } = await client.query<{ label: string; map: string }>(
    'SELECT labelfile AS label, spcmapfile AS map FROM pg_backup_stop(true)',
  )
  await writeFile(join(unfinished, 'backup_label'), rows[0]?.label ?? '', { mode: 0o600 })
  const completedAt = new Date()
  completedAt.setMilliseconds(0)
  const folder = join(basesOf(archive), timeStamp(completedAt))
  await cp(unfinished, folder, { recursive: true, errorOnExist: true, force: false })
  await rm(unfinished, { recursive: true, force: true })
  return { folder, completedAt }
}

/** Copies a folder in which files come and go. */
async function copyCluster(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 })
  const entries = await readdir(source, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name).slice(source.length + 1)
    if (emptied.test(path) || leftOut.test(path)) continue
    const to = join(target, path)
    if (entry.isDirectory()) await mkdir(to, { recursive: true, mode: 0o700 })
    else if (entry.isFile())
      await cp(join(source, path), to).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
  }
}

/** Deletes base backups that no recovery of the last days needs, and the segments before the others. Returns their number. */
export async function removeOldBases(archive: string, before: Date): Promise<number> {
  const bases = await baseBackups(archive)
  const needed = bases.findIndex(({ completedAt }) => completedAt <= before)
  const old = needed === -1 ? [] : bases.slice(needed + 1)
  for (const { folder } of old) await rm(folder, { recursive: true })
  const oldest = bases[bases.length - 1 - old.length]
  if (oldest && old.length > 0) {
    const first = await firstSegmentOf(oldest)
    for (const name of await readdir(logOf(archive)))
      if (/^[0-9A-F]{24}/.test(name) && name.slice(8, 24) < first) await rm(join(logOf(archive), name))
  }
  return old.length
}

/** Returns the number of the segment from which a recovery reads, without that of its timeline. */
async function firstSegmentOf({ folder }: BaseBackup): Promise<string> {
  const label = await readFile(join(folder, 'backup_label'), 'utf8')
  const [, segment] = /START WAL LOCATION: .* \(file [0-9A-F]{8}([0-9A-F]{16})\)/.exec(label) ?? []
  if (segment === undefined) throw new StartError(`${folder} has no label of a base backup.`)
  return segment
}

/** The settings of a server that recovers to a time, in the form of its configuration file. */
export const recoverySettings = (archive: string, { time, left }: { time: Date; left: string }): string =>
  [
    '',
    `restore_command = 'cp ${quotedPath(join(logOf(archive), '%f'))} "%p" || cp ${quotedPath(join(left, 'pg_wal/%f'))} "%p"'`,
    // The server knows no names of time zones yet when it reads this.
    `recovery_target_time = '${time.toISOString().replace('T', ' ').replace('Z', '+00')}'`,
    `recovery_target_action = 'promote'`,
    '',
  ].join('\n')
