import { addMembership } from '../../access/viewer.ts'
import { newId } from '../../base/identifiers.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Organization } from '../../generated/prisma/client.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import type { Context } from '../../request/context.ts'
import { shareMembersLock } from '../members/membership.ts'
import { forbidden } from './reasons.ts'

/** A user to be admitted to an organization. */
export interface Admission {
  readonly organizationId: string
  readonly userId: string
  /** The minimum role of the member. Null is a guest. */
  readonly role: Role | null
  readonly sso?: boolean
}

/**
 * Makes users members of the organization. Idempotent and safe under concurrency. Existing members keep a higher role.
 * Returns the resulting role by user id, without users whose membership is disabled.
 */
export async function admit(
  transaction: Transaction,
  organizationId: string,
  admissions: readonly Omit<Admission, 'organizationId'>[],
): Promise<Map<string, Role | null>> {
  await shareMembersLock(transaction, organizationId)
  // Sorted by user, so that concurrent admissions lock rows in the same order and cannot deadlock.
  const ordered = [...admissions].sort((a, b) => (a.userId < b.userId ? -1 : 1))
  const members = await transaction.query<{ userId: string; role: Role | null }>(
    `INSERT INTO "Member" (id, "organizationId", "userId", role, sso)
     SELECT k.id, $1, k."user", nullif(k.role, '')::"Role", k.sso
     FROM unnest($2::text[], $3::text[], $4::text[], $5::bool[]) AS k(id, "user", role, sso)
     ON CONFLICT ("organizationId", "userId") DO UPDATE SET role = greatest("Member".role, excluded.role)
     WHERE NOT "Member".disabled
     RETURNING "userId", role::text`,
    [
      organizationId,
      ordered.map(() => newId('Member')),
      ordered.map(({ userId }) => userId),
      ordered.map(({ role }) => role ?? ''),
      ordered.map(({ sso }) => sso ?? false),
    ],
  )
  return new Map(members.map(({ userId, role }) => [userId, role]))
}

/** Admits the viewer, and adds the membership to the viewer of this request. */
export async function admitViewer(
  context: Context,
  transaction: Transaction,
  { organizationId, userId, role }: Admission,
): Promise<void> {
  const admitted = await admit(transaction, organizationId, [{ userId, role }])
  const given = admitted.get(userId)
  if (given === undefined) throw forbidden('MEMBERSHIP_DISABLED')
  if (context.viewer?.kind === 'member') addMembership(context.viewer, organizationId, given)
}

/** Asserts that users can join without the identity provider, which is not the case if single sign-on is required. */
export function assertJoinable({ sso }: Organization): void {
  if (sso) throw forbidden('SSO_REQUIRED')
}
