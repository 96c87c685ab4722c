import type { BrowserContext, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, closeChromium } from '../browser/chromium.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { openScreen, signedIn } from './opened-screens.ts'

let app: TestApp
let organizationId: string
let context: BrowserContext

/** Reads the description of a field, which screen readers say after its name: its hint, or why it was refused. */
const describedAs = (field: Locator): Promise<string> =>
  field.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

describe.skipIf(chromiumPath === undefined)('what the server refuses', () => {
  beforeAll(async () => {
    app = await startTestApp()
    const other = await buildOrganization(app)
    await app.as(other.admin).patch(`/orgs/${other.id}`, { hostname: 'taken' })
    const organization = await buildOrganization(app)
    organizationId = organization.id
    context = await signedIn(app, organization.admin)
  })
  afterAll(async () => {
    await closeChromium()
    await app.close()
  })

  const refused = [
    {
      language: 'de',
      short: 'Mindestens 2 Zeichen.',
      malformed:
        'Nur Kleinbuchstaben, Ziffern und Bindestriche, mit einem Buchstaben oder einer Ziffer am Anfang und am Ende.',
      taken: 'Dieser Name wird schon verwendet.',
    },
    {
      language: 'ja',
      short: '2 文字以上で入力してください。',
      malformed: '使えるのは英小文字、数字、ハイフンだけで、先頭と末尾は文字か数字です。',
      taken: 'この名前はすでに使われています。',
    },
  ]

  test.each(isLongRun ? refused : refused.slice(0, 1))(
    'is told at its fields in $language, whether a rule or what exists refuses it',
    async ({ language, short, malformed, taken }) => {
      await context.addCookies([{ name: 'lectern_language', value: language, url: app.url }])
      const { page } = await openScreen(context, `${app.url}/o/${organizationId}/settings`)
      const [title, hostname] = [page.locator('input[name=title]'), page.locator('input[name=hostname]')]
      await title.fill('A')
      await hostname.fill('Not a name')
      await hostname.press('Enter')
      await expect.poll(() => describedAs(title)).toContain(short)
      expect(await describedAs(hostname)).toContain(malformed)
      await title.fill('Company')
      await hostname.fill('taken')
      await hostname.press('Enter')
      await expect.poll(() => describedAs(hostname)).toContain(taken)
      await page.close()
    },
  )
})
