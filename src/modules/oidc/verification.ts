import type { IDToken } from 'openid-client'
import { sealText } from '../../access/sealed-texts.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import { type Claims, groupsOf } from './claims.ts'
import type { OidcClient } from './client.ts'
import { type Issuer, issuerOf } from './issuers.ts'
import { loadLibrary, loadTokenLibrary } from './library.ts'
import { clockSkewSeconds } from './limits.ts'

/** The algorithms of signatures that are accepted. Those with a shared key are not. */
export const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/** The secrets of a sign-in, which the response of the provider must fit. */
export interface SignInSecrets {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** Starts a sign-in. Returns the URL to redirect the browser to. */
export async function authorizationAddress(
  config: Config,
  client: OidcClient,
  { state, nonce, codeVerifier }: SignInSecrets,
): Promise<URL> {
  const { configuration } = await issuerOf(config, client)
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await loadLibrary()
  return buildAuthorizationUrl(configuration, {
    redirect_uri: client.addresses.redirectURL,
    scope: client.scopes.join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
}

export interface VerifiedResponse {
  readonly issuer: string
  readonly subject: string
  readonly sid: string | null
  readonly claims: Claims
  /** The groups of the user: none if no claim has them, and null if the provider has left them out. */
  readonly groups: readonly string[] | null
  /** The address at which the session at the provider ends, sealed. Null if it has none. */
  readonly signOutAddress: string | null
}

/**
 * Exchanges the code of a response, and verifies the identity token: signature, issuer, audience, times and nonce. Throws an
 * error with the reason, for the log, if anything is wrong.
 */
export async function verifyResponse(
  { config, database }: { readonly config: Config; readonly database: Database },
  client: OidcClient,
  parameters: string,
  secrets: SignInSecrets,
): Promise<VerifiedResponse> {
  const issuer = await issuerOf(config, client)
  const { authorizationCodeGrant } = await loadLibrary()
  const tokens = await authorizationCodeGrant(
    issuer.configuration,
    new URL(`${client.addresses.redirectURL}${parameters}`),
    {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.codeVerifier,
      idTokenExpected: true,
    },
  )
  const idToken = tokens.claims()
  if (!idToken || !tokens.id_token) throw new Error('the provider sent no identity token')
  await verifySignature(issuer, tokens.id_token, client)
  const claims = await completeClaims(issuer, client, idToken, tokens.access_token)
  const address = await endSessionAddress(config, issuer, tokens.id_token)
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    sid: typeof idToken.sid === 'string' ? idToken.sid : null,
    claims,
    groups: client.groupsClaim === null ? [] : groupsOf(claims, client.groupsClaim),
    signOutAddress: address && (await sealText(database, address)),
  }
}

/** The library trusts the connection to the provider; its signature is checked besides. */
async function verifySignature(
  { keys, configuration }: Issuer,
  idToken: string,
  { clientId }: OidcClient,
): Promise<void> {
  const { jwtVerify } = await loadTokenLibrary()
  await jwtVerify(idToken, keys, {
    algorithms,
    issuer: configuration.serverMetadata().issuer,
    audience: clientId,
    clockTolerance: clockSkewSeconds,
  })
}

/** Adds the claims that a provider tells only at its address for them, if the identity token lacks the address or groups. */
async function completeClaims(
  { configuration }: Issuer,
  { groupsClaim }: OidcClient,
  idToken: IDToken,
  accessToken: string,
): Promise<Claims> {
  const hasGroups = groupsClaim === null || groupsOf(idToken, groupsClaim)?.length !== 0
  const hasAll = idToken.email !== undefined && hasGroups
  if (hasAll || !configuration.serverMetadata().userinfo_endpoint) return idToken
  const { fetchUserInfo } = await loadLibrary()
  const told: Claims = await fetchUserInfo(configuration, accessToken, idToken.sub)
  // Whether an address is proven is told where the address is.
  return idToken.email === undefined ? { ...idToken, ...told } : { ...told, ...idToken }
}

async function endSessionAddress(
  { baseUrl }: Config,
  { configuration }: Issuer,
  idToken: string,
): Promise<string | null> {
  if (!configuration.serverMetadata().end_session_endpoint) return null
  const { buildEndSessionUrl } = await loadLibrary()
  const address = buildEndSessionUrl(configuration, {
    id_token_hint: idToken,
    post_logout_redirect_uri: `${baseUrl}/sign-out`,
  })
  return address.href
}
