import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, closePages, desktop } from '../browser/chromium.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { fontBytes } from '../support/factories/fonts.ts'
import { buildMember, buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { axeFindings, openScreen, signedIn } from './opened-screens.ts'

const tabs = ['Structure', 'Appearance', 'Visitors', 'Domains', 'Redirects', 'Insights']

let app: TestApp
let siteAddress: string
let siteId: string
let adminContext: BrowserContext
let readerContext: BrowserContext

const open = (context: BrowserContext, part = '') => openScreen(context, `${siteAddress}${part}`)

describe.skipIf(chromiumPath === undefined)('a site in the workspace', () => {
  beforeAll(async () => {
    app = await startTestApp()
    const { id, admin } = await buildOrganization(app, { title: 'Company' })
    const client = app.as(admin)
    const guide = await buildSpace(app, { id }, { title: 'Guide' })
    const reference = await buildSpace(app, { id }, { title: 'Reference' })
    await client.post(`/spaces/${guide.id}/content`, {
      changes: [{ operation: 'insert_page', title: 'First steps', document: { markdown: 'Begin here.' } }],
    })
    await client.post(`/spaces/${reference.id}/content`, {
      changes: [{ operation: 'insert_page', title: 'Methods', document: { markdown: 'Called often.' } }],
    })
    const site = (await client.post(`/orgs/${id}/sites`, { title: 'Docs', spaces: [guide.id] })).body
    await client.post(`/orgs/${id}/sites/${site.id}/sections`, { spaceId: reference.id })
    siteId = site.id
    siteAddress = `${app.url}/o/${id}/sites/${site.id}`
    ;[adminContext, readerContext] = [
      await signedIn(app, admin),
      await signedIn(app, await buildMember(app, id, 'READ')),
    ]
  })
  afterAll(async () => {
    await closePages()
    await app.close()
  })

  test.runIf(isLongRun)('each of its parts is one operation, and axe finds nothing in it', async () => {
    const { page, operations, faults } = await open(adminContext)
    for (const [index, tab] of tabs.entries()) {
      await page.getByRole('tab', { name: tab }).click()
      await expect.poll(() => operations.length).toBe(index + 2)
      await page.waitForLoadState('networkidle')
      expect(await axeFindings(page)).toEqual([])
      await page.setViewportSize(desktop)
    }
    expect({ operations, faults }).toEqual({
      operations: [
        'SiteOverview',
        'SiteStructureScreen',
        'SiteCustomization',
        'SiteAccess',
        'SiteDomains',
        'SiteRedirects',
        'SiteInsights',
      ],
      faults: [],
    })
    await page.close()
  })

  test('is published with a question that says who will see it', async () => {
    const { page } = await open(adminContext)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Everybody can read the site from now on').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).press('Enter')
    await page.getByRole('heading', { name: 'The site is published' }).waitFor()
    await page.close()
  })

  test.runIf(isLongRun)(
    'its sections are moved by the keyboard, and are back where they were if the server refuses it',
    async () => {
      const { page } = await open(adminContext, '/structure')
      const rows = () => page.getByRole('row').evaluateAll((all) => all.map((row) => row.ariaLabel))
      const moveUp = async (name: string) => {
        await page.getByRole('row', { name }).first().focus()
        for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
        await page.getByRole('menuitem', { name: 'Move up' }).press('Enter')
      }
      await page.getByRole('row').first().waitFor()
      await page.route('**/graphql', (route) => route.fulfill({ status: 503, body: '{"errors":[]}' }))
      await moveUp('Reference')
      await page.getByRole('alertdialog').waitFor()
      await expect.poll(rows).toEqual(['Guide', 'Guide', 'Reference', 'Reference'])
      await page.unroute('**/graphql')
      await moveUp('Reference')
      await expect.poll(rows).toEqual(['Reference', 'Reference', 'Guide', 'Guide'])
      await page.reload()
      await expect.poll(rows).toEqual(['Reference', 'Reference', 'Guide', 'Guide'])
      await page.close()
    },
  )

  test.runIf(isLongRun)(
    'its appearance is seen on the site before it is saved, and what is wrong stands at its field',
    async () => {
      const { page } = await open(adminContext, '/customization')
      const shown = page.frameLocator('iframe').last()
      await shown.getByText('Begin here.').waitFor()
      await page.getByLabel('Title', { exact: true }).fill('Handbook')
      await shown.getByRole('link', { name: 'Handbook' }).first().waitFor()
      await page.getByLabel('Light', { exact: true }).first().fill('blue')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Must be a color such as #346DDB or #36D').waitFor()
      await page.getByLabel('Light', { exact: true }).first().fill('#123456')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The site has its new look.').waitFor()
      await page.reload()
      await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Handbook')
      await page.close()
    },
  )

  test.runIf(isLongRun)(
    'its logo is uploaded, shown in the form and on the site, refused at its field, and removed',
    async () => {
      const { page, operations } = await open(adminContext, '/customization')
      const uploadLogo = async (name: string, text: string) => {
        const choosing = page.waitForEvent('filechooser')
        await page.getByRole('button', { name: 'Upload: Logo, light theme' }).press('Enter')
        const file = { name, mimeType: 'image/svg+xml', buffer: Buffer.from(text) }
        await (await choosing).setFiles(file)
      }
      await uploadLogo('logo.svg', 'no picture')
      await page.getByRole('alert').filter({ hasText: 'must be a picture' }).waitFor()
      await uploadLogo('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"/>')
      await page.getByRole('alert').waitFor({ state: 'detached' })
      const address = page.getByLabel('Address of the image').first()
      await expect.poll(() => address.inputValue()).toContain('/site-images/')
      await page.frameLocator('iframe').last().locator('img[src*="/site-images/"]').first().waitFor()
      expect(await axeFindings(page)).toEqual([])
      await page.setViewportSize(desktop)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The site has its new look.').waitFor()
      await page.getByRole('button', { name: 'Remove: Logo, light theme' }).press('Enter')
      await expect.poll(() => address.inputValue()).toBe('')
      await page.getByRole('button', { name: 'Save' }).press('Enter')
      await expect.poll(() => operations.filter((name) => name === 'SaveCustomization').length).toBe(2)
      await page.close()
    },
  )

  test.runIf(isLongRun)(
    'a font of the organization is uploaded, chosen, and deleted once no site uses it',
    async () => {
      const { page } = await open(adminContext, '/customization')
      await page.getByRole('button', { name: 'Fonts', exact: true }).press('Enter')
      const openFonts = async () => {
        await page.getByRole('button', { name: /^(Inter|Own Sans) Text/ }).press('Enter')
        await page.getByRole('option', { name: 'Add or delete fonts…' }).press('Enter')
      }
      await openFonts()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Add' }).click()
      await dialog.getByLabel('Name of the font').fill('Own Sans')
      await dialog.getByRole('button', { name: 'Add' }).click()
      await dialog.getByText('Choose the file of the regular weight.').waitFor()
      const choosing = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: 'Regular: choose a file' }).press('Enter')
      await (await choosing).setFiles({ name: 'own.woff2', mimeType: '', buffer: fontBytes('own') })
      expect(await axeFindings(page)).toEqual([])
      await page.setViewportSize(desktop)
      await dialog.getByRole('button', { name: 'Add' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: /^Own Sans Text/ }).waitFor()
      await openFonts()
      await page.getByRole('button', { name: 'Delete the font Own Sans' }).click()
      await page.getByRole('button', { name: 'Delete the font Own Sans' }).waitFor({ state: 'detached' })
      await page.close()
    },
  )

  test.runIf(isLongRun)('one of its spaces gets a look of its own, and that of the site again', async () => {
    const { page } = await open(adminContext, '/structure')
    await page.getByRole('row', { name: 'Reference' }).last().focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('menuitem', { name: 'Appearance' }).press('Enter')
    const title = page.getByLabel('Title', { exact: true })
    const ofSite = await title.inputValue()
    await title.fill('Reference of ours')
    await page.frameLocator('iframe').last().getByText('Reference of ours').first().waitFor()
    await page.getByText('Other than the site').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The site has its new look.').waitFor()
    await page.reload()
    await expect.poll(() => title.inputValue()).toBe('Reference of ours')
    expect(await axeFindings(page)).toEqual([])
    await page.setViewportSize(desktop)
    await page.getByRole('button', { name: 'Title: as the site' }).press('Enter')
    await expect.poll(() => title.inputValue()).toBe(ofSite)
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('button', { name: 'Use the look of the site' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Use the look of the site' }).click()
    await expect.poll(() => title.inputValue()).toBe(ofSite)
    await page.close()
  })

  test.runIf(isLongRun)(
    'its redirects are imported from a text, with a report of the rows that are not taken',
    async () => {
      const { page } = await open(adminContext, '/redirects')
      await page.getByRole('button', { name: 'Import' }).click()
      const rows =
        'source,destination\n/old,/first-steps\n/blog/*,https://blog.example.com\nbad,/first-steps\n/gone,/no-page'
      await page.getByLabel('Rows', { exact: true }).fill(rows)
      await page.getByRole('button', { name: 'Import 3 redirects' }).click()
      const report = page.getByRole('listitem')
      await report.filter({ hasText: 'Row 5: ' }).waitFor()
      await report.filter({ hasText: 'Row 4: The old path must begin with a slash.' }).waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('row', { name: '/old /first-steps' }).waitFor()
      await page.getByRole('row', { name: '/blog/* https://blog.example.com' }).waitFor()
      await page.close()
    },
  )

  test.runIf(isLongRun)('counts of visitors are shown as charts and tables', async () => {
    const day = new Date(new Date().toISOString().slice(0, 10))
    const count = { siteId, day, spaceId: '', pageId: '' }
    await app.database.prisma.siteEventCount.createMany({
      data: [
        { ...count, type: 'page_view', count: 1200 },
        { ...count, type: 'search_type_query', count: 20 },
        { ...count, type: 'search_open_result', count: 15 },
        { ...count, type: 'page_post_feedback', rating: 'good', count: 3 },
        { ...count, type: 'page_post_feedback', rating: 'bad', count: 1 },
      ],
    })
    const { page } = await open(adminContext, '/insights')
    for (const name of ['1,200 views', '20 searches', '4 ratings'])
      await page.getByRole('heading', { name }).waitFor()
    await page.getByText('75 % found the page helpful.').waitFor()
    await page.getByText('Show as a table').nth(1).click()
    const cells = await page.getByRole('table', { name: 'Searches' }).getByRole('cell').allTextContents()
    expect(cells.slice(-2)).toEqual(['15', '5'])
    await page.close()
  })

  test.runIf(isLongRun)(
    'somebody who may only read it sees what it has, and nothing that would change it',
    async () => {
      const { page } = await open(readerContext, '/structure')
      await page.getByRole('row', { name: 'Guide' }).first().waitFor()
      expect(await page.getByRole('tab').allTextContents()).toEqual(['Overview', 'Structure', 'Redirects'])
      expect(await page.getByRole('button', { name: /actions|add/i }).count()).toBe(0)
      await page.close()
    },
  )
})
