import DataLoader from 'dataloader'
import type { User } from '../../generated/prisma/client.ts'
import { type Context, perRequest } from '../../request/context.ts'

/** One emoji on a comment or reply, with the users who added it. */
export interface Reaction {
  readonly emoji: string
  readonly count: number
  readonly users: { readonly user: User; readonly reactedAt: Date }[]
}

interface CommentLoaders {
  readonly reactionsOfComments: DataLoader<string, Reaction[]>
  readonly reactionsOfReplies: DataLoader<string, Reaction[]>
  /** Null for a user who is not a member of the organization. */
  readonly members: DataLoader<Membership, User | null, string>
}

interface Membership {
  readonly organizationId: string
  readonly userId: string
}

export const commentLoaders = perRequest<CommentLoaders>((context) => ({
  reactionsOfComments: reactionLoader(context, 'commentId'),
  reactionsOfReplies: reactionLoader(context, 'replyId'),
  members: memberLoader(context),
}))

/** Clears the cached reactions after the request changed some. */
export function clearReactions(context: Context): void {
  const { reactionsOfComments, reactionsOfReplies } = commentLoaders(context)
  reactionsOfComments.clearAll()
  reactionsOfReplies.clearAll()
}

function reactionLoader(context: Context, target: 'commentId' | 'replyId'): DataLoader<string, Reaction[]> {
  return new DataLoader(async (ids) => {
    const rows = await context.database.prisma.commentReaction.findMany({
      where: { [target]: { in: [...ids] } },
      include: { user: true },
      orderBy: { id: 'asc' },
    })
    const byTarget = new Map(ids.map((id) => [id, new Map<string, Reaction>()]))
    for (const { [target]: id, emoji, user, reactedAt } of rows) {
      const reactions = byTarget.get(id as string)
      const users = reactions?.get(emoji)?.users ?? []
      users.push({ user, reactedAt })
      reactions?.set(emoji, { emoji, count: users.length, users })
    }
    return ids.map((id) => [...(byTarget.get(id)?.values() ?? [])])
  })
}

const keyOf = ({ organizationId, userId }: Membership) => `${organizationId} ${userId}`

function memberLoader({ database }: Context): CommentLoaders['members'] {
  return new DataLoader(
    async (keys) => {
      const members = await database.prisma.member.findMany({
        where: { OR: keys.map(({ organizationId, userId }) => ({ organizationId, userId })) },
        include: { user: true },
      })
      const byKey = new Map(members.map((member) => [keyOf(member), member.user]))
      return keys.map((key) => byKey.get(keyOf(key)) ?? null)
    },
    { cacheKeyFn: keyOf },
  )
}

export async function membersAmong(
  context: Context,
  organizationId: string,
  userIds: readonly string[],
): Promise<User[]> {
  const { members } = commentLoaders(context)
  const found = await Promise.all(userIds.map((userId) => members.load({ organizationId, userId })))
  return found.filter((user) => user !== null)
}
