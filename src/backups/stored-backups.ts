import type { BackupPlace } from '../base/backup-config.ts'
import type { Config } from '../base/config.ts'
import { StartError } from '../base/start-error.ts'
import { timeOfStamp, timeStamp } from '../base/time-stamps.ts'
import { folderStorage } from '../storage/folder-storage.ts'
import { s3Storage } from '../storage/s3-storage.ts'
import type { Storage } from '../storage/storage.ts'

/** A backup in the place of those that the server makes. */
export interface StoredBackup {
  readonly name: string
  readonly size: number
  readonly createdAt: Date
}

/** The parts in which a backup is sent: the ten thousand that a server takes are 320 GB. */
const partSize = 32 * 1024 * 1024

export const backupStorage = (place: BackupPlace): Storage =>
  'bucket' in place ? s3Storage(place.bucket, { partSize }) : folderStorage(place.folder)

const prefix = 'lectern-'
const nameOfBackup = /^lectern-(\w+)\.backup(\.age)?$/

/** Returns the name of a backup, by which backups sort in the order of their times. */
export function backupName(time: Date, { isEncrypted }: { readonly isEncrypted: boolean }): string {
  return `${prefix}${timeStamp(time)}.backup${isEncrypted ? '.age' : ''}`
}

/** Returns the backups in a place, the newest first. Other files there are passed over. */
export async function storedBackups(storage: Storage): Promise<StoredBackup[]> {
  const backups: StoredBackup[] = []
  for await (const { key, size } of storage.list(prefix)) {
    const [, stamp = ''] = nameOfBackup.exec(key) ?? []
    const createdAt = timeOfStamp(stamp)
    if (createdAt) backups.push({ name: key, size, createdAt })
  }
  return backups.reverse()
}

/** Returns a backup by its name, or the newest for `latest`. Throws a StartError if there is none. */
export async function findBackup(storage: Storage, name: string): Promise<StoredBackup> {
  const backups = await storedBackups(storage)
  const found = name === 'latest' ? backups[0] : backups.find((backup) => backup.name === name)
  if (!found) throw new StartError(`There is no backup ${name} in ${storage.name}.`)
  return found
}

/** Returns the place of the backups. Throws a StartError if the configuration names none. */
export function configuredStorage({ backups }: Pick<Config, 'backups'>): Storage {
  if (!backups) throw new StartError('Set BACKUP_URL to the place of the backups.')
  return backupStorage(backups.place)
}

/** The time for which the newest backup is remembered, which metrics ask for often. */
const rememberedMs = 60_000

let remembered:
  | { readonly of: string; readonly until: number; readonly time: Promise<Date | null> }
  | undefined

/**
 * Returns the time of the newest backup that the server has made by itself; null if there is none, and undefined if it makes
 * none. Asks the place of the backups at most once a minute. Rejects if that does not answer.
 */
export async function latestBackupTime({
  backups,
}: Pick<Config, 'backups'>): Promise<Date | null | undefined> {
  if (!backups) return undefined
  const of = JSON.stringify(backups.place)
  if (remembered?.of !== of || remembered.until < Date.now()) {
    const time = storedBackups(backupStorage(backups.place)).then(([newest]) => newest?.createdAt ?? null)
    remembered = { of, until: Date.now() + rememberedMs, time }
  }
  return remembered.time
}

/** Makes the next question for the newest backup ask the place. */
export function forgetLatestBackup(): void {
  remembered = undefined
}
