import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { casesOfTurn, oneRowIn } from '../../support/budget.ts'
import { buildOidcProvider, startServerWithOidc } from '../../support/factories/openid-providers.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { type RunningOpenIdProvider, startOpenIdProvider } from '../../support/openid-provider.ts'

let app: TestApp
let idp: RunningOpenIdProvider
let server: Awaited<ReturnType<typeof startServerWithOidc>>

beforeAll(async () => {
  app = await startTestApp()
  idp = await startOpenIdProvider()
  const { id: organization } = await buildOrganization(app)
  server = await startServerWithOidc(app, idp, { organization })
})
afterAll(async () => {
  await server.close()
  await idp.close()
  await app.close()
})

/** The places that people sign in at: an organization, and the whole server. */
const places = {
  'an organization': async () => ({
    url: app.url,
    ...(await buildOidcProvider(app, idp, await buildOrganization(app))),
  }),
  'the whole server': async () => ({ url: server.url, ...server.oidc }),
}

type Place = Awaited<ReturnType<(typeof places)[keyof typeof places]>>

async function signIn({ startURL, url }: Place, sub: string): Promise<Browser> {
  idp.person = { sub, email: `${sub}@logout.test`, email_verified: true }
  const browser = openBrowser()
  await browser.follow(`${startURL}?returnTo=/v1/user`)
  expect(await statusOf(browser, url)).toBe(200)
  return browser
}

const statusOf = async (browser: Browser, url: string) => (await browser.open(`${url}/v1/user`)).status

const now = () => Math.floor(Date.now() / 1000)

const send = async ({ backchannelLogoutURL }: Place, token: string) =>
  fetch(backchannelLogoutURL, { method: 'POST', body: new URLSearchParams({ logout_token: token }) })

const claimsOf = ({ clientId }: Place, sub: string): JWTPayload => ({
  iss: idp.issuer,
  aud: clientId,
  sub,
  iat: now(),
  exp: now() + 120,
  jti: crypto.randomUUID(),
  events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
})

const placesInTurn = Object.entries(places).map(([place, build], turn) => [place, build, turn] as const)

describe.each(placesInTurn)('a session from the provider of %s', (_place, build, turn) => {
  const falls = casesOfTurn(turn, 2)
  /** Declares a case. In `npm test` each is tried with one of the providers. */
  const row = () => test.runIf(falls())

  row()('ends when the user signs out at the provider, and no other session of the user does', async () => {
    const place = await build()
    const sub = crypto.randomUUID()
    const [here, elsewhere] = [await signIn(place, sub), await signIn(place, sub)]
    await here.follow(`${idp.issuer}/session/end?${new URLSearchParams({ client_id: place.clientId })}`)
    expect(await statusOf(here, place.url)).toBe(401)
    expect(await statusOf(elsewhere, place.url)).toBe(200)
  })

  row()('ends the one at the provider when it is ended here', async () => {
    const place = await build()
    const sub = crypto.randomUUID()
    const browser = await signIn(place, sub)
    const page = await browser.submit(`${place.url}/sign-out`)
    expect(await page.text()).toContain('Sign out at the identity provider too')
    const [, address = ''] = /^0; url=(.+)$/.exec(page.headers.get('refresh') ?? '') ?? []
    expect(new URL(address).origin).toBe(idp.issuer)
    const last = await browser.follow(address)
    expect([last.status, new URL(last.url).pathname]).toEqual([200, '/sign-out'])
    expect(idp.signedIn()).not.toContain(sub)
    expect(await statusOf(browser, place.url)).toBe(401)
  })

  row()('ends with all of the user if the provider names no session', async () => {
    const place = await build()
    const [sub, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const browsers = [await signIn(place, sub), await signIn(place, sub)]
    const stays = await signIn(place, other)
    expect((await send(place, await idp.signToken(claimsOf(place, sub), 'logout+jwt'))).status).toBe(200)
    for (const browser of browsers) expect(await statusOf(browser, place.url)).toBe(401)
    expect(await statusOf(stays, place.url)).toBe(200)
  })

  test.each<[string, (claims: JWTPayload) => JWTPayload]>(
    oneRowIn(
      6,
      [
        ['for another client', (claims) => ({ ...claims, aud: 'another' })],
        ['of another issuer', (claims) => ({ ...claims, iss: 'https://another.example' })],
        ['that has expired', (claims) => ({ ...claims, exp: now() - 130 })],
        ['that is old', (claims) => ({ ...claims, iat: now() - 800 })],
        ['without an id', ({ jti: _jti, ...claims }) => claims],
        ['of another event', (claims) => ({ ...claims, events: { 'https://another.example': {} } })],
        ['without an event', ({ events: _events, ...claims }) => claims],
        ['with a nonce, as an identity token has', (claims) => ({ ...claims, nonce: 'some' })],
        ['that names nobody', ({ sub: _sub, ...claims }) => claims],
      ],
      turn,
    ),
  )('does not end by a logout token %s', async (_what, alter) => {
    const place = await build()
    const sub = crypto.randomUUID()
    const browser = await signIn(place, sub)
    const answer = await send(place, await idp.signToken(alter(claimsOf(place, sub)), 'logout+jwt'))
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'The logout token was not accepted.' },
    ])
    expect(await statusOf(browser, place.url)).toBe(200)
  })
})

describe('a logout token', () => {
  test('is accepted once', async () => {
    const place = await places['an organization']()
    const sub = crypto.randomUUID()
    const token = await idp.signToken(claimsOf(place, sub), 'logout+jwt')
    expect((await send(place, token)).status).toBe(200)
    const browser = await signIn(place, sub)
    expect((await send(place, token)).status).toBe(400)
    expect(await statusOf(browser, place.url)).toBe(200)
  })

  test('of one provider ends nothing of another', async () => {
    const [place, other] = [await places['an organization'](), await places['an organization']()]
    const sub = crypto.randomUUID()
    const browser = await signIn(place, sub)
    expect((await send(other, await idp.signToken(claimsOf(other, sub), 'logout+jwt'))).status).toBe(200)
    expect(await statusOf(browser, place.url)).toBe(200)
  })

  test('must be in a form', async () => {
    const { backchannelLogoutURL } = await places['an organization']()
    const answer = await fetch(backchannelLogoutURL, { method: 'POST', body: '{}' })
    expect([answer.status, (await answer.json()).error_description]).toEqual([
      400,
      'Send logout_token as a form.',
    ])
    expect((await fetch(backchannelLogoutURL)).status).toBe(405)
  })

  test('is recorded as the sign-out of the user', async () => {
    const organization = await buildOrganization(app)
    const place = { url: app.url, ...(await buildOidcProvider(app, idp, organization)) }
    const sub = crypto.randomUUID()
    await signIn(place, sub)
    await send(place, await idp.signToken(claimsOf(place, sub), 'logout+jwt'))
    const { items } = (await app.as(organization.admin).get(`/orgs/${organization.id}/audit-events`)).body
    expect(items.slice(0, 2)).toMatchObject([{ action: 'signOut' }, { action: 'signIn' }])
  })
})
