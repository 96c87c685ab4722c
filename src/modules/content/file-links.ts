import { isValidSignature, linkSecret, sign, steadyExpiryAfter } from '../../access/signed-urls.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'

/**
 * The period in seconds during which the same link is returned, so that responses can be cached. A link is valid for
 * one to two periods.
 */
export const linkLifetimeSeconds = 3600

/** Signs the file version, whose bytes and type never change, and the expiry as a Unix time in seconds. */
export const signFile = (secret: string, versionId: string, expires: number): string =>
  sign(secret, `${versionId}\n${expires}`)

export const isSignedFile = (
  secret: string,
  versionId: string,
  expires: number,
  signature: string,
): boolean => isValidSignature(secret, `${versionId}\n${expires}`, signature)

/** Returns a signed, expiring URL that downloads a file version without authentication. */
export async function downloadURL(
  { config, database }: { config: Pick<Config, 'baseUrl'>; database: Pick<Database, 'pool'> },
  file: { id: string; name: string },
  now = Date.now(),
): Promise<string> {
  const expires = steadyExpiryAfter(linkLifetimeSeconds, now)
  const signature = signFile(await linkSecret(database), file.id, expires)
  const name = encodeURIComponent(file.name)
  return `${config.baseUrl}/files/${file.id}/${name}?expires=${expires}&signature=${signature}`
}
