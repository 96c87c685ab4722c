import {
  generateToken,
  hashToken,
  inheritOrganizationScope,
  organizationOfScopes,
  scopesForOrganization,
  tokenPrefix,
} from '../../access/tokens.ts'
import type { Viewer } from '../../access/viewer.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import { conflict, invalidInput, notFound } from '../../errors.ts'
import type { ApiToken, Prisma } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { newId } from '../../identifiers.ts'
import { defaultOverlap, maximumTokens } from './limits.ts'

type Transaction = Prisma.TransactionClient

export type TokenScope = 'read' | 'write'

/** A token that was just made: the only time that its secret is known. */
export interface CreatedToken {
  readonly apiToken: ApiToken
  readonly secret: string
}

/** Tokens that work: neither revoked nor expired. */
export const liveTokens = (userId: string): Prisma.ApiTokenWhereInput => ({
  userId,
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
})

/**
 * The live tokens that a viewer knows of. A session that is good for one organization only knows of those that are no
 * better, or it could take the place of the others.
 */
export function tokensOf({ userId, scopes }: Viewer): Prisma.ApiTokenWhereInput {
  const organizationId = organizationOfScopes(scopes)
  if (organizationId === undefined) return liveTokens(userId)
  return { AND: [liveTokens(userId), { scopes: { has: scopesForOrganization(organizationId).at(-1) } }] }
}

/** A live token of the caller, or NOT_FOUND. */
export async function loadToken(context: Context, id: string): Promise<ApiToken> {
  return findToken(context.database.prisma, viewerOf(context), id)
}

async function findToken(
  database: Pick<Transaction, 'apiToken'>,
  viewer: Viewer,
  id: string,
): Promise<ApiToken> {
  const token = await database.apiToken.findFirst({ where: { id, ...tokensOf(viewer) } })
  if (!token) throw notFound()
  return token
}

/** Changes the tokens of the caller, one change at a time. */
async function changeTokens<Result>(
  context: Context,
  change: (transaction: Transaction, viewer: Viewer) => Promise<Result>,
): Promise<Result> {
  const viewer = viewerOf(context)
  return context.database.prisma.$transaction(async (transaction) => {
    await lockUntilCommit(transaction, `tokens of ${viewer.userId}`)
    return change(transaction, viewer)
  })
}

export interface CreateToken {
  readonly label: string
  readonly scopes?: readonly TokenScope[] | null
  readonly expiresAt?: Date | null
}

export async function createToken(context: Context, input: CreateToken): Promise<CreatedToken> {
  const expiresAt = input.expiresAt ?? null
  if (expiresAt && expiresAt <= new Date()) throw invalidInput('expiresAt', 'must be in the future')
  return changeTokens(context, async (transaction, viewer) => {
    // Only a token that may do everything makes others, so that none can be made that may do more than its maker.
    const scopes = inheritOrganizationScope(viewer.scopes, keptScopes(input.scopes ?? []))
    return addToken(transaction, viewer.userId, { label: input.label, scopes, expiresAt })
  })
}

/** As they are kept: none for all of them. Whoever may write may read. */
const keptScopes = (scopes: readonly string[]): string[] =>
  scopes.length === 0 || scopes.includes('write') ? [] : ['read']

interface NewToken {
  readonly label: string
  readonly scopes: string[]
  readonly expiresAt: Date | null
}

/** Makes a token for a user. Whether it may be made is for the caller. */
export async function addToken(
  transaction: Transaction,
  userId: string,
  token: NewToken,
): Promise<CreatedToken> {
  if ((await transaction.apiToken.count({ where: liveTokens(userId) })) >= maximumTokens)
    throw conflict(`A user may have at most ${maximumTokens} tokens. Revoke those that are not used.`)
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

/**
 * Makes a token that takes the place of another, with its label, scopes and end; the old one works until the overlap
 * is over.
 */
export async function rotateToken(
  context: Context,
  id: string,
  { overlapSeconds }: RotateToken,
): Promise<CreatedToken> {
  return changeTokens(context, async (transaction, viewer) => {
    const old = await findToken(transaction, viewer, id)
    const { label, scopes, expiresAt } = old
    const end = new Date(Date.now() + (overlapSeconds ?? defaultOverlap) * 1000)
    // Never later than it would have ended anyway.
    if (!expiresAt || end < expiresAt)
      await transaction.apiToken.update({ where: { id: old.id }, data: { expiresAt: end } })
    return addToken(transaction, viewer.userId, { label, scopes, expiresAt })
  })
}

/** Ends a token at once and returns its id. */
export async function revokeToken(context: Context, id: string): Promise<string> {
  return changeTokens(context, async (transaction, viewer) => {
    const token = await findToken(transaction, viewer, id)
    await transaction.apiToken.update({ where: { id: token.id }, data: { revokedAt: new Date() } })
    return token.id
  })
}
