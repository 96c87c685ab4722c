import { highestRole, roleAtLeast } from '../../access/roles.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Member } from '../../generated/prisma/client.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import type { MemberAddress } from '../members/events.ts'
import { isLastAdmin } from '../members/membership.ts'

/** Gives the members of a group a role or a team for as long as the provider says that they are in it. */
export interface Mapping {
  readonly group: string
  readonly role: Role | null
  readonly teamId: string | null
}

export interface GroupsOfUser {
  /** The provider: its id, or `server`. */
  readonly source: string
  readonly mappings: readonly Mapping[]
  readonly groups: readonly string[]
}

/**
 * Gives a member what the groups give, and takes what groups gave at an earlier sign-in that are gone. The caller holds the
 * exclusive lock on the members.
 */
export async function applyGroups(
  transaction: Transaction,
  address: MemberAddress,
  { source, mappings, groups }: GroupsOfUser,
): Promise<void> {
  const given = mappings.filter(({ group }) => groups.includes(group))
  const teamIds = given.flatMap(({ teamId }) => (teamId === null ? [] : [teamId]))
  await mapTeams(transaction, address, source, teamIds)
  const member = await transaction.member.findUnique({ where: { organizationId_userId: { ...address } } })
  if (member) await mapRole(transaction, member, source, highestRole(...given.map(({ role }) => role)))
}

async function mapTeams(
  transaction: Transaction,
  { organizationId, userId }: MemberAddress,
  source: string,
  teamIds: readonly string[],
): Promise<void> {
  const wanted = await transaction.team.findMany({
    where: { organizationId, id: { in: [...teamIds] } },
    select: { id: true },
  })
  await transaction.teamMember.deleteMany({
    where: {
      userId,
      mappedBy: source,
      team: { organizationId },
      teamId: { notIn: wanted.map(({ id }) => id) },
    },
  })
  // Whoever was put into a team by hand stays so.
  await transaction.teamMember.createMany({
    data: wanted.map(({ id: teamId }) => ({ teamId, userId, mappedBy: source })),
    skipDuplicates: true,
  })
}

/** Gives a role by mapping where it is more than the one given by hand, which comes back when it is gone. */
async function mapRole(
  transaction: Transaction,
  member: Member,
  source: string,
  mapped: Role | null,
): Promise<void> {
  const isOwn = member.roleMappedBy === source
  const byHand = member.roleMappedBy === null ? member.role : member.roleByHand
  // What another provider has given stays, unless this one gives more.
  const floor = isOwn ? byHand : member.role
  const isMore = mapped !== null && !(floor !== null && roleAtLeast(floor, mapped))
  if (!isMore && !isOwn) return
  const data = isMore
    ? { role: mapped, roleMappedBy: source, roleByHand: byHand }
    : { role: byHand, roleMappedBy: null, roleByHand: null }
  if (data.role === member.role && data.roleMappedBy === member.roleMappedBy) return
  // Taken at a later sign-in, when there is another admin.
  if (data.role !== 'ADMIN' && (await isLastAdmin(transaction, member))) return
  await transaction.member.update({ where: { id: member.id }, data })
}

/** Takes what the groups of a provider have given in an organization. */
export async function endMappings(
  transaction: Transaction,
  organizationId: string,
  source: string,
): Promise<void> {
  await transaction.teamMember.deleteMany({ where: { mappedBy: source, team: { organizationId } } })
  const members = await transaction.member.findMany({ where: { organizationId, roleMappedBy: source } })
  // One by one: each may be the last admin by then.
  for (const member of members) await mapRole(transaction, member, source, null)
}
