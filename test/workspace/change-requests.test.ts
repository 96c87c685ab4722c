import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, closeChromium } from '../browser/chromium.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { buildProposal } from '../support/factories/change-requests.ts'
import { buildPage, sendChanges, writePage } from '../support/factories/content.ts'
import { buildMember, buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { axeFindings, openScreen, signedIn } from './opened-screens.ts'

describe.skipIf(chromiumPath === undefined)('the screens of change requests', () => {
  let app: TestApp
  let client: TestClient
  let organization: { id: string }
  let space: { id: string }
  let admin: TestUser
  let context: BrowserContext

  beforeAll(async () => {
    app = await startTestApp()
    const built = await buildOrganization(app)
    organization = built
    admin = built.admin
    client = app.as(admin)
    space = await buildSpace(app, organization, { title: 'Handbook' })
    context = await signedIn(app, admin)
  })
  afterAll(async () => {
    await context?.close()
    await closeChromium()
    await app?.close()
  })

  const open = (path: string, within = context) => openScreen(within, `${app.url}${path}`)

  /** A change request that writes a line which was changed in the space since. */
  async function conflicting(subject: string) {
    const id = await buildPage(client, space.id, {
      title: subject,
      document: { markdown: 'The price is 10.' },
    })
    const proposal = await buildProposal(client, space.id, subject)
    await proposal.change(writePage(id, 'The price is 20.'))
    await sendChanges(client, space.id, writePage(id, 'The price is 15.'))
    await client.patch(proposal.address, { status: 'open' })
    return { id, proposal }
  }

  test('a reviewer approves, a conflict is decided with a text of their own, and it is merged', async () => {
    const { id, proposal } = await conflicting('New prices')
    const { page, operations } = await open(`/s/${space.id}/~/changes/${proposal.number}`)
    await page.locator('ins').getByText('The price is 20.').waitFor()
    expect(operations).toEqual(['ChangeRequestScreen'])
    await page.getByRole('textbox', { name: 'Comment' }).fill('Well said.')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Well said.').waitFor()
    await page.getByRole('button', { name: 'Update from the space' }).click()
    await page.getByRole('button', { name: 'Write my own' }).click()
    await page.getByRole('textbox', { name: 'Your text' }).fill('The price is 25.')
    await page.getByRole('button', { name: 'Keep my text' }).click()
    await page.locator('ins').getByText('The price is 25.').waitFor()
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('link', { name: 'Show the revision' }).waitFor()
    expect(operations).toEqual([
      'ChangeRequestScreen',
      'ReviewChangeRequest',
      'UpdateFromLive',
      'DecideConflict',
      'MergeOpenChangeRequest',
    ])
    const { body } = await client.get(`/spaces/${space.id}/content/page/${id}?format=markdown`)
    expect(body.markdown).toContain('The price is 25.')
    await page.close()
  })

  test('a merge with conflicts shows them', async () => {
    const { proposal } = await conflicting('Shown conflicts')
    const { page } = await open(`/s/${space.id}/~/changes/${proposal.number}`)
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('heading', { name: '1 conflict' }).waitFor()
    await page.close()
  })

  test('the list has what is open by one request, without violations', async () => {
    const { proposal } = await conflicting('Listed')
    const { page, operations } = await open(`/o/${organization.id}/change-requests`)
    await page.getByRole('link', { name: 'Listed' }).waitFor()
    expect(operations).toEqual(['ChangeRequestsScreen'])
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Listed' }).click()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/s/${space.id}/~/changes/${proposal.number}`)
    expect(await axeFindings(page, 1)).toEqual([])
    await page.close()
  })

  test('who may only read sees no buttons', async () => {
    const { proposal } = await conflicting('Read only')
    const reader = await buildMember(app, organization.id, 'READ')
    const within = await signedIn(app, reader)
    const { page } = await open(`/s/${space.id}/~/changes/${proposal.number}`, within)
    await page.locator('ins').getByText('The price is 20.').waitFor()
    for (const name of ['Merge', 'Approve', 'Archive', 'Edit subject'])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    await within.close()
  })
})
