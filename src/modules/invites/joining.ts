import { isMember, tokenAllowsOrganization } from '../../access/viewer.ts'
import { notFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { LinkInvite as InviteLink, Organization } from '../../generated/prisma/client.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { admitViewer, assertJoinable } from './admission.ts'
import { assertStillGiven, findActiveInvite, type InviteLinkAddress } from './invite-links.ts'

/**
 * Joins by an invite link: the caller becomes a member with the role of the link, or a guest with its level on a space
 * or collection. Idempotent. Existing higher roles and levels are kept.
 */
export async function joinByLink(context: Context, address: InviteLinkAddress): Promise<Organization> {
  const viewer = memberOf(context)
  const { organization, ...invite } = await findActiveInvite(context, address)
  if (!tokenAllowsOrganization(viewer, organization.id)) throw notFound()
  if (!isMember(viewer, organization.id)) assertJoinable(organization)
  await assertStillGiven(context, invite)
  const isOfContent = (invite.spaceId ?? invite.collectionId) !== null
  await context.database.transaction(async (transaction) => {
    await admitViewer(context, transaction, {
      organizationId: organization.id,
      userId: viewer.userId,
      role: isOfContent ? null : invite.role,
    })
    await grantContent(transaction, viewer.userId, invite)
  })
  return organization
}

async function grantContent(
  transaction: Transaction,
  userId: string,
  { role, spaceId, collectionId }: InviteLink,
): Promise<void> {
  if (role === null) return
  const id = newId('ContentPermission')
  if (spaceId !== null)
    await transaction.query(
      `INSERT INTO "ContentPermission" AS p (id, "userId", "spaceId", role)
       VALUES ($1, $2, $3, $4::"Role")
       ON CONFLICT ("userId", "spaceId") DO UPDATE SET role = greatest(p.role, excluded.role)`,
      [id, userId, spaceId, role],
    )
  else if (collectionId !== null)
    await transaction.query(
      `INSERT INTO "ContentPermission" AS p (id, "userId", "collectionId", role)
       VALUES ($1, $2, $3, $4::"Role")
       ON CONFLICT ("userId", "collectionId") DO UPDATE SET role = greatest(p.role, excluded.role)`,
      [id, userId, collectionId, role],
    )
}
