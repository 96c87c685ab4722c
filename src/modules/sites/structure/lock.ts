import type { SiteRights } from '../../../access/viewer.ts'
import { lockUntilCommit, shareLockUntilCommit } from '../../../database/locks.ts'
import type { Transaction } from '../../../database/transactions.ts'

const spacesOf = (organizationId: string) => `spaces-in-sites:${organizationId}`

/**
 * Locks the structure of a site, so that changes run one after the other. Lock order: the organization (shared), the
 * site, then everything of the site and its spaces.
 */
export async function lockSiteStructure(
  transaction: Transaction,
  { id, organizationId }: SiteRights,
): Promise<void> {
  await shareLockUntilCommit(transaction, spacesOf(organizationId))
  await lockUntilCommit(transaction, `site:${id}`)
}

/**
 * Locks the structures of all sites of the organizations, so that spaces can be added to and removed from all sites
 * that use them. Only under this lock is the set of these sites stable.
 */
export async function lockAllSiteStructures(
  transaction: Transaction,
  organizationIds: readonly string[],
): Promise<void> {
  for (const organizationId of [...new Set(organizationIds)].sort())
    await lockUntilCommit(transaction, spacesOf(organizationId))
}
