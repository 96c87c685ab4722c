import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'
import { StartError } from '../../base/start-error.ts'

/** The operating system account that the database server runs under. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * Returns the account to run the server under, or null to use that of the process. PostgreSQL refuses to run as root,
 * so root uses the owner of existing data, or else the account `postgres` or `nobody`.
 */
export function serverAccount(data: string): Account | null {
  if (process.getuid?.() !== 0) return null
  const account = ownerOf(data) ?? accountNamed('postgres') ?? accountNamed('nobody')
  if (!account)
    throw new StartError(
      'PostgreSQL refuses to run as root, and there is no account "postgres" or "nobody" to run it under; start Lectern as an ordinary user, or set DATABASE_URL.',
    )
  return account
}

/** Returns the owner of a path, or null if it is root or the path does not exist. */
function ownerOf(path: string): Account | null {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || found.uid === 0) return null
  const entry = accounts().find(([, , uid]) => Number(uid) === found.uid)
  return { name: entry?.[0] ?? String(found.uid), uid: found.uid, gid: found.gid }
}

function accountNamed(wanted: string): Account | null {
  const [name, , uid, gid] = accounts().find(([candidate]) => candidate === wanted) ?? []
  return name !== undefined && uid !== undefined ? { name, uid: Number(uid), gid: Number(gid) } : null
}

const accounts = () =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))

const isWindows = process.platform === 'win32'

/**
 * Settings of the allocator of glibc, in bytes: PostgreSQL keeps memory of this size between statements. By default it returns
 * what exceeds 128 KiB, and a statement whose answer is longer gets it back page by page, which takes longer than to write the
 * answer.
 */
const keptMemory = {
  MALLOC_TRIM_THRESHOLD_: String(4 * 1024 * 1024),
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024),
}

/**
 * Returns the options for starting programs of the server. The environment is fixed: that of the process has secrets,
 * which the account could read, and settings for other PostgreSQL servers. The working directory is fixed because the
 * account may not be able to enter that of the process.
 */
export const spawnOptions = (account: Account | null) => ({
  ...(account ? { uid: account.uid, gid: account.gid } : {}),
  ...(isWindows
    ? {}
    : { cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...keptMemory } }),
})

/** Runs a program under the account, and waits until it ends. */
export function runAs(
  account: Account | null,
  program: string,
  parameters: readonly string[],
): SpawnSyncReturns<string> {
  return spawnSync(program, parameters, { ...spawnOptions(account), encoding: 'utf8' })
}

/** Makes the account the owner of a file or folder. */
export function changeOwner(path: string, account: Account | null): void {
  if (account) chownSync(path, account.uid, account.gid)
}
