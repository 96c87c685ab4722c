import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLogger } from '../../src/base/logger.ts'
import { createApp } from '../../src/server/app.ts'
import { chromiumPath, closePages, desktop, startedChromium } from '../browser/chromium.ts'
import { type FirstStart, startFirst } from '../browser/first-start.ts'
import { zipOfBook } from '../support/book.ts'
import { isLongRun } from '../support/budget.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

describe.runIf(isLongRun && chromiumPath)('two people in the workspace', () => {
  let first: FirstStart
  let jobs: Awaited<ReturnType<typeof createApp>>
  const contexts: BrowserContext[] = []

  beforeAll(async () => {
    first = await startFirst()
    jobs = await createApp({ ...first.app, logger: createLogger('silent') })
    await jobs.prepare()
    await jobs.startJobs()
  })
  afterAll(async () => {
    for (const context of contexts) await context.close()
    await closePages()
    await jobs?.close()
    await first?.close()
  })

  async function newPerson(): Promise<Page> {
    const context = await (await startedChromium()).newContext({ viewport: desktop })
    contexts.push(context)
    context.setDefaultTimeout(12_000)
    return context.newPage()
  }

  const toOrganization = async (page: Page) => {
    await page.getByRole('link', { name: 'My organization' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'My organization' }).waitFor()
  }

  async function write(page: Page, text: string): Promise<void> {
    await page
      .getByRole('link', { name: 'Edit' })
      .or(page.getByRole('button', { name: 'Edit' }))
      .first()
      .click()
    await replaceText(page, text)
  }

  async function replaceText(page: Page, text: string): Promise<void> {
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
  }

  async function save(page: Page): Promise<void> {
    await page.keyboard.press('Control+s')
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  }

  /** Drops a file on the screen. */
  const drop = (page: Page, name: string, content: Buffer) =>
    page.evaluate(
      ([fileName, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([bytes], fileName))
        const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
        document.querySelector('main')?.dispatchEvent(event)
      },
      [name, content.toString('base64')] as const,
    )

  /** Waits for the end of an import, whose report is open. */
  const imported = (page: Page) =>
    vi.waitFor(
      async () => {
        if (await page.getByText(/pages and files taken/).isVisible()) return
        await page.getByRole('button', { name: 'Refresh' }).click()
        throw new Error('the import has not ended')
      },
      { timeout: 120_000, interval: 500 },
    )

  test('go from the address of the first start to a published site', async () => {
    const admin = await newPerson()
    await admin.goto(first.address)
    await admin.getByRole('heading', { level: 1, name: 'My organization' }).waitFor()

    // Somebody else is invited, and joins.
    await admin.getByRole('link', { name: 'Settings and people' }).click()
    await admin.getByRole('link', { name: 'Members', exact: true }).click()
    await admin.getByRole('button', { name: 'Invite people' }).click()
    await admin.getByRole('dialog').getByRole('textbox').first().fill('rosa@example.com')
    await admin.getByRole('dialog').getByRole('button', { name: /Role/ }).click()
    await admin.getByRole('option', { name: 'Reviewer' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Send invitations' }).click()
    const secret = await vi.waitFor(
      () => first.mailServer.secretFor('rosa@example.com', 'invitations'),
      20_000,
    )
    const reviewer = await newPerson()
    await reviewer.goto(`${first.app.url}/invitations/${secret}`)
    await reviewer.getByLabel('Your name').fill('Rosa')
    await reviewer.getByRole('button', { name: 'Accept the invitation' }).click()
    await reviewer.getByRole('heading', { level: 1, name: 'My organization' }).waitFor()

    // The book is imported by drop.
    await toOrganization(admin)
    await drop(admin, 'learn-go-with-tests.zip', await zipOfBook())
    await admin.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
    await admin.getByRole('heading', { level: 1, name: 'learn-go-with-tests.zip' }).waitFor()
    await imported(admin)
    await admin
      .getByRole('link', { name: /^Open / })
      .first()
      .click()
    await admin.getByRole('row', { name: 'Install Go' }).waitFor()

    // A page is written, with a picture.
    await toOrganization(admin)
    await admin.getByRole('button', { name: 'New space' }).click()
    await admin.getByLabel('Title').fill('Handbook')
    await admin.keyboard.press('Enter')
    await admin.getByRole('heading', { level: 1, name: 'Handbook' }).waitFor()
    await admin.getByRole('button', { name: 'Add a page' }).click()
    await admin.getByRole('menuitem', { name: 'New page' }).click()
    await admin.getByRole('dialog').getByLabel('Title').fill('Prices')
    await admin.keyboard.press('Enter')
    await admin.getByRole('heading', { level: 1, name: 'Edit Prices' }).waitFor()
    await replaceText(admin, 'The price is 10.\n\n')
    await admin
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture })
    await admin.locator('.cm-content').getByText('<figure>').waitFor()
    await save(admin)
    await admin.getByRole('button', { name: 'Done' }).click()
    await admin.frameLocator('iframe').first().locator('article img').waitFor()

    // A change is proposed, while the page is changed by the other.
    await admin.getByRole('button', { name: 'Propose a change' }).click()
    await admin.getByLabel('What will change?').fill('New prices')
    await admin.keyboard.press('Enter')
    await admin.locator('.cm-content').getByText('The price is 10.').waitFor()
    await replaceText(admin, 'The price is 20.\n')
    await save(admin)
    await admin.getByRole('button', { name: 'Done' }).click()
    await admin.getByRole('heading', { level: 1, name: 'New prices' }).waitFor()
    const proposal = admin.url()
    await reviewer.goto(`${first.app.url}${new URL(proposal).pathname.replace(/\/~.*/, '')}`)
    await reviewer.getByRole('row', { name: 'Prices' }).click()
    await reviewer.getByRole('heading', { level: 1, name: 'Prices' }).waitFor()
    await write(reviewer, 'The price is 15.\n')
    await save(reviewer)

    // The other reviews it, and the conflict is decided.
    await admin.getByRole('button', { name: 'Open for review' }).click()
    await reviewer.goto(proposal)
    await reviewer.getByRole('button', { name: 'Approve' }).click()
    await admin.reload()
    await admin.getByRole('button', { name: 'Update from the space' }).click()
    await admin.getByRole('button', { name: 'Write my own' }).click()
    await admin.getByRole('textbox', { name: 'Your text' }).fill('The price is 25.')
    await admin.getByRole('button', { name: 'Keep my text' }).click()
    await admin.locator('ins').getByText('The price is 25.').waitFor()
    await admin.getByRole('button', { name: 'Merge' }).click()
    await admin.getByRole('link', { name: 'Show the revision' }).waitFor()

    // The site is published, and read by somebody who is nobody.
    await toOrganization(admin)
    await admin.getByRole('button', { name: 'New site' }).click()
    await admin.getByRole('dialog').getByLabel('Title').fill('Shop')
    await admin.getByRole('combobox', { name: 'First space' }).click()
    await admin.getByRole('option', { name: 'Handbook' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await admin.getByRole('heading', { level: 1, name: 'Shop' }).waitFor()
    await admin.getByRole('button', { name: 'Publish' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Publish' }).press('Enter')
    await admin.getByRole('heading', { name: 'The site is published' }).waitFor()
    const site = (await admin.getByRole('link', { name: 'Open the site' }).first().getAttribute('href')) ?? ''
    const visitor = await newPerson()
    await visitor.goto(new URL(site, first.app.url).href)
    await visitor.getByRole('link', { name: 'Prices' }).first().click()
    await visitor.getByText('The price is 25.').waitFor()
    expect(await visitor.title()).toContain('Prices')
  }, 300_000)
})
