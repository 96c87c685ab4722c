import { lockUntilCommit, shareLockUntilCommit } from '../../database/locks.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Member } from '../../generated/prisma/client.ts'

/** Acquires the exclusive lock on the members of an organization, for changes and removals of members. */
export const lockMembers = (transaction: Transaction, organizationId: string): Promise<void> =>
  lockUntilCommit(transaction, `members:${organizationId}`)

/** Acquires the shared lock on the members of an organization: until the transaction ends, no member is removed. */
export const shareMembersLock = (transaction: Transaction, organizationId: string): Promise<void> =>
  shareLockUntilCommit(transaction, `members:${organizationId}`)

/** Returns whether a member is the only one who can administer the organization. */
export async function isLastAdmin(
  transaction: Transaction,
  { organizationId, userId, role, disabled }: Member,
): Promise<boolean> {
  if (role !== 'ADMIN' || disabled) return false
  const where = { organizationId, role, disabled: false, userId: { not: userId } }
  return (await transaction.member.count({ where })) === 0
}

/** Maps ids of members or users to user ids. The result has no entries for ids that are not of members. */
export async function userIdsOfMembers(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const wanted = { in: [...ids] }
  const members = await transaction.member.findMany({
    where: { organizationId, OR: [{ id: wanted }, { userId: wanted }] },
    select: { id: true, userId: true },
  })
  return new Map(
    members.flatMap(({ id, userId }) => [
      [id, userId],
      [userId, userId],
    ]),
  )
}
