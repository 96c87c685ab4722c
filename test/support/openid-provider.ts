import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { type ClientMetadata, type Configuration, Provider } from 'oidc-provider'

/** The claims of the user who is signed in at the provider. */
export type OpenIdPerson = Readonly<Record<string, unknown>> & { readonly sub: string }

/** This server as a client of the provider, as `service` of a provider of OpenID Connect names it. */
interface ClientAddresses {
  readonly redirectURL: string
  readonly backchannelLogoutURL?: string
}

export interface ClientSecrets {
  readonly clientId: string
  readonly clientSecret: string
}

/** A provider of OpenID Connect on a port of its own, made by `oidc-provider`, which tests can make misbehave. */
export interface RunningOpenIdProvider {
  readonly issuer: string
  /** The user of every sign-in that begins. */
  person: OpenIdPerson
  /** Changes the claims of identity tokens, which are signed again, or replaces a token. */
  alterIdToken: ((claims: JWTPayload) => JWTPayload | Promise<string>) | null
  /** Changes how the provider describes itself. */
  alterDiscovery: ((metadata: Record<string, unknown>) => Record<string, unknown>) | null
  /** Whether each request is answered with an error. */
  isDown: boolean
  /** The parameters of the requests for a sign-in, in their order. */
  readonly requests: URLSearchParams[]
  addClient(service: ClientAddresses, metadata?: ClientMetadata): ClientSecrets
  /** Signs identity and logout tokens with another key from now on, and publishes it in place of the one before. */
  rotateKey(): Promise<void>
  /** Signs a token by the key that is published. */
  signToken(claims: JWTPayload, type?: string): Promise<string>
  /** Returns the users who have a session at the provider. */
  signedIn(): string[]
  close(): Promise<void>
}

type Stored = Record<string, unknown>

/**
 * Starts a provider. `configuration` is that of `oidc-provider`, to behave like a certain product, and `path` is that of its
 * issuer, such as `/realms/staff`.
 */
export async function startOpenIdProvider(
  configuration: Configuration = {},
  path = '',
): Promise<RunningOpenIdProvider> {
  const models = new Map<string, Map<string, Stored>>()
  const accounts = new Map<string, OpenIdPerson>()
  let key = await newKey()
  let isRotated = false
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `${origin}${path}`
  const provider = new Provider(issuer, {
    adapter: (name: string) => adapterOf(models, name),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'groups'],
    },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    cookies: { keys: ['test'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource, postLogoutSuccessSource },
    },
    // Its own would not reach a loopback address.
    fetch: (address, options) => fetch(address, { ...options, dispatcher: undefined } as RequestInit),
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ ...accounts.get(sub), sub }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [key] },
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId
      const grant = new provider.Grant({ accountId, clientId: oidc.client?.clientId })
      grant.addOIDCScope('openid profile email groups')
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 3600,
      Grant: 3600,
    },
    ...configuration,
  })
  provider.use(async (context, next) => {
    await next()
    const { route } = context.oidc ?? {}
    const body = context.body as Record<string, unknown>
    if (route === 'discovery' && running.alterDiscovery) context.body = running.alterDiscovery(body)
    if (route === 'jwks' && isRotated) context.body = { keys: [publicPart(key)] }
    if (route === 'token' && typeof body?.id_token === 'string' && (running.alterIdToken || isRotated)) {
      const claims = decodeJwt(body.id_token)
      const altered = await (running.alterIdToken?.(claims) ?? claims)
      context.body = {
        ...body,
        id_token: typeof altered === 'string' ? altered : await running.signToken(altered),
      }
    }
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (running.isDown) return void response.writeHead(503).end()
    const folder = path.replace(/\/$/, '')
    // The provider finds out by both below which path it is.
    Object.assign(request, { originalUrl: request.url, url: (request.url ?? '/').replace(folder, '') })
    const url = new URL(request.url ?? '/', origin)
    if (url.pathname === '/auth') running.requests.push(url.searchParams)
    if (!url.pathname.startsWith('/interaction/')) return provider.callback()(request, response)
    const { person } = running
    accounts.set(person.sub, person)
    await provider.interactionFinished(request, response, { login: { accountId: person.sub } })
  }

  const running: RunningOpenIdProvider = {
    issuer,
    person: { sub: 'nobody' },
    alterIdToken: null,
    alterDiscovery: null,
    isDown: false,
    requests: [],
    addClient: ({ redirectURL, backchannelLogoutURL }, metadata) => {
      const clientId = `client-${crypto.randomUUID()}`
      const clientSecret = `secret-${crypto.randomUUID()}`
      modelOf(models, 'Client').set(clientId, {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectURL],
        post_logout_redirect_uris: [new URL('/sign-out', redirectURL).href],
        ...(backchannelLogoutURL && {
          backchannel_logout_uri: backchannelLogoutURL,
          backchannel_logout_session_required: true,
        }),
        ...metadata,
      })
      return { clientId, clientSecret }
    },
    rotateKey: async () => {
      key = await newKey()
      isRotated = true
    },
    signToken: async (claims, type = 'JWT') =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: key.kid ?? '', typ: type })
        .sign(await importJWK(key, 'ES256')),
    signedIn: () =>
      [...modelOf(models, 'Session').values()].flatMap(({ accountId }) =>
        typeof accountId === 'string' ? [accountId] : [],
      ),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return running
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: crypto.randomUUID() }
}

const publicPart = ({ d: _secret, ...rest }: JWK): JWK => rest

async function postLogoutSuccessSource(context: { body: unknown }): Promise<void> {
  context.body = 'Signed out'
}

/** A page that asks whether to sign out, with a form as `openBrowser` posts it by itself. */
async function logoutSource(context: { body: unknown }, form: string): Promise<void> {
  const [, action] = /action="([^"]+)"/.exec(form) ?? []
  const [, xsrf] = /value="([^"]+)"/.exec(form) ?? []
  context.body = `<form method="post" action="${action}"><input type="hidden" name="xsrf" value="${xsrf}"><input type="hidden" name="logout" value="yes"><button>Sign out</button></form>`
}

function modelOf(models: Map<string, Map<string, Stored>>, name: string): Map<string, Stored> {
  const model = models.get(name) ?? new Map<string, Stored>()
  models.set(name, model)
  return model
}

function adapterOf(models: Map<string, Map<string, Stored>>, name: string) {
  const rows = modelOf(models, name)
  const findBy = async (member: string, value: string) =>
    [...rows.values()].find((row) => row[member] === value)
  return {
    upsert: async (id: string, payload: Stored) => void rows.set(id, payload),
    find: async (id: string) => rows.get(id),
    findByUid: (uid: string) => findBy('uid', uid),
    findByUserCode: (code: string) => findBy('userCode', code),
    consume: async (id: string) => {
      const row = rows.get(id)
      if (row) row.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id: string) => void rows.delete(id),
    revokeByGrantId: async (grantId: string) => {
      for (const [id, row] of rows) if (row.grantId === grantId) rows.delete(id)
    },
  }
}
