import { type Actor, insertEvent } from '../../audit/operation-record.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Language } from '../../languages/catalogue.ts'
import type { RequestOrigin } from '../../request/request-origin.ts'

/** The request that signs in or out. */
export interface SignInRequest extends RequestOrigin {
  readonly requestId: string
  /** The language of the browser, if it prefers one that has texts. */
  readonly language?: Language | undefined
}

/** Records that a user signed in or out, with what the transaction has changed since `beginRecording`. */
export async function recordSignIn(
  transaction: Transaction,
  actor: Actor & { readonly userId: string },
  action: 'signIn' | 'signOut',
  organizationId: string | null,
): Promise<void> {
  const target = { type: 'User', id: actor.userId }
  const operation = { action, type: 'User', target, otherTarget: null, ids: [] }
  await insertEvent(transaction.query, actor, operation, { organizationId, onlyIfChanged: false })
}
