import { createHash } from 'node:crypto'
import { beginRecording } from '../../audit/operation-record.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import type { Transaction } from '../../database/transactions.ts'
import { recordSignIn, type SignInRequest } from '../sessions/sign-in-events.ts'
import type { OidcClient } from './client.ts'
import { issuerOf } from './issuers.ts'
import { loadTokenLibrary } from './library.ts'
import { clockSkewSeconds, logoutTokenSeconds } from './limits.ts'
import { algorithms } from './verification.ts'

interface Services {
  readonly config: Config
  readonly database: Database
}

/** A verified logout token. */
export interface Logout {
  readonly issuer: string
  readonly subject: string | null
  readonly sid: string | null
  readonly id: string
  readonly expiresAt: Date
}

const event = 'http://schemas.openid.net/event/backchannel-logout'

/** Verifies a logout token. Throws an error with the reason, for the log, if it is not valid. */
export async function verifyLogout({ config }: Services, client: OidcClient, token: string): Promise<Logout> {
  const { keys, configuration } = await issuerOf(config, client)
  const { jwtVerify } = await loadTokenLibrary()
  const { issuer } = configuration.serverMetadata()
  const { payload } = await jwtVerify(token, keys, {
    algorithms,
    issuer,
    audience: client.clientId,
    clockTolerance: clockSkewSeconds,
    maxTokenAge: logoutTokenSeconds,
    requiredClaims: ['iat', 'jti', 'events'],
  })
  const { sub, sid, jti, events, nonce } = payload
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, event))
    throw new Error('it is not for a logout')
  if (nonce !== undefined) throw new Error('it has a nonce, as an identity token has')
  if (typeof sid !== 'string' && typeof sub !== 'string')
    throw new Error('it names neither a session nor a user')
  return {
    issuer,
    subject: typeof sub === 'string' ? sub : null,
    sid: typeof sid === 'string' ? sid : null,
    id: createHash('sha256')
      .update(JSON.stringify([client.provider?.id ?? null, issuer, jti]))
      .digest('base64url'),
    expiresAt: new Date(Date.now() + (logoutTokenSeconds + 2 * clockSkewSeconds) * 1000),
  }
}

/** Ends the sessions that a logout token names. Throws if it was used before. */
export function endSessions(
  { database }: Services,
  client: OidcClient,
  { issuer, subject, sid, id, expiresAt }: Logout,
  request: SignInRequest,
): Promise<void> {
  return database.transaction(async (transaction) => {
    await transaction.usedLogoutToken.deleteMany({ where: { expiresAt: { lt: new Date() } } })
    const { count } = await transaction.usedLogoutToken.createMany({
      data: { id, expiresAt },
      skipDuplicates: true,
    })
    if (count === 0) throw new Error('it was used before')
    const sessions = await transaction.apiToken.findMany({
      where: {
        kind: 'SESSION',
        revokedAt: null,
        identityProviderId: client.provider?.id ?? null,
        providerSession: {
          issuer,
          ...(subject !== null && { subject }),
          ...(sid !== null && { sid }),
        },
      },
      select: { id: true, userId: true, scopes: true },
    })
    for (const session of sessions) await endSession(transaction, client, session, request)
  })
}

async function endSession(
  transaction: Transaction,
  { provider }: OidcClient,
  {
    id: tokenId,
    userId,
    scopes,
  }: { readonly id: string; readonly userId: string; readonly scopes: string[] },
  request: SignInRequest,
): Promise<void> {
  await beginRecording(transaction, [])
  await transaction.apiToken.update({ where: { id: tokenId }, data: { revokedAt: new Date() } })
  await recordSignIn(
    transaction,
    { ...request, userId, tokenId, scopes },
    'signOut',
    provider?.organizationId ?? null,
  )
}
