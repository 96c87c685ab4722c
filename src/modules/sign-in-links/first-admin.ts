import type { RunStatement } from '../../database/rows.ts'
import type { AddressedUser } from '../users/addresses.ts'

/** Returns the admin who has been here the longest; null if there is none. */
export async function firstAdmin(run: RunStatement): Promise<AddressedUser | null> {
  const [user] = await run<AddressedUser>(
    `SELECT u.id, u.email FROM "User" u JOIN "Member" m ON m."userId" = u.id
      WHERE m.role = 'ADMIN' AND NOT m.disabled ORDER BY u.id LIMIT 1`,
    [],
  )
  return user ?? null
}
