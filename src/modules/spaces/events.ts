import type { Viewer } from '../../access/viewer.ts'
import { TransactionEvent } from '../../database/transaction-event.ts'
import type { Space } from '../../generated/prisma/client.ts'

/** The computed source with which a new space is to be filled. */
export interface RequestedContent {
  readonly space: Space
  readonly viewer: Viewer
  readonly computedSource: unknown
}

/** Published after the creation of an empty space that is to be filled from a computed source. */
export const contentRequested = new TransactionEvent<RequestedContent>('content of a new space requested')
