import { hashToken } from '../../access/tokens.ts'
import type { Database } from '../../database/client.ts'
import { authorizationServer, loadLibrary, revokeGrant } from './authorization-server.ts'
import { OAuthRefusal } from './oauth-refusal.ts'

/** A form that a program sends, with the header that may have its secret. */
export interface ProgramRequest {
  readonly form: URLSearchParams
  readonly authorization: string | undefined
}

export interface TokenAnswer {
  readonly status: number
  readonly body: object
}

/**
 * Exchanges a code or a refresh token for an API token. What is refused is answered in the form of OAuth, and what the refusal
 * ends, such as the access for a code that is used again, is ended in the same transaction.
 */
export async function exchangeToken(
  { transaction: transact }: Pick<Database, 'transaction'>,
  { form, authorization }: ProgramRequest,
): Promise<TokenAnswer> {
  const { Request, Response, OAuthError, ServerError } = await loadLibrary()
  return transact(async (transaction) => {
    const server = await authorizationServer(transaction)
    const request = new Request({
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': '1',
        ...(authorization !== undefined && { authorization }),
      },
      method: 'POST',
      query: {},
      body: Object.fromEntries(form),
    })
    const response = new Response()
    try {
      await server.token(request, response)
    } catch (error) {
      if (error instanceof ServerError || !(error instanceof OAuthError)) throw error
    }
    return { status: response.status ?? 200, body: response.body }
  })
}

/**
 * Ends the access that a token or a refresh token belongs to (RFC 7009). The answer does not tell whether there is one. Throws
 * an OAuthRefusal for a program that does not say which one it is.
 */
export async function revokeTokenOf(
  { transaction: transact }: Pick<Database, 'transaction'>,
  { form, authorization }: ProgramRequest,
): Promise<void> {
  const hash = hashToken(form.get('token') ?? '')
  const { id, secret } = credentialsOf(form, authorization)
  await transact(async (transaction) => {
    const client = await transaction.oAuthClient.findUnique({ where: { id } })
    if (!client || (client.secretHash !== null && client.secretHash !== hashToken(secret)))
      throw new OAuthRefusal('invalid_client', 'the program is not registered, or its secret is wrong')
    const found = await transaction.oAuthGrant.findFirst({
      where: { clientId: id, OR: [{ token: { hash } }, { refreshTokens: { some: { hash } } }] },
      select: { tokenId: true },
    })
    await revokeGrant(transaction, found?.tokenId ?? null)
  })
}

/** Returns the id and the secret that a program sends in its form, or in the header. */
function credentialsOf(form: URLSearchParams, authorization: string | undefined) {
  const [, encoded] = /^Basic +(\S+)$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined)
    return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' }
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { id, secret }
}
