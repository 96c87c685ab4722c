import { organizationOfScopes } from '../../access/tokens.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { activeTokens } from '../tokens/service.ts'

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

/**
 * Returns the ids of users who need no invitation, by email address: members, and users with a token that is not
 * limited to another organization. Sessions from another organization's identity provider give no access to this one.
 */
export async function usersWithAccess(
  transaction: Prisma.TransactionClient,
  organizationId: string,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const users = await userIdsOfEmails(transaction, emails)
  const ids = [...users.values()]
  const tokens = await transaction.apiToken.findMany({ where: { OR: ids.map(activeTokens) } })
  const members = await transaction.member.findMany({ where: { organizationId, userId: { in: ids } } })
  const own = tokens.filter(({ scopes }) => organizationOfScopes(scopes) === undefined)
  const known = new Set([...own, ...members].map(({ userId }) => userId))
  return new Map([...users].filter(([, id]) => known.has(id)))
}
