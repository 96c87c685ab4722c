import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, closePages } from '../browser/chromium.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildPage } from '../support/factories/content.ts'
import { buildMember, buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { buildSession } from '../support/factories/sessions.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { openScreen, signedIn } from './opened-screens.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient
let space: { readonly id: string }
let writer: TestUser
let writerContext: BrowserContext
let adminContext: BrowserContext

describe.skipIf(chromiumPath === undefined)('while something is written in the workspace', () => {
  beforeAll(async () => {
    app = await startTestApp()
    organization = await buildOrganization(app, { title: 'Company' })
    client = app.as(organization.admin)
    space = await buildSpace(app, organization, { title: 'Handbook' })
    writer = await buildMember(app, organization.id, 'EDIT')
    writerContext = await signedIn(app, writer)
    adminContext = await signedIn(app, organization.admin)
  })
  afterAll(async () => {
    await closePages()
    await app.close()
  })

  test('the session ends: the text stays, and is saved once somebody has signed in again', async () => {
    const id = await buildPage(client, space.id, { title: 'Session', document: { markdown: 'First.' } })
    const page = await openEditor(writerContext, id)
    await endSessions()
    await append(page, ' Second.')
    await page.getByRole('alert').filter({ hasText: 'You have been signed out.' }).waitFor()
    await page.getByRole('link', { name: 'Sign in in a new tab' }).waitFor()
    await signInAgain()
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor()
    await expect.poll(() => page.getByText('You have been signed out.').count()).toBe(0)
    expect(await textOf(id)).toBe('First. Second.')
    await page.close()
  })

  test.runIf(isLongRun)(
    'the session ends and the page is left: the draft is there after signing in',
    async () => {
      const id = await buildPage(client, space.id, { title: 'Left', document: { markdown: 'First.' } })
      const page = await openEditor(writerContext, id)
      await endSessions()
      await append(page, ' Second.')
      await page.getByRole('alert').filter({ hasText: 'You have been signed out.' }).waitFor()
      page.on('dialog', (dialog) => dialog.accept())
      await page.reload()
      expect(new URL(page.url()).searchParams.get('returnTo')).toBe(`/s/${space.id}/pages/${id}/edit`)
      await signInAgain()
      await page.goto(`${app.url}/s/${space.id}/pages/${id}/edit`)
      await page.getByRole('region', { name: 'Text that was not saved' }).getByRole('button').first().click()
      await page
        .getByRole('status')
        .filter({ hasText: /^Saved$/ })
        .waitFor()
      expect(await textOf(id)).toBe('First. Second.')
      await page.close()
    },
  )

  test.runIf(isLongRun)(
    'the page is deleted by somebody else: it is said, and the text can be taken',
    async () => {
      const id = await buildPage(client, space.id, { title: 'Deleted', document: { markdown: 'First.' } })
      const page = await openEditor(adminContext, id)
      await client.post(`/spaces/${space.id}/content`, { changes: [{ operation: 'delete_page', page: id }] })
      await append(page, ' Second.')
      await textCanBeTaken(page, 'not there any more')
    },
  )

  test.runIf(isLongRun)(
    'the permission is lost: it is said who can give it again, and the text can be taken',
    async () => {
      const id = await buildPage(client, space.id, { title: 'Permission', document: { markdown: 'First.' } })
      const page = await openEditor(writerContext, id)
      await client.patch(`/orgs/${organization.id}/members/${writer.id}`, { role: 'read' })
      await append(page, ' Second.')
      await textCanBeTaken(page, 'an admin can give you access again')
      await client.patch(`/orgs/${organization.id}/members/${writer.id}`, { role: 'edit' })
    },
  )

  test.runIf(isLongRun)(
    'the network is gone: it is shown, and a dialog sends what it has when it is back',
    async () => {
      const { page } = await openScreen(adminContext, `${app.url}/o/${organization.id}`)
      await page.getByRole('button', { name: 'New collection' }).click()
      await page.getByLabel('Title').fill('Written on a train')
      await adminContext.setOffline(true)
      await page.getByText('There is no network.').waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await adminContext.setOffline(false)
      await page.getByRole('row', { name: 'Written on a train' }).waitFor()
      await page.close()
    },
  )

  test.runIf(isLongRun)(
    'the organization is deleted: a dialog says so, and keeps what was typed',
    async () => {
      const other = await buildOrganization(app, { title: 'Closed' })
      const { page } = await openScreen(await signedIn(app, other.admin), `${app.url}/o/${other.id}`)
      await page.getByRole('button', { name: 'New space' }).first().click()
      await page.getByLabel('Title').fill('Rules')
      expect((await app.as(other.admin).delete(`/orgs/${other.id}?title=Closed`)).status).toBeLessThan(300)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'not there any more' }).waitFor()
      expect(await page.getByLabel('Title').inputValue()).toBe('Rules')
      await page.close()
    },
  )
})

async function openEditor(context: BrowserContext, id: string): Promise<Page> {
  const { page } = await openScreen(context, `${app.url}/s/${space.id}/pages/${id}/edit`)
  await page.locator('.cm-content').waitFor()
  return page
}

async function append(page: Page, typed: string): Promise<void> {
  await page.locator('.cm-content').focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(typed)
}

const textOf = async (id: string): Promise<string> =>
  (await client.get(`/spaces/${space.id}/content/page/${id}?format=markdown`)).body.markdown.trim()

/** Ends the sessions of the writer, as an admin or the writer in another browser can. */
const endSessions = () =>
  app.database.prisma.apiToken.deleteMany({ where: { userId: writer.id, kind: 'SESSION' } })

/** Signs the writer in again in the same browser, as in another tab. */
async function signInAgain(): Promise<void> {
  const { token } = await buildSession(app, writer)
  const cookie = { name: 'lectern', value: token, url: app.url, httpOnly: true, sameSite: 'Lax' } as const
  await writerContext.addCookies([cookie])
}

/** Expects that the editor says why it cannot save, has the text still, and gives it to the clipboard. */
async function textCanBeTaken(page: Page, reason: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: reason }).waitFor()
  expect(await page.locator('.cm-content').textContent()).toBe('First. Second.')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy the text' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('First. Second.')
  await page.close()
}
