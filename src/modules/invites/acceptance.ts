import { mayOnOrganization } from '../../access/authorize.ts'
import { scopesOfOrganization } from '../../access/tokens.ts'
import { mayOnlyRead, tokenAllowsOrganization, type Viewer } from '../../access/viewer.ts'
import { notFound, orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { hashSecret } from '../../base/secrets.ts'
import type { Database } from '../../database/client.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Organization, Prisma, User } from '../../generated/prisma/client.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import type { Context } from '../../request/context.ts'
import { addToken } from '../tokens/service.ts'
import { userOfEmail } from '../users/addresses.ts'
import { admit } from './admission.ts'
import { findGiver } from './givers.ts'
import { forbidden, refusedInput } from './reasons.ts'

export interface AcceptInvite {
  readonly displayName?: string | null
}

/** Who accepted an invitation, and what they joined. */
export interface Acceptance {
  readonly user: User
  readonly organization: Organization
  /** Whether the secret proves that the address of the invitation is theirs. */
  readonly isProven: boolean
}

export interface AcceptedInvite<Access> extends Acceptance {
  /** The token with which they use what they joined. */
  readonly access: Access
}

/**
 * Accepts an invitation by the secret in its mail, which proves that the email address belongs to the caller, or by that of
 * its link, which does not: then an existing user must be the caller. Creates the user if necessary and the membership, and gives
 * access in the same transaction. Throws NOT_FOUND if the secret was used or replaced, or has expired, or if the inviting user may
 * no longer invite.
 */
export async function acceptEmailInvite<Access>(
  { database, viewer, countGuess }: Context,
  secret: string,
  { displayName }: AcceptInvite,
  giveAccess: (transaction: Transaction, acceptance: Acceptance) => Promise<Access>,
): Promise<AcceptedInvite<Access>> {
  await assertStillGiven(database, secret, countGuess)
  return database.transaction(async (transaction) => {
    const invite = await claimInvite(transaction, secret)
    const { organizationId, role, sso } = invite
    const isProven = invite.secretHash === hashSecret(secret)
    const user = await userOfAddress(transaction, invite.email, displayName, (userId) => {
      if (!isProven && !isSignedInAs(viewer, userId, organizationId))
        throw forbidden('INVITED_USER_NOT_SIGNED_IN')
    })
    const admitted = await admit(transaction, organizationId, [{ userId: user.id, role, sso }])
    if (!admitted.has(user.id)) throw forbidden('MEMBERSHIP_DISABLED')
    const organization = await transaction.organization.findUniqueOrThrow({ where: { id: organizationId } })
    const acceptance = { user, organization, isProven }
    return { ...acceptance, access: await giveAccess(transaction, acceptance) }
  })
}

/** The beginning of the labels of tokens and sessions that came from an invitation. */
export const invitationLabel = 'Invitation to '

/** Returns the label of a token or a session that came from an invitation. */
export const labelOfAcceptance = ({ title }: Organization): string =>
  `${invitationLabel}${title}`.slice(0, 50).toWellFormed()

/** Gives who accepted an invitation an API token, which is limited to the organization unless their address is proven. */
export async function giveToken(
  transaction: Transaction,
  { user, organization, isProven }: Acceptance,
): Promise<string> {
  const { secret } = await addToken(transaction, user.id, {
    label: labelOfAcceptance(organization),
    scopes: isProven ? [] : scopesOfOrganization(organization.id),
    expiresAt: null,
    identityProviderId: null,
  })
  return secret
}

/** An invitation that can be accepted, as who has its secret may know it. */
export interface OpenInvitation {
  readonly email: string
  readonly role: Role | null
  readonly organization: Organization
  /** The name of the user who sent it. */
  readonly invitedBy: string | null
  /** The user who has the address. */
  readonly userId: string | null
  /** Whether the secret proves that the address is that of who has it. */
  readonly isProven: boolean
}

/** Finds an invitation by the secret of its mail or of its link. Throws NOT_FOUND if it cannot be accepted any longer. */
export async function findOpenInvitation(
  { database, countGuess }: Context,
  secret: string,
): Promise<OpenInvitation> {
  await assertStillGiven(database, secret, countGuess)
  const invite = await database.prisma.emailInvite.findFirst({
    where: { ...withSecret(secret), ...acceptable(new Date()) },
    include: { organization: true, invitedBy: true },
  })
  if (!invite) throw notFound()
  const { email, role, organization, invitedBy, secretHash } = invite
  return {
    email,
    role,
    organization,
    invitedBy: invitedBy?.displayName ?? null,
    userId: (await userOfEmail(database.query, email))?.id ?? null,
    isProven: secretHash === hashSecret(secret),
  }
}

async function assertStillGiven(
  database: Database,
  secret: string,
  countGuess: Context['countGuess'],
): Promise<void> {
  const invite = await database.prisma.emailInvite.findFirst({
    where: withSecret(secret),
    select: { organizationId: true, invitedById: true },
  })
  if (!invite) countGuess?.()
  const giver = invite && (await findGiver(database, invite.invitedById))
  if (!giver || !mayOnOrganization(giver, 'organization:administer', invite.organizationId)) throw notFound()
}

/** Returns whether the viewer is the user, with a token that may do what the new one may. */
export const isSignedInAs = (viewer: Viewer | null, userId: string, organizationId: string): boolean =>
  viewer?.kind === 'member' &&
  viewer.userId === userId &&
  !mayOnlyRead(viewer) &&
  tokenAllowsOrganization(viewer, organizationId)

const withSecret = (secret: string): Prisma.EmailInviteWhereInput => ({
  OR: [{ secretHash: hashSecret(secret) }, { linkHash: hashSecret(secret) }],
})

const acceptable = (now: Date) => ({ acceptedAt: null, expiresAt: { gt: now } })

/** Marks the invitation as accepted. Of concurrent requests with the same secret, only one succeeds. */
async function claimInvite(transaction: Transaction, secret: string) {
  const now = new Date()
  const [invite] = await transaction.emailInvite.updateManyAndReturn({
    where: { ...withSecret(secret), ...acceptable(now) },
    data: { acceptedAt: now },
  })
  return orNotFound(invite)
}

async function userOfAddress(
  transaction: Transaction,
  email: string,
  displayName: string | null | undefined,
  assertMayActAs: (userId: string) => void,
): Promise<User> {
  const known = await userOfEmail(transaction.query, email)
  if (known) {
    assertMayActAs(known.id)
    return transaction.user.findUniqueOrThrow({ where: { id: known.id } })
  }
  if (displayName == null) throw refusedInput('displayName', 'DISPLAY_NAME_REQUIRED')
  // An invitation to another organization may create the same user at the same time.
  const { count } = await transaction.user.createMany({
    data: { id: newId('User'), email, displayName },
    skipDuplicates: true,
  })
  const user = await transaction.user.findUniqueOrThrow({ where: { email } })
  if (count === 0) assertMayActAs(user.id)
  return user
}
