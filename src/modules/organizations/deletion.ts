import { moveFromDeleted, moveToDeleted } from '../../access/viewer.ts'
import { notFound } from '../../base/errors.ts'
import type { Organization } from '../../generated/prisma/client.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { organizationDeleted } from './events.ts'
import { restorableOrganizations } from './policy.ts'
import { conflict, refusedInput } from './reasons.ts'
import { loadAuthorizedOrganization } from './service.ts'

export interface DeleteOrganization {
  /** The title of the organization, which shows that the caller means it. */
  readonly title: string
}

/**
 * Deletes an organization, which is missing to everybody from then on. Its admins can restore it within the retention period.
 * Its jobs end.
 */
export async function deleteOrganization(
  context: Context,
  organizationId: string,
  { title }: DeleteOrganization,
): Promise<Organization> {
  const organization = await loadAuthorizedOrganization(context, organizationId)
  assertRepeated(title, organization)
  const deleted = await context.database.transaction(async (transaction) => {
    const where = { id: organization.id, deletedAt: null }
    const [row] = await transaction.organization.updateManyAndReturn({
      where,
      data: { deletedAt: new Date() },
    })
    if (!row) throw notFound()
    await organizationDeleted.publish(transaction, row.id)
    return row
  })
  moveToDeleted(memberOf(context), deleted.id)
  return deleted
}

/** Restores a deleted organization with everything in it. Throws CONFLICT if it is not deleted. */
export async function restoreOrganization(context: Context, organizationId: string): Promise<Organization> {
  const viewer = memberOf(context)
  if (!viewer.deletedOrganizations.has(organizationId)) {
    await loadAuthorizedOrganization(context, organizationId)
    throw conflict('ORGANIZATION_NOT_DELETED')
  }
  const [restored] = await context.database.transaction((transaction) =>
    transaction.organization.updateManyAndReturn({
      where: { AND: [{ id: organizationId }, restorableOrganizations(viewer)] },
      data: { deletedAt: null },
    }),
  )
  if (!restored) throw notFound()
  moveFromDeleted(viewer, restored.id)
  return restored
}

/** Lets nobody restore a deleted organization any longer. Throws NOT_FOUND if it is not deleted. */
export function endRetention(
  database: Pick<Context['database'], 'transaction'>,
  id: string,
  { title }: DeleteOrganization,
): Promise<void> {
  const where = { id, deletedAt: { not: null } }
  return database.transaction(async (transaction) => {
    const organization = await transaction.organization.findFirst({ where, select: { title: true } })
    if (!organization) throw notFound()
    assertRepeated(title, organization)
    const { count } = await transaction.organization.updateMany({ where, data: { deletedAt: new Date(0) } })
    if (count === 0) throw notFound()
  })
}

function assertRepeated(title: string, organization: Pick<Organization, 'title'>): void {
  if (title !== organization.title)
    throw refusedInput('title', 'TITLE_NOT_REPEATED', { title: organization.title })
}
