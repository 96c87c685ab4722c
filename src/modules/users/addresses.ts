import type { RunStatement } from '../../database/rows.ts'

export interface AddressedUser {
  readonly id: string
  readonly email: string
}

/**
 * Returns users by email address. `emails` are in lower case; the stored addresses are compared case-insensitively.
 * Uses SQL, because Prisma treats underscores as wildcards in case-insensitive comparisons.
 */
export async function usersOfEmails(
  run: RunStatement,
  emails: readonly string[],
): Promise<Map<string, AddressedUser>> {
  const users = await run<AddressedUser>(
    `SELECT id, email FROM "User" WHERE lower(email) = ANY($1::text[]) ORDER BY id DESC`,
    [emails],
  )
  return new Map(users.map((user) => [user.email.toLowerCase(), user]))
}

/** Returns the user who has an email address, in capitals or not; null if nobody has. */
export async function userOfEmail(run: RunStatement, email: string): Promise<AddressedUser | null> {
  const address = email.toLowerCase()
  return (await usersOfEmails(run, [address])).get(address) ?? null
}
