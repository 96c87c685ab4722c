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
import { StartError } from '../../start-error.ts'
import { type Account, runAs, serverAccount } from './account.ts'

/** Where one embedded database lives, and as whom its server runs. */
export interface Place {
  /** Holds the data, the password and the log of the server. */
  readonly home: string
  readonly account: Account | null
  /** Returns a folder that the account can reach, outside of the data directory where it cannot reach that. */
  reachable(): string
}

/** Names the folder that holds what belongs into the data directory and could not be put there. */
const recordName = 'postgres-location'
/** Names, in the folder outside of it, the data directory that the folder was made for. */
const originName = 'data-directory'

const dataIn = (home: string) => join(home, 'data')
const hasData = (home: string) => existsSync(join(dataIn(home), 'PG_VERSION'))

/**
 * Finds the place of a data directory's database, or makes one: inside the directory, or where root runs us and the
 * account of the server cannot enter there, in a folder of its own. Data that exists is never passed over.
 */
export function findPlace(dataDir: string, log: Logger): Place {
  prepareDataDir(dataDir)
  const inside = join(dataDir, 'postgres')
  if (process.getuid?.() !== 0) {
    const home = ownHome(dataDir, inside)
    return { home, account: null, reachable: () => home }
  }
  const outside = noted(dataDir)
  const keptOutside = outside && join(outside, 'postgres')
  if (keptOutside && hasData(keptOutside) && !hasData(inside))
    return { home: keptOutside, account: serverAccount(dataIn(keptOutside)), reachable: () => outside }
  const account = serverAccount(dataIn(inside)) as Account
  makeHome(inside)
  if (canEnter(account, inside)) return { home: inside, account, reachable: () => inside }
  if (hasData(inside))
    throw new StartError(
      `The database in ${inside} cannot be reached by the account ${account.name}, which has to run it; let others enter the folders above it (chmod o+x).`,
    )
  const folder = reachableFolder(dataDir)
  const home = join(folder, 'postgres')
  makeHome(home)
  log.info(
    { folder: home },
    `the database is kept there because the account ${account.name} cannot enter the data directory`,
  )
  return { home, account, reachable: () => folder }
}

/** Makes sure that the data directory is there and can be written. */
function prepareDataDir(dataDir: string): void {
  try {
    makeFolders(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
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

/** The home of an ordinary user, whose data must not be that of another account. */
function ownHome(dataDir: string, home: string): string {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const owners = [home, dataIn(home)].map((path) => statSync(path, { throwIfNoEntry: false })?.uid)
  const isOthers = owners.some((uid) => uid !== undefined && uid !== (process.getuid?.() ?? uid))
  if (isOthers || existsSync(join(dataDir, recordName)))
    throw new StartError(
      `The database of ${dataDir} was made under another account; start Lectern under that one, or set DATA_DIR to another folder.`,
    )
  return home
}

/**
 * A home that root makes belongs to root, and only the data in it to the account of the server: what root opens by
 * name there cannot have been put in its way.
 */
function makeHome(home: string): void {
  mkdirSync(home, { recursive: true })
  if (statSync(home).uid === 0) chmodSync(home, 0o711)
}

const canEnter = (account: Account, folder: string) =>
  runAs(account, '/bin/sh', ['-c', 'test -x "$0"', folder]).status === 0

/** The folder outside of the data directory that the directory's note names, if there is one. */
export function noted(dataDir: string): string | null {
  const note = join(dataDir, recordName)
  if (!existsSync(note)) return null
  const folder = readFileSync(note, 'utf8').trim()
  if (existsSync(folder)) return folder
  throw new StartError(
    `The database of ${dataDir} was kept in ${folder}, which is gone; restore it, or remove ${note} to begin anew.`,
  )
}

/**
 * The folder outside of the data directory, made and noted there when it is first needed. Its name comes from the
 * data directory; one that is there already without a note belongs to a directory of that name that was deleted.
 */
function reachableFolder(dataDir: string): string {
  const known = noted(dataDir)
  if (known) return known
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const folder = makeUnusedFolder(join('/var/lib', `lectern-${hash}`))
  writeFileSync(join(folder, originName), `${dataDir}\n`)
  try {
    writeFileSync(join(dataDir, recordName), `${folder}\n`, { flag: 'wx' })
    return folder
  } catch (error) {
    rmSync(folder, { recursive: true })
    const faster = noted(dataDir)
    if (faster) return faster
    throw error
  }
}

function makeUnusedFolder(name: string): string {
  for (let number = 1; ; number++) {
    const folder = number === 1 ? name : `${name}-${number}`
    try {
      makeFolders(dirname(folder))
      mkdirSync(folder)
      chmodSync(folder, 0o755)
      return folder
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST')
        throw new StartError(
          `The account of the database cannot enter the data directory, and a folder for it at ${folder} cannot be made (${code}); set DATA_DIR to a folder that others may enter.`,
        )
    }
  }
}
