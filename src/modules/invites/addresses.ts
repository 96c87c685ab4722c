import type { RunStatement } from '../../database/rows.ts'
import { usersOfEmails } from '../users/addresses.ts'

/** Returns the ids of those who are members of the organization, disabled or not, by email address. */
export async function membersOfEmails(
  run: RunStatement,
  organizationId: string,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const users = [...(await usersOfEmails(run, emails))].map(([email, { id }]) => [email, id] as const)
  const members = await run<{ userId: string }>(
    `SELECT "userId" FROM "Member" WHERE "organizationId" = $1 AND "userId" = ANY($2::text[])`,
    [organizationId, users.map(([, id]) => id)],
  )
  const known = new Set(members.map(({ userId }) => userId))
  return new Map(users.filter(([, id]) => known.has(id)))
}
