import { mayOnOrganization } from '../../access/authorize.ts'
import type { Member } from '../../access/viewer.ts'
import { AppError, describeFaults, maximumFaults } from '../../base/errors.ts'
import { stableId, typeOfObjectId } from '../../base/object-ids.ts'
import type { Transaction } from '../../database/transactions.ts'
import { faultFor } from '../organizations/reasons.ts'

/** The members that a client names, by ids of users or members and by email addresses. */
export interface NamedMembers {
  /** Returns the path of a name in the input. */
  readonly pathOf: (index: number) => string
  readonly names: readonly string[]
  /** Whether a name is left out if it is of no member. */
  readonly mayLeaveOut?: (name: string) => boolean
}

/** Returns whether a name is an email address and not an id, such as that of a membership, which has an `@` too. */
export const isAddress = (name: string): boolean => name.includes('@') && typeOfObjectId(name) !== 'Member'

/**
 * Maps names to user ids. Addresses are compared ignoring case; among several members, the one who wrote it in the same
 * case is meant, or else the one who came first. Who may not list the members finds out nothing by addresses but about
 * themselves.
 */
async function usersOfNames(
  transaction: Transaction,
  viewer: Member,
  organizationId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const addresses = names.filter(isAddress)
  const ids = names.filter((name) => !isAddress(name)).map(stableId)
  const listed = mayOnOrganization(viewer, 'organization:list-members', organizationId)
  const found = await transaction.query<{ readonly name: string; readonly userId: string }>(
    `SELECT k.name, m."userId" FROM unnest($1::text[]) AS k(name)
     JOIN "Member" m ON m."organizationId" = $2 AND k.name IN (m.id, m."userId")
     UNION ALL
     SELECT * FROM (
       SELECT DISTINCT ON (k.name) k.name, m."userId" FROM unnest($3::text[]) AS k(name)
       JOIN "User" u ON lower(u.email) = lower(k.name)
       JOIN "Member" m ON m."userId" = u.id AND m."organizationId" = $2
       WHERE $4 OR u.id = $5
       ORDER BY k.name, u.email = k.name DESC, u.id) a`,
    [ids, organizationId, addresses, listed, viewer.userId],
  )
  const users = new Map(found.map(({ name, userId }) => [name, userId]))
  return new Map(
    names.flatMap((name) => {
      const userId = users.get(isAddress(name) ? name : stableId(name))
      return userId === undefined ? [] : [[name, userId]]
    }),
  )
}

/**
 * Maps names to user ids, in order. Throws BAD_USER_INPUT that tells all names which are not of members of the organization.
 */
export async function userIdsOfNamed(
  transaction: Transaction,
  viewer: Member,
  organizationId: string,
  { pathOf, names, mayLeaveOut = () => false }: NamedMembers,
): Promise<string[]> {
  const known = await usersOfNames(transaction, viewer, organizationId, names)
  const unknown = names.flatMap((id, index) =>
    known.has(id) || mayLeaveOut(id) ? [] : [faultFor(pathOf(index), 'USER_NOT_IN_ORGANIZATION', { id })],
  )
  if (unknown.length > 0) {
    const fields = unknown.slice(0, maximumFaults)
    throw new AppError('BAD_USER_INPUT', describeFaults(fields), {
      fields,
      reason: 'USER_NOT_IN_ORGANIZATION',
    })
  }
  return names.flatMap((name) => known.get(name) ?? [])
}
