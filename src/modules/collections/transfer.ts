import { authorizeOrganization } from '../../access/authorize.ts'
import type { Transaction } from '../../database/transactions.ts'
import { atDestination, type Context } from '../../request/context.ts'
import { loadOrganization } from '../organizations/service.ts'
import { conflict, preconditionFailed } from './reasons.ts'
import { spacesLeaving } from './space-events.ts'
import { forgetRepositories } from './space-repositories.ts'

export interface TransferContent {
  readonly organization: string
}

/** The ids of content that is transferred to another organization. */
export interface TransferredContent {
  readonly collectionIds: readonly string[]
  readonly spaceIds: readonly string[]
}

/**
 * Authorizes a transfer, and loads the id of the target organization. Content leaves an organization only by its admin,
 * and enters another only by its admin, who is the same user.
 */
export async function authorizeTransfer(
  context: Context,
  currentOrganizationId: string,
  input: TransferContent,
): Promise<string> {
  authorizeOrganization(context, currentOrganizationId)
  const { id } = await loadOrganization(context, input.organization)
  if (id === currentOrganizationId) throw conflict('ALREADY_IN_ORGANIZATION')
  authorizeOrganization(atDestination(context), id)
  return id
}

/**
 * Removes the relations of content to the organization that it leaves. Throws PRECONDITION_FAILED if a site uses one of
 * the spaces, because a site cannot contain spaces of another organization.
 */
export async function detachContent(
  transaction: Transaction,
  content: TransferredContent,
  targetOrganizationId: string,
): Promise<void> {
  await assertOnNoSite(transaction, content)
  await spacesLeaving.publish(transaction, content.spaceIds)
  await forgetRepositories(transaction.query, content.spaceIds)
  await removeForeignPermissions(transaction, content, targetOrganizationId)
}

/** Asserts that no site uses one of the spaces. Deleted spaces are ignored, because sites do not show them. */
async function assertOnNoSite(transaction: Transaction, { spaceIds }: TransferredContent): Promise<void> {
  const [use] = await transaction.query<{ space: string; site: string }>(
    `SELECT space.title AS space, site.title AS site
     FROM "SiteSpace" used JOIN "Space" space ON space.id = used."spaceId" JOIN "Site" site ON site.id = used."siteId"
     WHERE used."spaceId" = ANY($1::text[]) AND space."deletedAt" IS NULL ORDER BY used.id LIMIT 1`,
    [spaceIds],
  )
  if (use) throw preconditionFailed('SPACE_IN_SITE', use)
}

/** Removes direct permissions of teams, and of users who are not members of the target organization. */
async function removeForeignPermissions(
  transaction: Transaction,
  { collectionIds, spaceIds }: TransferredContent,
  targetOrganizationId: string,
): Promise<void> {
  await transaction.query(
    `DELETE FROM "ContentPermission" p
     WHERE (p."spaceId" = ANY($1::text[]) OR p."collectionId" = ANY($2::text[]))
       AND NOT EXISTS (SELECT 1 FROM "Member" m
         WHERE m."userId" = p."userId" AND m."organizationId" = $3)`,
    [spaceIds, collectionIds, targetOrganizationId],
  )
}
