import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { StartError } from '../../start-error.ts'
import { type Account, give, runAs } from './account.ts'
import type { Binaries } from './binaries.ts'

/** Where one embedded database lives. */
export interface Cluster {
  readonly folder: string
  readonly logFile: string
  readonly password: string
}

export const superuser = 'lectern'

/** The folder for what cannot stand where it should, derived from the data folder so that each has its own. */
export const reachableFolder = (dataDir: string) =>
  join('/var/lib', `lectern-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`)

/** Makes sure that the data folder is there and can be written. */
export function prepareDataDir(dataDir: string): void {
  try {
    makeFolders(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `The data directory ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}); set DATA_DIR to a folder that can.`,
    )
  }
}

/** Not mkdir's own recursion, which never ends on file systems that take no folders, such as /proc. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return
  makeFolders(dirname(folder))
  mkdirSync(folder)
}

/** The folder the server's data goes to: inside the data folder where its account can reach it. */
export function clusterHome(dataDir: string, account: Account | null, log: Logger): string {
  const inside = join(dataDir, 'postgres')
  if (!account) {
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    return inside
  }
  mkdirSync(inside, { recursive: true, mode: 0o700 })
  give(inside, account)
  if (runAs(account, 'test', ['-w', inside]).status === 0) return inside
  const outside = join(reachableFolder(dataDir), 'postgres')
  mkdirSync(outside, { recursive: true, mode: 0o755 })
  give(outside, account)
  log.info(
    { folder: outside },
    `the database is kept there because the account ${account.name} cannot enter the data directory`,
  )
  return outside
}

/** The database of a home folder; on the first start it is created, whole or not at all. */
export function prepareCluster(home: string, binaries: Binaries, account: Account | null): Cluster {
  const folder = join(home, 'data')
  const passwordFile = join(home, 'password')
  if (!existsSync(passwordFile)) {
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
    give(passwordFile, account)
  }
  if (!existsSync(join(folder, 'PG_VERSION'))) createCluster(folder, passwordFile, binaries, account)
  return {
    folder,
    logFile: join(home, 'postgres.log'),
    password: readFileSync(passwordFile, 'utf8').trim(),
  }
}

function createCluster(
  folder: string,
  passwordFile: string,
  binaries: Binaries,
  account: Account | null,
): void {
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const result = runAs(account, binaries.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The same order and case rules on every system, none of which has to have a locale installed.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ])
  if (result.status !== 0)
    throw new StartError(
      `The embedded database could not be created: ${(result.stderr || result.error?.message || '').trim().split('\n').at(-1)}`,
    )
  chmodSync(unfinished, 0o700)
  renameSync(unfinished, folder)
}
