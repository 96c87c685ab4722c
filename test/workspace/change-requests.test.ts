import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, closePages } from '../browser/chromium.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildProposal } from '../support/factories/change-requests.ts'
import { buildPage, sendChanges, writePage } from '../support/factories/content.ts'
import { buildMember, buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { axeFindings, longTasks, openScreen, signedIn } from './opened-screens.ts'

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
    await closePages()
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
    await page.getByRole('textbox', { name: 'Comment with the review' }).fill('Well said.')
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

  test.runIf(isLongRun)(
    'a change is discussed at its line and as visitors see it, and people are asked for a review',
    async () => {
      const reviewer = await buildMember(app, organization.id, 'REVIEW')
      const group = await buildPage(client, space.id, { title: 'Prices' })
      const id = await buildPage(client, space.id, {
        title: 'Fees',
        document: { markdown: 'The fee is **10**.' },
      })
      const proposal = await buildProposal(client, space.id, 'Discussed')
      await proposal.change(writePage(id, 'The fee is **20**.', { into: group, noIndex: true }))
      const address = `/s/${space.id}/~/changes/${proposal.number}`
      const { page, operations } = await open(address)
      const card = page.getByRole('article').filter({ hasText: 'Left out of the search of the site' })
      await card.locator('ins').getByText('The fee is **20**.').waitFor()
      await page.getByRole('article').getByText('Page moved').waitFor()
      await page.getByRole('navigation', { name: 'Changed pages' }).getByText('Prices').waitFor()

      // By keyboard: from the first line of the hunk to the one below.
      await card.getByRole('button', { name: 'Comment on line 1' }).first().focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: 'Comment on line 1' }).fill('Really?')
      await card.getByRole('button', { name: 'Comment', exact: true }).click()
      await card.locator('section').getByText('Really?').waitFor()
      const { body } = await client.get(`${proposal.address}/comments?format=markdown`)
      expect(body.items[0].body.markdown).toBe('```diff\n@@ +1 @@\n+The fee is **20**.\n```\n\nReally?')

      await page.getByRole('button', { name: /Show changes|One below/ }).click()
      await page.getByRole('option', { name: 'As visitors see it' }).click()
      const frame = page.frameLocator('iframe[title^="Fees"]')
      await frame.locator('strong del').getByText('10').waitFor()
      await frame.locator('strong ins').getByText('20').waitFor()

      await page.getByRole('button', { name: 'Ask people to review' }).click()
      await page.getByRole('option', { name: reviewer.displayName }).click()
      await page.getByRole('button', { name: 'Ask 1 person' }).click()
      await page.getByText('Was asked for a review').waitFor()
      await page.getByRole('button', { name: 'Add a description' }).click()
      await page.getByRole('textbox', { name: 'Description' }).fill('Because of **costs**.')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('strong').getByText('costs').waitFor()
      expect(operations).toEqual([
        'ChangeRequestScreen',
        'PostProposalComment',
        'ChangeRequestScreen',
        'PeopleToAsk',
        'RequestReviews',
        'EditChangeRequest',
      ])

      await card.getByRole('link', { name: 'Fees' }).click()
      await page.getByText(`As it is in change request #${proposal.number}`).waitFor()
      await page.getByText('Really?').waitFor()
      await page.reload()
      await page.getByText('Really?').waitFor()
      expect(operations.slice(-2)).toEqual(['ProposedPageScreen', 'ProposedPageScreen'])
      expect(await axeFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.locator('.cm-content').waitFor()
      await page.close()
    },
  )

  test.runIf(isLongRun)('a merge with conflicts shows them', async () => {
    const { proposal } = await conflicting('Shown conflicts')
    const { page } = await open(`/s/${space.id}/~/changes/${proposal.number}`)
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('heading', { name: '1 conflict' }).waitFor()
    await page.close()
  })

  test.runIf(isLongRun)('the list has what is open by one request, without violations', async () => {
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

  test.runIf(isLongRun)(
    'a diff of 1,000 hunks is shown without a task over 100 ms',
    async () => {
      const written = (word: string) =>
        Array.from({ length: 250 }, (_, index) => `${word} ${index}\n\nOne\n\nTwo\n\nThree\n\nFour`).join(
          '\n\n',
        )
      const proposal = await buildProposal(client, space.id, 'Long')
      for (const title of ['First', 'Second', 'Third', 'Fourth']) {
        const long = await buildPage(client, space.id, { title, document: { markdown: written('Old') } })
        await proposal.update()
        await proposal.change(writePage(long, written('New')))
      }
      const { page } = await open(`/s/${space.id}/~/changes/${proposal.number}`)
      await page.locator('ins').getByText('New 0', { exact: true }).first().waitFor()
      const tasks = await longTasks(page)
      const hunks = page.locator('section[aria-label^="Changed lines of"]').last().locator('> *')
      const scrolled = () =>
        page.evaluate(
          () =>
            new Promise<void>((resolve) => {
              scrollBy(0, 2000)
              requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
            }),
        )
      while ((await hunks.count()) < 250) await scrolled()
      expect((await tasks()).filter((milliseconds) => milliseconds > 100)).toEqual([])
      await page.close()
    },
    180_000,
  )

  test.runIf(isLongRun)('who may only read sees no buttons', async () => {
    const { proposal } = await conflicting('Read only')
    const reader = await buildMember(app, organization.id, 'READ')
    const within = await signedIn(app, reader)
    const { page } = await open(`/s/${space.id}/~/changes/${proposal.number}`, within)
    await page.locator('ins').getByText('The price is 20.').waitFor()
    for (const name of ['Merge', 'Approve', 'More actions', 'Ask people to review', 'Comment on line 1'])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    await within.close()
  })
})
