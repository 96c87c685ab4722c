import { z } from 'zod'
import { generateToken, hashToken } from '../../access/tokens.ts'
import { newId } from '../../base/identifiers.ts'
import { onOneLine } from '../../base/validation.ts'
import type { Database } from '../../database/client.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { OAuthClient } from '../../generated/prisma/client.ts'
import { maximumUnusedClients, registrationLimits, unusedClientDays } from './limits.ts'
import { OAuthRefusal } from './oauth-refusal.ts'
import { isRedirectUri } from './redirect-uris.ts'

const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const

const metadata = z.object({
  redirect_uris: z.array(z.string()).min(1).max(registrationLimits.redirectUris),
  client_name: z.string().optional(),
  token_endpoint_auth_method: z.enum(authMethods).default('client_secret_basic'),
  grant_types: z.array(z.string()).default(['authorization_code']),
  response_types: z.array(z.string()).default(['code']),
})

export interface RegisteredClient {
  readonly client: OAuthClient
  readonly authMethod: (typeof authMethods)[number]
  /** The secret, which is not stored. Null for a program that can keep none. */
  readonly secret: string | null
}

/** Registers a program (RFC 7591). Throws an OAuthRefusal for metadata that Lectern does not serve. */
export async function registerClient(
  database: Pick<Database, 'transaction'>,
  given: unknown,
): Promise<RegisteredClient> {
  const { success, data, error } = metadata.safeParse(given)
  if (!success) throw new OAuthRefusal('invalid_client_metadata', messageOf(error))
  if (!data.redirect_uris.every(isRedirectUri))
    throw new OAuthRefusal(
      'invalid_redirect_uri',
      'redirect_uris must be https addresses, http addresses of the own machine, or addresses with a scheme of the program, without a fragment',
    )
  if (!data.response_types.includes('code') || !data.grant_types.includes('authorization_code'))
    throw new OAuthRefusal(
      'invalid_client_metadata',
      'response_types must have code, and grant_types must have authorization_code',
    )
  const secret = data.token_endpoint_auth_method === 'none' ? null : generateToken()
  const client = await insertClient(database, {
    name: nameOf(data.client_name, data.redirect_uris),
    redirectUris: data.redirect_uris,
    secretHash: secret === null ? null : hashToken(secret),
  })
  return { client, authMethod: data.token_endpoint_auth_method, secret }
}

function insertClient(
  database: Pick<Database, 'transaction'>,
  columns: Pick<OAuthClient, 'name' | 'redirectUris' | 'secretHash'>,
): Promise<OAuthClient> {
  return database.transaction(async (transaction) => {
    await lockUntilCommit(transaction, 'oauth clients')
    const unused = await transaction.oAuthClient.count({ where: { grants: { none: {} } } })
    if (unused >= maximumUnusedClients)
      throw new OAuthRefusal(
        'temporarily_unavailable',
        'too many programs have registered and were not used; try again tomorrow',
      )
    return transaction.oAuthClient.create({ data: { id: newId('OAuthClient'), ...columns } })
  })
}

/** Returns the name that users read, which is only what the program says of itself. */
function nameOf(given: string | undefined, [redirectUri = '']: readonly string[]): string {
  const name = onOneLine(given ?? '').trim() || new URL(redirectUri).host || 'Program'
  return [...name].slice(0, registrationLimits.nameLength).join('').toWellFormed()
}

const messageOf = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')

/** Forgets the programs that nobody has given access to, and the codes that were not exchanged in time. */
export async function sweepOAuth({ transaction }: Pick<Database, 'transaction'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unusedClientDays * 86_400_000)
  await transaction(async ({ oAuthClient, oAuthCode, oAuthGrant, apiToken }) => {
    await oAuthCode.deleteMany({ where: { expiresAt: { lt: before } } })
    const ended = await oAuthGrant.findMany({
      where: { refreshEndsAt: { lt: before } },
      select: { tokenId: true },
    })
    await apiToken.deleteMany({ where: { id: { in: ended.map(({ tokenId }) => tokenId) } } })
    await oAuthClient.deleteMany({ where: { createdAt: { lt: before }, grants: { none: {} } } })
  })
}
