import type { RunStatement } from '../../database/rows.ts'

interface LinkUser {
  readonly id: string
  readonly email: string
}

/** Returns the user who has an address, in capitals or not; null if nobody has. */
export async function userOfAddress(run: RunStatement, email: string): Promise<LinkUser | null> {
  const [user] = await run<LinkUser>(
    'SELECT id, email FROM "User" WHERE lower(email) = lower($1) ORDER BY id LIMIT 1',
    [email],
  )
  return user ?? null
}

/** Returns the admin who has been here the longest; null if there is none. */
export async function firstAdmin(run: RunStatement): Promise<LinkUser | null> {
  const [user] = await run<LinkUser>(
    `SELECT u.id, u.email FROM "User" u JOIN "Member" m ON m."userId" = u.id
      WHERE m.role = 'ADMIN' AND NOT m.disabled ORDER BY u.id LIMIT 1`,
    [],
  )
  return user ?? null
}
