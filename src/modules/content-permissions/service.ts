import { badRequest, invalidInput, notFound } from '../../errors.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import type { Context } from '../../graphql/context.ts'
import { newId } from '../../identifiers.ts'
import { shareMembersLock, userIdsOfMembers } from '../members/membership.ts'
import {
  loadAdministered,
  lockTargetShared,
  onTarget,
  type Target,
  type TargetAddress,
  targetColumn,
} from './targets.ts'

type Transaction = Prisma.TransactionClient

/** The column with the holder of a permission. */
type HolderColumn = 'userId' | 'teamId'

export interface GrantPermissions {
  /** Null removes their permissions. */
  readonly role?: Role | null
  readonly users?: readonly string[] | null
  readonly teams?: readonly string[] | null
}

/** Grants a role on a target to users and teams of the organization. Throws NOT_FOUND if one of them is unknown. */
export async function grantPermissions(
  context: Context,
  address: TargetAddress,
  { role, users, teams }: GrantPermissions,
): Promise<Target> {
  if (role === undefined) throw invalidInput('role', 'is required')
  if (!users && !teams) throw invalidInput('', 'at least one of users and teams is required')
  return changePermissions(context, address, async (transaction, target) => {
    const { organizationId } = target.row
    await setRoles(
      transaction,
      target,
      'userId',
      await knownUsers(transaction, organizationId, users ?? []),
      role,
    )
    await setRoles(
      transaction,
      target,
      'teamId',
      await knownTeams(transaction, organizationId, teams ?? []),
      role,
    )
  })
}

export interface ContentRole {
  /** Null removes the permission. If absent, it stays unchanged. */
  readonly role?: Role | null
}

export async function setUserRole(
  context: Context,
  { userId, ...address }: TargetAddress & { readonly userId: string },
  { role }: ContentRole,
): Promise<Target> {
  return changePermissions(context, address, async (transaction, target) => {
    const users = await knownUsers(transaction, target.row.organizationId, [userId])
    if (role !== undefined) await setRoles(transaction, target, 'userId', users, role)
  })
}

export async function setTeamRole(
  context: Context,
  { teamId, ...address }: TargetAddress & { readonly teamId: string },
  { role }: ContentRole,
): Promise<Target> {
  return changePermissions(context, address, async (transaction, target) => {
    const teams = await knownTeams(transaction, target.row.organizationId, [teamId])
    if (role !== undefined) await setRoles(transaction, target, 'teamId', teams, role)
  })
}

export async function removeUser(
  context: Context,
  { userId, ...address }: TargetAddress & { readonly userId: string },
): Promise<Target> {
  return changePermissions(context, address, async (transaction, target) => {
    const { count } = await transaction.contentPermission.deleteMany({
      where: { userId, ...onTarget(target) },
    })
    if (count === 0) throw notFound()
  })
}

export async function removeTeam(
  context: Context,
  { teamId, ...address }: TargetAddress & { readonly teamId: string },
): Promise<Target> {
  return changePermissions(context, address, async (transaction, target) => {
    await knownTeams(transaction, target.row.organizationId, [teamId])
    const { count } = await transaction.contentPermission.deleteMany({
      where: { teamId, ...onTarget(target) },
    })
    if (count > 0) return
    // The published contract has this status for spaces, and for nothing else.
    throw target.kind === 'SPACE' ? badRequest('TEAM_WITHOUT_PERMISSION') : notFound()
  })
}

/** Changes permissions on a target under shared locks on the target and on the members of the organization. */
async function changePermissions(
  context: Context,
  address: TargetAddress,
  change: (transaction: Transaction, target: Target) => Promise<void>,
): Promise<Target> {
  const target = await loadAdministered(context, address)
  return context.database.prisma.$transaction(async (transaction) => {
    await shareMembersLock(transaction, target.row.organizationId)
    await lockTargetShared(transaction, target)
    await change(transaction, target)
    return target
  })
}

async function knownUsers(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const known = await userIdsOfMembers(transaction, organizationId, ids)
  return ids.map((id) => {
    const userId = known.get(id)
    if (userId === undefined) throw notFound()
    return userId
  })
}

async function knownTeams(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const teams = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Team" WHERE id = ANY(${ids}::text[]) AND "organizationId" = ${organizationId}
    ORDER BY id FOR SHARE`
  const known = new Set(teams.map(({ id }) => id))
  if (ids.some((id) => !known.has(id))) throw notFound()
  return [...known]
}

async function setRoles(
  transaction: Transaction,
  target: Target,
  holder: HolderColumn,
  ids: readonly string[],
  role: Role | null,
): Promise<void> {
  const holders = [...new Set(ids)].sort()
  if (role === null) {
    await transaction.contentPermission.deleteMany({
      where: { [holder]: { in: holders }, ...onTarget(target) },
    })
    return
  }
  const [holderColumn, onColumn] = [Prisma.raw(`"${holder}"`), Prisma.raw(`"${targetColumn(target)}"`)]
  const made = holders.map(() => newId('ContentPermission'))
  await transaction.$executeRaw`
    INSERT INTO "ContentPermission" (id, ${holderColumn}, ${onColumn}, role)
    SELECT made.id, made.holder, ${target.row.id}, ${role}::"Role"
    FROM unnest(${made}::text[], ${holders}::text[]) AS made(id, holder)
    ON CONFLICT (${holderColumn}, ${onColumn}) DO UPDATE SET role = EXCLUDED.role`
}
