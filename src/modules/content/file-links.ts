import { signUrl, steadyExpiryAfter } from '../../access/signed-urls.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'

/**
 * The period in seconds during which the same link is returned, so that responses can be cached. A link is valid for
 * one to two periods.
 */
export const linkLifetimeSeconds = 3600

/** Returns a signed, expiring URL that downloads a file version, whose bytes and type never change, without authentication. */
export const downloadURL = (
  services: { config: Pick<Config, 'baseUrl'>; database: Pick<Database, 'pool'> },
  file: { id: string; name: string },
  now = Date.now(),
): Promise<string> =>
  signUrl(
    services,
    `/files/${file.id}/${encodeURIComponent(file.name)}`,
    {},
    steadyExpiryAfter(linkLifetimeSeconds, now),
  )
