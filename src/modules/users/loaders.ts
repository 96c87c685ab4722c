import DataLoader from 'dataloader'
import { type Context, perRequest } from '../../graphql/context.ts'
import { readableUsers } from './policy.ts'

const readableLoader = perRequest(
  // Not cached, because a mutation may change what a later field of the same request reads.
  ({ database, viewer }) =>
    new DataLoader<string, boolean>(
      async (ids) => {
        // Without a token there is one user to read: the one whom the caller became by accepting an invitation.
        if (!viewer) return ids.map(() => true)
        const where = { AND: [{ id: { in: [...new Set(ids)] } }, readableUsers(viewer)] }
        const readable = await database.prisma.user.findMany({ where, select: { id: true } })
        const found = new Set(readable.map(({ id }) => id))
        return ids.map((id) => found.has(id))
      },
      { cache: false },
    ),
)

/** Returns whether the viewer may read all of a user, in one statement for all users of a request. */
export const mayReadUser = (context: Context, userId: string): Promise<boolean> =>
  readableLoader(context).load(userId)
