import type { SiteRights } from '../../../access/viewer.ts'
import { lockUntilCommit, shareLockUntilCommit } from '../../../database/locks.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'

const spacesOf = (organizationId: string) => `spaces-in-sites:${organizationId}`

/**
 * Serialises the changes of one site's structure. Taken before anything of the site or of its spaces is locked, and
 * always in this order: first the organization, shared, then the site.
 */
export async function lockSiteStructure(
  transaction: Prisma.TransactionClient,
  { id, organizationId }: SiteRights,
): Promise<void> {
  await shareLockUntilCommit(transaction, spacesOf(organizationId))
  await lockUntilCommit(transaction, `site:${id}`)
}

/**
 * Keeps the structure of every site of the organizations still, so that spaces may come and go in all of the sites
 * that use them: which those are is certain only once nobody can add to them.
 */
export async function lockAllSiteStructures(
  transaction: Prisma.TransactionClient,
  organizationIds: readonly string[],
): Promise<void> {
  for (const organizationId of [...new Set(organizationIds)].sort())
    await lockUntilCommit(transaction, spacesOf(organizationId))
}
