import { addMembership } from '../../access/viewer.ts'
import { forbidden } from '../../errors.ts'
import type { Organization, Prisma } from '../../generated/prisma/client.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import type { Context } from '../../graphql/context.ts'
import { newId } from '../../identifiers.ts'
import { holdMembers } from '../members/membership.ts'

type Transaction = Prisma.TransactionClient

/** Somebody who comes into an organization. */
export interface Admission {
  readonly organizationId: string
  readonly userId: string
  /** The least that they are to have; null is a guest. */
  readonly role: Role | null
  readonly sso?: boolean
}

/**
 * Makes users members, once however often and from wherever at once; a member keeps a role that is higher. Returns the
 * role of each that they have then. Those whose membership is disabled are left out.
 */
export async function admit(
  transaction: Transaction,
  organizationId: string,
  admissions: readonly Omit<Admission, 'organizationId'>[],
): Promise<Map<string, Role | null>> {
  await holdMembers(transaction, organizationId)
  // In the order of the users, so that two who admit the same wait for each other and not crosswise.
  const ordered = [...admissions].sort((a, b) => (a.userId < b.userId ? -1 : 1))
  const members = await transaction.$queryRaw<{ userId: string; role: Role | null }[]>`
    INSERT INTO "Member" (id, "organizationId", "userId", role, sso)
    SELECT k.id, ${organizationId}, k."user", nullif(k.role, '')::"Role", k.sso
    FROM unnest(
      ${ordered.map(() => newId('Member'))}::text[], ${ordered.map(({ userId }) => userId)}::text[],
      ${ordered.map(({ role }) => role ?? '')}::text[], ${ordered.map(({ sso }) => sso ?? false)}::bool[]
    ) AS k(id, "user", role, sso)
    ON CONFLICT ("organizationId", "userId") DO UPDATE SET role = greatest("Member".role, excluded.role)
    WHERE NOT "Member".disabled
    RETURNING "userId", role::text`
  return new Map(members.map(({ userId, role }) => [userId, role]))
}

/** Admits the viewer, who is a member from now on in this request too. */
export async function admitViewer(
  context: Context,
  transaction: Transaction,
  { organizationId, userId, role }: Admission,
): Promise<void> {
  const admitted = await admit(transaction, organizationId, [{ userId, role }])
  const given = admitted.get(userId)
  if (given === undefined) throw forbidden('Your membership of this organization is disabled.')
  if (context.viewer) addMembership(context.viewer, organizationId, given)
}

/** Where single sign-on is enforced, nobody comes in past the identity provider. */
export function assertJoinable({ sso }: Organization): void {
  if (sso) throw forbidden('Members of this organization sign in through its identity provider.')
}
