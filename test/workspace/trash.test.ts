import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, closeChromium, desktop, phone, startedChromium } from '../browser/chromium.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { buildSession } from '../support/factories/sessions.ts'
import { buildSpace } from '../support/factories/spaces.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe.skipIf(chromiumPath === undefined)('the trash', () => {
  let app: TestApp
  let organization: { id: string }
  let context: BrowserContext

  beforeAll(async () => {
    app = await startTestApp()
    const built = await buildOrganization(app)
    organization = built
    const space = await buildSpace(app, organization, { title: 'Handbook' })
    await app.as(built.admin).delete(`/spaces/${space.id}`)
    context = await contextOf(built.admin)
  })
  afterAll(async () => {
    await context?.close()
    await closeChromium()
    await app?.close()
  })

  async function contextOf(user: TestUser): Promise<BrowserContext> {
    const opened = await (await startedChromium()).newContext({ viewport: desktop })
    const { token } = await buildSession(app, user)
    await opened.addCookies([
      { name: 'lectern', value: token, url: app.url, httpOnly: true, sameSite: 'Lax' },
    ])
    return opened
  }

  test.each([
    ['a desktop', { viewport: desktop, colorScheme: 'light' }],
    ['a phone in the dark', { viewport: phone, colorScheme: 'dark' }],
  ] as const)('axe finds nothing on %s', async (_name, { viewport, colorScheme }) => {
    const page = await context.newPage()
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await page.goto(`${app.url}/o/${organization.id}/trash`)
    await page.getByText('Handbook').waitFor()
    const { violations } = await page.evaluate<AxeResults>(`${axe};axe.run(document)`)
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    await page.close()
  })

  test('is one operation, says how long a space stays, and restores it', async () => {
    const page = await context.newPage()
    const operations: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) operations.push(request.postDataJSON().operationName)
    })
    await page.goto(`${app.url}/o/${organization.id}/trash`)
    await page.getByText(/days left/).waitFor()
    await page.getByRole('button', { name: 'Restore Handbook' }).press('Enter')
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor()
    expect(operations).toEqual(['TrashScreen', 'RestoreSpaceOfTrash'])
    await page.close()
  })
})
