import { mayOnOrganization } from '../../access/authorize.ts'
import { scopesOfOrganization } from '../../access/tokens.ts'
import { mayOnlyRead, tokenAllowsOrganization, type Viewer } from '../../access/viewer.ts'
import { notFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import type { Database } from '../../database/client.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Organization, Prisma, User } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { addToken } from '../tokens/service.ts'
import { userIdsOfEmails } from './addresses.ts'
import { admit } from './admission.ts'
import { hashSecret } from './email-invites.ts'
import { findGiver } from './givers.ts'
import { forbidden, refusedInput } from './reasons.ts'

export interface AcceptInvite {
  readonly displayName?: string | null
}

export interface AcceptedInvite {
  readonly user: User
  readonly organization: Organization
  readonly token: string
}

/**
 * Accepts an invitation by the secret in its mail, which proves that the email address belongs to the caller, or by that of
 * its link, which does not: then an existing user must be the caller, and the token is limited to the organization. Creates
 * the user if necessary, the membership and the token. Throws NOT_FOUND if the secret was used or replaced, or has expired,
 * or if the inviting user may no longer invite.
 */
export async function acceptEmailInvite(
  { database, viewer, countGuess }: Context,
  secret: string,
  { displayName }: AcceptInvite,
): Promise<AcceptedInvite> {
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
    const label = `Invitation to ${organization.title}`.slice(0, 50).toWellFormed()
    const { secret: token } = await addToken(transaction, user.id, {
      label,
      scopes: isProven ? [] : scopesOfOrganization(organizationId),
      expiresAt: null,
      identityProviderId: null,
    })
    return { user, organization, token }
  })
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
const isSignedInAs = (viewer: Viewer | null, userId: string, organizationId: string): boolean =>
  viewer?.kind === 'member' &&
  viewer.userId === userId &&
  !mayOnlyRead(viewer) &&
  tokenAllowsOrganization(viewer, organizationId)

const withSecret = (secret: string): Prisma.EmailInviteWhereInput => ({
  OR: [{ secretHash: hashSecret(secret) }, { linkHash: hashSecret(secret) }],
})

/** Marks the invitation as accepted. Of concurrent requests with the same secret, only one succeeds. */
async function claimInvite(transaction: Transaction, secret: string) {
  const now = new Date()
  const [invite] = await transaction.emailInvite.updateManyAndReturn({
    where: { ...withSecret(secret), acceptedAt: null, expiresAt: { gt: now } },
    data: { acceptedAt: now },
  })
  if (!invite) throw notFound()
  return invite
}

async function userOfAddress(
  transaction: Transaction,
  email: string,
  displayName: string | null | undefined,
  assertMayActAs: (userId: string) => void,
): Promise<User> {
  const known = (await userIdsOfEmails(transaction.query, [email])).get(email)
  if (known !== undefined) {
    assertMayActAs(known)
    return transaction.user.findUniqueOrThrow({ where: { id: known } })
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
