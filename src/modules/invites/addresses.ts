import { organizationOfScopes } from '../../access/tokens.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { liveTokens } from '../tokens/service.ts'

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

/**
 * The ids of those users by their addresses who need no invitation: members, and who has a token of their own. Who has
 * only signed in by the identity provider of another organization could do nothing in this one.
 */
export async function usersWithWayIn(
  transaction: Prisma.TransactionClient,
  organizationId: string,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const users = await usersOfAddresses(transaction, emails)
  const ids = [...users.values()]
  const tokens = await transaction.apiToken.findMany({ where: { OR: ids.map(liveTokens) } })
  const members = await transaction.member.findMany({ where: { organizationId, userId: { in: ids } } })
  const own = tokens.filter(({ scopes }) => organizationOfScopes(scopes) === undefined)
  const known = new Set([...own, ...members].map(({ userId }) => userId))
  return new Map([...users].filter(([, id]) => known.has(id)))
}
