import { newId } from '../../base/identifiers.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Organization, Prisma } from '../../generated/prisma/client.ts'

/** Inserts an organization whose only member is a user, as its admin. */
export const insertOrganization = (
  { organization }: Pick<Transaction, 'organization'>,
  userId: string,
  columns: Prisma.OrganizationCreateInput,
): Promise<Organization> =>
  organization.create({
    data: { ...columns, members: { create: { id: newId('Member'), userId, role: 'ADMIN' } } },
  })
