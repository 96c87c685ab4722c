import { TransactionEvent } from '../../database/transaction-event.ts'

/** Published when an organization is deleted. The payload is its id. */
export const organizationDeleted = new TransactionEvent<string>('organization deleted')
