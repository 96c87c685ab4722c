import type { JWTVerifyGetKey } from 'jose'
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { SignInError } from '../../access/page-error.ts'
import type { Config } from '../../base/config.ts'
import { hashSecret } from '../../base/secrets.ts'
import { boundedCache } from '../../caches/bounded-cache.ts'
import { guardedFetch } from '../../http/guarded-fetch.ts'
import { isAllowedUrl } from '../../http/outbound-addresses.ts'
import { type OidcClient, serverSource } from './client.ts'
import { loadLibrary, loadTokenLibrary } from './library.ts'
import { clockSkewSeconds, discoveryMs, fetchLimits } from './limits.ts'

/** A provider as it describes itself. */
export interface Issuer {
  readonly configuration: Configuration
  /** Finds the key of a token. A key that is not known yet is looked up, because providers change theirs. */
  readonly keys: JWTVerifyGetKey
}

/** The bytes that the description of a provider takes, about, with its keys. */
const bytesOfIssuer = 20_000

const issuers = boundedCache<string, Promise<Issuer>>('issuers', () => bytesOfIssuer, { ttl: discoveryMs })

/** Returns a provider as it describes itself, which is asked for once an hour. Throws SignInError if it does not answer. */
export async function issuerOf(config: Config, client: OidcClient): Promise<Issuer> {
  const { provider, issuer, clientId, clientSecret } = client
  const key = hashSecret(JSON.stringify([provider?.id ?? null, issuer, clientId, clientSecret]))
  let found = issuers.get(key)
  if (!found) {
    found = discover(config, client)
    // A failure is not kept: the next sign-in tries again.
    found.catch(() => issuers.delete(key))
    issuers.set(key, found)
  }
  return found.catch((error: unknown) => {
    throw new IssuerUnreachable(error)
  })
}

/** The error of a provider that cannot be asked, with the cause for the log. */
class IssuerUnreachable extends SignInError {
  constructor(cause: unknown) {
    super(502, 'providerDown')
    this.cause = cause
  }
}

async function discover(config: Config, client: OidcClient): Promise<Issuer> {
  const library = await loadLibrary()
  const fetch = fetchFor(config, client)
  const configuration = await library.discovery(
    new URL(client.issuer),
    client.clientId,
    { client_secret: client.clientSecret, [library.clockTolerance]: clockSkewSeconds },
    await authentication(client.clientSecret),
    {
      [library.customFetch]: fetch,
      timeout: fetchLimits.timeoutMs / 1000,
      // Plain http is for providers beside the server: see `fetchFor`.
      execute: [library.allowInsecureRequests],
    },
  )
  const metadata = configuration.serverMetadata()
  const { jwks_uri } = metadata
  if (!jwks_uri) throw new Error('the provider names no address of its keys')
  for (const name of endpoints) {
    const address = metadata[name]
    if (address !== undefined) assertSecure(address, config.outboundAllow)
  }
  const tokenLibrary = await loadTokenLibrary()
  const keys = tokenLibrary.createRemoteJWKSet(new URL(jwks_uri), {
    cooldownDuration: 0,
    cacheMaxAge: discoveryMs,
    [tokenLibrary.customFetch]: (url, { headers }) =>
      fetch(url, {
        method: 'GET',
        body: undefined,
        headers: Object.fromEntries(headers),
        redirect: 'manual',
      }),
  })
  return { configuration, keys }
}

/** The addresses of a provider that this server or the browser opens. */
const endpoints = [
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
  'end_session_endpoint',
] as const

/** Throws unless an address is of https, or of plain http at a host that the operator allows. */
function assertSecure(address: string, allow: readonly string[]): void {
  const url = new URL(address)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isAllowedUrl(url, allow))) return
  throw new Error(`${address} is not https, and OUTBOUND_ALLOW does not have its host`)
}

/** Authenticates by the header unless the provider only takes the secret in the body. */
async function authentication(secret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await loadLibrary()
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isPost = !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
    return (isPost ? post : basic)(server, ...rest)
  }
}

/** Returns a fetch that reaches no private network but what the operator allows, and no other host over plain http. */
function fetchFor({ outboundAllow: allow }: Config, { organizationId }: OidcClient): CustomFetch {
  const limits = { owner: organizationId ?? serverSource, allow, ...fetchLimits }
  return async (url, { method, headers, body }) => {
    assertSecure(url, allow)
    const { body: answer, contentType } = await guardedFetch(url, limits, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body != null && { body: bytesOf(body) }),
    })
    return new Response(new Uint8Array(answer), { headers: { 'Content-Type': contentType } })
  }
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  if (typeof body === 'string' || body instanceof URLSearchParams) return Buffer.from(String(body))
  throw new Error('the library sends a body of another kind')
}
