import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import { fileStorage } from '../../storage/open-storage.ts'

/** The name in the storage of files of the list with a line for each database whose content refers to them. */
export const ownersFileName = 'databases'

interface Services {
  readonly config: Config
  readonly database: Pick<Database, 'query'>
}

/** Records that this database refers to the files of the storage. */
export async function recordOwner(services: Services): Promise<void> {
  const id = await databaseId(services.database)
  if (!(await ownersOf(services.config)).has(id))
    await fileStorage(services.config).addLine(ownersFileName, id)
}

/** Returns whether no other database may refer to the files of the storage, so that those may be deleted that this one does not refer to. */
export async function isOnlyOwner(services: Services): Promise<boolean> {
  const owners = await ownersOf(services.config)
  return owners.size === 1 && owners.has(await databaseId(services.database))
}

const ownersOf = async (config: Config): Promise<ReadonlySet<string>> =>
  new Set(await fileStorage(config).lines(ownersFileName))

/** Returns what tells databases apart, also copies of one on a server. */
async function databaseId({ query }: Services['database']): Promise<string> {
  const [found] = await query<{ id: string }>(
    `SELECT m.id || ' ' || d.oid AS id FROM _prisma_migrations m, pg_database d
     WHERE d.datname = current_database() ORDER BY m.migration_name LIMIT 1`,
    [],
  )
  return found?.id ?? ''
}
