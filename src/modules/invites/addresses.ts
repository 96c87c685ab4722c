import type { RunStatement } from '../../database/rows.ts'

/**
 * Returns user ids by email address. `emails` are in lower case; the stored addresses are compared case-insensitively.
 * Uses SQL, because Prisma treats underscores as wildcards in case-insensitive comparisons.
 */
export async function userIdsOfEmails(
  run: RunStatement,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const users = await run<{ id: string; email: string }>(
    `SELECT id, lower(email) AS email FROM "User" WHERE lower(email) = ANY($1::text[]) ORDER BY id DESC`,
    [emails],
  )
  return new Map(users.map(({ id, email }) => [email, id]))
}

/** Returns the ids of those who are members of the organization, disabled or not, by email address. */
export async function membersOfEmails(
  run: RunStatement,
  organizationId: string,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const users = await userIdsOfEmails(run, emails)
  const members = await run<{ userId: string }>(
    `SELECT "userId" FROM "Member" WHERE "organizationId" = $1 AND "userId" = ANY($2::text[])`,
    [organizationId, [...users.values()]],
  )
  const known = new Set(members.map(({ userId }) => userId))
  return new Map([...users].filter(([, id]) => known.has(id)))
}
