import { viewersOfUsers } from '../../access/authenticate.ts'
import type { Member } from '../../access/viewer.ts'
import type { Database } from '../../database/client.ts'

/** Returns the user who made an invitation with the rights that they have now, or null if the user is gone. */
export async function findGiver(
  { query }: Pick<Database, 'query'>,
  userId: string | null,
): Promise<Member | null> {
  const [giver] = userId === null ? [] : await viewersOfUsers(query, [userId])
  return giver ?? null
}
