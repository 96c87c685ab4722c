import type { SiteAtUrl } from './site-address.ts'

/** The form of the keys that `createShareLink` makes. */
const keyForm = /^[\w-]{32}$/

/** Returns whether the path begins with a key of a share link that is not active, where one is needed. */
export const guessesShareKey = ({ site, segments, access }: SiteAtUrl): boolean =>
  site.visibility === 'SHARE_LINK' &&
  keyForm.test(segments[0] ?? '') &&
  !access.shareKeys.includes(segments[0] ?? '')

/** Removes the key of an active share link from the path, where it is the first segment. */
export function takeShareKey<At extends SiteAtUrl>(at: At): { at: At; shareKey: string | null } {
  const [key, ...segments] = at.segments
  return key !== undefined && at.access.shareKeys.includes(key)
    ? { at: { ...at, basePath: `${at.basePath}/${key}`, segments }, shareKey: key }
    : { at, shareKey: null }
}
