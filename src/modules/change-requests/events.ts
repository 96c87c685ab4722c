import { TransactionEvent } from '../../database/transaction-event.ts'
import type { ChangeRequest } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'

export interface MergedChangeRequest {
  /** The context of the user who merged it. */
  readonly context: Context
  readonly changeRequest: ChangeRequest
}

/** Published after a change request was merged. */
export const changeRequestMerged = new TransactionEvent<MergedChangeRequest>('change request merged')
