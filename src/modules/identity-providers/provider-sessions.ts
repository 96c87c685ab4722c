import { beginRecording } from '../../audit/operation-record.ts'
import type { Database } from '../../database/client.ts'
import { recordSignIn, type SignInRequest } from '../sessions/sign-in-events.ts'

/** The sessions that a provider ends, by a message that was verified. */
export interface Logout {
  /** Null for the provider of the whole server. */
  readonly provider: { readonly id: string; readonly organizationId: string } | null
  readonly issuer: string
  /** The user whose sessions end. Null if only the session is named. */
  readonly subject: string | null
  /** The ids that the provider has given to the sessions that end. All of the user do if there are none. */
  readonly sids: readonly string[]
  /** The hash of the issuer and the id of the message. */
  readonly messageId: string
  /** The time from which the message would be refused as too old. */
  readonly expiresAt: Date
}

/** Ends the sessions that a provider names. Throws if the message was used before. */
export function endNamedSessions(
  { database }: { readonly database: Pick<Database, 'transaction'> },
  { provider, issuer, subject, sids, messageId, expiresAt }: Logout,
  request: SignInRequest,
): Promise<void> {
  return database.transaction(async (transaction) => {
    await transaction.usedLogoutToken.deleteMany({ where: { expiresAt: { lt: new Date() } } })
    const { count } = await transaction.usedLogoutToken.createMany({
      data: { id: messageId, expiresAt },
      skipDuplicates: true,
    })
    if (count === 0) throw new Error('it was used before')
    const sessions = await transaction.apiToken.findMany({
      where: {
        kind: 'SESSION',
        revokedAt: null,
        identityProviderId: provider?.id ?? null,
        providerSession: {
          issuer,
          ...(subject !== null && { subject }),
          ...(sids.length > 0 && { sid: { in: [...sids] } }),
        },
      },
      select: { id: true, userId: true, scopes: true },
    })
    for (const { id: tokenId, userId, scopes } of sessions) {
      await beginRecording(transaction, [])
      await transaction.apiToken.update({ where: { id: tokenId }, data: { revokedAt: new Date() } })
      const actor = { ...request, userId, tokenId, scopes }
      await recordSignIn(transaction, actor, 'signOut', provider?.organizationId ?? null)
    }
  })
}
