import { TransactionEvent } from '../../database/transaction-event.ts'

/*
 * Each of the three events with ids of spaces is published before the rows of the spaces change, so that listeners
 * can take their locks first: a row of a space that is locked before them would let two transactions wait for each
 * other. Locks are taken in this order: the collections of organizations, the children of parents, rows of
 * collections, what listeners lock, rows of spaces.
 */

const noSpaces = (spaceIds: readonly string[]): boolean => spaceIds.length === 0

/** Published before spaces are marked as deleted. They may be restored. Payload: their ids. */
export const spacesDeleted = new TransactionEvent('spaces deleted', noSpaces)

/** Published before deleted spaces are restored. Payload: their ids. */
export const spacesRestored = new TransactionEvent('spaces restored', noSpaces)

/** Published before spaces leave their organization: by a transfer, or because they are purged. Payload: their ids. */
export const spacesLeaving = new TransactionEvent('spaces leaving their organization', noSpaces)
