import { beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../src/languages/catalogue.ts'
import { fill } from '../../src/languages/fill.ts'
import { startServerBeside, startTestApp, type TestApp } from '../support/app.ts'
import { openBrowser } from '../support/browser.ts'
import { addMember, buildMember, buildOrganization, buildUser } from '../support/factories/organizations.ts'
import { buildSession } from '../support/factories/sessions.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${app.url}${path}`, { method, headers, redirect: 'manual' })

const textOf = async (path: string, headers: Record<string, string> = {}) =>
  (await open(path, headers)).text()

const foreignOrigins: readonly Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
  {},
]

describe('the pages that a person meets', () => {
  test('run no script, load nothing, are framed by nobody and kept by nobody', async () => {
    const answer = await open('/sign-in')
    const policy = answer.headers.get('content-security-policy')
    for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe|script-src|https?:/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).not.toMatch(/<script|<img| on\w+=/)
  })

  test.each(Object.entries(catalogue))('are in the language of the browser: %s', async (language, texts) => {
    const headers = { 'Accept-Language': `xx;q=1, ${language};q=0.8, en;q=0.1` }
    const page = await textOf('/sign-in', headers)
    expect(page).toContain(`<html lang="${language}">`)
    expect(page).toContain(fill(texts.signIn.to, 'Lectern'))
    expect(await textOf('/sign-in/link/none', headers)).toContain(texts.signIn.linkGone)
  })

  test('are in the closest language that there is, and else in English', async () => {
    const languageOf = async (accepted: string) =>
      /<html lang="([^"]+)">/.exec(await textOf('/sign-in', { 'Accept-Language': accepted }))?.[1]
    expect(await languageOf('nb-NO')).toBe('no')
    expect(await languageOf('pt-PT,fr;q=0.9')).toBe('pt-br')
    expect(await languageOf('zh-Hant-TW')).toBe('zh')
    expect(await languageOf('fr;q=0, xx')).toBe('en')
    expect(await languageOf(',;;q=,')).toBe('en')
  })

  test('are in the language that was chosen on the page of the account', async () => {
    const browser = openBrowser()
    const answer = await browser.submit(`${app.url}/account/language`, { language: 'ja' })
    expect(answer.status).toBe(303)
    expect(await (await browser.open(`${app.url}/sign-in`)).text()).toContain('<html lang="ja">')
    await browser.submit(`${app.url}/account/language`, { language: '' })
    expect(await (await browser.open(`${app.url}/sign-in`)).text()).toContain('<html lang="en">')
  })

  test('change nothing at the request of another site', async () => {
    const { admin } = await buildOrganization(app)
    const { headers } = await buildSession(app, admin)
    for (const path of ['/account', '/account/tokens', '/sign-in/mail', '/invitations/x'])
      for (const origin of foreignOrigins) {
        const answer = await fetch(`${app.url}${path}`, {
          method: 'POST',
          headers: { Cookie: headers.Cookie, ...origin },
          body: new URLSearchParams({ displayName: 'Evil', label: 'Evil', session: 'others' }),
          redirect: 'manual',
        })
        // Without a session from this server there is nobody to do it for.
        expect([403, 303]).toContain(answer.status)
        if (answer.status === 303) expect(answer.headers.get('location')).toMatch(/^\/sign-in\?/)
      }
    const { body } = await app.as(admin).get('/user')
    expect(body.displayName).toBe(admin.displayName)
    expect((await app.as(admin).get('/user/tokens')).body.count).toBe(1)
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', '/a b', 'javascript:alert(1)'])(
    'do not lead to %s',
    async (returnTo) => {
      const answer = await open(`/sign-in?${new URLSearchParams({ returnTo })}`)
      expect(answer.status).toBe(400)
      const page = await answer.text()
      expect(page).toContain('The address to return to is not on this server.')
      expect(page).not.toContain('evil')
    },
  )

  test('escape what they show', async () => {
    const { admin } = await buildOrganization(app, { title: '<b>Bold</b> "Org"' })
    await app.as(admin).patch(`/users/${admin.id}`, { displayName: '<script>alert(1)</script>' })
    const { headers } = await buildSession(app, admin)
    const other = await buildOrganization(app)
    await addMember(app, other.id, admin, 'READ')
    const page = await textOf('/', headers)
    expect(page).toContain('&lt;script&gt;')
    expect(page).toContain('&lt;b&gt;Bold&lt;/b&gt; &quot;Org&quot;')
    expect(page).not.toMatch(/<script>|<b>/)
  })

  test('answer what is not there, and what they do not do, with a page', async () => {
    const missing = await open('/account/nothing')
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('Page not found')])
    const refused = await open('/sign-in', { Origin: app.url }, 'POST')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect((await open('/sign-in', {}, 'HEAD')).status).toBe(200)
  })

  test('say what to do in the language of the browser, also for what is meant for programs', async () => {
    for (const texts of [catalogue.en, catalogue.de]) {
      const answer = await open('/saml/logout', { 'Accept-Language': texts === catalogue.de ? 'de' : 'en' })
      expect(answer.status).toBe(405)
      const page = await answer.text()
      expect(page).toContain(texts.errors.repeat)
      expect(page).not.toContain('This path does not support the method.')
    }
  })

  test('lead to each other below the path of a public address', async () => {
    const { admin } = await buildOrganization(app)
    const { token } = await buildSession(app, admin)
    const server = await startServerBeside(app, { config: { baseUrl: 'https://example.com/docs' } })
    const at = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${server.url}${path}`, { headers, redirect: 'manual' })
    const session = { Cookie: `__Host-lectern=${token}` }
    expect((await at('/account')).headers.get('location')).toBe('/docs/sign-in?returnTo=%2Faccount')
    for (const path of ['/account/tokens', '/sign-in', '/account/none', '/saml/none/login']) {
      const addresses = [...(await (await at(path, session)).text()).matchAll(/(?:href|action)="(\/[^"]*)"/g)]
      expect(addresses.length).toBeGreaterThan(0)
      for (const [, address] of addresses) expect(address).toMatch(/^\/docs\//)
    }
    const graphiql = await (await at('/graphql', { Accept: 'text/html' })).text()
    expect(graphiql).toContain('<a href="/docs/sign-in?returnTo=/graphql">')
    expect(graphiql).toMatch(/<script src="\/docs\/graphql\/\w+\/start\.js">/)
    await server.close()
  })

  test('lead to where to sign in, and back', async () => {
    const answer = await open('/account/tokens')
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/sign-in?returnTo=%2Faccount%2Ftokens',
    ])
    const page = await textOf('/sign-in?returnTo=%2Faccount%2Ftokens')
    expect(page).toContain('<input type="hidden" name="returnTo" value="/account/tokens">')
  })
})

describe('the start page', () => {
  test('says to everybody where to begin', async () => {
    const page = await textOf('/')
    for (const address of ['/sign-in', '/graphql', '/v1/docs', '/v1/openapi.json'])
      expect(page).toContain(`href="${address}"`)
    expect(page).toContain('The screens of an application')
  })

  test('leads to the workspace of the only organization, or has the organizations and the ways out', async () => {
    const organization = await buildOrganization(app, { title: 'Organization of the start' })
    const member = await buildMember(app, organization.id, 'READ')
    const { headers } = await buildSession(app, member)
    const alone = await open('/', headers)
    expect([alone.status, alone.headers.get('location')]).toEqual([303, `${app.url}/o/${organization.id}`])
    await addMember(app, (await buildOrganization(app)).id, member, 'READ')
    const page = await textOf('/', headers)
    expect(page).toContain(`Hello, ${member.displayName}`)
    expect(page).toContain('Organization of the start')
    expect(page).toContain('<form method="post" action="/sign-out">')
  })

  test('leads to where to sign in to organizations that are closed to the session', async () => {
    const { id, admin } = await buildOrganization(app, { title: 'Closed organization' })
    const whole = await buildSession(app, admin)
    const limited = await buildSession(app, admin, {
      organizationId: (await buildOrganization(app)).id,
    })
    await app.database.write('UPDATE "Organization" SET sso = TRUE WHERE id = $1', [id])
    const page = await textOf('/', whole.headers)
    expect(page).toContain(
      'Closed organization is open only to those who sign in with its identity provider.',
    )
    expect(page).toContain(`href="/sign-in?organization=${id}" aria-label="Sign in to Closed organization"`)
    expect(await textOf('/', limited.headers)).not.toContain('Closed organization')
  })
})

describe('signing in to an organization', () => {
  test('offers its identity providers, and nothing else where it requires them', async () => {
    const organization = await buildOrganization(app, { title: 'Strict organization' })
    await app.database.write(
      `INSERT INTO "IdentityProvider" (id, kind, "organizationId", label, "entityId", certificate, "ssoUrl")
       VALUES ($1, 'SAML', $2, 'Staff', 'urn:idp', 'certificate', 'https://idp.example/sso')`,
      [`sam${organization.id.slice(3)}`, organization.id],
    )
    const address = `/sign-in?organization=${organization.id}&returnTo=/account`
    const open = await textOf(address)
    expect(open).toContain('Sign in to Strict organization')
    expect(open).toContain('Continue with Staff')
    expect(open).toMatch(/href="[^"]*\/saml\/sam[^"]*\/login\?returnTo=%2Faccount"/)
    expect(open).toContain('action="/sign-in/mail"')
    await app.database.write('UPDATE "Organization" SET sso = TRUE WHERE id = $1', [organization.id])
    const strict = await textOf(address)
    expect(strict).toContain(
      'Strict organization is open only to those who sign in with its identity provider.',
    )
    expect(strict).not.toContain('action="/sign-in/mail"')
  })

  test('tells nothing of an organization that does not exist', async () => {
    expect(await textOf('/sign-in?organization=org1')).toContain('Sign in to Lectern')
  })
})

describe('the page of signing out', () => {
  test('asks who is signed in, and tells who is not that they are out', async () => {
    const user = await buildUser(app)
    const { headers } = await buildSession(app, user)
    expect(await textOf('/sign-out', headers)).toContain(`You are signed in as ${user.email}.`)
    const answer = await open('/sign-out', headers, 'POST')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-out'])
    expect(await textOf('/sign-out', headers)).toContain('You are signed out')
  })
})
