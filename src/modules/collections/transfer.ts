import { mayOnOrganization } from '../../access/authorize.ts'
import { isMember } from '../../access/viewer.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'

/** The organization that content may be transferred to: one the viewer belongs to and may create content in. */
export async function transferDestination(context: Context, organizationId: string): Promise<string> {
  const viewer = viewerOf(context)
  if (!isMember(viewer, organizationId)) throw notFound()
  if (!mayOnOrganization(viewer, 'organization:create-content', organizationId))
    throw new AppError('PRECONDITION_FAILED', 'You may not create content in the target organization.')
  return organizationId
}

/**
 * Checks that spaces can leave their organization, and drops the permissions on the content that the target
 * organization's rules do not know: those of teams, and those of people who are not its members.
 */
export async function withoutForeignGrants(
  transaction: Prisma.TransactionClient,
  organizationId: string,
  collectionIds: readonly string[],
  spaceIds: readonly string[],
): Promise<void> {
  const used = await transaction.siteSpace.findFirst({
    where: { spaceId: { in: [...spaceIds] } },
    select: { site: { select: { title: true } } },
  })
  if (used)
    throw new AppError(
      'PRECONDITION_FAILED',
      `A space is part of the site “${used.site.title}”; remove it from its sites first.`,
    )
  await transaction.contentPermission.deleteMany({
    where: {
      OR: [{ collectionId: { in: [...collectionIds] } }, { spaceId: { in: [...spaceIds] } }],
      AND: {
        OR: [{ teamId: { not: null } }, { user: { memberships: { none: { organizationId } } } }],
      },
    },
  })
}
