import { getOrCreate } from '../base/get-or-create.ts'
import { newSecret } from '../base/secrets.ts'
import type { Database } from '../database/client.ts'

/** The secrets by their names, by the identities of databases: each, or what waits for it. */
const secrets = new WeakMap<object, Map<string, string | Promise<string>>>()

/** The database, as far as secrets of the installation need it. */
export type SecretStore = Pick<Database, 'identity' | 'write'>

/**
 * Returns a secret of the installation, without a promise once this process has read it. It is created once and shared by all
 * processes.
 */
export function installationSecret(
  { identity, write }: SecretStore,
  name: string,
  create: () => string | Promise<string> = newSecret,
): string | Promise<string> {
  const known = getOrCreate(secrets, identity, () => new Map<string, string | Promise<string>>())
  const secret = known.get(name)
  if (secret !== undefined) return secret
  const reading = readOrCreateSecret(write, name, create)
  // A failure is not cached: the next request tries again.
  reading.then(
    (read) => known.set(name, read),
    () => known.delete(name),
  )
  known.set(name, reading)
  return reading
}

async function readOrCreateSecret(
  write: Database['write'],
  name: string,
  create: () => string | Promise<string>,
): Promise<string> {
  const [known] = await write<{ value: string }>('SELECT value FROM "InstallationSecret" WHERE name = $1', [
    name,
  ])
  if (known) return known.value
  // The first process inserts it. The no-op update makes RETURNING return the row in either case.
  const [row] = await write<{ value: string }>(
    `INSERT INTO "InstallationSecret" AS s (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = s.value RETURNING value`,
    [name, await create()],
  )
  if (!row) throw new Error(`the secret ${name} of the installation could not be stored`)
  return row.value
}
