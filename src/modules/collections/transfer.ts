import { mayOnOrganization } from '../../access/authorize.ts'
import { AppError, conflict } from '../../errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { loadOrganization } from '../organizations/service.ts'
import { spacesLeaving } from './space-events.ts'

export interface TransferContent {
  readonly organization: string
}

/** Content that is about to change its organization. */
export interface TransferredContent {
  readonly collectionIds: readonly string[]
  readonly spaceIds: readonly string[]
}

const impossible = (message: string) => new AppError('PRECONDITION_FAILED', message)

/** The organization to transfer to, if it is another one and the viewer may create content there. */
export async function loadTransferTarget(
  context: Context,
  input: TransferContent,
  currentOrganizationId: string,
): Promise<string> {
  const { id } = await loadOrganization(context, input.organization)
  if (id === currentOrganizationId)
    throw conflict('The content is already in this organization: the transfer would change nothing.')
  if (!mayOnOrganization(viewerOf(context), 'organization:create-content', id))
    throw impossible('You may not create content in the target organization.')
  return id
}

/**
 * Cuts what ties content to the organization it leaves. A site would be left with a space of a foreign organization:
 * that is refused.
 */
export async function detachContent(
  transaction: Prisma.TransactionClient,
  content: TransferredContent,
  targetOrganizationId: string,
): Promise<void> {
  await assertOnNoSite(transaction, content)
  await spacesLeaving.publish(transaction, content.spaceIds)
  await dropForeignPermissions(transaction, content, targetOrganizationId)
}

/** Deleted spaces stand in no site that anybody could see, so they hold nothing up. */
async function assertOnNoSite(
  transaction: Prisma.TransactionClient,
  { spaceIds }: TransferredContent,
): Promise<void> {
  const [use] = await transaction.$queryRaw<{ space: string; site: string }[]>`
    SELECT space.title AS space, site.title AS site
    FROM "SiteSpace" used JOIN "Space" space ON space.id = used."spaceId" JOIN "Site" site ON site.id = used."siteId"
    WHERE used."spaceId" = ANY(${spaceIds}::text[]) AND space."deletedAt" IS NULL ORDER BY used.id LIMIT 1`
  if (use)
    throw impossible(
      `The space "${use.space}" is used in the site "${use.site}": remove it from there first.`,
    )
}

/** Takes direct permissions from those who are not of the target organization: other people, and all teams. */
async function dropForeignPermissions(
  transaction: Prisma.TransactionClient,
  { collectionIds, spaceIds }: TransferredContent,
  targetOrganizationId: string,
): Promise<void> {
  await transaction.$executeRaw`
    DELETE FROM "ContentPermission" p
    WHERE (p."spaceId" = ANY(${spaceIds}::text[]) OR p."collectionId" = ANY(${collectionIds}::text[]))
      AND NOT EXISTS (SELECT 1 FROM "Member" m
        WHERE m."userId" = p."userId" AND m."organizationId" = ${targetOrganizationId})`
}
