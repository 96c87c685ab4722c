import { signUrl } from '../../src/access/signed-urls.ts'
import type { TestApp } from './app.ts'

/** Returns the same link, correctly signed, but expired a moment ago. */
export async function expiredLink(app: TestApp, url: string): Promise<string> {
  const { pathname, searchParams } = new URL(url)
  const { signature: _signature, expires: _expires, ...parameters } = Object.fromEntries(searchParams)
  return signUrl(app, pathname, parameters, Math.floor(Date.now() / 1000) - 1)
}
