import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { providerWithLogout } from '../support/factories/identity-providers.ts'
import { buildOidcProvider, startServerWithOidc } from '../support/factories/openid-providers.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { type RunningIdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { type RunningOpenIdProvider, startOpenIdProvider } from '../support/openid-provider.ts'
import { startedChromium } from './chromium.ts'

export function describeSignIn(): void {
  describe('signing in', describeSigning)
}

function describeSigning(): void {
  let app: TestApp
  let saml: RunningIdentityProvider
  let oidc: RunningOpenIdProvider

  beforeAll(async () => {
    app = await startTestApp()
    saml = await startIdentityProvider()
    oidc = await startOpenIdProvider()
  })
  afterAll(() => Promise.all([saml.close(), oidc.close()]))

  const newcomer = () => `browsing@${crypto.randomUUID()}.test`
  const query = new URLSearchParams({ query: '{ viewer { email } }' })

  /** Opens the page of signing in, and clicks the button of a provider. Returns once GraphiQL is open. */
  async function signIn(page: Page, url: string, label: string, organization?: string): Promise<void> {
    const parameters = new URLSearchParams({ returnTo: `/graphql?${query}` })
    if (organization !== undefined) parameters.set('organization', organization)
    await page.goto(`${url}/sign-in?${parameters}`)
    await page.getByRole('link', { name: `Continue with ${label}` }).click()
  }

  /** Expects GraphiQL to answer as the user, and nothing to after they signed out. */
  async function usesGraphiql(page: Page, url: string, email: string): Promise<void> {
    await page.waitForURL(`${url}/graphql?**`)
    await page.locator('#session-hint').getByText('Browsing').waitFor()
    await page.locator('button.graphiql-execute-button').click()
    await page.locator('.graphiql-response').getByText(email).first().waitFor()
    const cookies = await page.context().cookies(url)
    const session = cookies.find(({ name }) => name === 'lectern')
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    await page.goto(`${url}/sign-out`)
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  }

  async function isSignedOut(page: Page, url: string): Promise<void> {
    await page.waitForURL(`${url}/sign-out`)
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    expect((await page.context().request.get(`${url}/v1/user`)).status()).toBe(401)
  }

  test.runIf(isLongRun)(
    'SAML opens a session that GraphiQL uses, until it is ended here and at the provider',
    async () => {
      const { id, admin } = await buildOrganization(app)
      const { body } = await app.as(admin).post(`/orgs/${id}/saml`, providerWithLogout('Staff', saml.address))
      await saml.trust(body.service.entityID)
      const email = newcomer()
      saml.person = { email, displayName: 'Browsing' }
      const page = await (await startedChromium()).newPage()
      await signIn(page, app.url, 'Staff', id)
      await page.getByRole('button', { name: 'Continue' }).click()
      expect(saml.signedIn()).toEqual([email])
      await usesGraphiql(page, app.url, email)
      await page.waitForURL(`${saml.address}/slo?**`)
      expect(saml.signedIn()).toEqual([])
      await page.getByRole('button', { name: 'Continue' }).click()
      await isSignedOut(page, app.url)
      await page.context().close()
    },
  )

  test.runIf(isLongRun)(
    'OpenID Connect opens a session that GraphiQL uses, until it is ended here and at the provider',
    async () => {
      const organization = await buildOrganization(app)
      await buildOidcProvider(app, oidc, organization)
      const server = await startServerWithOidc(app, oidc, { organization: organization.id })
      const [sub, email] = [crypto.randomUUID(), newcomer()]
      oidc.person = { sub, email, email_verified: true, name: 'Browsing' }
      const places = [
        { url: server.url, label: 'Company login' },
        { url: app.url, label: 'Staff', organization: organization.id },
      ]
      for (const { url, label, organization } of places) {
        const page = await (await startedChromium()).newPage()
        await signIn(page, url, label, organization)
        expect(oidc.requests.at(-1)?.get('code_challenge_method')).toBe('S256')
        await usesGraphiql(page, url, email)
        expect(oidc.signedIn()).toEqual([sub])
        await page.getByRole('button', { name: 'Sign out' }).click()
        await isSignedOut(page, url)
        expect(oidc.signedIn()).toEqual([])
        await page.context().close()
      }
      await server.close()
    },
  )
}
