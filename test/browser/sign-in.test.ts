import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { identityProvider } from '../support/factories/identity-providers.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { type RunningIdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { chromiumPath, startChromium } from './chromium.ts'

describe.skipIf(chromiumPath === undefined)('in a real browser', () => {
  let app: TestApp
  let idp: RunningIdentityProvider
  let browser: Browser

  beforeAll(async () => {
    app = await startOwnTestApp()
    idp = await startIdentityProvider()
    browser = await startChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await idp.close()
    await app.close()
  })

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
      const page = await browser.newPage()
      await page.goto(body.service.startURL)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL(`${app.url}/graphql`)
      await page.locator('button.graphiql-execute-button').click()
      await page.locator('.graphiql-response').getByText('Signed-in organization').first().waitFor()
      const [cookie] = await page.context().cookies()
      expect(cookie).toMatchObject({ name: 'lectern_session', httpOnly: true, sameSite: 'Lax' })
    },
  )
})
