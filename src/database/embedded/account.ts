import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'
import { StartError } from '../../start-error.ts'

/** The account the database server runs under. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * PostgreSQL refuses to run as root, so that root drops to the owner of the data, if there is any yet, else to an
 * account that every system has. Nobody else needs to change accounts: null.
 */
export function serverAccount(data: string): Account | null {
  if (process.getuid?.() !== 0) return null
  const account = ownerOf(data) ?? accountNamed('postgres') ?? accountNamed('nobody')
  if (!account)
    throw new StartError(
      'PostgreSQL refuses to run as root and there is neither an account "postgres" nor "nobody" to run it under; start Lectern as an ordinary user or set DATABASE_URL.',
    )
  return account
}

/** The owner of a path that is not root; null if root owns it, or if it is not there. */
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
 * What every program of the server is started with. The environment is a fixed one: ours holds secrets, which the
 * account could read, and settings that are not meant for this server. The account may not be able to enter the
 * folder that this process is in.
 */
export const spawnOptions = (account: Account | null) => ({
  ...(account ? { uid: account.uid, gid: account.gid } : {}),
  ...(isWindows ? {} : { cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }),
})

/** Runs a program to its end as the account. */
export function runAs(
  account: Account | null,
  program: string,
  parameters: readonly string[],
): SpawnSyncReturns<string> {
  return spawnSync(program, parameters, { ...spawnOptions(account), encoding: 'utf8' })
}

/** Gives a file or folder to the account. */
export function give(path: string, account: Account | null): void {
  if (account) chownSync(path, account.uid, account.gid)
}
