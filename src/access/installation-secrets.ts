import { newSecret } from '../base/secrets.ts'
import type { Database } from '../database/client.ts'

/** The secrets by their names, by the identities of databases. */
const secrets = new WeakMap<object, Map<string, Promise<string>>>()

/** The database, as far as secrets of the installation need it. */
export type SecretStore = Pick<Database, 'identity' | 'write'>

/** Returns a secret of the installation. It is created once and shared by all processes. */
export function installationSecret(
  { identity, write }: SecretStore,
  name: string,
  create: () => string | Promise<string> = newSecret,
): Promise<string> {
  const known = secrets.get(identity) ?? new Map<string, Promise<string>>()
  secrets.set(identity, known)
  let secret = known.get(name)
  if (!secret) {
    secret = readOrCreateSecret(write, name, create)
    // A failure is not cached: the next request tries again.
    secret.catch(() => known.delete(name))
    known.set(name, secret)
  }
  return secret
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
