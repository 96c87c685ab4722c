import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../base/config.ts'
import { writeAtomically } from '../../base/durable-files.ts'
import { StartError } from '../../base/start-error.ts'
import type { Database } from '../../database/client.ts'
import { FilesMissingError } from '../../database/faults.ts'
import { isReferenced, referencesTo } from '../../database/references.ts'
import type { RunStatement } from '../../database/rows.ts'
import { statementsOn } from '../../database/sessions.ts'
import { type BlobConfig, blobFolder, hasBytes, type StoredBlob } from './blob-paths.ts'

/** The file in the folder of blobs that has the id of the store. The database has it too, so that they find each other. */
export const storeFileName = 'store'

/** The name of the id in the database. */
const idName = 'file-store'

/** The files that are looked for in a folder that has no id yet. */
const soughtFiles = 1000

interface Services {
  readonly config: Config
  readonly database: Pick<Database, 'query' | 'session'>
}

/** The ids of the stores that this process has claimed, by the data directory. */
const claimed = new Map<string, string>()

/**
 * Takes the folder of blobs into use, and creates it at the first start. Throws a StartError, and writes nothing, if the folder
 * is not that of the database: a volume that is not mounted must not be written to.
 */
export async function claimStore({ config, database }: Services): Promise<void> {
  const id = await inLock(database, async (run) => {
    const [known, found] = [await idInDatabase(run), await idInFolder(config)]
    if (known === undefined && (await hasSomeOf(run, config))) return makeStore(run, config, found)
    if (known === undefined) throw wrongFolder(config, 'has none of the files that the database refers to')
    if (found === undefined) throw wrongFolder(config, 'does not have the files of the database')
    if (found !== known) throw wrongFolder(config, 'has the files of another installation')
    return known
  })
  claimed.set(config.dataDir, id)
}

/** Throws a StartError, as the start does, if the folder of blobs is not that of the database. Writes nothing to either. */
export async function checkStore({ config, database }: Services): Promise<void> {
  if (!(await isStore(config, database)))
    throw wrongFolder(config, 'is not that of the files of the database')
}

/** Takes the folder of blobs into use as it is, whatever files it has. */
export async function adoptStore({ config, database }: Services): Promise<void> {
  const id = await inLock(database, async (run) =>
    makeStore(run, config, (await idInFolder(config)) ?? (await idInDatabase(run))),
  )
  claimed.set(config.dataDir, id)
}

/** Gives a new folder of blobs and the database of the transaction an id that no others have. */
export async function createStore(run: RunStatement, config: Config): Promise<void> {
  claimed.set(config.dataDir, await makeStore(run, config))
}

/** Returns whether the folder of blobs is that of the database. One that neither has claimed counts as such. */
export async function isStore(config: BlobConfig, { query }: Pick<Database, 'query'>): Promise<boolean> {
  const known = claimed.get(config.dataDir) ?? (await idInDatabase(query))
  return known === undefined || known === (await idInFolder(config).catch(() => undefined))
}

/** Throws unless the folder of blobs is that of the database. */
export async function assertStore(config: BlobConfig, database: Pick<Database, 'query'>): Promise<void> {
  if (!(await isStore(config, database)))
    throw new FilesMissingError(`${blobFolder(config)} is not the folder of the files of the database`)
}

const wrongFolder = (config: Config, what: string) =>
  new StartError(
    `The folder ${blobFolder(config)} ${what}; mount or copy the folder that does, set DATA_DIR to the folder that contains it, or run npm run lectern -- adopt-files to go on with this one.`,
  )

const storeFile = (config: BlobConfig) => join(blobFolder(config), storeFileName)

/** Writes the folder first: a start that ends in between is repeated by the next one. */
async function makeStore(run: RunStatement, config: Config, given?: string): Promise<string> {
  const id = given ?? randomUUID()
  if ((await idInFolder(config)) !== id) await writeAtomically(storeFile(config), [Buffer.from(`${id}\n`)])
  await run(
    `INSERT INTO "InstallationSecret" (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value`,
    [idName, id],
  )
  return id
}

async function idInDatabase(run: RunStatement): Promise<string | undefined> {
  const [row] = await run<{ value: string }>('SELECT value FROM "InstallationSecret" WHERE name = $1', [
    idName,
  ])
  return row?.value
}

async function idInFolder(config: BlobConfig): Promise<string | undefined> {
  try {
    return (await readFile(storeFile(config), 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new StartError(`The file ${storeFile(config)} cannot be read (${code}).`)
  }
}

/** Returns whether the folder has any of the files that content refers to. True if content refers to none. */
async function hasSomeOf(run: RunStatement, config: Config): Promise<boolean> {
  const rows = await run<StoredBlob>(
    `SELECT b.hash, b.size FROM "Blob" b WHERE ${isReferenced(await referencesTo(run, 'Blob'), 'b')}
     ORDER BY b.hash LIMIT ${soughtFiles}`,
    [],
  )
  for (const blob of rows) if (await hasBytes(config, blob)) return true
  return rows.length === 0
}

/** Runs in a transaction while no other process claims the store of the database. */
const inLock = <Result>(
  { session }: Pick<Database, 'session'>,
  work: (run: RunStatement) => Promise<Result>,
): Promise<Result> =>
  // A transaction with the models of Prisma would load them, for which a start does not wait.
  session(async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [idName])
    const result = await work(statementsOn(client))
    await client.query('COMMIT')
    return result
  })
