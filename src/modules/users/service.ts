import { organizationOfScopes } from '../../access/tokens.ts'
import { isUser } from '../../access/viewer.ts'
import { missingInput, orNotFound } from '../../base/errors.ts'
import type { User } from '../../generated/prisma/client.ts'
import { type Context, memberOf, viewerOf } from '../../request/context.ts'
import { readableUsers } from './policy.ts'
import { forbidden } from './reasons.ts'

export interface UpdateUser {
  readonly displayName?: string | null
  readonly photoURL?: string | null
}

/** Updates the profile of the caller. Users cannot update others. */
export async function updateUser(
  context: Context,
  userId: string,
  { displayName, photoURL }: UpdateUser,
): Promise<User> {
  const viewer = viewerOf(context)
  const where = { AND: [{ id: userId }, readableUsers(viewer)] }
  const user = orNotFound(await context.database.prisma.user.findFirst({ where }))
  if (!isUser(viewer, user.id)) throw forbidden('USER_IS_NOT_CALLER')
  await assertNoOtherOrganization(context)
  if (displayName == null && photoURL === undefined)
    throw missingInput(['displayName', 'photoURL'], 'at least one of displayName and photoURL is required')
  const data = { displayName: displayName ?? undefined, photoURL }
  return context.database.transaction((transaction) =>
    transaction.user.update({ where: { id: user.id }, data }),
  )
}

/** Asserts that a session that is limited to one organization does not change what other organizations see. */
async function assertNoOtherOrganization(context: Context): Promise<void> {
  const { userId, scopes } = memberOf(context)
  const organizationId = organizationOfScopes(scopes)
  if (organizationId === undefined) return
  const others = { userId, organizationId: { not: organizationId } }
  if ((await context.database.prisma.member.count({ where: others })) > 0) throw forbidden('SESSION_LIMITED')
}
