import DataLoader from 'dataloader'
import type { User } from '../../generated/prisma/client.ts'
import { type Context, perRequest } from '../../request/context.ts'

interface Membership {
  readonly organizationId: string
  readonly userId: string
}

const keyOf = ({ organizationId, userId }: Membership) => `${organizationId} ${userId}`

/** Null for a user who is not a member of the organization. */
const membersOf = perRequest(
  ({ database }) =>
    new DataLoader<Membership, User | null, string>(
      async (keys) => {
        const members = await database.prisma.member.findMany({
          where: { OR: keys.map(({ organizationId, userId }) => ({ organizationId, userId })) },
          include: { user: true },
        })
        const byKey = new Map(members.map((member) => [keyOf(member), member.user]))
        return keys.map((key) => byKey.get(keyOf(key)) ?? null)
      },
      { cacheKeyFn: keyOf },
    ),
)

export async function membersAmong(
  context: Context,
  organizationId: string,
  userIds: readonly string[],
): Promise<User[]> {
  const members = membersOf(context)
  const found = await Promise.all(userIds.map((userId) => members.load({ organizationId, userId })))
  return found.filter((user) => user !== null)
}
