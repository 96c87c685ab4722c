import { newId } from '../../base/identifiers.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import { userOfEmail } from '../users/addresses.ts'
import { admit } from './admission.ts'

interface Addition {
  readonly organizationId: string
  /** In lower case. */
  readonly email: string
  readonly displayName: string
  readonly role: Role | null
}

/**
 * Makes somebody a member without asking them, for the operator of the server: a new user, or one who is there with their own
 * name. A member keeps a higher role. Returns null for a disabled member.
 */
export async function addUser(
  transaction: Transaction,
  { organizationId, email, displayName, role }: Addition,
): Promise<{ readonly userId: string; readonly isNew: boolean } | null> {
  // A sign-in with the same address, which may create the same user, takes the same lock.
  await lockUntilCommit(transaction, `user:${email}`)
  const known = await userOfEmail(transaction.query, email)
  const userId = known?.id ?? newId('User')
  if (!known) await transaction.user.create({ data: { id: userId, email, displayName } })
  const admitted = await admit(transaction, organizationId, [{ userId, role }])
  return admitted.has(userId) ? { userId, isNew: known === null } : null
}
