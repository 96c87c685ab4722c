import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/identifiers.ts'
import { chromiumPath, closePages, desktop, startedChromium } from '../browser/chromium.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildContent } from '../support/factories/content.ts'
import { buildMember, buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { axeFindings, expectWholeScreen, openScreen, signedIn } from './opened-screens.ts'

/** The bytes that a browser may load before the first screen is there. */
const firstScreenBytes = 180_000

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let organizationId: string
let collectionId: string
let spaceId: string
let otherSpaceId: string
let pageId: string
let firstRevisionId: string
let adminContext: BrowserContext
let readerContext: BrowserContext

const open = (context: BrowserContext, path: string) => openScreen(context, `${app.url}${path}`)

const screens = [
  ...(isLongRun
    ? ([
        ['the home of an organization', () => `/o/${organizationId}`, 'HomeScreen'],
        ['a space', () => `/s/${spaceId}`, 'SpaceScreen'],
        ['the members of an organization', () => `/o/${organizationId}/members`, 'MembersScreen'],
        ['the trash of an organization', () => `/o/${organizationId}/trash`, 'TrashScreen'],
        ['a collection', () => `/c/${collectionId}`, 'CollectionScreen'],
        ['the history of a space', () => `/s/${spaceId}/revisions`, 'RevisionsScreen'],
        ['the files of a space', () => `/s/${spaceId}/files`, 'FilesScreen'],
        ['the broken links of a space', () => `/s/${spaceId}/links`, 'LinksScreen'],
        ['who may do what in a space', () => `/s/${spaceId}/access`, 'SpaceAccessScreen'],
        ['a revision', () => `/s/${spaceId}/revisions/${firstRevisionId}`, 'RevisionScreen'],
      ] as const)
    : []),
  ['a page', () => `/s/${spaceId}/pages/${pageId}`, 'PageScreen'],
] as const

describe.skipIf(chromiumPath === undefined)('in the workspace', () => {
  beforeAll(async () => {
    app = await startTestApp()
    organization = await buildOrganization(app, { title: 'Company' })
    const { id, admin } = organization
    const client = app.as(admin)
    organizationId = id
    const collection = (await client.post(`/orgs/${id}/collections`, { title: 'Handbooks' })).body
    collectionId = collection.id
    const space = await buildSpace(app, { id }, { title: 'Handbook', parent: collection })
    spaceId = space.id
    firstRevisionId = space.revisionId
    const { body } = await client.post(`/spaces/${spaceId}/content`, {
      changes: [
        {
          operation: 'insert_page',
          title: 'First steps',
          document: { markdown: '## Begin\n\nSome **text** and a [link](https://example.com).' },
        },
      ],
    })
    pageId = body.changes[0].page.id
    const deleted = await buildSpace(app, { id }, { title: 'Old handbook' })
    await client.delete(`/spaces/${deleted.id}`)
    otherSpaceId = (await buildSpace(app, { id }, { title: 'Chapters' })).id
    await client.patch(`/spaces/${otherSpaceId}`, { emoji: '1f680' })
    await buildContent(app, admin, { id: otherSpaceId }, [
      {
        id: newId('Page'),
        title: 'Chapter',
        markdown: '',
        pages: [{ id: newId('Page'), title: 'Subpage', markdown: '', pages: [] }],
      },
    ])
    await client.post(`/spaces/${spaceId}/comments`, {
      page: pageId,
      body: { markdown: 'Is this _right_?' },
    })
    ;[adminContext, readerContext] = [
      await signedIn(app, admin),
      await signedIn(app, await buildMember(app, id, 'READ')),
    ]
  })
  afterAll(async () => {
    await closePages()
    await app.close()
  })

  test.each(screens.map((screen, index) => [...screen, index] as const))(
    '%s is one operation, keeps to its policy, and axe finds nothing in it',
    (_name, path, operation, index) =>
      expectWholeScreen(adminContext, `${app.url}${path()}`, operation, index),
  )

  test('the first screen is loaded with less than 180 kB', async () => {
    const context = await (await startedChromium()).newContext()
    await context.addCookies(await adminContext.cookies())
    const { page, bytes } = await open(context, `/o/${organizationId}`)
    await page.waitForLoadState('networkidle')
    const loaded = await bytes()
    expect(loaded).toBeGreaterThan(50_000)
    expect(loaded).toBeLessThan(firstScreenBytes)
    await context.close()
  })

  test.runIf(isLongRun)(
    'the first screen is in the language of the account, in less than 180 kB too',
    async () => {
      const context = await (await startedChromium()).newContext()
      const language = { name: 'lectern_language', value: 'de', url: app.url }
      await context.addCookies([...(await adminContext.cookies()), language])
      const { page, bytes, faults } = await open(context, `/o/${organizationId}`)
      expect(await page.locator('html').getAttribute('lang')).toBe('de')
      await page.getByRole('link', { name: 'Papierkorb' }).waitFor()
      expect(await bytes()).toBeLessThan(firstScreenBytes)
      expect(faults).toEqual([])
      await context.close()
    },
  )

  test('somebody who may only read sees no button that would change something', async () => {
    for (const [, path] of isLongRun ? screens : screens.slice(-1)) {
      const { page } = await open(readerContext, path())
      await page.waitForLoadState('networkidle')
      const buttons = await page.locator('main').getByRole('button').allTextContents()
      expect(buttons.filter((name) => /new|edit|delete|resolve|invite|role/i.test(name))).toEqual([])
      await page.close()
    }
  })

  test('a space is created, renamed, deleted and restored from the keyboard and the menu', async () => {
    const { page } = await open(adminContext, `/o/${organizationId}`)
    await page.getByRole('button', { name: 'New collection' }).click()
    await page.getByLabel('Title').fill('Policies')
    await page.keyboard.press('Enter')
    const row = page.getByRole('row', { name: 'Policies' })
    await row.waitFor()
    await row.getByRole('button', { name: 'Actions for Policies' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByLabel('Title').fill('Rules')
    await page.getByRole('button', { name: 'Save' }).click()
    const renamed = page.getByRole('row', { name: 'Rules' })
    await renamed.getByRole('button', { name: 'Actions for Rules' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('Rules was deleted.').waitFor()
    await expect.poll(() => renamed.count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await renamed.waitFor()
    await page.close()
  })

  test.runIf(isLongRun)(
    'a page is found and opened from the keyboard, by one request for what was typed',
    async () => {
      const { page, operations } = await open(adminContext, `/o/${organizationId}`)
      await page.keyboard.press('Control+k')
      const field = page.getByRole('searchbox', { name: 'Find anything' })
      await field.waitFor()
      // At once: on a busy machine single keys may have pauses between them that are long enough for a request.
      await page.keyboard.insertText('first st')
      await page.getByRole('option', { name: 'First steps' }).waitFor()
      expect(await page.getByRole('option').locator('mark').allTextContents()).toEqual(['First', 'st'])
      expect(await axeFindings(page)).toEqual([])
      await page.setViewportSize(desktop)
      await expect.poll(() => operations).toContain('FindAnything')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor()
      expect(operations).toEqual(['HomeScreen', 'FindAnything', 'PageScreen'])
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: 'First steps' }).waitFor()
      await page.keyboard.type('create a sp')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'New space' }).waitFor()
      await page.close()
    },
  )

  test.runIf(isLongRun)(
    'what the server does not find is said, and a search that failed can be repeated',
    async () => {
      const { page } = await open(adminContext, `/o/${organizationId}`)
      await page.getByRole('button', { name: 'Find anything' }).click()
      await page.getByRole('searchbox', { name: 'Find anything' }).waitFor()
      await page.keyboard.type('zebra')
      await page.getByText('Nothing was found for “zebra”.').waitFor()
      await page.route('**/graphql', (route) => route.fulfill({ status: 503, body: '{"errors":[]}' }))
      await page.keyboard.press('Control+a')
      await page.keyboard.type('chapters')
      await page.getByRole('alert').waitFor()
      await page.unroute('**/graphql')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('option', { name: 'Chapters', exact: true }).waitFor()
      await page.close()
    },
  )

  test.runIf(isLongRun)('a file that is dropped on home is imported into a new space', async () => {
    const { page } = await open(adminContext, `/o/${organizationId}`)
    await page.getByRole('treegrid').waitFor()
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['# Dropped'], 'Dropped notes.md'))
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
      document.querySelector('[role=treegrid]')?.dispatchEvent(event)
    })
    const dialog = page.getByRole('dialog', { name: 'Import into a new space' })
    await dialog.waitFor()
    expect(await dialog.getByLabel('Title of the new space').inputValue()).toBe('Dropped notes')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Dropped notes.md' }).waitFor()
    await page.close()
  })

  test.runIf(isLongRun)('the trash says how long a space stays, and restores it', async () => {
    const { page, operations } = await open(adminContext, `/o/${organizationId}/trash`)
    await page
      .getByText(/days left/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Restore Old handbook' }).press('Enter')
    await page.getByRole('button', { name: 'Restore Old handbook' }).waitFor({ state: 'detached' })
    expect(operations).toEqual(['TrashScreen', 'RestoreSpaceOfTrash'])
    await page.close()
  })

  test.runIf(isLongRun)('a change is proposed from a page, written, and compared', async () => {
    const { page } = await open(adminContext, `/s/${spaceId}/pages/${pageId}`)
    await page.getByRole('button', { name: 'Propose a change' }).click()
    await page.getByLabel('What will change?').fill('Clearer first steps')
    await page.keyboard.press('Enter')
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.insertText('Read this first.\n\n')
    await page.keyboard.press('Control+s')
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { level: 1, name: 'Clearer first steps' }).waitFor()
    await page.locator('ins').getByText('Read this first.').waitFor()
    await page.close()
  })

  test.runIf(isLongRun)(
    'an emoji that the API has as code points is shown and edited as a character',
    async () => {
      const { page } = await open(adminContext, `/o/${organizationId}`)
      const row = page.getByRole('row', { name: 'Chapters' })
      expect(await row.textContent()).toContain('🚀')
      await row.getByRole('button', { name: 'Actions for Chapters' }).click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      expect(await page.getByLabel('Emoji').inputValue()).toBe('🚀')
      await page.close()
    },
  )

  test.runIf(isLongRun)('a page that was deleted comes back with those below it', async () => {
    const { page } = await open(adminContext, `/s/${otherSpaceId}`)
    const row = (name: string) => page.getByRole('row', { name, exact: true })
    await row('Subpage').waitFor()
    await page.getByRole('button', { name: 'Actions for Chapter' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await row('Chapter').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row('Chapter').waitFor()
    await row('Subpage').waitFor()
    await page.close()
  })

  test.runIf(isLongRun)(
    'an earlier version is restored, which says what it takes back, and can be undone',
    async () => {
      const { page } = await open(adminContext, `/s/${spaceId}/revisions/${firstRevisionId}`)
      const pages = page.getByRole('treegrid').getByRole('row')
      await page.getByRole('row', { name: 'First steps' }).waitFor()
      await page.getByRole('button', { name: 'Restore this version' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('listitem').filter({ hasText: 'First steps' }).waitFor()
      await dialog.getByRole('button', { name: 'Restore this version' }).click()
      await page.getByRole('heading', { level: 1, name: 'Restored an earlier version' }).waitFor()
      await expect.poll(() => pages.filter({ hasText: 'First steps' }).count()).toBe(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('row', { name: 'First steps' }).waitFor()
      await page.close()
    },
  )

  test.runIf(isLongRun)(
    'a page is moved beside what somebody else changes, and the place of another by a dialog',
    async () => {
      const { page } = await open(adminContext, `/s/${otherSpaceId}`)
      const row = (name: string) => page.getByRole('row', { name, exact: true })
      const act = async (title: string, action: string) => {
        await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click()
        await page.getByRole('menuitem', { name: action, exact: true }).click()
      }
      await row('Chapter').waitFor()
      const { admin } = organization
      const changes = [{ operation: 'insert_page', title: 'Theirs', document: { markdown: '' } }]
      await app.as(admin).post(`/spaces/${otherSpaceId}/content`, { changes })
      await act('Subpage', 'Move to…')
      await page.getByLabel('Find a page').fill('top')
      await page.getByRole('option', { name: 'Top of the space' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
      await page.getByText('their changes are kept').waitFor()
      await row('Theirs').waitFor()
      await act('Subpage', 'Move up')
      await row('Subpage').and(page.locator('[aria-posinset="2"][aria-level="1"]')).waitFor()
      await act('Subpage', 'Duplicate')
      await row('Subpage (copy)').waitFor()
      await page.close()
    },
  )

  test.runIf(isLongRun)(
    'access to a space is given, with why somebody has it, and taken away with a way back',
    async () => {
      const guest = await buildMember(app, organizationId, null)
      const { page, operations } = await open(adminContext, `/s/${spaceId}/access`)
      expect(operations).toEqual(['SpaceAccessScreen'])
      await page.getByRole('combobox', { name: 'To a person' }).fill(guest.displayName)
      await expect.poll(() => page.getByRole('option').count()).toBe(1)
      await page.getByRole('option', { name: guest.displayName }).click()
      const row = page.locator('li').filter({ hasText: guest.displayName })
      const given = row.getByText('Given directly, on this space')
      await given.waitFor()
      // The field stays open for the next person.
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: `Remove ${guest.displayName}` }).click()
      await given.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await given.waitFor()
      await page.close()
      const reader = await open(readerContext, `/s/${spaceId}/access`)
      await reader.page.getByRole('heading', { name: 'Your role here: Reader' }).waitFor()
      await reader.page.getByText('Through the role in the organization').first().waitFor()
      expect(await reader.page.getByRole('combobox').count()).toBe(0)
      expect(reader.faults).toEqual([])
      await reader.page.close()
    },
  )

  test.runIf(isLongRun)(
    'a comment is written, and stays in its field while the server refuses it',
    async () => {
      const { page } = await open(adminContext, `/s/${spaceId}/pages/${pageId}`)
      await page.getByText('Is this right?').waitFor()
      await page.route('**/graphql', (route) => route.fulfill({ status: 503, body: '{"errors":[]}' }))
      await page.getByLabel('Write a comment').fill('It is.')
      await page.getByRole('button', { name: 'Comment', exact: true }).click()
      await page.getByRole('alert').waitFor()
      expect(await page.getByLabel('Write a comment').inputValue()).toBe('It is.')
      await page.unroute('**/graphql')
      await page.getByRole('button', { name: 'Comment', exact: true }).click()
      await page.getByRole('article').getByText('It is.').waitFor()
      await expect.poll(() => page.getByLabel('Write a comment').inputValue()).toBe('')
      await page.close()
    },
  )

  test.runIf(isLongRun)(
    'a part of a page is discussed: quoted, with somebody mentioned, a reaction, and resolved',
    async () => {
      const { page } = await open(adminContext, `/s/${spaceId}/pages/${pageId}`)
      await page
        .frameLocator('iframe')
        .getByText('Some text')
        .click({ position: { x: 2, y: 2 } })
      const field = page.getByLabel('Comment on this part')
      await field.pressSequentially(`Look, @${organization.admin.displayName.slice(0, 3)}`)
      await page.getByRole('option', { name: organization.admin.displayName, exact: true }).click()
      await field.press('Control+Enter')
      const comment = page.getByRole('article').filter({ hasText: 'Look,' })
      await comment.getByText('Some text and a link').waitFor()
      await page.getByRole('button', { name: '§ Begin' }).waitFor()
      await comment.getByText(`@${organization.admin.displayName}`).waitFor()
      await comment.getByRole('button', { name: 'React' }).click()
      await page.getByRole('menuitem', { name: '🎉' }).click()
      await comment.getByRole('button', { name: `🎉 by ${organization.admin.displayName}` }).waitFor()
      await comment.getByRole('button', { name: 'Resolve' }).click()
      await comment.getByRole('button', { name: 'Open again' }).waitFor()
      await page.close()
    },
  )
})
