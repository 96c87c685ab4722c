import type { Prisma } from '../../generated/prisma/client.ts'

/**
 * Returns user ids by email address. `emails` are in lower case; the stored addresses are compared case-insensitively.
 * Uses SQL, because Prisma treats underscores as wildcards in case-insensitive comparisons.
 */
export async function userIdsOfEmails(
  transaction: Prisma.TransactionClient,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const users = await transaction.$queryRaw<{ id: string; email: string }[]>`
    SELECT id, lower(email) AS email FROM "User" WHERE lower(email) = ANY(${[...emails]}::text[]) ORDER BY id DESC`
  return new Map(users.map(({ id, email }) => [email, id]))
}

/** Returns the ids of those who are members of the organization, disabled or not, by email address. */
export async function membersOfEmails(
  transaction: Prisma.TransactionClient,
  organizationId: string,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const users = await userIdsOfEmails(transaction, emails)
  const members = await transaction.member.findMany({
    where: { organizationId, userId: { in: [...users.values()] } },
    select: { userId: true },
  })
  const known = new Set(members.map(({ userId }) => userId))
  return new Map([...users].filter(([, id]) => known.has(id)))
}
