import type { SiteAtUrl } from './site-address.ts'

/** Removes the key of an active share link from the path, where it is the first segment. */
export function takeShareKey<At extends SiteAtUrl>(at: At): { at: At; shareKey: string | null } {
  const [key, ...segments] = at.segments
  return key !== undefined && at.access.shareKeys.includes(key)
    ? { at: { ...at, basePath: `${at.basePath}/${key}`, segments }, shareKey: key }
    : { at, shareKey: null }
}
