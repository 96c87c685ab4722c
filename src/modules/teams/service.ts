import { authorizeOrganization, authorizeTeam } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import { invalidInput, notFound } from '../../errors.ts'
import type { Prisma, Team } from '../../generated/prisma/client.ts'
import type { TeamRole } from '../../generated/prisma/enums.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { newId } from '../../identifiers.ts'
import { holdMembers, usersOfMembers } from '../members/membership.ts'
import { loadOrganization } from '../organizations/service.ts'
import { readableTeams } from './policy.ts'

type Transaction = Prisma.TransactionClient

/** A team, named by its id and, where the caller knows it, its organization. */
export interface TeamAddress {
  readonly teamId: string
  readonly organizationId?: string | null
}

/** The team as the viewer may see it, in the organization where one is named, or NOT_FOUND. */
export async function loadTeam(context: Context, { teamId, organizationId }: TeamAddress): Promise<Team> {
  const inOrganization = organizationId == null ? {} : { organizationId }
  const where = { AND: [{ id: teamId, ...inOrganization }, readableTeams(viewerOf(context))] }
  const team = await context.database.prisma.team.findFirst({ where })
  if (!team) throw notFound()
  return team
}

async function loadTeamFor(
  context: Context,
  permission: PermissionOn<'team'>,
  address: TeamAddress,
): Promise<Team> {
  const team = await loadTeam(context, address)
  authorizeTeam(viewerOf(context), permission, team)
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
  const organization = await loadOrganization(context, organizationId)
  authorizeOrganization(viewerOf(context), 'organization:administer', organization.id)
  return context.database.prisma.$transaction(async (transaction) => {
    await holdMembers(transaction, organization.id)
    const team = await transaction.team.create({
      data: { id: newId('Team'), organizationId: organization.id, title },
    })
    const users = await membersForTeam(transaction, team, 'members', members ?? [])
    await addToTeam(transaction, team, users)
    return team
  })
}

export async function updateTeam(context: Context, address: TeamAddress, title: string): Promise<Team> {
  const { id } = await loadTeamFor(context, 'team:administer', address)
  const [team] = await context.database.prisma.team.updateManyAndReturn({ where: { id }, data: { title } })
  if (!team) throw notFound()
  return team
}

/** Deletes a team, with all that was shared with it. */
export async function deleteTeam(context: Context, address: TeamAddress): Promise<string> {
  const team = await loadTeam(context, address)
  authorizeOrganization(viewerOf(context), 'organization:administer', team.organizationId)
  const { count } = await context.database.prisma.team.deleteMany({ where: { id: team.id } })
  if (count === 0) throw notFound()
  return team.id
}

/** By the id of the user or of the member, the role in the team. */
export type RolesInTeam = Readonly<Record<string, TeamRole>>

export interface UpdateTeamMembers {
  readonly add?: readonly string[] | null
  readonly remove?: readonly string[] | null
  readonly memberships?: RolesInTeam | null
}

/** Adds and removes many at once, and gives roles; whoever is to be both added and removed is removed. */
export async function updateTeamMembers(
  context: Context,
  address: TeamAddress,
  { add, remove, memberships }: UpdateTeamMembers,
): Promise<Team> {
  const team = await loadTeamFor(context, 'team:administer', address)
  return changeTeam(context, team, async (transaction) => {
    const added = await membersForTeam(transaction, team, 'add', add ?? [])
    const named = await membersForTeam(transaction, team, 'memberships', Object.keys(memberships ?? {}))
    await addToTeam(transaction, team, [...added, ...named])
    const roles = Object.values(memberships ?? {})
    for (const role of new Set(roles)) {
      const userId = { in: named.filter((_id, index) => roles[index] === role) }
      await transaction.teamMember.updateMany({ where: { teamId: team.id, userId }, data: { role } })
    }
    const leaving = await usersOfMembers(transaction, team.organizationId, remove ?? [])
    await transaction.teamMember.deleteMany({
      where: { teamId: team.id, userId: { in: [...leaving.values()] } },
    })
  })
}

export interface TeamMemberAddress extends TeamAddress {
  readonly userId: string
}

/** Puts a member of the organization into the team; without a role, who is in it already keeps theirs. */
export async function putTeamMember(
  context: Context,
  { userId, ...address }: TeamMemberAddress,
  role: TeamRole | null | undefined,
): Promise<Team> {
  const team = await loadTeamFor(context, 'team:administer', address)
  return changeTeam(context, team, async (transaction) => {
    const known = (await usersOfMembers(transaction, team.organizationId, [userId])).get(userId)
    if (known === undefined) throw notFound()
    const place = { teamId: team.id, userId: known }
    await transaction.teamMember.upsert({
      where: { teamId_userId: place },
      create: { ...place, role: role ?? 'MEMBER' },
      update: { role: role ?? undefined },
    })
  })
}

export async function removeTeamMember(
  context: Context,
  { userId, ...address }: TeamMemberAddress,
): Promise<Team> {
  const team = await loadTeamFor(context, 'team:administer', address)
  return changeTeam(context, team, async (transaction) => {
    const known = (await usersOfMembers(transaction, team.organizationId, [userId])).get(userId)
    const { count } = await transaction.teamMember.deleteMany({
      where: { teamId: team.id, userId: known ?? userId },
    })
    if (count === 0) throw notFound()
  })
}

/** Changes who is in a team, while nobody leaves the organization and the team stays. */
async function changeTeam(
  context: Context,
  { id, organizationId }: Team,
  change: (transaction: Transaction) => Promise<void>,
): Promise<Team> {
  return context.database.prisma.$transaction(async (transaction) => {
    await holdMembers(transaction, organizationId)
    await transaction.$executeRaw`SELECT 1 FROM "Team" WHERE id = ${id} FOR UPDATE`
    const team = await transaction.team.findUnique({ where: { id } })
    if (!team) throw notFound()
    await change(transaction)
    return team
  })
}

const addToTeam = (transaction: Transaction, { id: teamId }: Team, userIds: readonly string[]) =>
  transaction.teamMember.createMany({
    data: [...new Set(userIds)].map((userId) => ({ teamId, userId })),
    skipDuplicates: true,
  })

/** The users whom ids of users or members name, in their order; all of the organization. */
async function membersForTeam(
  transaction: Transaction,
  { organizationId }: Team,
  member: string,
  ids: readonly string[],
): Promise<string[]> {
  const known = await usersOfMembers(transaction, organizationId, ids)
  return ids.map((id) => {
    const userId = known.get(id)
    if (userId === undefined) throw invalidInput(member, `${id} is no member of this organization`)
    return userId
  })
}
