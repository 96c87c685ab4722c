import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, closePages } from '../browser/chromium.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildContent, buildPageTree } from '../support/factories/content.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { longTasks, openScreen, signedIn } from './opened-screens.ts'

describe.skipIf(chromiumPath === undefined || !isLongRun)('a space with 5,000 pages', () => {
  let app: TestApp
  let spaceId: string
  let adminContext: BrowserContext

  const open = (context: BrowserContext, path: string) => openScreen(context, `${app.url}${path}`)

  beforeAll(async () => {
    app = await startTestApp()
    const organization = await buildOrganization(app)
    spaceId = (await buildSpace(app, organization, { title: 'Large' })).id
    await buildContent(app, organization.admin, { id: spaceId }, [buildPageTree('Part', 71, 3)])
    adminContext = await signedIn(app, organization.admin)
  })
  afterAll(async () => {
    await closePages()
    await app.close()
  })

  test('scrolls without a task over 100 ms, and has the rows in sight alone', async () => {
    const { page, operations } = await open(adminContext, `/s/${spaceId}`)
    const rows = page.getByRole('treegrid').getByRole('row')
    await page.getByRole('row', { name: 'Part', exact: true }).press('ArrowRight')
    await page.getByRole('row', { name: 'Part 1', exact: true }).press('ArrowRight')
    await page.getByRole('row', { name: 'Part 1 1', exact: true }).waitFor()
    const tasks = await longTasks(page)
    await page.getByRole('treegrid').hover()
    for (let step = 0; step < 40; step++) await page.mouse.wheel(0, 120)
    await page.getByRole('row', { name: 'Part 71', exact: true }).waitFor()
    expect(await rows.count()).toBeLessThan(80)
    expect((await tasks()).filter((duration) => duration > 100)).toEqual([])
    expect(operations).toEqual(['SpaceScreen'])
    await page.close()
  })

  test('a file that could not be uploaded is sent again, renamed, replaced, and deleted with what uses it said', async () => {
    const { page, operations } = await open(adminContext, `/s/${spaceId}/files`)
    expect(operations).toEqual(['FilesScreen'])
    await page.route('**/graphql', (route) => route.abort(), { times: 1 })
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload files' }).click()
    await (await chosen).setFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Notes'),
    })
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Upload notes.txt again' }).click()
    const act = async (name: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await act('notes.txt', 'Rename')
    await page.getByRole('textbox', { name: 'Name' }).fill('readme.txt')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'readme.txt' }).waitFor()
    const replacement = page.waitForEvent('filechooser')
    await act('readme.txt', 'Replace by another file…')
    await (await replacement).setFiles({
      name: 'other.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('Other notes'),
    })
    await page.getByText('11 bytes').waitFor()
    await act('readme.txt', 'Delete')
    await page.getByText('No page uses it.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No files yet').waitFor()
    await page.close()
  })
})
