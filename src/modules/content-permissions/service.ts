import { grantableRoles, roleAboveOwn } from '../../access/grants.ts'
import type { Member } from '../../access/viewer.ts'
import { missingInput, notFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { brokenRule } from '../../base/rules.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { shareMembersLock, userIdsOfMembers } from '../members/membership.ts'
import { badRequest } from './reasons.ts'
import {
  assertMayGrantOn,
  loadAdministered,
  lockTargetShared,
  onTarget,
  roleOnTarget,
  type Target,
  type TargetAddress,
  targetColumn,
} from './targets.ts'

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
  if (role === undefined) throw brokenRule('role', 'REQUIRED')
  if (!users && !teams) throw missingInput(['users', 'teams'], 'at least one of users and teams is required')
  return changePermissions(context, address, async (change) => {
    const { transaction, target } = change
    const { organizationId } = target.row
    await setRoles(change, 'userId', await knownUsers(transaction, organizationId, users ?? []), role)
    await setRoles(change, 'teamId', await knownTeams(transaction, organizationId, teams ?? []), role)
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
  return changePermissions(context, address, async (change) => {
    const users = await knownUsers(change.transaction, change.target.row.organizationId, [userId])
    if (role !== undefined) await setRoles(change, 'userId', users, role)
  })
}

export async function setTeamRole(
  context: Context,
  { teamId, ...address }: TargetAddress & { readonly teamId: string },
  { role }: ContentRole,
): Promise<Target> {
  return changePermissions(context, address, async (change) => {
    const teams = await knownTeams(change.transaction, change.target.row.organizationId, [teamId])
    if (role !== undefined) await setRoles(change, 'teamId', teams, role)
  })
}

export async function removeUser(
  context: Context,
  { userId, ...address }: TargetAddress & { readonly userId: string },
): Promise<Target> {
  return changePermissions(context, address, async (change) => {
    if ((await removeRoles(change, 'userId', [userId])) === 0) throw notFound()
  })
}

export async function removeTeam(
  context: Context,
  { teamId, ...address }: TargetAddress & { readonly teamId: string },
): Promise<Target> {
  return changePermissions(context, address, async (change) => {
    const { transaction, target } = change
    await knownTeams(transaction, target.row.organizationId, [teamId])
    if ((await removeRoles(change, 'teamId', [teamId])) > 0) return
    // The published contract has this status for spaces, and for nothing else.
    throw target.kind === 'SPACE' ? badRequest('TEAM_WITHOUT_PERMISSION') : notFound()
  })
}

interface PermissionChange {
  readonly transaction: Transaction
  readonly target: Target
  readonly viewer: Member
}

/** Changes permissions on a target under shared locks on the target and on the members of the organization. */
async function changePermissions(
  context: Context,
  address: TargetAddress,
  change: (change: PermissionChange) => Promise<void>,
): Promise<Target> {
  const target = await loadAdministered(context, address)
  return context.database.transaction(async (transaction) => {
    await shareMembersLock(transaction, target.row.organizationId)
    await lockTargetShared(transaction, target)
    await change({ transaction, target, viewer: memberOf(context) })
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
  const teams = await transaction.query<{ id: string }>(
    `SELECT id FROM "Team" WHERE id = ANY($1::text[]) AND "organizationId" = $2
     ORDER BY id FOR SHARE`,
    [ids, organizationId],
  )
  const known = new Set(teams.map(({ id }) => id))
  if (ids.some((id) => !known.has(id))) throw notFound()
  return [...known]
}

/** Gives the holders a role. Refuses a role above that of the viewer, and holders whose role here is above it. */
async function setRoles(
  change: PermissionChange,
  holder: HolderColumn,
  ids: readonly string[],
  role: Role | null,
): Promise<void> {
  if (role === null) {
    await removeRoles(change, holder, ids)
    return
  }
  const { transaction, target, viewer } = change
  await assertMayGrantOn(transaction, viewer, target, role)
  const held = roleOnTarget(viewer, target)
  const holders = [...new Set(ids)].sort()
  const onColumn = targetColumn(target)
  const made = holders.map(() => newId('ContentPermission'))
  const written = await transaction.query(
    `INSERT INTO "ContentPermission" AS p (id, "${holder}", "${onColumn}", role)
     SELECT made.id, made.holder, $1, $2::"Role"
     FROM unnest($3::text[], $4::text[]) AS made(id, holder)
     ON CONFLICT ("${holder}", "${onColumn}") DO UPDATE SET role = EXCLUDED.role WHERE p.role <= $5::"Role" RETURNING id`,
    [target.row.id, role, made, holders, held],
  )
  if (written.length < holders.length) throw roleAboveOwn(held)
}

/** Removes the roles of holders, and returns how many were removed. Refuses roles above that of the viewer. */
async function removeRoles(
  { transaction, target, viewer }: PermissionChange,
  holder: HolderColumn,
  ids: readonly string[],
): Promise<number> {
  const held = roleOnTarget(viewer, target)
  const where = { [holder]: { in: [...ids] }, ...onTarget(target) }
  const { count } = await transaction.contentPermission.deleteMany({
    where: { ...where, role: { in: grantableRoles(held) } },
  })
  if ((await transaction.contentPermission.count({ where })) > 0) throw roleAboveOwn(held)
  return count
}
