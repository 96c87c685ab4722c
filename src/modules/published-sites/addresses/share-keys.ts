import type { Database } from '../../../database/client.ts'
import { isActiveShareKey } from '../../share-links/service.ts'
import type { SiteAtUrl } from './site-address.ts'

const shareKeyPattern = /^[\w-]{32}$/

/** Removes the key of an active share link from the path, where it is the first segment. */
export async function takeShareKey(
  database: Database,
  at: SiteAtUrl,
): Promise<{ at: SiteAtUrl; shareKey: string | null }> {
  const [key, ...segments] = at.segments
  const isKey =
    key !== undefined && shareKeyPattern.test(key) && (await isActiveShareKey(database, at.site.id, key))
  return isKey
    ? { at: { ...at, basePath: `${at.basePath}/${key}`, segments }, shareKey: key }
    : { at, shareKey: null }
}
