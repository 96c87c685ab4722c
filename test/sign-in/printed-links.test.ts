import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../../src/base/logger.ts'
import { addressOfLink } from '../../src/modules/sign-in-links/links.ts'
import { printLinkFor } from '../../src/modules/sign-in-links/printed-links.ts'
import { bootstrap } from '../../src/server/bootstrap.ts'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { type Browser, openBrowser } from '../support/browser.ts'
import { buildUser } from '../support/factories/organizations.ts'

let app: TestApp

beforeAll(async () => {
  app = await startOwnTestApp({ SAMPLE_CONTENT: 'off' })
})
afterAll(() => app.close())

const start = () => {
  const { config, database } = app
  return bootstrap({ config, database, logger: createLogger('silent') })
}

async function signedInAs(browser: Browser): Promise<string | null> {
  const answer = await browser.open(`${app.url}/v1/user`)
  return answer.status === 200 ? (await answer.json()).email : null
}

describe('the link that the first start prints', () => {
  let first: string

  test('is made with the admin, and stays until a person opens it', async () => {
    const { signInAddress = '', createdToken } = await start()
    first = signInAddress
    expect(signInAddress).toMatch(new RegExp(`^${app.url}/sign-in/link/[\\w-]{43}$`))
    expect(createdToken).toMatch(/^lectern_/)
    const programs: readonly RequestInit[] = [
      { method: 'HEAD' },
      { headers: { 'Sec-Purpose': 'prefetch;prerender' } },
      { headers: { Purpose: 'prefetch' } },
    ]
    for (const init of programs) {
      const browser = openBrowser()
      expect((await browser.open(first, init)).status).toBe(200)
      expect(await signedInAs(browser)).toBe(null)
    }
  })

  test('is followed by another at each start, as long as nobody has used one', async () => {
    const [second, third] = [await start(), await start()]
    expect(new Set([first, second.signInAddress, third.signInAddress]).size).toBe(3)
    expect(second.createdToken).toBeUndefined()
    await app.database.write(`UPDATE "SignInLink" SET "expiresAt" = now() - interval '1 second'`, [])
    expect((await openBrowser().open(first)).status).toBe(404)
    first = (await start()).signInAddress ?? ''
  })

  test('signs the admin in when it is opened, once, and ends the others', async () => {
    const { signInAddress: other = '' } = await start()
    const browser = openBrowser()
    const answer = await browser.open(first)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    expect(await signedInAs(browser)).toBe('admin@localhost')
    expect((await openBrowser().open(first)).status).toBe(404)
    expect((await openBrowser().open(other)).status).toBe(404)
    expect(await start()).toEqual({})
  })
})

describe('a link that the command prints', () => {
  test('signs in the first admin, or the user with an address', async () => {
    const user = await buildUser(app)
    for (const [address, expected] of [
      [undefined, 'admin@localhost'],
      [user.email.toUpperCase(), user.email],
    ] as const) {
      const link = await printLinkFor(app.database, address)
      const browser = openBrowser()
      await browser.open(addressOfLink(app.config, link?.secret ?? ''))
      expect([link?.email, await signedInAs(browser)]).toEqual([expected, expected])
    }
    expect(await printLinkFor(app.database, 'nobody@example.com')).toBe(null)
  })
})
