import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

/** The one without windows comes first: it takes a quarter less time. */
const candidates = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The Chromium of the system: CHROMIUM_PATH, else where it usually is. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? candidates.find((path) => existsSync(path))

let started: Promise<Browser> | undefined
let shared: Promise<Page> | undefined

/** Returns a real browser that never looks for anything on the internet by itself. All files of a worker share it. */
export function startedChromium(): Promise<Browser> {
  started ??= launch()
  return started
}

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A process for each site takes a quarter more processor time, and the sites of the tests are all our own.
      '--disable-site-isolation-trials',
    ],
  })
  // A browser that has crashed fails the tests of one file, not those of all that follow.
  browser.once('disconnected', () => {
    started = undefined
    shared = undefined
  })
  return browser
}

/**
 * Returns the page of the tests that need nothing of their own but what a page can change, since a new page of a new
 * context takes most of the time of a test.
 */
export function sharedPage(): Promise<Page> {
  shared ??= startedChromium().then((browser) => browser.newPage())
  return shared
}

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/** How a reader sees a page. */
interface View {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
}

/** Opens an address in the shared page, which is a desktop with light colors unless told otherwise. */
export async function show(
  address: string,
  { viewport = desktop, colorScheme = 'light' }: View = {},
): Promise<Page> {
  const page = await sharedPage()
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  await page.goto(address)
  return page
}

/** Closes the pages that the tests of a file have opened. The browser stays for other files, and ends with their worker. */
export async function closePages(): Promise<void> {
  const opened = (await started)?.contexts() ?? []
  await Promise.all(opened.map((context) => context.close()))
  shared = undefined
}
