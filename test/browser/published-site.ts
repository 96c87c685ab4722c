import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  buildReadableSite,
  page as newPage,
  type ReadableSite,
  write,
} from '../modules/published-sites/published-site.ts'
import { startTestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { desktop, phone, sharedPage, show, startedChromium } from './chromium.ts'

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

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A page with headings that are far apart. */
const longText = ['Alpha', 'Beta', 'Gamma']
  .map((name) => `## ${name}\n\n${'A line of text.\n\n'.repeat(40)}`)
  .join('')

export function describePublishedSite(): void {
  describe('a published site', describeSite)
}

function describeSite(): void {
  let site: ReadableSite

  beforeAll(async () => {
    site = await buildReadableSite(await startTestApp())
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
    const long = await write(site, site.guide.spaceId, newPage('Long page', longText))
    const into = long.changes[0].page.id
    await write(site, site.guide.spaceId, newPage('Inner page', longText, { into }))
    const { body } = await site.client.get(`${site.path}/customization`)
    await site.client.put(`${site.path}/customization`, {
      ...body,
      themes: { default: 'light', toggeable: true },
      // Hard to read on white, and on the dark background of the header.
      styling: { ...body.styling, primaryColor: { light: '#FFD400', dark: '#101080' } },
      announcement: { enabled: true, message: 'Version 2 is out', style: 'warning' },
      header: {
        ...body.header,
        preset: 'bold',
        links: [
          { title: 'Elsewhere', to: { kind: 'url', url: 'https://example.com/' }, links: [] },
          {
            title: 'More',
            to: null,
            links: [{ title: 'Here', to: { kind: 'space', space: site.api.spaceId } }],
          },
        ],
      },
      footer: {
        groups: [
          { title: 'Company', links: [{ title: 'About', to: { kind: 'url', url: 'https://example.com/' } }] },
        ],
        copyright: '© Us',
      },
    })
    await write(site, site.api.spaceId, newPage('Reference', 'The reference'))
    await site.client.patch(`/spaces/${site.next.spaceId}`, { title: 'עברית' })
    await site.client.patch(`${site.path}/site-spaces/${site.next.siteSpaceId}`, { path: 'he' })
    await write(site, site.next.spaceId, newPage('מדריך', longText))
  })

  /** Opens an address in a page of its own. */
  async function open(address: string, options: BrowserContextOptions): Promise<Page> {
    const browser = await startedChromium()
    const page = await browser.newPage({ viewport: desktop, ...options })
    await page.goto(address)
    return page
  }

  const close = (page: Page) => page.context().close()

  test('is styled, shows its images, and breaks no rule of its own policy', async () => {
    const page = await sharedPage()
    const errors: string[] = []
    const onError = (error: Error) => errors.push(error.message)
    const onMessage = (message: ConsoleMessage) => message.type() === 'error' && errors.push(message.text())
    page.on('pageerror', onError).on('console', onMessage)
    await show(site.address)
    expect(await page.title()).toBe('Welcome · Product docs')
    const hint = page.locator('.hint.danger')
    expect(await hint.evaluate((element) => getComputedStyle(element).borderLeftWidth)).toBe('1px')
    const image = page.getByRole('img', { name: 'A dot' })
    await image.scrollIntoViewIfNeeded()
    expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(1)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('👋 Welcome')
    expect(errors).toEqual([])
    page.off('pageerror', onError).off('console', onMessage)
  })

  test('is walked through by its links, and searched', async () => {
    const page = await show(site.address)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Second page' }).click()
    expect(page.url()).toBe(`${site.address}/second-page`)
    await page.getByRole('link', { name: 'Previous Welcome' }).click()
    expect(page.url()).toBe(site.address)
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'API' }).click()
    expect(await page.getByRole('main').innerText()).toContain('The reference')
    // The script of the page may come after what it shows.
    await page.locator('.search').getByText('Ctrl K').waitFor()
    const openDialogs = async () => {
      await page.keyboard.press('/')
      return page.getByRole('dialog').count()
    }
    await expect.poll(openDialogs).toBe(1)
    await page.getByRole('dialog').getByRole('combobox').fill('zebra')
    await page.getByRole('option', { name: 'Second page' }).waitFor()
    const status = page.getByRole('dialog').getByRole('status')
    expect(await status.innerText()).toBe('Results: 1')
    // By the keyboard alone: past the button that closes the dialog, and to the section of the page.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('radio', { name: 'API' }).isChecked()).toBe(true)
    await page.getByText('Nothing was found.').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('option', { name: 'Second page' }).waitFor()
    await page.getByRole('dialog').getByRole('combobox').press('Enter')
    await page.waitForURL(`${site.address}/second-page`)
    expect(await page.getByRole('main').innerText()).toContain('The second zebra')
  })

  test.runIf(isLongRun)('searches for what a reader types before the search is loaded', async () => {
    const page = await open(site.address, {})
    const { promise: typed, resolve: letCome } = Promise.withResolvers<void>()
    await page.route('**/search.*.js', async (route) => {
      await typed
      await route.continue()
    })
    await page.locator('.search').getByText('Ctrl K').waitFor()
    const asked = page.waitForRequest('**/search.*.js')
    await page.keyboard.press('/')
    await asked
    await page.keyboard.type('zeb')
    letCome()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('ra')
    expect(await page.getByRole('combobox').inputValue()).toBe('zebra')
    await page.getByRole('option', { name: 'Second page' }).waitFor()
    await close(page)
  })

  test.runIf(isLongRun)('leads to the search form where the search cannot be loaded', async () => {
    const page = await open(site.address, {})
    await page.route('**/search.*.js', (route) => route.abort())
    await page.locator('.search').getByText('Ctrl K').waitFor()
    await page.keyboard.press('/')
    await page.getByRole('searchbox').waitFor()
    expect(new URL(page.url()).pathname).toMatch(/~search$/)
    await close(page)
  })

  test.runIf(isLongRun)(
    'has what its script adds, even if the script is there before the text of the page',
    async () => {
      const context = await (await startedChromium()).newContext({ bypassCSP: true })
      const page = await context.newPage()
      // The browser reads the text after a script that comes when that of the site has run.
      await page.addInitScript(() => {
        document.addEventListener(
          'load',
          ({ target }) => {
            if (target instanceof HTMLScriptElement) document.documentElement.classList.add('started')
          },
          { capture: true },
        )
      })
      await page.route('**/awaited.js', async (route) => {
        await page.locator('html.started').waitFor({ state: 'attached' })
        await route.fulfill({ contentType: 'text/javascript', body: '' })
      })
      await page.route(site.address, async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replace(/<body[^>]*>/, '$&<script src="/awaited.js"></script>')
        await route.fulfill({ response, body })
      })
      await page.goto(site.address)
      expect(await page.getByRole('button', { name: 'Theme: as the system' }).isVisible()).toBe(true)
      await page.keyboard.press('/')
      await page.getByRole('dialog').waitFor()
      await context.close()
    },
  )

  test('fits on the screen of a phone', async () => {
    const page = await show(site.address, { viewport: { ...phone, width: 380 } })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(380)
  })

  test.runIf(isLongRun)('has what readers do with a page beside its title, on phones too', async () => {
    for (const viewport of [desktop, phone]) {
      const page = await show(`${site.address}/long-page/inner-page`, { viewport })
      const [title, actions] = await Promise.all(
        ['h1', '.page-actions'].map((name) => page.locator(name).boundingBox()),
      )
      if (!title || !actions) throw new Error('the page lacks its title or its actions')
      expect(actions.y).toBeLessThan(title.y + title.height)
      expect(title.x + title.width).toBeLessThanOrEqual(actions.x)
      expect(actions.x + actions.width).toBeLessThanOrEqual(viewport.width)
    }
  })

  test.runIf(isLongRun)('answers while a reader types, by keyboard alone', async () => {
    const page = await show(site.address)
    await page.keyboard.press('/')
    const field = page.getByRole('dialog').getByRole('combobox')
    expect(await field.getAttribute('aria-expanded')).toBe('false')
    await field.pressSequentially('zeb')
    await page.getByRole('option', { name: 'Second page' }).waitFor()
    expect(await page.getByRole('option', { selected: true }).count()).toBe(1)
    await field.fill('nothing of the kind')
    await page.getByRole('status').getByText('Nothing was found.').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Control+k')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test.runIf(isLongRun)(
    'shows a heading that an address leads to below the bars that stay on the screen',
    async () => {
      for (const viewport of [desktop, phone]) {
        await show(`${site.address}/second-page`, { viewport })
        const page = await show(`${site.address}/long-page#beta`, { viewport })
        const heading = await page.getByRole('heading', { name: 'Beta' }).boundingBox()
        const [header, sections] = await Promise.all(
          ['.site-header', '.sections'].map((name) => page.locator(name).boundingBox()),
        )
        const bars = [header, sections].map((bar) => (bar ? bar.y + bar.height : 0))
        expect(heading?.y).toBeGreaterThanOrEqual(Math.max(...bars))
        expect(heading?.y).toBeLessThan(viewport.height / 2)
      }
    },
  )

  test.runIf(isLongRun)(
    'keeps the navigation in view beside a page, open at the branch of the page alone',
    async () => {
      const start = await show(site.address)
      const pages = start.getByRole('navigation', { name: 'Pages' })
      const inner = pages.getByRole('link', { name: 'Inner page' })
      expect([await pages.isVisible(), await inner.isVisible()]).toEqual([true, false])
      const page = await show(`${site.address}/long-page/inner-page`)
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(desktop.height)
      const link = await inner.boundingBox()
      if (!link) throw new Error('the branch of the page is closed')
      expect(link.y).toBeGreaterThan(0)
      expect(link.y + link.height).toBeLessThan(desktop.height)
    },
  )

  test.runIf(isLongRun)(
    'shows the headings of a page below their button on a phone, within the screen',
    async () => {
      const page = await show(`${site.address}/long-page`, { viewport: phone })
      await page.locator('.outline-button').click()
      const [button, outline] = await Promise.all(
        ['.outline-button', '.outline'].map((name) => page.locator(name).boundingBox()),
      )
      if (!button || !outline) throw new Error('the headings are not shown')
      expect(outline.y).toBeGreaterThanOrEqual(button.y + button.height)
      expect(outline.y + outline.height).toBeLessThanOrEqual(phone.height)
    },
  )

  test.runIf(isLongRun)('has all of its parts in one frame on a wide screen', async () => {
    const page = await show(`${site.address}/long-page`, { viewport: { width: 2200, height: 900 } })
    const starts = await Promise.all(
      ['.site-title', '.sections li', '.pages', '.site-footer p'].map(
        async (name) => (await page.locator(name).first().boundingBox())?.x ?? 0,
      ),
    )
    expect(Math.max(...starts) - Math.min(...starts)).toBeLessThan(30)
    expect(Math.min(...starts)).toBeGreaterThan(300)
  })

  test.runIf(isLongRun)('is laid out from right to left in a language that is written so', async () => {
    const page = await show(`${site.address}/api/he`)
    const [sidebar, main, outline] = await Promise.all(
      ['.sidebar', 'main', '.outline'].map((name) => page.locator(name).boundingBox()),
    )
    expect(sidebar?.x).toBeGreaterThan(main?.x ?? desktop.width)
    expect(main?.x).toBeGreaterThan(outline?.x ?? desktop.width)
    await page.setViewportSize(phone)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
    await page.getByRole('button', { name: 'Menu' }).click()
    const startOfDrawer = async () => (await page.locator('.sidebar').boundingBox())?.x
    await expect.poll(startOfDrawer).toBeLessThan(phone.width / 2)
    expect(await startOfDrawer()).toBeGreaterThan(0)
  })

  test.runIf(isLongRun)(
    'shows the heading on the first screen of a phone, and the navigation in a drawer',
    async () => {
      const pageWithoutScripts = () => open(site.address, { viewport: phone, javaScriptEnabled: false })
      for (const openPage of [() => show(site.address, { viewport: phone }), pageWithoutScripts]) {
        const page = await openPage()
        const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
        expect((heading?.y ?? phone.height) + (heading?.height ?? 0)).toBeLessThan(phone.height / 2)
        const pages = page.getByRole('navigation', { name: 'Pages' })
        expect(await pages.isVisible()).toBe(false)
        await page.getByRole('button', { name: 'Menu' }).click()
        expect(await page.getByRole('link', { name: 'Elsewhere' }).isVisible()).toBe(true)
        await pages.getByRole('link', { name: 'Second page' }).click()
        await page.waitForURL(`${site.address}/second-page`)
        expect(await pages.isVisible()).toBe(false)
      }
    },
  )

  test.runIf(isLongRun)(
    'has the theme of the system until a visitor chooses one, which the next page has from the start',
    async () => {
      const page = await open(site.address, { colorScheme: 'dark' })
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      const dark = await background()
      const button = page.getByRole('button', { name: 'Theme: as the system' })
      await button.click()
      expect(await background()).not.toBe(dark)
      // No script of the site runs after the head here: what is drawn first has the theme already.
      await page.route('**/~static/*.js', (route) => route.abort())
      await page.goto(`${site.address}/second-page`)
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
      expect(await background()).not.toBe(dark)
      await close(page)
    },
  )

  test.runIf(isLongRun)('goes back to the theme of the system after a visitor chose both', async () => {
    const page = await open(site.address, { colorScheme: 'dark' })
    for (const name of ['as the system', 'light', 'dark'])
      await page.getByRole('button', { name: `Theme: ${name}` }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Theme: as the system' }).waitFor()
    await close(page)
  })

  test.runIf(isLongRun)('keeps an announcement closed that a visitor closed', async () => {
    const page = await open(site.address, {})
    const announcement = page.getByRole('region', { name: 'Announcement' })
    await announcement.getByRole('button', { name: 'Close' }).click()
    await announcement.waitFor({ state: 'hidden' })
    await page.goto(`${site.address}/second-page`)
    expect(await announcement.isVisible()).toBe(false)
    await close(page)
  })

  test.runIf(isLongRun)('marks the heading that is read in the outline', async () => {
    const page = await show(`${site.address}/long-page`)
    const outline = page.getByRole('navigation', { name: 'On this page' })
    const current = outline.locator('[aria-current]')
    await outline.getByRole('link', { name: 'Beta' }).click()
    await outline.locator('[aria-current]', { hasText: 'Beta' }).waitFor()
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await outline.locator('[aria-current]', { hasText: 'Gamma' }).waitFor()
    expect(await current.count()).toBe(1)
  })

  test.runIf(isLongRun)(
    'has the heading that is read in view, in an outline that is longer than the screen',
    async () => {
      const page = await show(`${site.address}/long-page`, { viewport: { width: 1440, height: 240 } })
      const outline = page.getByRole('navigation', { name: 'On this page' })
      const last = outline.getByRole('link', { name: 'Gamma' })
      const isInView = async () => {
        const [box, link] = await Promise.all([outline.boundingBox(), last.boundingBox()])
        return box && link && link.y >= box.y && link.y + link.height <= box.y + box.height
      }
      expect(await isInView()).toBe(false)
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      await expect.poll(isInView).toBe(true)
    },
  )

  test.runIf(isLongRun)('copies a page as Markdown', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const page = await open(`${site.address}/second-page`, { permissions, viewport: phone })
    await page.getByRole('button', { name: 'Copy page' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe('# Second page\n\nThe second zebra')
    await close(page)
  })

  test.runIf(isLongRun)('is searched without JavaScript', async () => {
    const page = await open(site.address, { javaScriptEnabled: false })
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('zebra')
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('main').getByRole('link', { name: 'Second page' }).click()
    expect(await page.getByRole('main').innerText()).toContain('The second zebra')
    await close(page)
  })

  const pages = {
    page: '',
    long: '/long-page',
    'page from right to left': '/api/he',
    search: '/~search?query=zebra',
    missing: '/secnd-page',
    'page without a site': '-none',
  }
  const views = (['light', 'dark'] as const).flatMap((colorScheme) =>
    [desktop, phone].map((viewport) => ({ colorScheme, viewport })),
  )
  const seen = isLongRun
    ? Object.entries(pages).flatMap(([name, path]) => views.map((view) => [name, view, path] as const))
    : [['page', { colorScheme: 'dark', viewport: phone }, pages.page] as const]

  test.each(seen)('axe finds nothing serious on the %s, seen as %j', async (_name, view, path) => {
    const page = await show(site.address + path, view)
    const { violations } = await page.evaluate<AxeResults>(`${axe};axe.run(document)`)
    const found = violations
      .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'heading-order')
      .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
    expect(found).toEqual([])
  })

  test.runIf(isLongRun)(
    'weighs less than 80 kB compressed without images and fonts, 30 kB of script',
    async () => {
      const context = await (await startedChromium()).newContext()
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      const types = new Map<string, string>()
      const weights = new Map<string, number>()
      session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        const type = types.get(requestId) ?? ''
        weights.set(type, (weights.get(type) ?? 0) + encodedDataLength)
      })
      await page.goto(`${site.address}/long-page`, { waitUntil: 'networkidle' })
      const [html = 0, styles = 0, script = 0] = ['Document', 'Stylesheet', 'Script'].map((type) =>
        weights.get(type),
      )
      expect(Math.min(html, styles, script)).toBeGreaterThan(0)
      expect(html + styles + script).toBeLessThan(80_000)
      const source = await (
        await fetch(
          await page.evaluate(() => (document.querySelector('head script[src]') as HTMLScriptElement).src),
        )
      ).text()
      expect(source.length).toBeLessThan(30_000)
      await context.close()
    },
  )
}
