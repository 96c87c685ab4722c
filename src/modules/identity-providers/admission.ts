import { SignInError } from '../../access/page-error.ts'
import { newId } from '../../base/identifiers.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { IdentityProvider, User } from '../../generated/prisma/client.ts'
import { type Identity, linkIdentity, userOfIdentity } from './linked-identities.ts'

/** Returns the user as a member of the provider's organization. Creates the user and the membership if necessary. */
export async function admittedUser(
  transaction: Transaction,
  provider: IdentityProvider,
  identity: Identity,
): Promise<User> {
  const { user: known, email } = await userOfIdentity(transaction, provider.id, identity)
  const user = (known && (await enteringMember(transaction, provider, known))) ?? (await newMember())
  if (identity.subject) await linkIdentity(transaction, provider.id, identity.subject, user)
  return user

  async function newMember(): Promise<User> {
    await assertMayAdmit(transaction, provider, email, known !== null)
    const { displayName } = identity
    const user = known ?? (await transaction.user.create({ data: { id: newId('User'), email, displayName } }))
    await admit(transaction, provider, user)
    return user
  }
}

/** Returns a user who is a member of the provider's organization already; null for any other. */
async function enteringMember(
  transaction: Transaction,
  { organizationId }: IdentityProvider,
  user: User,
): Promise<User | null> {
  const member = await transaction.member.findUnique({
    where: { organizationId_userId: { organizationId, userId: user.id } },
  })
  if (!member) return null
  if (member.disabled) throw new SignInError(403, 'membershipDisabled')
  // The role is kept. Signing in with the provider satisfies the requirement of single sign-on.
  await transaction.member.update({ where: { id: member.id }, data: { sso: true } })
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
