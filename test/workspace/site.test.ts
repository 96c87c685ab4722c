import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, closeChromium, desktop } from '../browser/chromium.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
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
    await closeChromium()
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

  test('somebody who may only read it sees what it has, and nothing that would change it', async () => {
    const { page } = await open(readerContext, '/structure')
    await page.getByRole('row', { name: 'Guide' }).first().waitFor()
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Overview', 'Structure', 'Redirects'])
    expect(await page.getByRole('button', { name: /actions|add/i }).count()).toBe(0)
    await page.close()
  })
})
