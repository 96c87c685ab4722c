import type { IncomingMessage } from 'node:http'
import { SignInError } from '../../access/page-error.ts'
import { isSameOrigin, sentSessionHash } from '../../access/session-cookie.ts'
import { organizationOfScopes } from '../../access/tokens.ts'
import { beginRecording } from '../../audit/operation-record.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import type { IdentityProvider, ProviderSession } from '../../generated/prisma/client.ts'
import type { RateLimiter } from '../../rate-limits/rate-limiter.ts'
import { requestOrigin } from '../../request/request-origin.ts'
import { recordSignIn, type SignInRequest } from './sign-in-events.ts'

interface Services {
  readonly config: Config
  readonly database: Database
  readonly limiter: Pick<RateLimiter, 'addressOf'>
  readonly request: IncomingMessage
  readonly requestId: string
}

/** The session at a provider. Its provider is null if it is that of the whole server. */
type EndedSession = ProviderSession & {
  readonly token: { readonly identityProvider: IdentityProvider | null }
}

/**
 * Ends the session of a browser that sends a form of this server. Returns the session at the identity provider that opened it, or
 * null if there is none.
 */
export async function signOut(services: Services): Promise<EndedSession | null> {
  const { config, database, limiter, request, requestId } = services
  if (!isSameOrigin(request, config)) throw new SignInError(403, 'otherSite')
  const hash = sentSessionHash(request, config)
  const tokenId =
    hash && (await endSession(database, hash, { ...requestOrigin('UI', request, limiter), requestId }))
  if (!tokenId) return null
  return database.prisma.providerSession.findUnique({
    where: { tokenId },
    include: { token: { select: { identityProvider: true } } },
  })
}

/** Ends a session, and returns its id; null if there is none. In the same transaction the sign-out is recorded. */
function endSession(
  database: Pick<Database, 'transaction'>,
  hash: string,
  request: SignInRequest,
): Promise<string | null> {
  return database.transaction(async (transaction) => {
    await beginRecording(transaction, [])
    const where = { kind: 'SESSION' as const, hash, revokedAt: null }
    const data = { revokedAt: new Date() }
    const [session] = await transaction.apiToken.updateManyAndReturn({ where, data })
    if (!session) return null
    const { id: tokenId, userId, scopes } = session
    const actor = { ...request, userId, tokenId, scopes }
    await recordSignIn(transaction, actor, 'signOut', organizationOfScopes(scopes) ?? null)
    return tokenId
  })
}
