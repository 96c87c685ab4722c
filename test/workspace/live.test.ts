import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, closePages } from '../browser/chromium.ts'
import { startServerBeside, startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildProposal } from '../support/factories/change-requests.ts'
import { buildMember, buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { openScreen, signedIn } from './opened-screens.ts'

describe.skipIf(chromiumPath === undefined)('an open screen', () => {
  let app: TestApp
  let server: Pick<TestApp, 'as' | 'close' | 'url'>
  let organization: { id: string }
  let admin: TestUser
  let context: BrowserContext

  beforeAll(async () => {
    app = await startTestApp()
    server = await startServerBeside(app, { hasServices: true, config: (url) => ({ baseUrl: url }) })
    const built = await buildOrganization(app)
    organization = built
    admin = built.admin
    const person = await buildMember(app, organization.id, 'ADMIN')
    context = await signedIn({ ...app, url: server.url }, person)
  })
  afterAll(async () => {
    await context?.close()
    await closePages()
    await server?.close()
    await app?.close()
  })

  /** Waits for a write, after which it is not known yet whether the screen shows it. */
  const isAfter = async (write: Promise<unknown>): Promise<false> => {
    await write
    return false
  }

  test('shows what others write, and keeps what is typed', async () => {
    const client = server.as(admin)
    const space = await buildSpace(app, organization, { title: 'Handbook' })
    const proposal = await buildProposal(client, space.id, 'New prices')
    await client.patch(proposal.address, { status: 'open' })
    const { page, operations } = await openScreen(
      context,
      `${server.url}/s/${space.id}/~/changes/${proposal.number}`,
    )
    const typed = page.getByRole('textbox', { name: 'Comment with the review' })
    await typed.fill('I am not done')
    const comment = () =>
      client.post(`${proposal.address}/comments`, { body: { markdown: 'Why this price?' } })
    const isShown = () => page.getByText('Why this price?').first().isVisible()
    await expect.poll(async () => (await isShown()) || isAfter(comment())).toBe(true)
    expect(await typed.inputValue()).toBe('I am not done')
    expect(operations.every((name) => name === 'ChangeRequestScreen')).toBe(true)
    await page.close({ runBeforeUnload: false })
  })

  test.runIf(isLongRun)('shows in the tree what others have created', async () => {
    const client = server.as(admin)
    const { page } = await openScreen(context, `${server.url}/o/${organization.id}`)
    const create = () => client.post(`/orgs/${organization.id}/spaces`, { title: 'Brand new', empty: true })
    const isShown = () => page.getByText('Brand new').first().isVisible()
    await expect.poll(async () => (await isShown()) || isAfter(create())).toBe(true)
    await page.close()
  })

  test.runIf(isLongRun)('shows the progress of a job, and its end', async () => {
    const space = await buildSpace(app, organization, { title: 'Exported' })
    const started = await server
      .as(admin)
      .gql(`mutation ($id: ID!) { startExport(spaceId: $id, input: {}) { job { id } } }`, { id: space.id })
    const { id } = started.data.startExport.job
    const { page } = await openScreen(context, `${server.url}/o/${organization.id}/jobs`)
    await page.getByText('Exported').waitFor()
    const update = (columns: string) =>
      app.database.write(`UPDATE "Job" SET "updatedAt" = clock_timestamp(), ${columns} WHERE id = $1`, [id])
    await expect
      .poll(async () => {
        await update(`status = 'IN_PROGRESS', done = coalesce(done, 0) + 1, total = 1000`)
        return page.getByRole('progressbar').isVisible()
      })
      .toBe(true)
    await update(`status = 'COMPLETED', "completedAt" = now()`)
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    await page.close()
  })
})
