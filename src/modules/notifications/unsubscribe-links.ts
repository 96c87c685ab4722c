import { signUrl, verifySignedUrl } from '../../access/signed-urls.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import type { NotificationKind } from '../../generated/prisma/enums.ts'
import { notificationKinds } from './kinds.ts'

/** The mails that a link turns off: of one kind, or all. */
export interface Subscription {
  readonly userId: string
  readonly kind: NotificationKind | null
}

const unsubscribePath = '/unsubscribe'

/** Returns the address that turns mails off, for whoever has the mail. It does not expire, and gives no other right. */
export const unsubscribeLink = (
  services: { readonly config: Pick<Config, 'baseUrl'>; readonly database: Database },
  { userId, kind }: Subscription,
): string | Promise<string> =>
  signUrl(services, unsubscribePath, { user: userId, ...(kind && { kind }) }, null)

/** Returns which mails the path of a link turns off; null for a link that this server has not signed. */
export async function subscriptionOf(database: Database, path: string): Promise<Subscription | null> {
  const url = await verifySignedUrl(database, path)
  const userId = url?.searchParams.get('user')
  if (url?.pathname !== unsubscribePath || !userId) return null
  return { userId, kind: notificationKinds.find((kind) => kind === url.searchParams.get('kind')) ?? null }
}
