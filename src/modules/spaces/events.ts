import type { Member } from '../../access/viewer.ts'
import { TransactionEvent } from '../../database/transaction-event.ts'
import type { Space } from '../../generated/prisma/client.ts'

/** The pages that a new space begins with: those of a computed source, or an empty page for its authors. */
export type FirstContent = { readonly computedSource: unknown } | { readonly page: 'empty' }

export interface RequestedContent {
  readonly space: Space
  readonly viewer: Member
  readonly content: FirstContent
}

/** Published after the creation of an empty space that is to be filled. */
export const contentRequested = new TransactionEvent<RequestedContent>('content of a new space requested')
