import { authorizeOrganization } from '../../access/authorize.ts'
import { assertMayGrant } from '../../access/grants.ts'
import { notFound, orNotFound } from '../../base/errors.ts'
import type { Database } from '../../database/client.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Member } from '../../generated/prisma/client.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { loadOrganization } from '../organizations/service.ts'
import { type MemberAddress, memberRemoved } from './events.ts'
import { isLastAdmin, lockMembers } from './membership.ts'
import { conflict } from './reasons.ts'

export interface UpdateMember {
  /** Null makes the member a guest. If absent, the role stays unchanged. */
  readonly role?: Role | null
}

export async function updateMember(
  context: Context,
  address: MemberAddress,
  { role }: UpdateMember,
): Promise<Member> {
  await authorizeChange(context, address)
  return changeMembers(context, address, async (transaction, member, held) => {
    if (role === undefined) return member
    assertMayGrant(held, member.role)
    assertMayGrant(held, role)
    if (role !== 'ADMIN') await assertAnotherAdmin(transaction, member)
    // A role that is given by hand comes from no group any longer.
    const data = { role, roleMappedBy: null, roleByHand: null }
    return transaction.member.update({ where: { id: member.id }, data })
  })
}

/** Marks a member as authenticated by the identity provider of the organization. */
export async function enableMemberSingleSignOn(context: Context, address: MemberAddress): Promise<Member> {
  await authorizeChange(context, address)
  return changeMembers(context, address, (transaction, member) =>
    transaction.member.update({ where: { id: member.id }, data: { sso: true } }),
  )
}

/** Removes a member from the organization, its teams and its permissions. Members may remove themselves. */
export async function removeMember(context: Context, address: MemberAddress): Promise<Member> {
  await authorizeChange(context, address)
  return changeMembers(context, address, async (transaction, member, held) => {
    assertMayGrant(held, member.role)
    await assertAnotherAdmin(transaction, member)
    await removeFromTeams(transaction, member)
    await removePermissions(transaction, member)
    await transaction.member.delete({ where: { id: member.id } })
    await memberRemoved.publish(transaction, member)
    return member
  })
}

async function authorizeChange(context: Context, { organizationId, userId }: MemberAddress): Promise<void> {
  const organization = await loadOrganization(context, organizationId)
  authorizeOrganization(context, organization.id, { own: userId === memberOf(context).userId })
}

/**
 * Changes a member under the exclusive lock on the members of the organization. The role of the caller is checked again
 * under the lock, and passed to the change: of two admins who remove each other at the same time, only one may succeed.
 */
async function changeMembers<Result>(
  context: Context,
  { organizationId, userId }: MemberAddress,
  change: (transaction: Transaction, member: Member, held: Role | null) => Promise<Result>,
): Promise<Result> {
  const viewer = memberOf(context)
  return context.database.transaction(async (transaction) => {
    await lockMembers(transaction, organizationId)
    const caller = await transaction.member.findUnique({
      where: { organizationId_userId: { organizationId, userId: viewer.userId } },
    })
    if (!caller || caller.disabled) throw notFound()
    const current = { ...viewer, memberships: new Map([[organizationId, caller.role]]) }
    authorizeOrganization({ ...context, viewer: current }, organizationId, { own: userId === viewer.userId })
    const member = await transaction.member.findUnique({
      where: { organizationId_userId: { organizationId, userId } },
    })
    if (!member) throw notFound()
    return change(transaction, member, caller.role)
  })
}

async function assertAnotherAdmin(transaction: Transaction, member: Member): Promise<void> {
  if (await isLastAdmin(transaction, member)) throw conflict('LAST_ADMIN')
}

/**
 * Disables or enables a member for the operator of the server. A disabled one has no access, and keeps their role, teams and
 * permissions. Throws CONFLICT for the last admin.
 */
export function setMemberDisabled(
  database: Pick<Database, 'transaction'>,
  { organizationId, userId }: MemberAddress,
  disabled: boolean,
): Promise<Member> {
  return database.transaction(async (transaction) => {
    await lockMembers(transaction, organizationId)
    const where = { organizationId_userId: { organizationId, userId } }
    const member = orNotFound(await transaction.member.findUnique({ where }))
    if (disabled) await assertAnotherAdmin(transaction, member)
    return transaction.member.update({ where, data: { disabled } })
  })
}

async function removeFromTeams(
  transaction: Transaction,
  { organizationId, userId }: MemberAddress,
): Promise<void> {
  await transaction.teamMember.deleteMany({ where: { userId, team: { organizationId } } })
}

/** Removes the permissions that the user was granted directly on content of the organization. */
async function removePermissions(
  transaction: Transaction,
  { organizationId, userId }: MemberAddress,
): Promise<void> {
  const owned = { organizationId }
  await transaction.contentPermission.deleteMany({
    where: { userId, OR: [{ space: owned }, { collection: owned }, { site: owned }] },
  })
}
