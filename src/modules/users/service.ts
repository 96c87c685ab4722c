import { organizationOfScopes } from '../../access/tokens.ts'
import { forbidden, invalidInput, notFound } from '../../errors.ts'
import type { User } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { readableUsers } from './policy.ts'

export interface UpdateUser {
  readonly displayName?: string | null
  readonly photoURL?: string | null
}

/** Changes what others see of the caller: users change only themselves. */
export async function updateUser(
  context: Context,
  userId: string,
  { displayName, photoURL }: UpdateUser,
): Promise<User> {
  const viewer = viewerOf(context)
  const { prisma } = context.database
  const where = { AND: [{ id: userId }, readableUsers(viewer)] }
  const user = await prisma.user.findFirst({ where })
  if (!user) throw notFound()
  if (user.id !== viewer.userId) throw forbidden('Users are changed by nobody but themselves.')
  await assertNoOtherOrganization(context)
  if (displayName == null && photoURL === undefined)
    throw invalidInput('', 'at least one of displayName and photoURL is required')
  return prisma.user.update({
    where: { id: user.id },
    data: { displayName: displayName ?? undefined, photoURL },
  })
}

/** A session that is good for one organization only is not believed about what other organizations see. */
async function assertNoOtherOrganization(context: Context): Promise<void> {
  const { userId, scopes } = viewerOf(context)
  const organizationId = organizationOfScopes(scopes)
  if (organizationId === undefined) return
  const others = { userId, organizationId: { not: organizationId } }
  if ((await context.database.prisma.member.count({ where: others })) > 0)
    throw forbidden('This session is good for one organization only, and you are in others too.')
}
