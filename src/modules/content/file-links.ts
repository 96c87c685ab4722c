import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'
import { isSignature, linkSecret, sign } from '../../signed-links.ts'

/** Links live one to two of these: the same link is handed out for the whole of one, so that caches can work. */
export const linkLifetimeSeconds = 3600

/** Covers the file version, whose bytes and type never change, and the second from which on the link is dead. */
export const signFile = (secret: string, versionId: string, expires: number): string =>
  sign(secret, `${versionId}\n${expires}`)

export const isSignedFile = (
  secret: string,
  versionId: string,
  expires: number,
  signature: string,
): boolean => isSignature(secret, `${versionId}\n${expires}`, signature)

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
