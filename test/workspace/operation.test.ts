import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, closePages } from '../browser/chromium.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildMember, buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { expectWholeScreen, openScreen, signedIn } from './opened-screens.ts'

let app: TestApp
let organizationId: string
let spaceId: string
let jobId: string
let adminUser: TestUser
let adminContext: BrowserContext
let readerContext: BrowserContext

const open = (context: BrowserContext, path: string) => openScreen(context, `${app.url}${path}`)

/** The screens about contents and operation. */
const screens = [
  ['audit-log', 'AuditLogScreen'],
  ...(isLongRun
    ? ([
        ['openapi/pets', 'SpecificationScreen'],
        ['translations', 'TranslationsScreen'],
        ['openapi', 'SpecificationsScreen'],
        ['custom-fields', 'CustomFieldsScreen'],
        ['imports', 'ImportsScreen'],
        ['jobs', 'JobsScreen'],
      ] as const)
    : []),
] as const

describe.skipIf(chromiumPath === undefined)('in the settings about contents and operation', () => {
  beforeAll(async () => {
    app = await startTestApp()
    const { id, admin } = await buildOrganization(app, { title: 'Company' })
    organizationId = id
    adminUser = admin
    spaceId = (await buildSpace(app, { id }, { title: 'Handbook' })).id
    const client = app.as(admin)
    await client.post(`/orgs/${id}/custom-fields`, { name: 'owner', title: 'Owner', type: 'text' })
    await client.put(`/orgs/${id}/openapi/pets`, {
      source: {
        text: JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {} }),
      },
    })
    const { body } = await client.post(`/org/${id}/imports`, {
      source: { type: 'zip', url: 'https://example.invalid/docs.zip' },
      target: { space: spaceId },
    })
    jobId = body.id
    ;[adminContext, readerContext] = [
      await signedIn(app, admin),
      await signedIn(app, await buildMember(app, id, 'READ')),
    ]
  })
  afterAll(async () => {
    await closePages()
    await app.close()
  })

  test.runIf(isLongRun).each(screens.map((screen, index) => [...screen, index] as const))(
    '%s is one operation, keeps to its policy, and axe finds nothing in it',
    (part, operation, index) =>
      expectWholeScreen(adminContext, `${app.url}/o/${organizationId}/${part}`, operation, index),
  )

  test('the audit log has its filters in the address, and opens an entry by the keyboard', async () => {
    const { page, operations } = await open(
      adminContext,
      `/o/${organizationId}/audit-log?action=createCustomField`,
    )
    const entry = page.getByRole('row', { name: /created a custom field/ })
    await entry.press('Enter')
    await page.getByRole('dialog').getByRole('cell', { name: 'Owner', exact: true }).waitFor()
    await page.getByRole('button', { name: 'All about this object' }).press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).searchParams.has('target')).toBe(true)
    await entry.waitFor()
    expect(operations).toEqual(['AuditLogScreen', 'AuditLogScreen'])
    await page.close()
  })

  test.runIf(isLongRun)(
    'the audit log has words of its own for all that can be done, and none of the API',
    async () => {
      const { page } = await open(adminContext, `/o/${organizationId}/audit-log`)
      await page.getByRole('button', { name: 'All actions' }).press('Enter')
      const deeds = await page.getByRole('option').allTextContents()
      const { body } = await app.as(adminUser).get(`/orgs/${organizationId}/audit-event-actions`)
      const labels = (body.items as { label: string }[]).map(({ label }) => label)
      expect(deeds).toHaveLength(1 + labels.length)
      expect(labels.filter((label) => deeds.includes(label))).toEqual([])
      await page.close()
    },
  )

  test.runIf(isLongRun)(
    'a custom field is refused at its name, corrected, and created by the next press',
    async () => {
      const { page } = await open(adminContext, `/o/${organizationId}/custom-fields`)
      await page.getByRole('button', { name: 'New custom field' }).click()
      await page.getByLabel('Title').fill('Audience')
      await page.getByLabel('Name in the API').fill('Who reads it')
      const create = page.getByRole('button', { name: 'Create' })
      await create.click()
      await page.getByText(/^Must consist of lower-case letters/).waitFor()
      await page.getByLabel('Name in the API').fill('audience')
      await create.click()
      await page.getByRole('listitem').filter({ hasText: 'Audience' }).waitFor()
      await page.close()
    },
  )

  test.runIf(isLongRun)('the values of a space are changed on its screen', async () => {
    const { page, operations } = await open(adminContext, `/s/${spaceId}`)
    await page.getByRole('button', { name: 'Edit properties' }).click()
    await page.getByLabel('Owner').fill('Docs team')
    await page.keyboard.press('Enter')
    await page.getByRole('definition').getByText('Docs team').waitFor()
    expect(operations).toEqual(['SpaceScreen', 'UpdateSpaceFields'])
    await page.close()
  })

  test.runIf(isLongRun)('an import is cancelled at its report, and says so', async () => {
    const { page, operations } = await open(adminContext, `/o/${organizationId}/imports/${jobId}`)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Cancelled').waitFor()
    await page.getByRole('button', { name: 'Import again' }).waitFor()
    expect(operations).toEqual(['ImportReportScreen', 'CancelImport'])
    await page.close()
  })

  test.runIf(isLongRun)('a specification names the pages that show it, and leads to them', async () => {
    const client = app.as(adminUser)
    const markdown = '{% openapi-operation spec="pets" path="/pets" method="get" %}{% endopenapi-operation %}'
    await client.post(`/spaces/${spaceId}/content`, {
      changes: [{ operation: 'insert_page', title: 'Animals', document: { markdown } }],
    })
    const { page, operations } = await open(adminContext, `/o/${organizationId}/openapi/pets`)
    await page.getByRole('heading', { name: 'Used on 1 page' }).waitFor()
    await page.getByRole('row', { name: 'Animals, Handbook' }).press('Enter')
    await page.getByRole('heading', { name: 'Animals', level: 1 }).waitFor()
    expect(operations).toEqual(['SpecificationScreen', 'PageScreen'])
    await page.close()
  })

  test.runIf(isLongRun)('somebody who may only read sees no controls, and no audit log', async () => {
    const { page } = await open(readerContext, `/o/${organizationId}/custom-fields`)
    await page.getByRole('listitem').filter({ hasText: 'Owner' }).waitFor()
    const buttons = await page.locator('main').getByRole('button').allTextContents()
    expect(buttons).toEqual([])
    await page.goto(`${app.url}/o/${organizationId}/audit-log`)
    await page.getByRole('heading', { name: 'Not found, or no access' }).waitFor()
    await page.close()
  })
})
