import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/identifiers.ts'
import { chromiumPath, closePages } from '../browser/chromium.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { longTasks, openScreen, signedIn } from './opened-screens.ts'

const spaces = 10_000

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>

/** Adds empty spaces to the organization, as a replica, so that no trigger runs for each. */
async function addSpaces(): Promise<void> {
  const key = newId('Space').slice(3, 20)
  const numbers = `generate_series(1, ${spaces}) n`
  const connection = await app.database.pool.connect()
  try {
    await connection.query('BEGIN; SET LOCAL session_replication_role = replica')
    await connection.query(
      `INSERT INTO "Space" (id, "organizationId", title, emoji, position, "revisionId", ancestors)
       SELECT 'spc${key}' || n, '${organization.id}', 'Space ' || n, '📄', 'a' || lpad(n::text, 6, '0'), 'rev${key}' || n, '{}'
       FROM ${numbers}`,
    )
    await connection.query(
      `INSERT INTO "Branch" (id, "spaceId", kind, "headSequence")
       SELECT 'brn${key}' || n, 'spc${key}' || n, 'MAIN', 1 FROM ${numbers}`,
    )
    await connection.query(
      `INSERT INTO "Revision" (id, "spaceId", "branchId", sequence, type, parents)
       SELECT 'rev${key}' || n, 'spc${key}' || n, 'brn${key}' || n, 1, 'EDITS', '{}' FROM ${numbers}`,
    )
    await connection.query('COMMIT')
  } finally {
    connection.release()
  }
}

describe.runIf(chromiumPath !== undefined && isLongRun)(
  'the home of an organization with 10,000 spaces',
  () => {
    beforeAll(async () => {
      app = await startTestApp()
      organization = await buildOrganization(app)
      const shelf = (
        await app.as(organization.admin).post(`/orgs/${organization.id}/collections`, { title: 'Shelf' })
      ).body
      await buildSpace(app, organization, { title: 'On the shelf', parent: shelf })
      await addSpaces()
    }, 120_000)
    afterAll(async () => {
      await closePages()
      await app.close()
    })

    test('is read page by page as somebody scrolls, to its end, and is used there without a task over 100 ms', async () => {
      const context = await signedIn(app, organization.admin)
      const { page, operations } = await openScreen(context, `${app.url}/o/${organization.id}`)
      const tree = page.getByRole('treegrid')
      await tree.getByRole('row', { name: 'Space 1', exact: true }).waitFor()
      expect(operations).toEqual(['HomeScreen'])
      const last = tree.getByRole('row', { name: `Space ${spaces}`, exact: true })
      await tree.hover()
      const tasksOfReading = await longTasks(page)
      await expect
        .poll(
          async () => {
            await page.mouse.wheel(0, 30_000)
            return last.count()
          },
          { timeout: 60_000, interval: 50 },
        )
        .toBe(1)
      expect(operations.filter((name) => name === 'MoreContents')).toHaveLength(
        Math.ceil((spaces + 2 - 1000) / 500),
      )
      await page.waitForLoadState('networkidle')
      expect((await tasksOfReading()).filter((milliseconds) => milliseconds > 100)).toEqual([])
      const tasks = await longTasks(page)
      for (let step = 0; step < 40; step++) await page.mouse.wheel(0, -120)
      await page.mouse.wheel(0, -1e9)
      const row = (name: string) => tree.getByRole('row', { name, exact: true })
      await row('Shelf').press('ArrowLeft')
      await row('On the shelf').waitFor({ state: 'detached' })
      await row('Shelf').press('ArrowRight')
      await row('On the shelf').waitFor()
      await row('Space 2').getByRole('button', { name: 'Actions for Space 2', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await page.getByLabel('Title').fill('Renamed')
      await page.getByRole('button', { name: 'Save' }).click()
      await row('Renamed').waitFor()
      expect((await tasks()).filter((milliseconds) => milliseconds > 100)).toEqual([])
      await context.close()
    }, 120_000)
  },
)
