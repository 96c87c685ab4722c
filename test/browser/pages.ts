import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { addMailedLink } from '../../src/modules/sign-in-links/links.ts'
import type { TestApp } from '../support/app.ts'
import { fallsTo, isLongRun } from '../support/budget.ts'
import { buildOrganization, buildUser, type TestUser } from '../support/factories/organizations.ts'
import { buildSession } from '../support/factories/sessions.ts'
import type { MailServer } from '../support/mail-server.ts'
import { OAuthProgram } from '../support/oauth-program.ts'
import { desktop, phone, startedChromium } from './chromium.ts'
import { startFirst } from './first-start.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export function describePeoplePages(): void {
  describe('the pages that a person meets', describePages)
}

function describePages(): void {
  let app: TestApp
  let mailServer: MailServer
  let firstAddress: string

  beforeAll(async () => {
    const first = await startFirst()
    ;({ app, mailServer, address: firstAddress } = first)
    return first.close
  })

  /** Opens a browser without JavaScript of its own, which no page needs. */
  async function inBrowser(work: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
    const context = await (await startedChromium()).newContext({ javaScriptEnabled: false })
    try {
      await work(await context.newPage(), context)
    } finally {
      await context.close()
    }
  }

  const signedInAs = async (context: BrowserContext): Promise<string | null> => {
    const answer = await context.request.get(`${app.url}/v1/user`)
    return answer.ok() ? (await answer.json()).email : null
  }

  async function signIn(context: BrowserContext, user: TestUser): Promise<void> {
    const { token } = await buildSession(app, user)
    await context.addCookies([
      { name: 'lectern', value: token, url: app.url, httpOnly: true, sameSite: 'Lax' },
    ])
  }

  /** Expects GraphiQL to answer as the user of the session of a browser, until they sign out. */
  async function graphiqlKnows(context: BrowserContext, email: string): Promise<void> {
    expect(await signedInAs(context)).toBe(email)
    if (!isLongRun) return
    const withScripts = await (await startedChromium()).newContext({
      storageState: await context.storageState(),
    })
    const page = await withScripts.newPage()
    await page.goto(`${app.url}/graphql?${new URLSearchParams({ query: '{ viewer { email } }' })}`)
    await page.locator('#session-hint').waitFor()
    await page.locator('button.graphiql-execute-button').click()
    // The editor breaks long lines.
    await page.locator('.graphiql-response').getByText(email.slice(0, 20)).first().waitFor()
    await page.goto(`${app.url}/account`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    expect(await signedInAs(context)).toBe(null)
    await withScripts.close()
  }

  test('the address of the first start signs the admin in, whom GraphiQL knows, until they sign out', async () => {
    const context = await (await startedChromium()).newContext()
    const page = await context.newPage()
    await page.goto(firstAddress)
    await page.getByRole('heading', { level: 1, name: 'My organization' }).waitFor()
    expect(page.url()).toMatch(/\/o\/org\w+$/)
    await page.goto(`${app.url}/graphql`)
    await page.locator('#session-hint').getByText('Admin').waitFor()
    await page.locator('button.graphiql-execute-button').click()
    await page.locator('.graphiql-response').getByText('My organization').first().waitFor()
    await page.goto(`${app.url}/account`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    expect(await signedInAs(context)).toBe(null)
    await page.goto(firstAddress)
    await page.getByRole('heading', { name: 'This link does not work any longer' }).waitFor()
    await context.close()
  })

  test('they ask for nothing that their own policy forbids', () =>
    inBrowser(async (page) => {
      const faults: string[] = []
      page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
      for (const path of ['/', '/sign-in', '/account', '/join/none', '/o/none'])
        await page.goto(`${app.url}${path}`)
      expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
    }))

  test('a link by mail signs in, and leads back to where it was asked for', () =>
    inBrowser(async (page, context) => {
      const { email } = await buildUser(app)
      await page.goto(`${app.url}/account/tokens`)
      await page.getByLabel('Email address').fill(email)
      await page.getByRole('button', { name: 'Send me a link' }).click()
      await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor()
      const secret = await vi.waitFor(() => mailServer.secretFor(email, 'sign-in/link'), 20_000)
      await page.goto(`${app.url}/sign-in/link/${secret}`)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'New token' }).waitFor()
      expect(page.url()).toBe(`${app.url}/account/tokens`)
      const [cookie] = (await context.cookies()).filter(({ name }) => name === 'lectern')
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
      await graphiqlKnows(context, email)
    }))

  test('an invitation makes somebody new a member who is signed in', () =>
    inBrowser(async (page, context) => {
      const email = `new-${randomUUID()}@example.com`
      await page.goto(await invite(email))
      await page.getByLabel('Your name').fill('New Person')
      await page.getByRole('button', { name: 'Accept the invitation' }).click()
      await page.waitForURL(/\/o\/org\w+$/)
      await graphiqlKnows(context, email)
    }))

  test.runIf(isLongRun)('an invitation makes who is signed in a member, in the same session', () =>
    inBrowser(async (page, context) => {
      const invited = await buildUser(app)
      await signIn(context, invited)
      await page.goto(await invite(invited.email))
      await page.getByRole('button', { name: 'Accept the invitation' }).click()
      await page.waitForURL(/\/o\/org\w+$/)
      await graphiqlKnows(context, invited.email)
    }),
  )

  test.runIf(isLongRun)(
    'an invitation tells who is signed in as somebody else, before it signs in the invited person',
    () =>
      inBrowser(async (page, context) => {
        const [invited, other] = [await buildUser(app), await buildUser(app)]
        await signIn(context, other)
        await page.goto(await invite(invited.email))
        await page.getByText(`You are signed in as ${other.email}`).waitFor()
        await page.getByRole('button', { name: `Accept as ${invited.email}` }).click()
        await page.waitForURL(/\/o\/org\w+$/)
        await graphiqlKnows(context, invited.email)
      }),
  )

  test.runIf(isLongRun)('a token can be made on the page of the account', () =>
    inBrowser(async (page, context) => {
      const user = await buildUser(app)
      await signIn(context, user)
      await page.goto(`${app.url}/account/tokens`)
      await page.getByLabel('What it is for').fill('Nightly backup')
      await page.getByRole('button', { name: 'Create token' }).click()
      const token = (await page.locator('.notice code').textContent()) ?? ''
      expect((await app.as({ token }).get('/user')).body.id).toBe(user.id)
    }),
  )

  test.runIf(isLongRun)('the REST reference sends requests as who is signed in', async () => {
    const context = await (await startedChromium()).newContext({ viewport: desktop })
    await signIn(context, await buildUser(app))
    const page = await context.newPage()
    await page.goto(`${app.url}/v1/docs`)
    await page.locator('#contents').waitFor({ state: 'detached' })
    await page.getByText('Users', { exact: true }).first().click()
    await page.getByText('Get the authenticated user').locator('visible=true').first().click()
    await page
      .getByRole('button', { name: /Test Request.*\/user\)/ })
      .first()
      .click()
    const answer = page.waitForResponse(`${app.url}/v1/user`)
    await page.getByRole('button', { name: /^Send get request/ }).click()
    expect((await answer).status()).toBe(200)
    await context.close()
  })

  async function invite(email: string): Promise<string> {
    const { id, admin } = await buildOrganization(app, { title: 'Inviting organization' })
    await app.as(admin).post(`/orgs/${id}/invites`, { emails: [email], role: 'read' })
    return `${app.url}/invitations/${mailServer.secretFor(email, 'invitations')}`
  }

  describe('axe finds nothing', () => {
    let paths: readonly { readonly path: string; readonly isSignedIn: boolean }[]
    let user: TestUser

    beforeAll(async () => {
      const { id, admin } = await buildOrganization(app, { title: 'Organization with pages' })
      user = admin
      // Who has one organization is led from `/` to the workspace.
      await app.as(admin).post('/orgs', { title: 'Another organization' })
      const { body } = await app.as(admin).post(`/orgs/${id}/link-invites`, { role: 'read' })
      const invitation = new URL(await invite(`new-${randomUUID()}@example.com`)).pathname
      const link = await addMailedLink(app.database, {
        email: admin.email,
        browser: 'another',
        returnTo: '/',
      })
      const consent = (await OAuthProgram.register(app, { client_name: 'Assistant' })).authorizeUrl()
      const anonymous = ['/', '/sign-in', '/sign-out', '/sign-in/link/none', '/account/none', invitation]
      const rare = [`/sign-in/link/${link}`, '/saml/none/login', `/sign-in?organization=${id}`]
      const personal = ['/', '/sign-in', '/sign-out', '/account', '/account/sessions', '/account/tokens']
      const shown = [...anonymous, ...(isLongRun ? rare : [])]
      paths = [
        ...shown.map((path) => ({ path, isSignedIn: false })),
        ...[...personal, invitation, `/join/${body.id}`, consent.slice(app.url.length)].map((path) => ({
          path,
          isSignedIn: true,
        })),
      ]
    })

    /** In `npm test` a quarter of the pages is seen, each in one of the first two. */
    const views = (
      [
        ['light', desktop],
        ['dark', phone],
        ['dark', desktop],
        ['light', phone],
      ] as const
    ).slice(0, isLongRun ? 4 : 2)
    const isSeenIn = (view: number, page: number) => fallsTo(view, 8, page)

    test.each(views.map((view, index) => [...view, index] as const))(
      'with %s colors, seen as %j',
      async (colorScheme, viewport, view) => {
        for (const isSignedIn of [false, true]) {
          const context = await (await startedChromium()).newContext({
            colorScheme,
            viewport,
            // The tool is put into the page.
            bypassCSP: true,
          })
          if (isSignedIn) await signIn(context, user)
          const page = await context.newPage()
          const seen = paths.filter((_path, page) => isSeenIn(view, page))
          for (const { path } of seen.filter((each) => each.isSignedIn === isSignedIn)) {
            await page.goto(app.url + path)
            const { violations } = await page.evaluate<AxeResults>(`${axe};axe.run(document)`)
            const found = violations.map(({ id, nodes }) => [path, id, nodes.map(({ html }) => html)])
            expect(found).toEqual([])
            const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
            expect([path, overflow]).toEqual([path, 0])
          }
          await context.close()
        }
      },
    )
  })
}
