import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  buildReadableSite,
  page as newPage,
  type ReadableSite,
  readComplete,
  write,
} from '../modules/published-sites/published-site.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { desktop, phone, show, startedChromium } from './chromium.ts'
import { writeEveryBlock } from './every-block.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export function describeSiteBlocks(): void {
  describe('the blocks of a page', describeBlocks)
}

function describeBlocks(): void {
  let app: TestApp
  let site: ReadableSite

  beforeAll(async () => {
    app = await startTestApp()
    site = await buildReadableSite(app)
    await writeEveryBlock(site)
    const { body } = await site.client.get(`${site.path}/customization`)
    const themes = { default: 'light', toggeable: true }
    const styling = {
      ...body.styling,
      primaryColor: { light: '#2457C5', dark: '#8AB4FF' },
      // Makes faint texts as light as they may be.
      tint: { color: { light: '#FFFFFF', dark: '#FFFFFF' } },
    }
    await site.client.put(`${site.path}/customization`, {
      ...body,
      themes,
      styling,
      feedback: { enabled: true },
    })
    await readComplete(`${site.address}/every-block`, { headers: { accept: 'text/html' } })
  })

  /** Opens the page, and keeps what is requested from elsewhere. */
  async function open(
    options: BrowserContextOptions = {},
    anchor = '',
  ): Promise<{ page: Page; outside: string[] }> {
    const browser = await startedChromium()
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options })
    const outside: string[] = []
    await page.route(
      (url) => url.origin !== app.url && url.protocol.startsWith('http'),
      (route) => {
        outside.push(route.request().url())
        return route.fulfill({ body: '' })
      },
    )
    await page.goto(`${site.address}/every-block${anchor}`)
    return { page, outside }
  }

  test.runIf(isLongRun).each(['light', 'dark'] as const)(
    'axe finds nothing serious with %s colors',
    async (colorScheme) => {
      const page = await show(`${site.address}/every-block`, { colorScheme })
      const { violations } = await page.evaluate<AxeResults>(`${axe};axe.run(document)`)
      const serious = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
      expect(serious).toEqual([])
      expect(violations.map(({ id }) => id)).not.toContain('heading-order')
    },
  )

  test.runIf(isLongRun)('they fit on the screen of a phone', async () => {
    const page = await show(`${site.address}/every-block`, { viewport: phone })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  })

  test('tabs are chosen with the keyboard, and those of the same title together', async () => {
    const page = await show(`${site.address}/every-block`)
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    const panels = page.locator('[role=tabpanel]:not([hidden])')
    expect(await panels.count()).toBe(2)
    await tab('npm').first().press('ArrowRight')
    const chosen = page.locator('[role=tab][aria-selected=true]')
    expect(await chosen.allInnerTexts()).toEqual(['yarn', 'yarn'])
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('yarn')
    expect(await panels.last().innerText()).toContain('Start with yarn.')
    await tab('yarn').first().press('End')
    expect(await chosen.allInnerTexts()).toEqual(['pnpm', 'yarn'])
    await tab('pnpm').press('ArrowRight')
    expect(await chosen.allInnerTexts()).toEqual(['npm', 'npm'])
  })

  test.runIf(isLongRun)(
    'tabs have the place that they need before the script runs, and all of their text without it',
    async () => {
      const tabs = ['One', 'Two', 'Three'].map(
        (title) => `{% tab title="${title}" %}\nText of ${title}\n{% endtab %}`,
      )
      const text = `{% tabs %}\n${tabs.join('\n')}\n{% endtabs %}\n\n## Below`
      await write(site, site.guide.spaceId, newPage('Room for tabs', text, { slug: 'room-for-tabs' }))
      const page = await (await startedChromium()).newPage()
      const { promise: drawn, resolve: letCome } = Promise.withResolvers<void>()
      await page.route('**/site.*.js', async (route) => {
        await drawn
        await route.continue()
      })
      await page.goto(`${site.address}/room-for-tabs`, { waitUntil: 'commit' })
      const below = page.getByRole('heading', { name: 'Below' })
      const top = async () => (await below.boundingBox())?.y
      const before = await top()
      letCome()
      await page.getByRole('tab', { name: 'Two' }).waitFor()
      expect(await top()).toBe(before)
      await page.unrouteAll()
      await page.route('**/site.*.js', (route) => route.abort())
      await page.goto(`${site.address}/room-for-tabs`)
      await page.getByText('Text of Three').waitFor()
      await page.close()
    },
  )

  test.runIf(isLongRun)('a link to a heading in a tab opens the tab', async () => {
    const { page } = await open({}, '#install-with-yarn')
    const heading = page.getByRole('heading', { name: /^Install with yarn/ })
    expect(await heading.isVisible()).toBe(true)
    expect(await heading.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(true)
    await page.context().close()
  })

  test.runIf(isLongRun)(
    'an address with a percent sign of its own keeps the script from nothing',
    async () => {
      await show(site.address)
      const page = await show(`${site.address}/every-block#100%`)
      await page.getByRole('tab', { name: 'npm', exact: true }).first().waitFor()
      await page.locator('.code > .copy').first().waitFor({ state: 'attached' })
    },
  )

  test.runIf(isLongRun)('a button that searches opens the search with its words', async () => {
    const button = '<button class="button primary" data-action="search" data-query="zebra">Find it</button>'
    const text = 'Smørrebrød på Ærø, by kube-proxy. Þjóð, Łódź and größer: ﬁne.'
    await write(site, site.guide.spaceId, newPage('A zebra', `${button}\n\n${text}`, { slug: 'zebra' }))
    const page = await show(`${site.address}/zebra`)
    const link = page.getByRole('link', { name: 'Find it' })
    // The script of the page may come after what it shows.
    const openDialogs = async () => {
      if (page.url().includes('~search')) await page.goBack()
      await link.click()
      await page.getByRole('dialog').or(page.locator('.search-form')).waitFor()
      return page.getByRole('dialog').count()
    }
    await expect.poll(openDialogs).toBe(1)
    expect(await page.getByRole('dialog').getByRole('combobox').inputValue()).toBe('zebra')
    await page.getByRole('option', { name: 'A zebra' }).waitFor()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').fill('smorrebrod aero kubeproxy thjod lodz grosser')
    const marks = () => dialog.locator('mark').allInnerTexts()
    await expect.poll(marks).toEqual(['Smørrebrød', 'Ærø', 'kube-proxy', 'Þjóð', 'Łódź', 'größer'])
  })

  test.runIf(isLongRun)('the menu of a page prints it', async () => {
    const page = await show(`${site.address}/every-block`)
    const button = page.locator('.page-actions li:not([hidden]) .print-page')
    await button.waitFor({ state: 'attached' })
    await page.evaluate(() => {
      window.print = () => document.documentElement.classList.add('printed')
    })
    await page.locator('.page-actions summary').click()
    await button.click()
    expect(await page.locator('html.printed').count()).toBe(1)
    expect(await button.isVisible()).toBe(false)
  })

  test.runIf(isLongRun)('without JavaScript everything can be read', async () => {
    const { page } = await open({ javaScriptEnabled: false })
    const text = await page.getByRole('article').innerText()
    for (const shown of [
      'Install with npm',
      'Install with yarn',
      'The third.',
      'step_30: done',
      'Start with yarn.',
    ])
      expect(text).toContain(shown)
    await page.context().close()
  })

  test.runIf(isLongRun)(
    'code is copied without the numbers of its lines, and long code unfolds',
    async () => {
      const { page } = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
      const numbered = page.locator('.code.numbered')
      await numbered.getByRole('button', { name: 'Copy' }).press('Enter')
      await numbered.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        '{\n  "name": "lectern",\n  "ports": [4000, 4001],\n  "secure": true\n}',
      )
      const long = page.locator('.code', { hasText: 'step_30' }).locator('pre')
      const heightOf = () => long.evaluate((element) => element.clientHeight)
      const folded = await heightOf()
      await page.getByRole('button', { name: 'Show all 30 lines' }).press('Enter')
      expect(await heightOf()).toBeGreaterThan(folded * 2)
      await page.context().close()
    },
  )

  test.runIf(isLongRun)('highlighted code has the colors of the theme of the page', async () => {
    const colorWith = async (colorScheme: 'light' | 'dark') => {
      const { page } = await open({ colorScheme })
      const token = page.locator('.code.numbered span', { hasText: '"name"' }).last()
      const color = await token.evaluate((element) => getComputedStyle(element).color)
      await page.context().close()
      return color
    }
    expect(await colorWith('light')).toBe('rgb(30, 120, 52)')
    expect(await colorWith('dark')).toBe('rgb(133, 232, 157)')
  })

  test.runIf(isLongRun)(
    'a large image is enlarged and closed with the keyboard, in the variant of the theme',
    async () => {
      const { page } = await open({ colorScheme: 'dark' })
      const image = page.getByRole('img', { name: 'A wide gradient' })
      await image.scrollIntoViewIfNeeded()
      await page.getByRole('button', { name: 'Enlarge: A wide gradient' }).press('Enter')
      const large = page.getByRole('dialog').getByRole('img')
      expect(await large.getAttribute('src')).toMatch(/\/dark\.png$/)
      await page.keyboard.press('Escape')
      expect(await page.getByRole('dialog').count()).toBe(0)
      await page.context().close()
    },
  )

  test.runIf(isLongRun)(
    'an image in a line of text is as high as the line, and keeps its shape',
    async () => {
      const page = await show(`${site.address}/every-block`)
      const image = page.getByRole('img', { name: 'As high as its line' })
      await image.scrollIntoViewIfNeeded()
      await expect
        .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0)
      const { shape, natural, height } = await image.evaluate((element) => {
        const { width, height, naturalWidth, naturalHeight } = element as HTMLImageElement
        return { shape: width / height, natural: naturalWidth / naturalHeight, height }
      })
      expect(height).toBeLessThan(30)
      expect(shape).toBeCloseTo(natural, 0)
    },
  )

  test.runIf(isLongRun)('a sound plays by keyboard, and is loaded no sooner', async () => {
    const { page } = await open()
    const sound = page.locator('audio')
    const stateOf = () => sound.evaluate((element) => (element as HTMLAudioElement).readyState)
    await sound.scrollIntoViewIfNeeded()
    expect(await stateOf()).toBe(0)
    await sound.focus()
    await page.keyboard.press('Space')
    const timeOf = () => sound.evaluate((element) => (element as HTMLAudioElement).currentTime)
    await expect.poll(timeOf).toBeGreaterThan(0)
    await page.context().close()
  })

  test.runIf(isLongRun).each([
    ['a desktop', desktop],
    ['a phone', phone],
  ])('a footnote is read beside its number on %s, and left to where it was', async (_screen, viewport) => {
    const page = await show(`${site.address}/every-block`, { viewport })
    const mark = page.getByRole('link', { name: 'Footnote 1' })
    await mark.scrollIntoViewIfNeeded()
    const placeOf = () => page.evaluate(() => scrollY)
    const place = await placeOf()
    await mark.press('Enter')
    const note = page.getByRole('dialog', { name: 'Footnote 1' })
    expect((await note.innerText()).trim()).toBe('And its proof.')
    expect(await note.evaluate((element) => element === document.activeElement)).toBe(true)
    const [at, around] = [await mark.boundingBox(), await note.boundingBox()]
    if (!at || !around) throw new Error('The footnote is not shown.')
    const gap = around.y > at.y ? around.y - at.y - at.height : at.y - around.y - around.height
    expect(gap).toBeLessThan(12)
    expect(around.x).toBeGreaterThanOrEqual(0)
    expect(around.x + around.width).toBeLessThanOrEqual(viewport.width)
    expect(around.y).toBeGreaterThanOrEqual(0)
    expect(around.y + around.height).toBeLessThanOrEqual(viewport.height)
    expect(await placeOf()).toBe(place)
    await page.keyboard.press('Escape')
    await expect.poll(() => note.count()).toBe(0)
    expect(await mark.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(new URL(page.url()).hash).toBe('')
    await mark.click()
    await note.waitFor()
    await page.mouse.click(1, viewport.height - 1)
    await expect.poll(() => note.count()).toBe(0)
  })

  test.runIf(isLongRun)('a page is rated with the keyboard, and thanks', async () => {
    const page = await show(`${site.address}/every-block`)
    const form = page.getByRole('form', { name: 'Was this page helpful?' })
    await form.getByRole('button', { name: 'Partly' }).press('Enter')
    await form.getByText('Thank you!').waitFor()
    expect(await form.getByRole('button').count()).toBe(0)
    expect(new URL(page.url()).hash).toBe('')
    const { body } = await site.client.get(`${site.path}/insights/events`)
    expect(body.items).toContainEqual(expect.objectContaining({ type: 'page_post_feedback', rating: 'ok' }))
  })

  test.runIf(isLongRun)('without JavaScript a page is rated, and thanks', async () => {
    const { page } = await open({ javaScriptEnabled: false })
    await page.getByRole('button', { name: 'No', exact: true }).click()
    await page.getByText('Thank you!').waitFor()
    expect(await page.getByText('Was this page helpful?').isVisible()).toBe(false)
    await page.context().close()
  })

  test.runIf(isLongRun)(
    'without JavaScript a footnote is reached by its number, and left to where it was',
    async () => {
      const { page } = await open({ javaScriptEnabled: false })
      await page.getByRole('link', { name: 'Footnote 1' }).press('Enter')
      expect(await page.locator('.footnotes li:target').innerText()).toContain('And its proof')
      await page.getByRole('link', { name: 'Back to the text' }).press('Enter')
      expect(await page.locator('.note-mark:target').innerText()).toBe('1')
      await page.context().close()
    },
  )

  test.runIf(isLongRun)('nothing is requested from elsewhere until a reader plays a video', async () => {
    const { page, outside } = await open()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.waitForLoadState('networkidle')
    expect(outside).toEqual([])
    await page.getByRole('button', { name: 'Play here' }).click()
    await page.locator('iframe').waitFor()
    expect(outside).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'])
    await page.context().close()
  })

  test.runIf(isLongRun)('is printed without what readers do with it', async () => {
    const page = await show(`${site.address}/every-block`)
    await page.locator('.page-actions').waitFor()
    await page.emulateMedia({ media: 'print' })
    for (const part of [
      '.page-actions',
      '.page-actions li',
      '.site-header',
      '.sidebar',
      '.outline',
      '.pager',
    ])
      expect([part, await page.locator(part).first().isVisible()]).toEqual([part, false])
    await page.emulateMedia({ media: 'screen' })
  })

  test.runIf(isLongRun)(
    'is printed in light colors, with what is behind tabs, in expandables and in long code',
    async () => {
      const { page } = await open({ colorScheme: 'dark' })
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      for (const text of ['Run it yourself.', 'The third.', 'Inside the expandable.'])
        expect([text, await page.getByText(text).isVisible()]).toEqual([text, true])
      const long = page.locator('.code', { hasText: 'step_30' }).locator('pre')
      expect(await long.evaluate((element) => element.scrollHeight <= element.clientHeight)).toBe(true)
      expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(35, 39, 45)')
      await page.context().close()
    },
  )
}
