import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startedChromium } from '../browser/chromium.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
let page: Page

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  await page?.context().close()
  await app.close()
})

test('has a policy as strict as that of sites, and can be framed by this server alone', async () => {
  const response = await fetch(`${app.url}/workspace/preview?theme=dark`)
  const text = await response.text()
  expect(response.status).toBe(200)
  const policy = response.headers.get('content-security-policy') ?? ''
  for (const rule of [
    "default-src 'none'",
    "'strict-dynamic'",
    "frame-ancestors 'self'",
    "form-action 'none'",
  ])
    expect(policy).toContain(rule)
  expect(policy).not.toContain('unsafe')
  expect(text).toContain('data-theme="dark"')
  const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? []
  const styles = await fetch(`${app.url}${stylesheet}`)
  expect([styles.status, styles.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
})

describe('in a browser, the frame', () => {
  type Message = { readonly type: string } & Record<string, unknown>

  const received = () => page.evaluate(() => (globalThis as unknown as { received: Message[] }).received)
  const messages = async (type: string) => (await received()).filter((message) => message.type === type)
  const send = (message: object) =>
    page.evaluate((sent) => {
      const frame = document.querySelector('iframe') as HTMLIFrameElement
      frame.contentWindow?.postMessage(sent, location.origin)
    }, message)
  const until = (type: string) =>
    page.waitForFunction(
      (wanted) =>
        (globalThis as unknown as { received: Message[] }).received.some(
          (message) => message.type === wanted,
        ),
      type,
    )

  beforeAll(async () => {
    page = await (await (await startedChromium()).newContext()).newPage()
    await page.goto(`${app.url}/healthz`)
    await page.evaluate(() => {
      const world = globalThis as unknown as { received: unknown[] }
      world.received = []
      addEventListener('message', ({ data }) => world.received.push(data))
      const frame = document.createElement('iframe')
      frame.src = '/workspace/preview'
      frame.style.width = '800px'
      document.body.append(frame)
    })
    await until('ready')
  })

  test('shows a text with what its blocks do, and tells its height', async () => {
    await send({
      type: 'show',
      html: '<h2 id="top">Top</h2><p>Some <a href="/s/spc1/pages/pag1">link</a></p><figure class="code"><pre tabindex="0"><code>x</code></pre></figure><p><a href="#top">up</a></p>',
    })
    const frame = page.frameLocator('iframe')
    await frame.getByRole('button', { name: 'Copy' }).waitFor()
    await until('height')
    const heights = await messages('height')
    expect(heights.at(-1)?.height).toBeGreaterThan(100)
  })

  test('tells which link was followed, and stays where it is', async () => {
    const frame = page.frameLocator('iframe')
    await frame.getByText('link', { exact: true }).click()
    await until('link')
    expect(await messages('link')).toEqual([
      { type: 'link', href: `${app.url}/s/spc1/pages/pag1`, newTab: false },
    ])
    await frame.getByText('up', { exact: true }).click()
    await until('anchor')
    expect(await messages('anchor')).toEqual([{ type: 'anchor', id: 'top' }])
  })

  test('tells which block was clicked', async () => {
    await page
      .frameLocator('iframe')
      .getByText('Some')
      .click({ position: { x: 2, y: 2 } })
    await until('select')
    expect((await messages('select'))[0]).toMatchObject({
      type: 'select',
      block: 1,
      heading: 'top',
      text: expect.stringContaining('Some'),
    })
  })

  test('runs nothing of a text, and takes the theme', async () => {
    await send({
      type: 'show',
      theme: 'dark',
      html: '<p>Second</p><img src="data:," onerror="document.title = \'ran\'"><script>document.title = "ran"</script>',
    })
    await page.frameLocator('iframe').getByText('Second').waitFor()
    const inside = page.frames()[1]
    expect(await inside?.evaluate(() => [document.title, document.documentElement.dataset.theme])).toEqual([
      'Lectern',
      'dark',
    ])
  })

  test('takes nothing from others', async () => {
    const before = await page.frames()[1]?.evaluate(() => document.querySelector('main')?.textContent)
    // A message of its own window, and one whose origin is another.
    await page.frames()[1]?.evaluate(() => {
      postMessage({ type: 'show', html: 'mine' }, location.origin)
      dispatchEvent(
        new MessageEvent('message', {
          data: { type: 'show', html: 'foreign' },
          origin: 'https://example.com',
          source: parent,
        }),
      )
      return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    })
    expect(await page.frames()[1]?.evaluate(() => document.querySelector('main')?.textContent)).toBe(before)
  })
})
