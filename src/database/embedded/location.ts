import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { StartError } from '../../base/start-error.ts'
import { type Account, runAs, serverAccount } from './account.ts'

/** The location of an embedded database, and the account that its server runs under. */
export interface DatabaseLocation {
  /** The folder of the data, the password and the log of the server. */
  readonly home: string
  readonly account: Account | null
  /** Returns a folder that the account can access. It is outside the data directory if the account cannot enter it. */
  reachable(): string
}

/** The file in the data directory with the path of the external folder, which the database uses instead. */
const locationFileName = 'postgres-location'
/** The file in an external folder with the path of the data directory that it belongs to. */
const originFileName = 'data-directory'

const dataFolderOf = (home: string) => join(home, 'data')
const hasData = (home: string) => existsSync(join(dataFolderOf(home), 'PG_VERSION'))

/**
 * Finds the location of the database of a data directory, or creates one: inside the directory, or in an external
 * folder if the process runs as root and the account of the server cannot enter the directory. Existing data is always
 * used.
 */
export function findLocation(dataDir: string, log: Logger): DatabaseLocation {
  prepareDataDir(dataDir)
  const inside = join(dataDir, 'postgres')
  if (process.getuid?.() !== 0) {
    const home = prepareUserHome(dataDir, inside)
    return { home, account: null, reachable: () => home }
  }
  const outside = externalFolder(dataDir)
  const outsideHome = outside && join(outside, 'postgres')
  if (outsideHome && hasData(outsideHome) && !hasData(inside))
    return { home: outsideHome, account: serverAccount(dataFolderOf(outsideHome)), reachable: () => outside }
  const account = serverAccount(dataFolderOf(inside)) as Account
  createHome(inside)
  if (canEnter(account, inside)) return { home: inside, account, reachable: () => inside }
  if (hasData(inside))
    throw new StartError(
      `The account ${account.name}, which runs the database in ${inside}, cannot enter that folder; allow others to enter the folders above it (chmod o+x).`,
    )
  const folder = findOrCreateExternalFolder(dataDir)
  const home = join(folder, 'postgres')
  createHome(home)
  log.info(
    { folder: home },
    `the database is stored there because the account ${account.name} cannot enter the data directory`,
  )
  return { home, account, reachable: () => folder }
}

/** Creates the data directory if it does not exist, and asserts that it is writable. */
function prepareDataDir(dataDir: string): void {
  try {
    createFolders(dataDir, enterableMode)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `The data directory ${dataDir} is not writable (${(error as NodeJS.ErrnoException).code}); set DATA_DIR to a writable folder.`,
    )
  }
}

/** Nobody else may list the data directory. The account of the database enters it on the way to its own folder. */
const enterableMode = 0o711

/** Creates folders. The recursive mkdir of Node never ends on file systems without folders, such as /proc. */
function createFolders(folder: string, mode = 0o777): void {
  if (existsSync(folder)) return
  createFolders(dirname(folder))
  mkdirSync(folder, { mode })
}

/** Creates the folder for an ordinary user. Throws a StartError if its data belongs to another account. */
function prepareUserHome(dataDir: string, home: string): string {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const owners = [home, dataFolderOf(home)].map((path) => statSync(path, { throwIfNoEntry: false })?.uid)
  const isOthers = owners.some((uid) => uid !== undefined && uid !== (process.getuid?.() ?? uid))
  if (isOthers || existsSync(join(dataDir, locationFileName)))
    throw new StartError(
      `The database of ${dataDir} was created by another account; start Lectern under that account, or set DATA_DIR to another folder.`,
    )
  return home
}

/**
 * Creates the folder as root. Only the data in it belongs to the account of the server, so that the account cannot
 * replace files that root opens in it.
 */
function createHome(home: string): void {
  mkdirSync(home, { recursive: true })
  if (statSync(home).uid === 0) chmodSync(home, 0o711)
}

const canEnter = (account: Account, folder: string) =>
  runAs(account, '/bin/sh', ['-c', 'test -x "$0"', folder]).status === 0

export function externalFolder(dataDir: string): string | null {
  const file = join(dataDir, locationFileName)
  if (!existsSync(file)) return null
  const folder = readFileSync(file, 'utf8').trim()
  if (existsSync(folder)) return folder
  throw new StartError(
    `The database of ${dataDir} was in ${folder}, which does not exist; restore it, or remove ${file} to start with an empty database.`,
  )
}

/**
 * Returns the external folder, and creates it on first use. Its name is derived from the data directory. An existing
 * folder of that name belongs to a deleted data directory with the same path.
 */
function findOrCreateExternalFolder(dataDir: string): string {
  const known = externalFolder(dataDir)
  if (known) return known
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const folder = createUnusedFolder(join('/var/lib', `lectern-${hash}`))
  writeFileSync(join(folder, originFileName), `${dataDir}\n`)
  try {
    writeFileSync(join(dataDir, locationFileName), `${folder}\n`, { flag: 'wx' })
    return folder
  } catch (error) {
    rmSync(folder, { recursive: true })
    const createdByOther = externalFolder(dataDir)
    if (createdByOther) return createdByOther
    throw error
  }
}

function createUnusedFolder(name: string): string {
  for (let number = 1; ; number++) {
    const folder = number === 1 ? name : `${name}-${number}`
    try {
      createFolders(dirname(folder))
      mkdirSync(folder)
      chmodSync(folder, 0o755)
      return folder
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST')
        throw new StartError(
          `The account of the database cannot enter the data directory, and the folder ${folder} cannot be created (${code}); set DATA_DIR to a folder that others may enter.`,
        )
    }
  }
}
