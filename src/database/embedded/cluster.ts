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
import { StartError } from '../../start-error.ts'
import { type Account, give, runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Place } from './place.ts'

/** The database files of one place. */
export interface Cluster {
  readonly folder: string
  readonly logFile: string
  readonly password: string
}

export const superuser = 'lectern'

/** What the folders and files of an unfinished start are called, before their last name. */
const unfinishedMark = '.unfinished-'
const unfinished = (path: string) => `${path}${unfinishedMark}${randomBytes(6).toString('hex')}`

/** The database of a place; on the first start it is created, whole or not at all. */
export function prepareCluster(
  { home, account }: Place,
  binaries: Binaries,
  parameters: readonly string[] = [],
): Cluster {
  const folder = join(home, 'data')
  const passwordFile = join(home, 'password')
  makePassword(passwordFile, account)
  if (!isCluster(folder)) createCluster(folder, passwordFile, binaries, account, parameters)
  return {
    folder,
    logFile: join(home, 'postgres.log'),
    password: readFileSync(passwordFile, 'utf8').trim(),
  }
}

const isCluster = (folder: string) => existsSync(join(folder, 'PG_VERSION'))

/** Removes what starts that were killed left. Only for the process that owns the place. */
export function removeUnfinished({ home }: Place): void {
  for (const name of readdirSync(home))
    if (name.includes(unfinishedMark)) rmSync(join(home, name), { recursive: true, force: true })
}

/** The server asks everybody for it: other users of the machine can reach its port. */
function makePassword(file: string, account: Account | null): void {
  if (existsSync(file)) return
  const beside = unfinished(file)
  writeFileSync(beside, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
  give(beside, account)
  try {
    // Unlike a rename, a link leaves the password alone that another process was faster to make.
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
  give(beside, account)
  const result = runAs(account, binaries.initdb, [
    `--pgdata=${beside}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The same order and case rules on every system, none of which has to have a locale installed.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...parameters,
  ])
  try {
    if (result.status !== 0)
      throw new StartError(`The embedded database could not be created: ${reasonIn(result)}`)
    renameSync(beside, folder)
    keepEntries(join(folder, '..'))
  } catch (error) {
    rmSync(beside, { recursive: true, force: true })
    // Another process may have been faster; its database is as good as ours.
    if (!isCluster(folder)) throw error
  }
}

function reasonIn({ stderr, error }: { stderr: string | null; error?: Error }): string {
  const lines = (stderr ?? '').trim().split('\n')
  return (
    lines.find((line) => /error|FATAL|could not/i.test(line)) ?? error?.message ?? (lines.at(-1) as string)
  )
}

/** A new name in a folder outlasts a loss of power once the folder itself is on disk. */
function keepEntries(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
