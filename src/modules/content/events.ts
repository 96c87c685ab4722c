import { TransactionEvent } from '../../database/transaction-event.ts'
import type { StoredDocument } from '../../formats/body/documents.ts'

/** A new revision of the primary content of a space, with the pages that it changed. */
export interface WrittenContent {
  readonly spaceId: string
  readonly branchId: string
  /** The sequence number of the new revision, whose rows are already written. */
  readonly sequence: number
  /** When the content was indexed for search for the first time. */
  readonly searchedAt: Date | null
  /** The branch and space whose rows were copied, if all pages were. */
  readonly copiedFrom?: { readonly spaceId: string; readonly branchId: string; readonly sequence: number }
  /** Whether variables of the space changed, whose texts all pages may have. */
  readonly hasNewVariables?: boolean
  /** Ids of the pages that were written or removed. */
  readonly pageIds: readonly string[]
  /** Ids of the files that were written or removed. */
  readonly fileIds: readonly string[]
  /** Ids of the reusable contents that were written or removed. */
  readonly reusableIds: readonly string[]
  /** Bodies of these pages that are in memory. */
  readonly documents: readonly StoredDocument[]
}

/** Published after a revision of primary content was written. The branch of the space is locked. */
export const primaryContentWritten = new TransactionEvent<WrittenContent>(
  'primary content written',
  ({ pageIds, fileIds, reusableIds, hasNewVariables }) =>
    pageIds.length + fileIds.length + reusableIds.length === 0 && !hasNewVariables,
)

/** Published after bodies were stored that did not exist before, sorted by id. */
export const documentsStored = new TransactionEvent<readonly StoredDocument[]>(
  'documents stored',
  (documents) => documents.length === 0,
)
