import { TransactionEvent } from '../../database/transaction-event.ts'

/** The ids of the organization and of the user, which identify a member. */
export interface MemberAddress {
  readonly organizationId: string
  readonly userId: string
}

/** Published after a member was removed from an organization. */
export const memberRemoved = new TransactionEvent<MemberAddress>('member removed')
