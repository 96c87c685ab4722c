import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startServerBeside, startTestApp, type TestApp } from '../../support/app.ts'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildOidcProvider, type TestOidcProvider } from '../../support/factories/openid-providers.ts'
import { buildOrganization, buildUser } from '../../support/factories/organizations.ts'
import { type RunningOpenIdProvider, startOpenIdProvider } from '../../support/openid-provider.ts'

let app: TestApp
let idp: RunningOpenIdProvider

beforeAll(async () => {
  app = await startTestApp()
  idp = await startOpenIdProvider()
})
afterEach(() => {
  idp.alterIdToken = null
  idp.alterDiscovery = null
  idp.isDown = false
})
afterAll(async () => {
  await idp.close()
  await app.close()
})

let counter = 0

async function build() {
  const organization = await buildOrganization(app)
  const provider = await buildOidcProvider(app, idp, organization)
  newcomer()
  return { organization, provider }
}

function newcomer() {
  counter += 1
  const email = `person-${counter}@${crypto.randomUUID()}.test`
  idp.person = { sub: `attacked-${counter}`, email, email_verified: true }
}

const now = () => Math.floor(Date.now() / 1000)

/** Opens a browser that the provider has sent back to this server, and returns where to. */
async function answered(provider: TestOidcProvider, browser: Browser = openBrowser()): Promise<URL> {
  let answer = await browser.open(`${provider.startURL}?returnTo=/v1/user`)
  for (let step = 0; step < 5; step++) {
    const location = new URL(answer.headers.get('location') ?? '', answer.url)
    if (location.href.startsWith(provider.redirectURL)) return location
    answer = await browser.open(location.href)
  }
  throw new Error('the provider does not send the browser back')
}

const isSignedIn = (browser: Browser) => browser.cookie(app.url, 'lectern') !== undefined

describe('an identity token', () => {
  test.each<[string, (claims: JWTPayload) => JWTPayload | Promise<string>]>(
    oneRowIn(2, [
      ['of another sign-in', (claims) => ({ ...claims, nonce: 'another' })],
      ['without the nonce', ({ nonce: _nonce, ...claims }) => claims],
      ['for another client', (claims) => ({ ...claims, aud: 'another' })],
      [
        'for several clients that another one was issued',
        (claims) => ({ ...claims, aud: [String(claims.aud), 'other'], azp: 'other' }),
      ],
      ['that has expired', (claims) => ({ ...claims, exp: now() - 130 })],
      ['that is not valid yet', (claims) => ({ ...claims, nbf: now() + 130 })],
      ['of another issuer', (claims) => ({ ...claims, iss: 'https://another.example' })],
      ['without a subject', ({ sub: _sub, ...claims }) => claims],
      ['without an end', ({ exp: _exp, ...claims }) => claims],
      ['that nobody signed', async (claims) => new UnsecuredJWT(claims).encode()],
      ['signed by the secret of the client', (claims) => signedBySecret(claims)],
      ['signed by a key that the provider does not have', (claims) => signedByOther(claims)],
    ]),
  )('is refused %s, which is recorded', async (_what, alter) => {
    const { organization, provider } = await build()
    idp.alterIdToken = alter
    const browser = openBrowser()
    const last = await browser.follow(provider.startURL)
    expect(last.status).toBe(400)
    expect(await last.text()).toContain('The response of the identity provider was not accepted.')
    expect(isSignedIn(browser)).toBe(false)
    const { items } = (await app.as(organization.admin).get(`/orgs/${organization.id}/audit-events`)).body
    expect(items[0]).toMatchObject({
      action: 'signInFailed',
      target: { type: 'OidcProvider', id: provider.id },
    })
  })

  test.each<[string, (claims: JWTPayload) => JWTPayload]>([
    ['has just expired', (claims) => ({ ...claims, exp: now() - 100 })],
    ['will be valid soon', (claims) => ({ ...claims, nbf: now() + 100, iat: now() + 100 })],
  ])('is accepted if it %s, because clocks differ', async (_what, alter) => {
    const { provider } = await build()
    idp.alterIdToken = alter
    expect((await openBrowser().follow(`${provider.startURL}?returnTo=/v1/user`)).status).toBe(200)
  })

  test('is accepted by a key that the provider has changed to', async () => {
    const { provider } = await build()
    const signIn = async () => (await openBrowser().follow(`${provider.startURL}?returnTo=/v1/user`)).status
    expect(await signIn()).toBe(200)
    await idp.rotateKey()
    expect(await signIn()).toBe(200)
  })
})

async function signedBySecret(claims: JWTPayload): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(crypto.randomUUID()))
}

async function signedByOther(claims: JWTPayload): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256')
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)
}

describe('the response of a provider', () => {
  test('belongs to secrets of its own, with a challenge by S256', async () => {
    const { provider } = await build()
    const before = idp.requests.length
    for (let times = 0; times < 2; times++) await answered(provider)
    const [one, other] = idp.requests.slice(before) as [URLSearchParams, URLSearchParams]
    expect(Object.fromEntries(one)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile email',
      redirect_uri: provider.redirectURL,
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.get(name)).toHaveLength(43)
      expect(one.get(name)).not.toBe(other.get(name))
    }
  })

  test('is accepted once', async () => {
    const { provider } = await build()
    const browser = openBrowser()
    const callback = await answered(provider, browser)
    const cookies = browser.cookies(app.url)
    expect((await browser.open(callback.href)).status).toBe(303)
    for (const again of [browser, openBrowser({ [app.url]: cookies })])
      expect((await again.open(callback.href)).status).toBe(400)
  })

  test('is accepted in the browser only that asked for it', async () => {
    const { provider } = await build()
    const browser = openBrowser()
    const callback = await answered(provider, browser)
    const other = openBrowser()
    const refused = await other.open(callback.href)
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('started in another browser')
    await answered(provider, other)
    expect((await other.open(callback.href)).status).toBe(400)
    expect(isSignedIn(other)).toBe(false)
    expect((await browser.open(callback.href)).status).toBe(303)
  })

  test.each<[string, (callback: URL, other: URL) => void]>([
    [
      'with the code of another sign-in',
      (callback, other) => callback.searchParams.set('code', String(other.searchParams.get('code'))),
    ],
    [
      'with a code that the provider does not know',
      (callback) => callback.searchParams.set('code', 'guessed'),
    ],
    ['without a code', (callback) => callback.searchParams.delete('code')],
    ['without the state', (callback) => callback.searchParams.delete('state')],
    ['with another state', (callback) => callback.searchParams.set('state', 'guessed')],
    ['of another issuer', (callback) => callback.searchParams.set('iss', 'https://another.example')],
    ['that is an error', (callback) => callback.searchParams.set('error', 'access_denied')],
  ])('is refused %s', async (_what, alter) => {
    const { provider } = await build()
    const browser = openBrowser()
    const callback = await answered(provider, browser)
    alter(callback, await answered(provider))
    expect((await browser.open(callback.href)).status).toBe(400)
    expect(isSignedIn(browser)).toBe(false)
  })

  test('is refused at the address of another provider', async () => {
    const { provider } = await build()
    const { provider: other } = await build()
    const browser = openBrowser()
    const callback = await answered(provider, browser)
    expect((await browser.open(`${other.redirectURL}${callback.search}`)).status).toBe(400)
    expect(isSignedIn(browser)).toBe(false)
  })

  test('is refused after its time, and once the provider has changed or is gone', async () => {
    const { identityProvider, oidcRequest } = app.database.prisma
    const changes: ((provider: TestOidcProvider) => Promise<unknown>)[] = [
      ({ id }) => oidcRequest.updateMany({ where: { providerId: id }, data: { expiresAt: new Date(0) } }),
      ({ id }) => identityProvider.update({ where: { id }, data: { clientId: 'another' } }),
      ({ id }) => identityProvider.delete({ where: { id } }),
    ]
    for (const change of changes) {
      const { provider } = await build()
      const browser = openBrowser()
      const callback = await answered(provider, browser)
      await change(provider)
      expect((await browser.open(callback.href)).status).toBeGreaterThanOrEqual(400)
      expect(isSignedIn(browser)).toBe(false)
    }
  })
})

describe('a provider', () => {
  const open = async (provider: TestOidcProvider) => {
    const answer = await openBrowser().open(provider.startURL)
    return [answer.status, answer.headers.get('location')]
  }

  test('that does not answer is told of, and tried again', async () => {
    const { provider } = await build()
    idp.isDown = true
    const answer = await openBrowser().open(provider.startURL)
    expect(answer.status).toBe(502)
    expect(await answer.text()).toContain('The identity provider does not answer at the moment.')
    idp.isDown = false
    expect((await open(provider))[0]).toBe(302)
  })

  test.each<[string, (metadata: Record<string, unknown>) => Record<string, unknown>]>(
    oneRowIn(2, [
      ['says that it is another', (metadata) => ({ ...metadata, issuer: 'https://another.example' })],
      ['has no keys', ({ jwks_uri: _keys, ...metadata }) => metadata],
      ...[
        'authorization_endpoint',
        'token_endpoint',
        'userinfo_endpoint',
        'jwks_uri',
        'end_session_endpoint',
      ].map((name): [string, (metadata: Record<string, unknown>) => Record<string, unknown>] => [
        `names a ${name} of plain http elsewhere`,
        (metadata) => ({ ...metadata, [name]: 'http://203.0.113.1/' }),
      ]),
      [
        'names an address of a script',
        (metadata) => ({ ...metadata, end_session_endpoint: 'javascript:alert(1)' }),
      ],
    ]),
  )('that %s is not asked', async (_what, alter) => {
    const { provider } = await build()
    idp.alterDiscovery = alter
    expect(await open(provider)).toEqual([502, null])
  })

  test.each(oneRowIn(3, ['token_endpoint', 'userinfo_endpoint', 'jwks_uri']))(
    'is sent nothing at a %s in a private network',
    async (name) => {
      const { provider } = await build()
      idp.alterDiscovery = (metadata) => ({ ...metadata, [name]: 'https://127.0.0.2/' })
      const browser = openBrowser()
      expect((await browser.follow(provider.startURL)).status).toBe(400)
      expect(isSignedIn(browser)).toBe(false)
    },
  )

  test('in a private network is asked only if the operator allows it', async () => {
    const { provider } = await build()
    const server = await startServerBeside(app, { config: { outboundAllow: [] } })
    const { pathname } = new URL(provider.startURL)
    expect((await openBrowser().open(`${server.url}${pathname}`)).status).toBe(502)
    await server.close()
  })

  test('that is incomplete or unknown signs nobody in', async () => {
    const organization = await buildOrganization(app)
    const incomplete = await buildOidcProvider(app, idp, organization, { clientSecret: '' })
    expect(await open(incomplete)).toEqual([404, null])
    for (const path of [
      '/oidc/oid1/login',
      '/oidc/login',
      '/oidc/oid1/callback',
      '/oidc/a/b/login',
      '/oidc/other',
    ])
      expect((await openBrowser().open(`${app.url}${path}`)).status).toBe(404)
  })
})

describe('the claims of a provider', () => {
  const signIn = async (provider: TestOidcProvider, person: object, browser = openBrowser()) => {
    idp.person = { sub: crypto.randomUUID(), email_verified: true, ...person }
    return browser.follow(`${provider.startURL}?returnTo=/v1/user`)
  }

  test.each(oneRowIn(2, [false, 'false']))(
    'sign nobody in by an address that is not proven (%j)',
    async (email_verified) => {
      const { organization, provider } = await build()
      for (const email of [organization.admin.email, `new@${crypto.randomUUID()}.test`]) {
        const last = await signIn(provider, { email, email_verified })
        expect(last.status).toBe(403)
        expect(await last.text()).toContain('The identity provider does not confirm your email address.')
      }
      expect(await app.database.prisma.linkedIdentity.count({ where: { providerId: provider.id } })).toBe(0)
    },
  )

  test.each(oneRowIn(2, [{}, { email: '' }, { email: 'nobody' }, { email: ['a@b.example'] }]))(
    'sign nobody in without an address: %j',
    async (claims) => {
      const { provider } = await build()
      expect((await signIn(provider, claims)).status).toBe(403)
    },
  )

  test('sign nobody in as a user of the server who is no member', async () => {
    const { provider } = await build()
    const user = await buildUser(app)
    const last = await signIn(provider, { email: user.email })
    expect(last.status).toBe(403)
    expect(await last.text()).toContain('This address does not belong to the organization')
  })

  test('name the same user by the subject, whatever the address is, and nobody else by their address', async () => {
    const { organization, provider } = await build()
    const { id, email } = organization.admin
    const [sub, another] = [crypto.randomUUID(), crypto.randomUUID()]
    expect(await (await signIn(provider, { sub, email })).json()).toMatchObject({ id })
    const moved = `moved@${crypto.randomUUID()}.test`
    for (const claims of [{ email: moved }, { email: moved, email_verified: false }, {}])
      expect(await (await signIn(provider, { sub, ...claims })).json()).toMatchObject({ id, email })
    const refused = await signIn(provider, { sub: another, email })
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('Somebody else signs in with this email address')
  })

  test.runIf(isLongRun)('name the user, on one line, by the first of name, login and address', async () => {
    const { provider } = await build()
    const address = () => `ada@${crypto.randomUUID()}.test`
    const nameOf = async (claims: object) =>
      (await (await signIn(provider, { email: address(), ...claims })).json()).displayName
    expect(await nameOf({ name: 'Ada\nLovelace', preferred_username: 'ada1' })).toBe('Ada Lovelace')
    expect(await nameOf({ preferred_username: 'ada1' })).toBe('ada1')
    expect(await nameOf({})).toBe('ada')
  })
})
