import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../base/config.ts'
import { appendToFile, makePrivateFolder } from '../../base/private-files.ts'
import type { Database } from '../../database/client.ts'
import { blobFolder } from './blob-paths.ts'

/** The file in the folder of blobs with a line for each database whose content refers to them. */
export const ownersFileName = 'databases'

interface Services {
  readonly config: Config
  readonly database: Pick<Database, 'query'>
}

/** Records that this database refers to the blobs of the folder. */
export async function recordOwner(services: Services): Promise<void> {
  const id = await databaseId(services.database)
  if ((await ownersOf(services.config)).has(id)) return
  await makePrivateFolder(blobFolder(services.config))
  await appendToFile(ownersFile(services.config), `${id}\n`)
}

/** Returns whether no other database may refer to the blobs of the folder, so that those may be deleted that this one does not refer to. */
export async function isOnlyOwner(services: Services): Promise<boolean> {
  const owners = await ownersOf(services.config)
  return owners.size === 1 && owners.has(await databaseId(services.database))
}

const ownersFile = (config: Config) => join(blobFolder(config), ownersFileName)

async function ownersOf(config: Config): Promise<ReadonlySet<string>> {
  const text = await readFile(ownersFile(config), 'utf8').catch(() => '')
  return new Set(text.split('\n').filter((line) => line !== ''))
}

/** Returns what tells databases apart, also copies of one on a server. */
async function databaseId({ query }: Services['database']): Promise<string> {
  const [found] = await query<{ id: string }>(
    `SELECT m.id || ' ' || d.oid AS id FROM _prisma_migrations m, pg_database d
     WHERE d.datname = current_database() ORDER BY m.migration_name LIMIT 1`,
    [],
  )
  return found?.id ?? ''
}
