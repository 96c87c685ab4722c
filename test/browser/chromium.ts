import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The Chromium of the system: CHROMIUM_PATH, else where it usually is. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? candidates.find((path) => existsSync(path))

/** Starts a real browser that never looks for anything on the internet by itself. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
