import { beginRecording } from '../../audit/operation-record.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import { type NewSession, openSession } from '../sessions/open-session.ts'
import { recordSignIn, type SignInRequest } from '../sessions/sign-in-events.ts'
import { userOfEmail } from '../users/addresses.ts'
import { claimLink } from './links.ts'

/** The methods of signing in as they are shown among the sessions of a user. */
export const linkLabels = { MAIL: 'Link by mail', PRINTED: 'Link of the server' } as const

export interface SignedIn {
  /** The secret for the cookie of the session. */
  readonly token: string
  readonly returnTo: string
}

/** Signs in the user of a link, which is used up by it. Returns null if the link does not work any longer. */
export function signInByLink(
  { config, database }: { readonly config: Config; readonly database: Pick<Database, 'transaction'> },
  secret: string,
  request: SignInRequest,
  replaced: NewSession['replaced'],
): Promise<SignedIn | null> {
  return database.transaction(async (transaction) => {
    await beginRecording(transaction, [])
    const link = await claimLink(transaction, secret)
    const user = link && (await userOfEmail(transaction.query, link.email))
    if (!link || !user) return null
    const label = linkLabels[link.kind]
    const { id: tokenId, token } = await openSession(transaction, config, {
      userId: user.id,
      label,
      request,
      replaced,
    })
    await recordSignIn(transaction, { ...request, userId: user.id, tokenId, scopes: [] }, 'signIn', null)
    return { token, returnTo: link.returnTo }
  })
}
