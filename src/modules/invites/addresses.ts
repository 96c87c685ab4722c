import type { Prisma } from '../../generated/prisma/client.ts'

/**
 * The ids of users by their addresses, which are given in lower case; how a user spells theirs does not matter. In SQL,
 * because Prisma takes the underscore of an address for a wildcard where case does not matter.
 */
export async function usersOfAddresses(
  transaction: Prisma.TransactionClient,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const users = await transaction.$queryRaw<{ id: string; email: string }[]>`
    SELECT id, lower(email) AS email FROM "User" WHERE lower(email) = ANY(${[...emails]}::text[]) ORDER BY id DESC`
  return new Map(users.map(({ id, email }) => [email, id]))
}
