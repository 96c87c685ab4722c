import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { OrderColumn } from '../../graph/declare/keyset.ts'
import { usersWithVisibleEmail } from '../users/policy.ts'

/** Orders rows with the id of a user by the name of the user. */
export const orderByName: OrderColumn = {
  column: 'displayName',
  type: 'text',
  ignoreCase: true,
  of: { table: 'User', key: 'userId' },
}

/** Matches users whose name contains the text, or whose email address does if the viewer may see it. */
export function namedLike(viewer: Viewer, text: string): Prisma.UserWhereInput {
  const contains = { contains: text, mode: 'insensitive' } as const
  return { OR: [{ displayName: contains }, { AND: [{ email: contains }, usersWithVisibleEmail(viewer)] }] }
}
