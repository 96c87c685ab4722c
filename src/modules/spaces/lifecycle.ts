import type { Viewer } from '../../access/viewer.ts'
import type { Prisma, Space } from '../../generated/prisma/client.ts'

/** Takes part in a change of spaces, in its transaction: what it throws undoes the change. */
export type SpacesListener = (
  transaction: Prisma.TransactionClient,
  spaceIds: readonly string[],
) => Promise<void>

/**
 * Lets modules that hold references to spaces take part when spaces come and go, without this module knowing them.
 * Every `announce…` is called before the rows of the spaces change, so that listeners can take their locks first:
 * a row of a space that is locked before them would let two transactions wait for each other. The order of all locks
 * is: the collections of organizations, the children of places, rows of collections, what listeners lock, rows of
 * spaces.
 */
const listeners = {
  deleted: [] as SpacesListener[],
  restored: [] as SpacesListener[],
  leaving: [] as SpacesListener[],
}

/** Spaces are about to be marked as deleted; they may be restored. */
export const onSpacesDeleted = (listener: SpacesListener) => listeners.deleted.push(listener)

/** Deleted spaces are about to be restored. */
export const onSpacesRestored = (listener: SpacesListener) => listeners.restored.push(listener)

/** Spaces are about to leave their organization: by a transfer, or for good. */
export const onSpacesLeaving = (listener: SpacesListener) => listeners.leaving.push(listener)

export const announceSpacesDeleted: SpacesListener = (transaction, spaceIds) =>
  announce(listeners.deleted, transaction, spaceIds)

export const announceSpacesRestored: SpacesListener = (transaction, spaceIds) =>
  announce(listeners.restored, transaction, spaceIds)

export const announceSpacesLeaving: SpacesListener = (transaction, spaceIds) =>
  announce(listeners.leaving, transaction, spaceIds)

async function announce(
  interested: readonly SpacesListener[],
  transaction: Prisma.TransactionClient,
  spaceIds: readonly string[],
): Promise<void> {
  if (spaceIds.length === 0) return
  for (const listener of interested) await listener(transaction, spaceIds)
}

/** What a new space, in which nothing is yet, is asked to hold. */
export interface AskedContent {
  readonly space: Space
  readonly viewer: Viewer
  readonly computedSource: unknown
}

/** Fills a new space in the transaction that makes it: what it throws undoes the space. */
type Filler = (transaction: Prisma.TransactionClient, asked: AskedContent) => Promise<void>

const fillers: Filler[] = []

/** Lets the module that knows of content write it, without this module knowing that one. */
export const onContentAsked = (filler: Filler) => fillers.push(filler)

export const announceContentAsked: Filler = async (transaction, asked) => {
  for (const fill of fillers) await fill(transaction, asked)
}
