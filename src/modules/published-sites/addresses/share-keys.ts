import type { SiteAtUrl } from './site-address.ts'

/** Removes the key of an active share link from the path, where it is the first segment. */
export function takeShareKey(at: SiteAtUrl): { at: SiteAtUrl; shareKey: string | null } {
  const [key, ...segments] = at.segments
  return key !== undefined && at.access.shareKeys.includes(key)
    ? { at: { ...at, basePath: `${at.basePath}/${key}`, segments }, shareKey: key }
    : { at, shareKey: null }
}
