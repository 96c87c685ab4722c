import type { Viewer } from '../../access/viewer.ts'
import { TransactionEvent } from '../../database/transaction-event.ts'
import type { Space } from '../../generated/prisma/client.ts'

/** The content requested for a new, still empty space. */
export interface RequestedContent {
  readonly space: Space
  readonly viewer: Viewer
  readonly computedSource: unknown
}

/** Published after an empty space was created that is to be filled from a computed source. */
export const contentRequested = new TransactionEvent<RequestedContent>('content of a new space requested')
