import { createHash } from 'node:crypto'
import { SignInError } from '../../access/page-error.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { User } from '../../generated/prisma/client.ts'

/** The user that a provider has identified. */
export interface Identity {
  /** Null if the provider tells none, which is enough for a user whom it is linked to. */
  readonly email: string | null
  readonly displayName: string
  /** The name that the provider has for the user, if it has names that never change. */
  readonly subject?: Subject
}

export interface Subject {
  readonly issuer: string
  readonly subject: string
  /** Whether the provider says that the address does not belong to the user, for all that it knows. */
  readonly addressIsUnproven: boolean
}

/** A user, or the address of somebody who is new. */
export type Found =
  | { readonly user: User; readonly email: string }
  | { readonly user: null; readonly email: string }

/**
 * Returns the user of an identity: the one to whom it is linked, or else the one who has the address. `providerId` is null for
 * the provider of the server. Throws SignInError for an address that proves nothing.
 */
export async function userOfIdentity(
  transaction: Transaction,
  providerId: string | null,
  { email, subject }: Identity,
): Promise<Found> {
  if (subject) {
    const id = linkId(providerId, subject)
    const link = await transaction.linkedIdentity.findUnique({ where: { id }, include: { user: true } })
    if (link) return { user: link.user, email: link.user.email }
    // Somebody who signs up with the address of another would own the account that the other signs in to later.
    if (email === null || subject.addressIsUnproven) throw new SignInError(403, 'addressUnproven')
  }
  if (email === null) throw new Error('an identity has neither an address nor a subject')
  const user = await transaction.user.findUnique({ where: { email } })
  if (user && subject) await assertNotAnother(transaction, providerId, subject, user)
  return { user, email }
}

async function assertNotAnother(
  transaction: Transaction,
  providerId: string | null,
  { issuer }: Subject,
  { id: userId }: User,
): Promise<void> {
  if ((await transaction.linkedIdentity.count({ where: { userId, providerId, issuer } })) > 0)
    throw new SignInError(403, 'anotherPerson')
}

/** Makes an identity name a user from now on, whatever address it has. */
export async function linkIdentity(
  transaction: Transaction,
  providerId: string | null,
  subject: Subject,
  { id: userId }: User,
): Promise<void> {
  const { issuer, subject: name } = subject
  await transaction.linkedIdentity.createMany({
    data: { id: linkId(providerId, subject), userId, providerId, issuer, subject: name },
    skipDuplicates: true,
  })
}

const linkId = (providerId: string | null, { issuer, subject }: Subject): string =>
  createHash('sha256')
    .update(JSON.stringify([providerId, issuer, subject]))
    .digest('base64url')
