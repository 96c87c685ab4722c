import { generateToken, hashToken, scopesOfOrganization, tokenPrefix } from '../../access/tokens.ts'
import type { Config } from '../../base/config.ts'
import { newId } from '../../base/identifiers.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { Transaction } from '../../database/transactions.ts'
import { unexpired } from '../tokens/service.ts'
import { deviceOf } from './device.ts'
import { maximumSessions } from './limits.ts'
import type { SignInRequest } from './sign-in-events.ts'

export interface NewSession {
  readonly userId: string
  /** The method by which the user signed in, as users read it: the label of the identity provider, or what is used in its place. */
  readonly label: string
  /** The identity provider of an organization that let the user in, with which the session ends. */
  readonly identityProviderId?: string | null
  /** The organization to which the session is limited. By default it is for all of the user. */
  readonly organizationId?: string | null
  readonly request: Pick<SignInRequest, 'address' | 'agent' | 'language'>
  /** The hash of the session that the browser had before, which ends: whoever has stolen it has nothing any longer. */
  readonly replaced: string | null
}

export interface OpenedSession {
  readonly id: string
  /** The secret for the cookie, which is not stored. */
  readonly token: string
}

/** Opens a session of a user who has just signed in. This is the only way to get one. */
export async function openSession(
  transaction: Transaction,
  { sessionHours, sessionIdleHours }: Pick<Config, 'sessionHours' | 'sessionIdleHours'>,
  { userId, label, identityProviderId = null, organizationId = null, request, replaced }: NewSession,
): Promise<OpenedSession> {
  await lockUntilCommit(transaction, `sessions of ${userId}`)
  await endReplaced(transaction, replaced)
  const token = generateToken()
  const id = newId('ApiToken')
  await transaction.apiToken.create({
    data: {
      id,
      userId,
      kind: 'SESSION',
      label,
      prefix: tokenPrefix(token),
      hash: hashToken(token),
      scopes: organizationId === null ? [] : scopesOfOrganization(organizationId),
      expiresAt: hoursFromNow(sessionHours),
      idleEndsAt: hoursFromNow(sessionIdleHours),
      device: deviceOf(request.agent),
      address: request.address,
      identityProviderId,
    },
  })
  await deleteOldSessions(transaction, userId, identityProviderId)
  if (request.language) await rememberLanguage(transaction, userId, request.language)
  return { id, token }
}

/** Keeps the language of the browser for the mails of a user who has none yet. */
async function rememberLanguage({ query }: Transaction, userId: string, language: string): Promise<void> {
  await query(`UPDATE "User" SET language = $2 WHERE id = $1 AND language IS NULL`, [userId, language])
}

const hoursFromNow = (hours: number): Date => new Date(Date.now() + hours * 3_600_000)

/** Ends the session that a browser had, whosever it is. */
async function endReplaced(transaction: Transaction, hash: string | null): Promise<void> {
  if (hash === null) return
  await transaction.apiToken.updateMany({
    where: { kind: 'SESSION', hash, revokedAt: null },
    data: { revokedAt: new Date() },
  })
}

/** Deletes all but the latest sessions of a user by one method of signing in, which would otherwise accumulate. */
async function deleteOldSessions(
  transaction: Transaction,
  userId: string,
  identityProviderId: string | null,
): Promise<void> {
  const sessions = { userId, identityProviderId, kind: 'SESSION' as const }
  const latest = await transaction.apiToken.findMany({
    where: { ...sessions, ...unexpired() },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: maximumSessions,
    select: { id: true },
  })
  const kept = latest.map(({ id }) => id)
  await transaction.apiToken.deleteMany({ where: { ...sessions, id: { notIn: kept } } })
}
