import { authorizeOrganization, authorizeTeam } from '../../access/authorize.ts'
import { notFound, orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Team } from '../../generated/prisma/client.ts'
import type { TeamRole } from '../../generated/prisma/enums.ts'
import { type Context, memberOf, viewerOf } from '../../request/context.ts'
import { shareMembersLock, userIdsOfMembers } from '../members/membership.ts'
import { isAddress, type NamedMembers, userIdsOfNamed } from '../members/named-members.ts'
import { loadAuthorizedOrganization } from '../organizations/service.ts'
import { readableTeams } from './policy.ts'

/** The id of a team and, optionally, of the organization that it must belong to. */
export interface TeamAddress {
  readonly teamId: string
  readonly organizationId?: string | null
}

/** Loads a team. Throws NOT_FOUND if the viewer may not see it, or if it belongs to another organization. */
async function loadTeam(context: Context, { teamId, organizationId }: TeamAddress): Promise<Team> {
  const inOrganization = organizationId == null ? {} : { organizationId }
  const where = { AND: [{ id: teamId, ...inOrganization }, readableTeams(viewerOf(context))] }
  return orNotFound(await context.database.prisma.team.findFirst({ where }))
}

async function loadAdministeredTeam(context: Context, address: TeamAddress): Promise<Team> {
  const team = await loadTeam(context, address)
  authorizeTeam(context, team)
  return team
}

export interface CreateTeam {
  readonly title: string
  readonly members?: readonly string[] | null
}

export async function createTeam(
  context: Context,
  organizationId: string,
  { title, members }: CreateTeam,
): Promise<Team> {
  const organization = await loadAuthorizedOrganization(context, organizationId)
  return context.database.transaction(async (transaction) => {
    await shareMembersLock(transaction, organization.id)
    const team = await transaction.team.create({
      data: { id: newId('Team'), organizationId: organization.id, title },
    })
    const named = { pathOf: itemOf('members'), names: members ?? [] }
    const users = await userIdsOfNamed(transaction, memberOf(context), team.organizationId, named)
    await addToTeam(transaction, team, users)
    return team
  })
}

export async function updateTeam(context: Context, address: TeamAddress, title: string): Promise<Team> {
  const { id } = await loadAdministeredTeam(context, address)
  const [team] = await context.database.transaction((transaction) =>
    transaction.team.updateManyAndReturn({ where: { id }, data: { title } }),
  )
  return orNotFound(team)
}

export async function deleteTeam(context: Context, address: TeamAddress): Promise<Team> {
  const team = await loadTeam(context, address)
  authorizeOrganization(context, team.organizationId)
  const { count } = await context.database.transaction((transaction) =>
    transaction.team.deleteMany({ where: { id: team.id } }),
  )
  if (count === 0) throw notFound()
  return team
}

export interface RoleInTeam {
  /** Id of the user or member, or an email address. */
  readonly userId: string
  readonly role: TeamRole
}

const itemOf = (list: string) => (index: number) => `${list}.${index}`

export interface UpdateTeamMembers {
  readonly add?: readonly string[] | null
  readonly remove?: readonly string[] | null
  readonly memberships?: readonly RoleInTeam[] | null
}

/** Adds and removes members, and sets roles. Members in both `add` and `remove` are removed. */
export async function updateTeamMembers(
  context: Context,
  address: TeamAddress,
  { add, remove, memberships }: UpdateTeamMembers,
): Promise<Team> {
  return changeTeam(context, address, async (transaction, team) => {
    const { organizationId } = team
    const idsOf = (named: NamedMembers) =>
      userIdsOfNamed(transaction, memberOf(context), organizationId, named)
    const added = await idsOf({ pathOf: itemOf('add'), names: add ?? [] })
    const named = await idsOf({
      pathOf: () => 'memberships',
      names: (memberships ?? []).map(({ userId }) => userId),
    })
    await addToTeam(transaction, team, [...added, ...named])
    const roles = (memberships ?? []).map(({ role }) => role)
    for (const role of new Set(roles)) {
      const userId = { in: named.filter((_id, index) => roles[index] === role) }
      await transaction.teamMember.updateMany({ where: { teamId: team.id, userId }, data: { role } })
    }
    const leaving = await idsOf({
      pathOf: itemOf('remove'),
      names: remove ?? [],
      mayLeaveOut: (name) => !isAddress(name),
    })
    await transaction.teamMember.deleteMany({
      where: { teamId: team.id, userId: { in: leaving } },
    })
  })
}

export interface TeamMemberAddress extends TeamAddress {
  readonly userId: string
}

/** Adds a member of the organization to the team. Without a role, existing members of the team keep theirs. */
export async function addTeamMember(
  context: Context,
  { userId, ...address }: TeamMemberAddress,
  role: TeamRole | null | undefined,
): Promise<Team> {
  return changeTeam(context, address, async (transaction, team) => {
    const known = (await userIdsOfMembers(transaction, team.organizationId, [userId])).get(userId)
    if (known === undefined) throw notFound()
    const key = { teamId: team.id, userId: known }
    await transaction.teamMember.upsert({
      where: { teamId_userId: key },
      create: { ...key, role: role ?? 'MEMBER' },
      // Who was there by a group stays when it is gone.
      update: { role: role ?? undefined, mappedBy: null },
    })
  })
}

export async function removeTeamMember(
  context: Context,
  { userId, ...address }: TeamMemberAddress,
): Promise<Team> {
  return changeTeam(context, address, async (transaction, team) => {
    const known = (await userIdsOfMembers(transaction, team.organizationId, [userId])).get(userId)
    const { count } = await transaction.teamMember.deleteMany({
      where: { teamId: team.id, userId: known ?? userId },
    })
    if (count === 0) throw notFound()
  })
}

/** Changes the members of a team, which the viewer must administer, under a lock on its row and the shared lock on the members of the organization. */
async function changeTeam(
  context: Context,
  address: TeamAddress,
  change: (transaction: Transaction, team: Team) => Promise<void>,
): Promise<Team> {
  const { id, organizationId } = await loadAdministeredTeam(context, address)
  return context.database.transaction(async (transaction) => {
    await shareMembersLock(transaction, organizationId)
    await transaction.query('SELECT 1 FROM "Team" WHERE id = $1 FOR UPDATE', [id])
    const team = orNotFound(await transaction.team.findUnique({ where: { id } }))
    await change(transaction, team)
    return team
  })
}

async function addToTeam(
  transaction: Transaction,
  { id: teamId }: Team,
  userIds: readonly string[],
): Promise<void> {
  await transaction.teamMember.createMany({
    data: [...new Set(userIds)].map((userId) => ({ teamId, userId })),
    skipDuplicates: true,
  })
  // Who was there by a group stays when it is gone.
  await transaction.teamMember.updateMany({
    where: { teamId, userId: { in: [...userIds] }, mappedBy: { not: null } },
    data: { mappedBy: null },
  })
}
