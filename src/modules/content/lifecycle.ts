import type { Prisma } from '../../generated/prisma/client.ts'
import type { StoredDocument } from './documents-store.ts'

/** What a revision of the primary content of a space changed. */
export interface WrittenContent {
  readonly spaceId: string
  readonly branchId: string
  /** The number of the new revision; its rows are there already. */
  readonly sequence: number
  /** Pages that were written or removed. */
  readonly pageIds: readonly string[]
}

/** Takes part in a transaction that changes content: what it throws undoes the change. */
type Listener<Event> = (transaction: Prisma.TransactionClient, event: Event) => Promise<void>

/**
 * Lets modules that keep something about content take part when it changes, without this module knowing them.
 */
const listeners = {
  written: [] as Listener<WrittenContent>[],
  stored: [] as Listener<readonly StoredDocument[]>[],
}

/** A revision of primary content has been written. The branch of the space is locked. */
export const onPrimaryContentWritten = (listener: Listener<WrittenContent>) =>
  listeners.written.push(listener)

/** Bodies that nothing had before have been stored, sorted by id. */
export const onDocumentsStored = (listener: Listener<readonly StoredDocument[]>) =>
  listeners.stored.push(listener)

export const announcePrimaryContentWritten: Listener<WrittenContent> = async (transaction, content) => {
  if (content.pageIds.length === 0) return
  for (const listener of listeners.written) await listener(transaction, content)
}

export const announceDocumentsStored: Listener<readonly StoredDocument[]> = async (
  transaction,
  documents,
) => {
  if (documents.length === 0) return
  for (const listener of listeners.stored) await listener(transaction, documents)
}
