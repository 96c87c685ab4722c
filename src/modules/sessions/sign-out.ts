import type { IncomingMessage } from 'node:http'
import { SignInError } from '../../access/page-error.ts'
import { isSameOrigin, noSessionCookie, sentSessionHash } from '../../access/session-cookie.ts'
import { organizationOfScopes } from '../../access/tokens.ts'
import { beginRecording } from '../../audit/operation-record.ts'
import { requestOrigin } from '../../audit/request-origin.ts'
import type { Database } from '../../database/client.ts'
import type { PathHandler } from '../../http/path-handler.ts'
import { redirectResponse, sendResponse } from '../../http/response.ts'
import { assertMethod } from '../../http/transport-error.ts'
import type { HandlerServices } from '../module.ts'
import { recordSignIn, type SignInRequest } from './sign-in-events.ts'

/** Ends the session of the browser: `POST /sign-out` from a page of this server. */
export function createSignOutHandler({ config, database, limiter }: HandlerServices): PathHandler['handle'] {
  return async (request: IncomingMessage, response, { requestId }) => {
    assertMethod(request, 'POST')
    if (!isSameOrigin(request, config)) throw new SignInError(403, 'otherSite')
    const hash = sentSessionHash(request, config)
    if (hash) await signOut(database, hash, { ...requestOrigin('UI', request, limiter), requestId })
    response.setHeader('Set-Cookie', noSessionCookie(config))
    sendResponse(request, response, redirectResponse(303, '/sign-out', { 'Cache-Control': 'no-store' }))
  }
}

/** Ends a session. In the same transaction the sign-out is recorded. */
function signOut(
  database: Pick<Database, 'transaction'>,
  hash: string,
  request: SignInRequest,
): Promise<void> {
  return database.transaction(async (transaction) => {
    await beginRecording(transaction, [])
    const where = { kind: 'SESSION' as const, hash, revokedAt: null }
    const data = { revokedAt: new Date() }
    const [session] = await transaction.apiToken.updateManyAndReturn({ where, data })
    if (!session) return
    const { id: tokenId, userId, scopes } = session
    const actor = { ...request, userId, tokenId, scopes }
    await recordSignIn(transaction, actor, 'signOut', organizationOfScopes(scopes) ?? null)
  })
}
