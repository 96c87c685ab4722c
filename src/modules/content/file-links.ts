import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'

const secretName = 'file-links'

/** Links live one to two of these: the same link is handed out for the whole of one, so that caches can work. */
export const linkLifetimeSeconds = 3600

const secrets = new WeakMap<Pool, Promise<string>>()

/** The secret that signs download links: made once for the installation, shared by all its processes. */
export function linkSecret({ pool }: Pick<Database, 'pool'>): Promise<string> {
  let secret = secrets.get(pool)
  if (!secret) {
    secret = readOrCreateSecret(pool)
    // A failure is not remembered: the next request asks again.
    secret.catch(() => secrets.delete(pool))
    secrets.set(pool, secret)
  }
  return secret
}

async function readOrCreateSecret(pool: Pool): Promise<string> {
  // Whoever comes first creates it. The update that changes nothing makes the statement return the row either way.
  const { rows } = await pool.query<{ value: string }>(
    `INSERT INTO "InstallationSecret" AS s (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = s.value RETURNING value`,
    [secretName, randomBytes(32).toString('base64url')],
  )
  const value = rows[0]?.value
  if (!value) throw new Error('the secret of download links could not be stored')
  return value
}

/** Covers the file version, whose bytes and type never change, and the second from which on the link is dead. */
export const signFile = (secret: string, versionId: string, expires: number): string =>
  createHmac('sha256', secret).update(`${versionId}\n${expires}`).digest('base64url')

export function isSignedFile(secret: string, versionId: string, expires: number, signature: string): boolean {
  const expected = Buffer.from(signFile(secret, versionId, expires))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The address at which anyone may download a file version for a while. */
export async function downloadURL(
  { config, database }: { config: Pick<Config, 'baseUrl'>; database: Pick<Database, 'pool'> },
  file: { id: string; name: string },
  now = Date.now(),
): Promise<string> {
  const expires = (Math.floor(now / 1000 / linkLifetimeSeconds) + 2) * linkLifetimeSeconds
  const signature = signFile(await linkSecret(database), file.id, expires)
  const name = encodeURIComponent(file.name)
  return `${config.baseUrl}/files/${file.id}/${name}?expires=${expires}&signature=${signature}`
}
