import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { desktop, phone, startedChromium } from '../browser/chromium.ts'
import type { TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildSession } from '../support/factories/sessions.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Opens a browser of its own, in which a user is signed in. */
export async function signedIn(app: TestApp, user: { readonly id: string }): Promise<BrowserContext> {
  const context = await (await startedChromium()).newContext({ viewport: desktop })
  const { token } = await buildSession(app, user)
  await context.addCookies([{ name: 'lectern', value: token, url: app.url, httpOnly: true, sameSite: 'Lax' }])
  return context
}

/** A screen that is open. */
export interface OpenedScreen {
  readonly page: Page
  /** The names of the operations that it has sent. */
  readonly operations: readonly string[]
  /** The errors in its console. */
  readonly faults: readonly string[]
  /** The bytes that it has loaded. */
  readonly bytes: () => Promise<number>
}

/** Opens a screen by its address, and waits for its title. */
export async function openScreen(context: BrowserContext, address: string): Promise<OpenedScreen> {
  const page = await context.newPage()
  const operations: string[] = []
  const faults: string[] = []
  const sizes: Promise<number>[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql')) return
    const isUpload = request.headers()['content-type']?.startsWith('multipart/')
    operations.push(isUpload ? 'upload' : request.postDataJSON().operationName)
  })
  page.on('requestfinished', (request) => {
    const size = async () => (await request.sizes()).responseBodySize
    // A page that closes takes the sizes of its last requests with it.
    sizes.push(size().catch(() => 0))
  })
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
  page.on('pageerror', (error) => void faults.push(error.message))
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return {
    page,
    operations,
    faults,
    bytes: async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
  }
}

/**
 * Opens a screen, and asserts that it sends one operation, keeps to its policy, and that axe finds nothing in it. `view` as in
 * `axeFindings`.
 */
export async function expectWholeScreen(
  context: BrowserContext,
  address: string,
  operation: string,
  view = 0,
): Promise<void> {
  const { page, operations, faults } = await openScreen(context, address)
  await page.waitForLoadState('networkidle')
  expect({ operations, faults }).toEqual({ operations: [operation], faults: [] })
  expect(await axeFindings(page, view)).toEqual([])
  await page.close()
}

/** Begins to count long tasks of a page. Returns a function that returns how many milliseconds each has taken since. */
export async function longTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const world = globalThis as unknown as { long: number[] }
    world.long = []
    new PerformanceObserver((list) =>
      world.long.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ entryTypes: ['longtask'] })
  })
  return () => page.evaluate(() => (globalThis as unknown as { long: number[] }).long)
}

const views = [
  [desktop, 'light'],
  [phone, 'dark'],
  [desktop, 'dark'],
  [phone, 'light'],
] as const

/** Returns what axe finds on a page, with the view in which it does: in a long run in all of them, else in one. */
export async function axeFindings(page: Page, view = 0): Promise<string[]> {
  const found: string[] = []
  for (const [viewport, colorScheme] of isLongRun ? views : views.slice(view % 2, (view % 2) + 1)) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    const { violations } = await page.evaluate<AxeResults>(`${axe};axe.run(document)`)
    for (const { id, nodes } of violations)
      found.push(
        `${viewport.width} ${colorScheme} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
      )
  }
  return found
}
