import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createLogger } from '../../src/base/logger.ts'
import { maximumMailedLinks } from '../../src/modules/sign-in-links/limits.ts'
import { startOwnTestApp, startServerBeside, type TestApp } from '../support/app.ts'
import { type Browser, openBrowser } from '../support/browser.ts'
import { buildUser } from '../support/factories/organizations.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'

let app: TestApp
let mailServer: MailServer

beforeAll(async () => {
  mailServer = await startMailServer()
  app = await startOwnTestApp({
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Docs <docs@example.com>',
    LOG_LEVEL: 'silent',
  })
  return async () => {
    await app.close()
    mailServer.close()
  }
})

const unknownAddress = () => `nobody-${randomUUID()}@example.com`

const askFor = (browser: Browser, email: string, returnTo = '/') =>
  browser.submit(`${app.url}/sign-in/mail`, { email, returnTo })

/** Returns the secret of the link that was mailed to an address, once it is there. */
const mailedTo = (address: string) => vi.waitFor(() => mailServer.secretFor(address, 'sign-in/link'), 20_000)

/** Asks for a link, and returns its address. */
async function linkFor(browser: Browser, email: string, returnTo?: string): Promise<string> {
  expect((await askFor(browser, email, returnTo)).status).toBe(200)
  return `${app.url}/sign-in/link/${await mailedTo(email)}`
}

/** Returns the address of who is signed in in a browser, or null. */
async function signedInAs(browser: Browser): Promise<string | null> {
  const answer = await browser.open(`${app.url}/v1/user`)
  return answer.status === 200 ? (await answer.json()).email : null
}

describe('a link by mail', () => {
  test('signs in the browser that asked for it, once, and leads back', async () => {
    const user = await buildUser(app)
    const browser = openBrowser()
    await askFor(browser, user.email.toUpperCase(), '/account')
    const link = `${app.url}/sign-in/link/${await mailedTo(user.email)}`
    const page = await (await browser.open(link)).text()
    expect(page).toContain(`Sign in as ${user.email}`)
    expect(page).not.toContain('another browser')
    const answer = await browser.submit(link)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account'])
    expect(await signedInAs(browser)).toBe(user.email)
    expect((await browser.submit(link)).status).toBe(404)
    expect(await (await openBrowser().open(link)).text()).toContain('does not work any longer')
  })

  test('is not used up by programs that open it', async () => {
    const user = await buildUser(app)
    const browser = openBrowser()
    const link = await linkFor(browser, user.email)
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await openBrowser().open(link, { method })).status).toBe(200)
    expect((await browser.submit(link)).status).toBe(303)
  })

  test('asks whether it was asked for, if it is opened in another browser', async () => {
    const user = await buildUser(app)
    const link = await linkFor(openBrowser(), user.email)
    const other = openBrowser()
    expect(await (await other.open(link)).text()).toContain('asked for in another browser')
    const unconfirmed = await other.submit(link)
    expect([unconfirmed.status, await signedInAs(other)]).toEqual([200, null])
    expect((await other.submit(link, { elsewhere: 'yes' })).status).toBe(303)
    expect(await signedInAs(other)).toBe(user.email)
  })

  test('signs in once, however many requests use it at the same time', async () => {
    const user = await buildUser(app)
    const browser = openBrowser()
    const link = await linkFor(browser, user.email)
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.submit(link)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404, 404])
  })

  test('does not work once it has expired', async () => {
    const user = await buildUser(app)
    const browser = openBrowser()
    const link = await linkFor(browser, user.email)
    await app.database.write(`UPDATE "SignInLink" SET "expiresAt" = now() WHERE email = $1`, [user.email])
    expect((await browser.open(link)).status).toBe(404)
    expect((await browser.submit(link)).status).toBe(404)
    expect(await signedInAs(browser)).toBe(null)
  })

  test('ends the session that the browser had before', async () => {
    const [first, second] = [await buildUser(app), await buildUser(app)]
    const browser = openBrowser()
    await browser.submit(await linkFor(browser, first.email))
    const before = browser.cookie(app.url, 'lectern')
    await browser.submit(await linkFor(browser, second.email))
    expect(await signedInAs(browser)).toBe(second.email)
    const stolen = await fetch(`${app.url}/v1/user`, { headers: { Cookie: `lectern=${before}` } })
    expect(stolen.status).toBe(401)
  })

  test('is in a mail with a button, as text and as HTML that loads nothing, in the language of the browser', async () => {
    const user = await buildUser(app)
    const browser = openBrowser()
    await browser.open(`${app.url}/sign-in/mail`, {
      method: 'POST',
      headers: { Origin: app.url, 'Accept-Language': 'xx, de-AT;q=0.9, en;q=0.5' },
      body: new URLSearchParams({ email: user.email }),
    })
    const secret = await mailedTo(user.email)
    const { text, html } = mailServer.lastTo(user.email) ?? { text: '', html: '' }
    expect(text).toContain(`Sie haben einen Link angefordert, um sich als ${user.email} anzumelden.`)
    expect(html).toContain('<html lang="de">')
    expect(html).toContain(`<a class="button" href="${app.url}/sign-in/link/${secret}"`)
    expect(html).not.toMatch(/<img|<link|<script|url\(|src=/)
  })
})

describe('asking for a link', () => {
  test('is answered the same for known and unknown addresses, after the same statements', async () => {
    const known = (await buildUser(app)).email
    const unknown = unknownAddress()
    const ask = async (email: string) => {
      let page = ''
      const { texts } = await app.statements(async () => {
        page = await (await askFor(openBrowser(), email)).text()
      })
      return { page: page.replaceAll(email, 'address'), texts }
    }
    const first = await ask(unknown)
    expect(first.page).toContain('If there is an account for address, a link is on its way.')
    expect((await ask(known)).page).toBe(first.page)
    await mailedTo(known)
    expect(mailServer.lastTo(unknown)).toBeUndefined()
    const [one, other] = [await ask(unknownAddress()), await ask((await buildUser(app)).email)]
    const ofAnswer = (texts: readonly string[]) =>
      texts.filter((text) => !text.startsWith('SELECT id, email'))
    expect(ofAnswer(one.texts)).toEqual(ofAnswer(other.texts))
  })

  test('sends no mailbox more than a few within the time that they work, whoever has it', async () => {
    for (const email of [unknownAddress(), (await buildUser(app)).email]) {
      for (let count = 0; count < maximumMailedLinks; count++)
        expect((await askFor(openBrowser(), email)).status).toBe(200)
      const refused = await askFor(openBrowser(), email)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
    }
  })

  test('is limited for an address', async () => {
    const server = await startServerBeside(app, {
      config: { failureRateLimit: 2, trustedProxies: ['127.0.0.1'] },
    })
    const ask = () =>
      fetch(`${server.url}/sign-in/mail`, {
        method: 'POST',
        // The other tests count for the address that they come from.
        headers: { Origin: app.url, 'X-Forwarded-For': '203.0.113.77' },
        body: new URLSearchParams({ email: unknownAddress() }),
      })
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(await refused.text()).toMatch(/Try again in \d+ seconds/)
    await server.close()
  })

  test('is refused for what is no address, with the field and what to enter', async () => {
    const answer = await askFor(openBrowser(), 'nobody')
    const page = await answer.text()
    expect(answer.status).toBe(400)
    expect(page).toContain('value="nobody"')
    expect(page).toContain('Enter an email address such as name@example.com.')
  })

  test('counts a guess as a failed authentication, which leaves links that work to others', async () => {
    const user = await buildUser(app)
    const link = await linkFor(openBrowser(), user.email)
    const server = await startServerBeside(app, { config: { failureRateLimit: 2 } })
    const guess = () => fetch(`${server.url}/sign-in/link/${randomUUID()}`)
    expect([(await guess()).status, (await guess()).status]).toEqual([404, 404])
    const refused = await guess()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await fetch(link.replace(app.url, server.url))).status).toBe(200)
    await server.close()
  })

  test('leaves no secret in the log', async () => {
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => lines.push(line) })
    const server = await startServerBeside(app, { logger })
    const { email } = await buildUser(app)
    await fetch(`${server.url}/sign-in/mail`, {
      method: 'POST',
      headers: { Origin: app.url },
      body: new URLSearchParams({ email }),
    })
    const secret = await mailedTo(email)
    await fetch(`${server.url}/sign-in/link/${secret}`)
    await server.close()
    expect(lines.join('')).toContain('sent a mail')
    expect(lines.join('')).not.toContain(secret)
  })
})

describe('a server without mail', () => {
  const ask = (url: string, email: string) =>
    fetch(`${url}/sign-in/mail`, {
      method: 'POST',
      headers: { Origin: app.url },
      body: new URLSearchParams({ email }),
    })

  test('writes the link to its log where only its machine can reach it, and says so', async () => {
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => lines.push(line) })
    const server = await startServerBeside(app, { logger, config: { mail: undefined } })
    const { id } = await buildUser(app)
    // The first admin has such an address.
    const email = `${id}@localhost`
    await app.database.prisma.user.update({ where: { id }, data: { email } })
    expect(await (await ask(server.url, email)).text()).toContain('the link is in its log')
    const link = await vi.waitFor(() => {
      const found = /"link":"([^"]+)"/.exec(lines.join(''))?.[1]
      if (!found) throw new Error('no link yet')
      return found
    })
    expect((await fetch(link)).status).toBe(200)
    await server.close()
  })

  test('has no links where others can reach it, and says how to get in', async () => {
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => lines.push(line) })
    const server = await startServerBeside(app, { logger, config: { mail: undefined, host: '0.0.0.0' } })
    const page = await (await fetch(`${server.url}/sign-in`)).text()
    expect(page).toContain('npm run lectern -- sign-in-link')
    expect(page).not.toContain('/sign-in/mail')
    expect((await ask(server.url, (await buildUser(app)).email)).status).toBe(404)
    await server.close()
    expect(lines.join('')).not.toContain('/sign-in/link/')
  })
})
