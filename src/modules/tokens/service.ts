import { unauthenticated } from '../../access/reasons.ts'
import {
  type GivenScope,
  generateToken,
  hashToken,
  inheritLimits,
  limitsOfScopes,
  storedScopes,
  tokenPrefix,
} from '../../access/tokens.ts'
import { type Member, noRows, type Viewer } from '../../access/viewer.ts'
import { orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { brokenRule } from '../../base/rules.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { PrismaReads } from '../../database/prisma-reads.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { ApiToken, Prisma } from '../../generated/prisma/client.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { defaultOverlap, maximumTokens } from './limits.ts'
import { conflict, forbidden } from './reasons.ts'

/** A new token with its secret, which is not stored. */
export interface CreatedToken {
  readonly apiToken: ApiToken
  readonly secret: string
}

/**
 * Matches the tokens and sessions that are neither revoked nor expired, nor were unused for too long. A token of a program is
 * there as long as the program can renew it.
 */
export const unexpired = (): Prisma.ApiTokenWhereInput => ({
  revokedAt: null,
  AND: [
    {
      OR: [
        { expiresAt: null },
        { expiresAt: { gt: new Date() } },
        { grant: { refreshEndsAt: { gt: new Date() } } },
      ],
    },
    { OR: [{ idleEndsAt: null }, { idleEndsAt: { gt: new Date() } }] },
  ],
})

/** Matches the tokens of a user that are neither revoked nor expired. Sessions have a list of their own. */
const activeTokens = (userId: string): Prisma.ApiTokenWhereInput => ({
  userId,
  kind: { not: 'SESSION' },
  ...unexpired(),
})

/**
 * Matches the active tokens that the viewer may see and manage. A token that is limited to some organizations may only
 * manage tokens with the same limits, because rotating another token would give access to other organizations.
 */
export const manageableTokens = (viewer: Viewer): Prisma.ApiTokenWhereInput =>
  viewer.kind === 'visitor' ? noRows : { AND: [activeTokens(viewer.userId), ...sameLimits(viewer)] }

/** Returns the conditions of tokens and sessions with the limits that the viewer's own has. */
export const sameLimits = ({ scopes }: Member): Prisma.ApiTokenWhereInput[] =>
  limitsOfScopes(scopes).map((limit) => ({ scopes: { has: limit } }))

async function findToken(
  database: Pick<PrismaReads, 'apiToken'>,
  viewer: Member,
  id: string,
): Promise<ApiToken> {
  return orNotFound(await database.apiToken.findFirst({ where: { id, ...manageableTokens(viewer) } }))
}

/** Makes changes to the tokens of a user wait for each other. */
export const lockTokens = (transaction: Transaction, userId: string): Promise<void> =>
  lockUntilCommit(transaction, `tokens of ${userId}`)

/** Changes the tokens of the caller, one change at a time. */
async function changeTokens<Result>(
  context: Context,
  change: (transaction: Transaction, viewer: Member) => Promise<Result>,
): Promise<Result> {
  const viewer = memberOf(context)
  return context.database.transaction(async (transaction) => {
    await lockTokens(transaction, viewer.userId)
    return change(transaction, viewer)
  })
}

export interface CreateToken {
  readonly label: string
  readonly scopes?: readonly GivenScope[] | null
  readonly expiresAt?: Date | null
}

export async function createApiToken(context: Context, input: CreateToken): Promise<CreatedToken> {
  if (input.expiresAt && input.expiresAt <= new Date()) throw brokenRule('expiresAt', 'PAST')
  return changeTokens(context, async (transaction, viewer) => {
    const latest = await latestExpiry(transaction, viewer)
    const expiresAt = input.expiresAt ?? latest
    assertExpiresBy(latest, expiresAt)
    // Only tokens with write access may create tokens, so that a new token never has more access than its creator.
    const scopes = inheritLimits(viewer.scopes, storedScopes(input.scopes ?? []))
    const identityProviderId = await providerOfNewToken(transaction, viewer)
    return addToken(transaction, viewer.userId, { label: input.label, scopes, expiresAt, identityProviderId })
  })
}

/**
 * Returns the time at which tokens must expire that the viewer creates or rotates: when the token of the viewer does.
 * Returns null if they need not expire, as in sessions, in which users may create tokens that outlive the session.
 */
async function latestExpiry(
  { apiToken }: Pick<PrismaReads, 'apiToken'>,
  { tokenId }: Member,
): Promise<Date | null> {
  if (tokenId === null) return null
  const { kind, expiresAt } = await apiToken.findUniqueOrThrow({ where: { id: tokenId } })
  return kind === 'SESSION' ? null : expiresAt
}

/** Throws FORBIDDEN for a token that expires after the latest time. */
function assertExpiresBy(latest: Date | null, expiresAt: Date | null): void {
  if (latest && (!expiresAt || expiresAt > latest)) throw forbidden('TOKEN_OUTLIVES_OWN')
}

interface NewToken {
  readonly label: string
  readonly scopes: string[]
  readonly expiresAt: Date | null
  readonly identityProviderId: string | null
}

/**
 * Returns the identity provider that the caller's token came from, which new tokens come from too; null if there is none.
 * Until the transaction ends, what the provider let in does not end. Throws UNAUTHENTICATED if it did.
 */
async function providerOfNewToken(transaction: Transaction, { tokenId }: Member): Promise<string | null> {
  const ownToken = { where: { id: tokenId ?? '', revokedAt: null }, select: { identityProviderId: true } }
  const own = await transaction.apiToken.findFirst(ownToken)
  if (!own) throw unauthenticated('TOKEN_INVALID')
  if (own.identityProviderId === null) return null
  await transaction.query('SELECT id FROM "IdentityProvider" WHERE id = $1 FOR SHARE', [
    own.identityProviderId,
  ])
  if (!(await transaction.apiToken.findFirst(ownToken))) throw unauthenticated('TOKEN_INVALID')
  return own.identityProviderId
}

/** Matches the tokens that count together with a new one: a provider does not use up what its users have elsewhere. */
async function countedWith(
  transaction: Transaction,
  identityProviderId: string | null,
): Promise<Prisma.ApiTokenWhereInput> {
  if (identityProviderId === null) return { identityProviderId }
  const { organizationId } = await transaction.identityProvider.findUniqueOrThrow({
    where: { id: identityProviderId },
  })
  return { identityProvider: { organizationId } }
}

/** Creates a token for a user. The caller must have checked that it is allowed. */
export async function addToken(
  transaction: Transaction,
  userId: string,
  token: NewToken,
): Promise<CreatedToken> {
  const counted = { AND: [activeTokens(userId), await countedWith(transaction, token.identityProviderId)] }
  if ((await transaction.apiToken.count({ where: counted })) >= maximumTokens)
    throw conflict('TOO_MANY_TOKENS', { maximum: maximumTokens })
  const secret = generateToken()
  const apiToken = await transaction.apiToken.create({
    data: {
      ...token,
      id: newId('ApiToken'),
      userId,
      prefix: tokenPrefix(secret),
      hash: hashToken(secret),
    },
  })
  return { apiToken, secret }
}

export interface RotateToken {
  readonly overlapSeconds?: number | null
}

/** Creates a token with the label, scopes and expiry of another, which stays valid until the end of the overlap. */
export async function rotateApiToken(
  context: Context,
  id: string,
  { overlapSeconds }: RotateToken,
): Promise<CreatedToken> {
  return changeTokens(context, async (transaction, viewer) => {
    const old = await findToken(transaction, viewer, id)
    const { label, scopes, expiresAt } = old
    if (old.kind === 'OAUTH') throw conflict('TOKEN_OF_PROGRAM')
    assertExpiresBy(await latestExpiry(transaction, viewer), expiresAt)
    // That of the caller, so that a token that came from no provider makes none that did.
    const identityProviderId = await providerOfNewToken(transaction, viewer)
    const end = new Date(Date.now() + (overlapSeconds ?? defaultOverlap) * 1000)
    // The overlap never extends the expiry of the old token.
    if (!expiresAt || end < expiresAt)
      await transaction.apiToken.update({ where: { id: old.id }, data: { expiresAt: end } })
    return addToken(transaction, viewer.userId, { label, scopes, expiresAt, identityProviderId })
  })
}

/** Revokes a token with immediate effect. */
export async function revokeApiToken(context: Context, id: string): Promise<ApiToken> {
  return changeTokens(context, async (transaction, viewer) => {
    const token = await findToken(transaction, viewer, id)
    return transaction.apiToken.update({ where: { id: token.id }, data: { revokedAt: new Date() } })
  })
}
