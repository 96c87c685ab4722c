import { authorizeCollection, authorizeSite, authorizeSpace } from '../../access/authorize.ts'
import { assertMayGrant } from '../../access/grants.ts'
import { type Member, roleOnCollection, roleOnSite, roleOnSpace, type Viewer } from '../../access/viewer.ts'
import { notFound } from '../../base/errors.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Collection, Prisma, Site, Space } from '../../generated/prisma/client.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import type { Context } from '../../request/context.ts'
import { assertMayGrantOnCollection } from '../collections/grants.ts'
import { loadCollection } from '../collections/service.ts'
import { loadSite } from '../sites/service.ts'
import { loadSpace } from '../spaces/service.ts'

/** An object on which permissions are granted. */
export type Target =
  | { readonly kind: 'SPACE'; readonly row: Space }
  | { readonly kind: 'COLLECTION'; readonly row: Collection }
  | { readonly kind: 'SITE'; readonly row: Site }

/** The id of a target. Exactly one must be present. */
export interface TargetIds {
  readonly spaceId?: string | null
  readonly collectionId?: string | null
  readonly siteId?: string | null
}

export interface TargetAddress {
  readonly target: TargetIds
  /** The organization that the target must belong to, if given. */
  readonly organizationId?: string | null
}

/** Loads a target. Throws NOT_FOUND or FORBIDDEN unless the viewer may see and administer it. */
export async function loadAdministered(context: Context, address: TargetAddress): Promise<Target> {
  const target = await loadTarget(context, address)
  if (address.organizationId != null && target.row.organizationId !== address.organizationId) throw notFound()
  if (target.kind === 'SPACE') authorizeSpace(context, target.row)
  else if (target.kind === 'COLLECTION') authorizeCollection(context, target.row)
  else authorizeSite(context, target.row)
  return target
}

async function loadTarget(context: Context, { target }: TargetAddress): Promise<Target> {
  const { spaceId, collectionId, siteId } = target
  if (spaceId != null) return { kind: 'SPACE', row: await loadSpace(context, spaceId) }
  if (collectionId != null) return { kind: 'COLLECTION', row: await loadCollection(context, collectionId) }
  if (siteId != null) return { kind: 'SITE', row: await loadSite(context, siteId) }
  throw notFound()
}

export function roleOnTarget(viewer: Viewer, target: Target): Role | null {
  if (target.kind === 'SPACE') return roleOnSpace(viewer, target.row)
  if (target.kind === 'COLLECTION') return roleOnCollection(viewer, target.row)
  return roleOnSite(viewer, target.row)
}

/** Throws FORBIDDEN if a role on the target is more than the viewer holds. */
export async function assertMayGrantOn(
  transaction: Transaction,
  viewer: Member,
  target: Target,
  role: Role,
): Promise<void> {
  if (target.kind === 'COLLECTION') await assertMayGrantOnCollection(transaction, viewer, target.row, role)
  else assertMayGrant(roleOnTarget(viewer, target), role)
}

/** The table of each kind of target, and the column of "ContentPermission" with its id. */
const targetTables = {
  SPACE: { table: 'Space', column: 'spaceId' },
  COLLECTION: { table: 'Collection', column: 'collectionId' },
  SITE: { table: 'Site', column: 'siteId' },
} as const

export const targetColumn = ({ kind }: Target) => targetTables[kind].column

export const onTarget = ({ kind, row }: Target): Prisma.ContentPermissionWhereInput => ({
  [targetTables[kind].column]: row.id,
})

/** Acquires a shared row lock: until the transaction ends, the target is not deleted or transferred. */
export async function lockTargetShared(transaction: Transaction, { kind, row }: Target): Promise<void> {
  const rows = await transaction.query<{ organizationId: string }>(
    `SELECT "organizationId" FROM "${targetTables[kind].table}" WHERE id = $1 FOR SHARE`,
    [row.id],
  )
  if (rows[0]?.organizationId !== row.organizationId) throw notFound()
}
