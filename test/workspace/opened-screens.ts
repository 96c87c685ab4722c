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

/**
 * Begins to record the tasks of a page. Returns a function that returns how many milliseconds of a processor each that took more than
 * 50 ms has taken since, which does not depend on what else the machine does.
 */
export async function longTasks(page: Page): Promise<() => Promise<number[]>> {
  const browser = await startedChromium()
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: TraceEvent[]
    }
    const main = traceEvents.filter(
      ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
    )
    return traceEvents
      .filter(
        ({ name, pid, tid }) =>
          /RunTask$/.test(name) && main.some((one) => one.pid === pid && one.tid === tid),
      )
      .map(({ tdur = 0 }) => Math.round(tdur / 1000))
      .filter((milliseconds) => milliseconds > 50)
  }
}

/** A task has its processor time in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
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
