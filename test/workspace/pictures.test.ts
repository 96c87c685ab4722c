import { mkdirSync, writeFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createLogger } from '../../src/base/logger.ts'
import { createSampleContent } from '../../src/server/sample-content.ts'
import { closePages, startedChromium } from '../browser/chromium.ts'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { buildProposal, markdownAt, pageAt } from '../support/factories/change-requests.ts'
import { buildMember, buildOrganization } from '../support/factories/organizations.ts'
import { buildSession } from '../support/factories/sessions.ts'

/** A picture of a screen for the guide. */
interface Picture {
  readonly name: string
  readonly path: string
  /** The actions on the screen before it is taken. */
  readonly act?: (page: Page) => Promise<unknown>
}

const folder = new URL('../../src/docs/guide/pictures/', import.meta.url)

/** More would be felt by who installs Lectern, as its documentation is the sample content. */
const maximumBytes = 80_000

// `npm run pictures` takes the pictures of the guide, of the documentation itself as the sample content has it.
test.runIf(process.env.RECORD_PICTURES)('takes the pictures of the guide', { timeout: 300_000 }, async () => {
  mkdirSync(folder, { recursive: true })
  const app = await startOwnTestApp()
  const { context, pictures } = await prepared(app)
  for (const { name, path, act } of pictures) {
    const page = await context.newPage()
    await page.goto(`${app.url}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await act?.(page)
    await page.waitForLoadState('networkidle')
    const bytes = await pictureOf(page)
    expect({ name, isSmall: bytes.length < maximumBytes }).toEqual({ name, isSmall: true })
    writeFileSync(new URL(`${name}.webp`, folder), bytes)
    await page.close()
  }
  await closePages()
  await app.close()
})

/** Returns what a page shows, once its texts stand still. */
async function pictureOf(page: Page): Promise<Buffer> {
  await page.waitForTimeout(1000)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  return Buffer.from(data, 'base64')
}

/** Builds an organization with the sample content, a proposal and a review, and signs its admin in. */
async function prepared(
  app: TestApp,
): Promise<{ readonly context: BrowserContext; readonly pictures: readonly Picture[] }> {
  const { id, admin } = await buildOrganization(app, { title: 'Example' })
  const people = app.database.prisma.user
  await people.update({ where: { id: admin.id }, data: { displayName: 'Ada Lovelace' } })
  const reviewer = await buildMember(app, id, 'REVIEW')
  await people.update({ where: { id: reviewer.id }, data: { displayName: 'Grace Hopper' } })
  const { config, database } = app
  const logger = createLogger(config.logLevel)
  await createSampleContent({ config, database, logger }, { organizationId: id, userId: admin.id })
  // Not every machine has a font with them.
  await app.database.prisma.space.updateMany({ where: { organizationId: id }, data: { emoji: '' } })
  const client = app.as(admin)
  const spaces: { id: string; title: string }[] = (await client.get(`/orgs/${id}/spaces`)).body.items
  const guide = spaces.find(({ title }) => title === 'Guide')?.id ?? ''
  const content = `/spaces/${guide}/content`
  const importing = await pageAt(client, content, 'write/importing')
  const site = (await client.get(`/orgs/${id}/sites`)).body.items[0].id
  const proposal = await buildProposal(client, guide, 'Say what stays when an import fails')
  const markdown = (await markdownAt(client, content, 'write/importing')) ?? ''
  const clearer = markdown.replace('nothing changes.', 'the space stays as it was.')
  await proposal.change({
    operation: 'update_page',
    page: importing,
    document: { markdown: clearer },
  })
  await client.patch(proposal.address, { status: 'open' })
  await app.as(reviewer).post(`${proposal.address}/reviews`, {
    status: 'approved',
    comment: { markdown: 'Much clearer, thank you.' },
  })
  const context = await (await startedChromium()).newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
  })
  const { token } = await buildSession(app, admin)
  await context.addCookies([{ name: 'lectern', value: token, url: app.url, httpOnly: true, sameSite: 'Lax' }])
  return {
    context,
    pictures: [
      { name: 'home', path: `/o/${id}` },
      { name: 'page', path: `/s/${guide}/pages/${importing}` },
      {
        name: 'editor',
        path: `/s/${guide}/pages/${importing}/edit`,
        act: (page) => page.getByText('Both', { exact: true }).click(),
      },
      { name: 'change-request', path: `/s/${guide}/~/changes/${proposal.number}` },
      { name: 'site', path: `/o/${id}/sites/${site}` },
      {
        name: 'find',
        path: `/o/${id}`,
        act: async (page) => {
          await page.keyboard.press('Control+k')
          await page.getByRole('dialog').waitFor()
          await page.keyboard.type('import')
        },
      },
      { name: 'audit-log', path: `/o/${id}/audit-log` },
    ],
  }
}
