import { randomUUID } from 'node:crypto'
import type { Config } from '../../base/config.ts'
import { StartError } from '../../base/start-error.ts'
import type { Database } from '../../database/client.ts'
import { FilesMissingError, FilesUnreachableError } from '../../database/faults.ts'
import { isReferenced, referencesTo } from '../../database/references.ts'
import type { RunStatement } from '../../database/rows.ts'
import { statementsOn } from '../../database/sessions.ts'
import { fileStorage } from '../../storage/open-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { type BlobConfig, blobKey, type StoredBlob } from './blob-paths.ts'

/** The name in the storage of files of the id of the store. The database has it too, so that they find each other. */
export const storeFileName = 'store'

/** The name of the id in the database. */
const idName = 'file-store'

/** The files that are looked for in a folder that has no id yet. */
const soughtFiles = 1000

interface Services {
  readonly config: Config
  readonly database: Pick<Database, 'query' | 'session'>
}

/** The ids of the stores that this process has claimed, by the names of their storages. */
const claimed = new Map<string, string>()

/**
 * Takes the storage of files into use, and creates it at the first start. Throws a StartError, and writes nothing, if it is not
 * that of the database: a volume that is not mounted must not be written to.
 */
export async function claimStore({ config, database }: Services): Promise<void> {
  const storage = fileStorage(config)
  const id = await startingWith(storage, () => claimedId(storage, database))
  claimed.set(storage.name, id)
}

const claimedId = (storage: Storage, database: Services['database']): Promise<string> =>
  inLock(database, async (run) => {
    const [known, found] = [await idInDatabase(run), await idIn(storage)]
    if (known === undefined && (await hasSomeOf(run, storage))) return makeStore(run, storage, found)
    if (known === undefined) throw wrongStorage(storage, 'has none of the files that the database refers to')
    if (found === undefined) throw wrongStorage(storage, 'does not have the files of the database')
    if (found !== known) throw wrongStorage(storage, 'has the files of another installation')
    return known
  })

/** Throws a StartError for the operator where a bucket does not answer. */
async function startingWith<Result>(storage: Storage, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof FilesUnreachableError)) throw error
    throw new StartError(
      `${error.message}; check FILES_URL, the credentials and their permissions, and that ${storage.name} exists.`,
    )
  }
}

/** Throws a StartError, as the start does, if the storage of files is not that of the database. Writes nothing to either. */
export async function checkStore({ config, database }: Services): Promise<void> {
  const storage = fileStorage(config)
  if (!(await startingWith(storage, () => hasIdOf(storage, database))))
    throw wrongStorage(storage, 'is not that of the files of the database')
  const id = await idInDatabase(database.query)
  if (storage.isRemote && id !== undefined) claimed.set(storage.name, id)
}

/** Takes the storage of files into use as it is, whatever files it has. */
export async function adoptStore({ config, database }: Services): Promise<void> {
  const storage = fileStorage(config)
  const id = await inLock(database, async (run) =>
    makeStore(run, storage, (await idIn(storage)) ?? (await idInDatabase(run))),
  )
  claimed.set(storage.name, id)
}

/** Gives a new storage of files and the database of the transaction an id that no others have. */
export async function createStore(run: RunStatement, config: Config): Promise<void> {
  const storage = fileStorage(config)
  claimed.set(storage.name, await makeStore(run, storage))
}

/** Gives a storage to which the files of the database were copied the id that the database knows. */
export async function markStore(storage: Storage, { query }: Pick<Database, 'query'>): Promise<void> {
  const id = await idInDatabase(query)
  if (id === undefined) throw new StartError('The database has no id of its files yet; start Lectern once.')
  if ((await idIn(storage)) !== id) await writeId(storage, id)
}

/** Throws a StartError if a storage has the files of another installation. */
export async function assertNoOther(storage: Storage, { query }: Pick<Database, 'query'>): Promise<void> {
  const found = await idIn(storage)
  if (found !== undefined && found !== (await idInDatabase(query)))
    throw new StartError(`${storage.name} has the files of another installation; name another place.`)
}

/**
 * Returns whether the storage of files is that of the database. A bucket that was claimed is not asked again: it is not exchanged
 * while the process runs, and one that does not answer must not take the process out of service.
 */
export async function isStore(config: BlobConfig, database: Pick<Database, 'query'>): Promise<boolean> {
  const storage = fileStorage(config)
  return (storage.isRemote && claimed.has(storage.name)) || hasIdOf(storage, database)
}

/** Returns whether a storage has the id that the database knows. One that neither has claimed counts as such. */
async function hasIdOf(storage: Storage, { query }: Pick<Database, 'query'>): Promise<boolean> {
  const known = claimed.get(storage.name) ?? (await idInDatabase(query))
  if (known === undefined) return true
  const found = storage.isRemote ? await idIn(storage) : await idIn(storage).catch(() => undefined)
  return known === found
}

/** Throws FilesMissingError unless the storage of files is that of the database. */
export async function assertStore(config: BlobConfig, database: Pick<Database, 'query'>): Promise<void> {
  if (!(await isStore(config, database)))
    throw new FilesMissingError(`${fileStorage(config).name} is not the folder of the files of the database`)
}

const wrongStorage = ({ name, isRemote }: Storage, what: string) =>
  new StartError(
    isRemote
      ? `The bucket ${name} ${what}; run npm run lectern -- files move to copy them there, set FILES_URL to the bucket that has them, or run npm run lectern -- adopt-files to go on with this one.`
      : `The folder ${name} ${what}; mount or copy the folder that does, set DATA_DIR to the folder that contains it, or run npm run lectern -- adopt-files to go on with this one.`,
  )

/** Writes the storage first: a start that ends in between is repeated by the next one. */
async function makeStore(run: RunStatement, storage: Storage, given?: string): Promise<string> {
  const id = given ?? randomUUID()
  if ((await idIn(storage)) !== id) await writeId(storage, id)
  await run(
    `INSERT INTO "InstallationSecret" (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value`,
    [idName, id],
  )
  return id
}

const writeId = (storage: Storage, id: string) => storage.write(storeFileName, Buffer.from(`${id}\n`))

async function idInDatabase(run: RunStatement): Promise<string | undefined> {
  const [row] = await run<{ value: string }>('SELECT value FROM "InstallationSecret" WHERE name = $1', [
    idName,
  ])
  return row?.value
}

async function idIn(storage: Storage): Promise<string | undefined> {
  try {
    return (await storage.readText(storeFileName))?.trim()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw storage.isRemote
      ? error
      : new StartError(`The file ${storeFileName} in ${storage.name} cannot be read (${code ?? message}).`)
  }
}

/** Returns whether the storage has any of the files that content refers to. True if content refers to none. */
async function hasSomeOf(run: RunStatement, storage: Storage): Promise<boolean> {
  const rows = await run<StoredBlob>(
    `SELECT b.hash, b.size FROM "Blob" b WHERE ${isReferenced(await referencesTo(run, 'Blob'), 'b')}
     ORDER BY b.hash LIMIT ${soughtFiles}`,
    [],
  )
  for (const { hash, size } of rows) if ((await storage.size(blobKey(hash))) === size) return true
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
