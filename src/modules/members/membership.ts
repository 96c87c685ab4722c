import { lockUntilCommit, shareLockUntilCommit } from '../../database/locks.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

type Transaction = Prisma.TransactionClient

/** Makes all who change or remove members of the organization wait for each other, and for those who hold them. */
export const lockMembers = (transaction: Transaction, organizationId: string): Promise<void> =>
  lockUntilCommit(transaction, `members:${organizationId}`)

/** Until the transaction ends nobody leaves the organization: for what may be given to its members only. */
export const holdMembers = (transaction: Transaction, organizationId: string): Promise<void> =>
  shareLockUntilCommit(transaction, `members:${organizationId}`)

/** The ids of the users whom the ids name, each the id of a user or of a member; without those who are no members. */
export async function usersOfMembers(
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
