import { TransactionEvent } from '../../database/transaction-event.ts'

/*
 * Each event is published before the rows of the spaces change, so that listeners acquire their locks before row locks
 * on spaces. To prevent deadlocks, locks are acquired in this order: collections of organizations, children of parents,
 * rows of collections, locks of listeners, rows of spaces.
 */

const noSpaces = (spaceIds: readonly string[]): boolean => spaceIds.length === 0

/** Published before spaces are marked as deleted. The payload is the ids of the spaces. */
export const spacesDeleted = new TransactionEvent('spaces deleted', noSpaces)

/** Published before deleted spaces are restored. The payload is the ids of the spaces. */
export const spacesRestored = new TransactionEvent('spaces restored', noSpaces)

/** Published before spaces are transferred to another organization or purged. The payload is the ids of the spaces. */
export const spacesLeaving = new TransactionEvent('spaces leaving their organization', noSpaces)
