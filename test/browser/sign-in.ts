import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { identityProvider } from '../support/factories/identity-providers.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { type RunningIdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { startedChromium } from './chromium.ts'

export function describeSignIn(): void {
  describe('signing in', describeSigning)
}

function describeSigning(): void {
  let app: TestApp
  let idp: RunningIdentityProvider

  beforeAll(async () => {
    app = await startTestApp()
    idp = await startIdentityProvider()
  })
  afterAll(() => idp.close())

  test.runIf(isLongRun)(
    'GraphiQL shows the workspace to who signed in through an identity provider, with no token',
    async () => {
      const { id, admin } = await buildOrganization(app, { title: 'Signed-in organization' })
      const { body } = await app.as(admin).post(`/orgs/${id}/saml`, {
        ...identityProvider('Staff', idp.address),
        defaultRole: 'read',
      })
      await idp.trust(body.service.entityID)
      idp.person = { email: 'browsing@example.test', displayName: 'Browsing' }
      const page = await (await startedChromium()).newPage()
      await page.goto(body.service.startURL)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL(`${app.url}/graphql`)
      await page.locator('button.graphiql-execute-button').click()
      await page.locator('.graphiql-response').getByText('Signed-in organization').first().waitFor()
      const [cookie] = await page.context().cookies()
      expect(cookie).toMatchObject({ name: 'lectern', httpOnly: true, sameSite: 'Lax' })
    },
  )
}
