import { viewersOfUsers } from '../../access/authenticate.ts'
import type { Member } from '../../access/viewer.ts'
import type { Database } from '../../database/client.ts'

/** Returns the user who made an invitation with the rights that they have now, or null if the user is gone. */
export async function findGiver(
  { pool }: Pick<Database, 'pool'>,
  userId: string | null,
): Promise<Member | null> {
  const [giver] = userId === null ? [] : await viewersOfUsers(pool, [userId])
  return giver ?? null
}
