import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { chownSync, readFileSync } from 'node:fs'
import { StartError } from '../../start-error.ts'

/** The account the database server runs under. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * PostgreSQL refuses to run as root, so that root drops to an account that every system has. Nobody else needs to
 * change accounts: null.
 */
export function serverAccount(): Account | null {
  if (process.getuid?.() !== 0) return null
  const account = accountNamed('postgres') ?? accountNamed('nobody')
  if (!account)
    throw new StartError(
      'PostgreSQL refuses to run as root and there is neither an account "postgres" nor "nobody" to run it under; start Lectern as an ordinary user or set DATABASE_URL.',
    )
  return account
}

function accountNamed(name: string): Account | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid !== undefined && gid !== undefined ? { name, uid: Number(uid), gid: Number(gid) } : null
}

export const identityOf = (account: Account | null) => (account ? { uid: account.uid, gid: account.gid } : {})

/** Runs a program to its end as the account. */
export function runAs(
  account: Account | null,
  program: string,
  parameters: readonly string[],
): SpawnSyncReturns<string> {
  // The account may not be able to enter the folder that this process is in.
  return spawnSync(program, parameters, { ...identityOf(account), cwd: '/', encoding: 'utf8' })
}

/** Gives a file or folder to the account. */
export function give(path: string, account: Account | null): void {
  if (account) chownSync(path, account.uid, account.gid)
}
