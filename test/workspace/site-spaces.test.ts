import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, closePages, desktop } from '../browser/chromium.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { axeFindings, openScreen, signedIn } from './opened-screens.ts'

let app: TestApp
let context: BrowserContext
let siteAddress: string
let readSiteSpaces: () => Promise<readonly { readonly space: { title: string }; readonly pageId: string }[]>
let secondLesson: string

describe.runIf(isLongRun && chromiumPath !== undefined)('a space of a site in the workspace', () => {
  beforeAll(async () => {
    app = await startTestApp()
    const { id, admin } = await buildOrganization(app, { title: 'Company' })
    const client = app.as(admin)
    const [guide, reference, tutorial] = [
      await buildSpace(app, { id }, { title: 'Guide' }),
      await buildSpace(app, { id }, { title: 'Reference' }),
      await buildSpace(app, { id }, { title: 'Tutorial' }),
    ]
    const written = await client.post(`/spaces/${tutorial.id}/content`, {
      changes: ['Welcome', 'Second lesson'].map((title) => ({
        operation: 'insert_page',
        title,
        document: { markdown: title },
      })),
    })
    secondLesson = written.body.changes[1].page.id
    const input = { title: 'Docs', spaces: [guide.id, reference.id] }
    const site = (await client.post(`/orgs/${id}/sites`, input)).body
    readSiteSpaces = async () => (await client.get(`/orgs/${id}/sites/${site.id}/site-spaces`)).body.items
    siteAddress = `${app.url}/o/${id}/sites/${site.id}`
    context = await signedIn(app, admin)
  })
  afterAll(async () => {
    await closePages()
    await app.close()
  })

  test('without pages says in the preview of its appearance what to do first', async () => {
    const { page } = await openScreen(context, `${siteAddress}/customization`)
    await page.getByRole('heading', { name: 'There is no page to show yet' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.close()
  })

  test('shows another space in its place, and begins with a chosen page; a refusal stands at its field', async () => {
    const { page } = await openScreen(context, `${siteAddress}/structure`)
    const dialog = page.getByRole('dialog')
    const field = (name: string) => dialog.getByRole('combobox', { name })
    const openForm = async (name: string) => {
      await page.getByRole('row', { name }).focus()
      for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
      await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
    }
    const choose = async (name: string, option: string) => {
      await field(name).fill(option.slice(0, 6))
      await expect.poll(() => page.getByRole('option').first().textContent()).toContain(option)
      for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
      await expect.poll(() => field(name).inputValue()).toContain(option)
    }
    const save = () => dialog.getByRole('button', { name: 'Save' }).click()
    const saved = async () => {
      await save()
      await dialog.waitFor({ state: 'detached' })
      const [first] = await readSiteSpaces()
      return { space: first?.space.title, page: first?.pageId }
    }
    await openForm('Guide')
    await choose('Space', 'Reference')
    await save()
    await dialog.getByText('Is already in use').waitFor()
    await choose('Space', 'Tutorial')
    await choose('Start page', 'Second lesson')
    expect(await axeFindings(page)).toEqual([])
    await page.setViewportSize(desktop)
    expect(await saved()).toEqual({ space: 'Tutorial', page: secondLesson })
    await openForm('Tutorial')
    await expect.poll(() => field('Start page').inputValue()).toBe('Second lesson')
    await field('Start page').fill('')
    await page.keyboard.press('Tab')
    expect(await saved()).toEqual({ space: 'Tutorial', page: undefined })
    await page.close()
  })
})
