import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildReadableSite,
  page as newPage,
  type ReadableSite,
  write,
} from '../modules/published-sites/published-site.ts'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { chromiumPath, startChromium } from './chromium.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const markdown = `Read **this** with \`code\` and [a link](https://example.com).

## A heading

{% hint style="info" %}
Good to know
{% endhint %}

{% hint style="danger" %}
Take care
{% endhint %}

{% tabs %}
{% tab title="npm" %}
\`\`\`sh
npm start
\`\`\`
{% endtab %}
{% tab title="yarn" %}
Also works
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
### First
Do this
{% endstep %}
{% step %}
### Second
Do that
{% endstep %}
{% endstepper %}

| Name | Value |
| --- | ---: |
| One | 1 |
| Two | 2 |

- [ ] open
- [x] done

<details><summary>More of it</summary>

Inside

</details>

![A dot](./dot)

<mark style="color:red;">red words</mark>
`

describe.skipIf(chromiumPath === undefined)('a published site in a real browser', () => {
  let app: TestApp
  let browser: Browser
  let site: ReadableSite

  beforeAll(async () => {
    app = await startOwnTestApp()
    browser = await startChromium()
    site = await buildReadableSite(app)
    await write(
      site,
      site.guide.spaceId,
      newPage('Welcome', markdown, { description: 'What this is about', emoji: '1f44b' }),
      {
        operation: 'insert_files',
        files: [{ name: 'dot.png', base64: pixel, contentType: 'image/png', ref: 'dot' }],
      },
    )
    await write(site, site.guide.spaceId, newPage('Second page', 'The second zebra'))
    await write(site, site.api.spaceId, newPage('Reference', 'The reference'))
  })
  afterAll(async () => {
    await browser?.close()
    await app.close()
  })

  /** Opens a page and keeps what its policy or anything else prevented. */
  async function open(address: string, width = 1280): Promise<{ page: Page; errors: string[] }> {
    const page = await browser.newPage({ viewport: { width, height: 900 } })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await page.goto(address)
    return { page, errors }
  }

  test('is styled, shows its images, and breaks no rule of its own policy', async () => {
    const { page, errors } = await open(site.address)
    expect(await page.title()).toBe('Welcome · Product docs')
    const hint = page.locator('.hint.danger')
    expect(await hint.evaluate((element) => getComputedStyle(element).borderLeftWidth)).toBe('4px')
    const image = page.getByRole('img', { name: 'A dot' })
    await image.scrollIntoViewIfNeeded()
    expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(1)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('👋 Welcome')
    expect(errors).toEqual([])
    await page.close()
  })

  test('is walked through by its links, and searched', async () => {
    const { page } = await open(site.address)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Second page' }).click()
    expect(page.url()).toBe(`${site.address}/second-page`)
    await page.getByRole('link', { name: 'Previous: Welcome' }).click()
    expect(page.url()).toBe(site.address)
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'API' }).click()
    expect(await page.getByRole('main').innerText()).toContain('The reference')
    await page.getByRole('searchbox').fill('zebra')
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('main').getByRole('link', { name: 'Second page' }).click()
    expect(await page.getByRole('main').innerText()).toContain('The second zebra')
    await page.close()
  })

  test('fits on the screen of a phone', async () => {
    const { page } = await open(site.address, 380)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(380)
    await page.close()
  })
})
