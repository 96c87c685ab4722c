import { createHash } from 'node:crypto'
import type { Config } from '../../base/config.ts'
import type { Logout } from '../identity-providers/provider-sessions.ts'
import type { OidcClient } from './client.ts'
import { issuerOf } from './issuers.ts'
import { loadTokenLibrary } from './library.ts'
import { clockSkewSeconds, logoutTokenSeconds } from './limits.ts'
import { algorithms } from './verification.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'

/** Verifies a logout token. Throws an error with the reason, for the log, if it is not valid. */
export async function verifyLogout(config: Config, client: OidcClient, token: string): Promise<Logout> {
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
    provider: client.provider,
    issuer,
    subject: typeof sub === 'string' ? sub : null,
    sids: typeof sid === 'string' ? [sid] : [],
    messageId: createHash('sha256')
      .update(JSON.stringify([client.provider?.id ?? null, issuer, jti]))
      .digest('base64url'),
    expiresAt: new Date(Date.now() + (logoutTokenSeconds + 2 * clockSkewSeconds) * 1000),
  }
}
