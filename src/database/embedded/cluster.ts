import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../base/start-error.ts'
import { type Account, changeOwner, runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { DatabaseLocation } from './location.ts'

/** The database cluster of a location: its data folder, log file and password. */
export interface Cluster {
  readonly folder: string
  readonly logFile: string
  readonly password: string
}

export const superuser = 'lectern'

/** In the names of files and folders that are still being created. */
const unfinishedInfix = '.unfinished-'
const unfinished = (path: string) => `${path}${unfinishedInfix}${randomBytes(6).toString('hex')}`

/** Returns the cluster of a location. On the first start it is created atomically. */
export function prepareCluster(
  { home, account }: DatabaseLocation,
  binaries: Binaries,
  parameters: readonly string[] = [],
): Cluster {
  const folder = join(home, 'data')
  const passwordFile = join(home, 'password')
  createPassword(passwordFile, account)
  if (!isCluster(folder)) createCluster(folder, passwordFile, binaries, account, parameters)
  return clusterIn(home)
}

/** Returns the cluster in a folder; null if there is none. */
export const existingCluster = (home: string): Cluster | null =>
  isCluster(join(home, 'data')) ? clusterIn(home) : null

const clusterIn = (home: string): Cluster => ({
  folder: join(home, 'data'),
  logFile: join(home, 'postgres.log'),
  password: readFileSync(join(home, 'password'), 'utf8').trim(),
})

const isCluster = (folder: string) => existsSync(join(folder, 'PG_VERSION'))

/** Removes the remains of interrupted starts. Only the owner of the database may call it. */
export function removeUnfinished({ home }: DatabaseLocation): void {
  for (const name of readdirSync(home))
    if (name.includes(unfinishedInfix)) rmSync(join(home, name), { recursive: true, force: true })
}

/** Creates the password of the server, which is required because other users of the machine can connect to its port. */
function createPassword(file: string, account: Account | null): void {
  if (existsSync(file)) return
  const beside = unfinished(file)
  writeFileSync(beside, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
  changeOwner(beside, account)
  try {
    // Unlike a rename, a link does not overwrite a password that another process has just created.
    linkSync(beside, file)
  } catch {
    if (!existsSync(file)) renameSync(beside, file)
  }
  rmSync(beside, { force: true })
}

function createCluster(
  folder: string,
  passwordFile: string,
  binaries: Binaries,
  account: Account | null,
  parameters: readonly string[],
): void {
  const beside = unfinished(folder)
  mkdirSync(beside, { mode: 0o700 })
  changeOwner(beside, account)
  const result = runAs(account, binaries.initdb, [
    `--pgdata=${beside}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The builtin provider has the same collation and case rules on every system, without an installed locale.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...parameters,
  ])
  try {
    if (result.status !== 0)
      throw new StartError(`The embedded database could not be created: ${reasonIn(result)}`)
    renameSync(beside, folder)
    syncFolder(join(folder, '..'))
  } catch (error) {
    rmSync(beside, { recursive: true, force: true })
    // Another process may have created the cluster at the same time, which can be used.
    if (!isCluster(folder)) throw error
  }
}

function reasonIn({ stderr, error }: { stderr: string | null; error?: Error }): string {
  const lines = (stderr ?? '').trim().split('\n')
  return (
    lines.find((line) => /error|FATAL|could not/i.test(line)) ?? error?.message ?? (lines.at(-1) as string)
  )
}

/** Flushes a folder to disk, so that a rename in it survives a power failure. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
