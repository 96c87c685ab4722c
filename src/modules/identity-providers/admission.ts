import { SignInError } from '../../access/page-error.ts'
import { newId } from '../../base/identifiers.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { IdentityProvider, User } from '../../generated/prisma/client.ts'

/** The user that a provider has identified. */
export interface Identity {
  readonly email: string
  readonly displayName: string
}

/** Returns the user as a member of the provider's organization. Creates the user and the membership if necessary. */
export async function admittedUser(
  transaction: Transaction,
  provider: IdentityProvider,
  { email, displayName }: Identity,
): Promise<User> {
  const { organizationId } = provider
  const known = await transaction.user.findUnique({
    where: { email },
    include: { memberships: { where: { organizationId } } },
  })
  const [member] = known?.memberships ?? []
  if (known && member) {
    if (member.disabled) throw new SignInError(403, 'membershipDisabled')
    // The role is kept. Signing in with the provider satisfies the requirement of single sign-on.
    await transaction.member.update({ where: { id: member.id }, data: { sso: true } })
    return known
  }
  await assertMayAdmit(transaction, provider, email, known !== null)
  const user = known ?? (await transaction.user.create({ data: { id: newId('User'), email, displayName } }))
  await admit(transaction, provider, user)
  return user
}

/**
 * Throws unless the provider may admit who has the email address. Whoever runs a provider can assert any address: it is
 * trusted for domains that its organization has proven, and for new users with domains that no organization has proven.
 */
async function assertMayAdmit(
  transaction: Transaction,
  { organizationId }: IdentityProvider,
  email: string,
  isKnown: boolean,
): Promise<void> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const owners = await transaction.organization.findMany({
    where: { provenEmailDomains: { has: domain } },
    select: { id: true },
  })
  if (owners.some(({ id }) => id === organizationId) || (!isKnown && owners.length === 0)) return
  throw new SignInError(403, 'notAdmitted')
}

async function admit(
  transaction: Transaction,
  { organizationId, defaultRole, defaultTeamId }: IdentityProvider,
  { id: userId }: User,
): Promise<void> {
  const member = { id: newId('Member'), organizationId, userId, role: defaultRole, sso: true }
  // An invite may have created the membership at the same time.
  await transaction.member.createMany({ data: member, skipDuplicates: true })
  if (defaultTeamId)
    await transaction.teamMember.createMany({ data: { teamId: defaultTeamId, userId }, skipDuplicates: true })
}
