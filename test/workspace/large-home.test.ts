import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/identifiers.ts'
import { chromiumPath, closeChromium } from '../browser/chromium.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { openScreen, signedIn } from './opened-screens.ts'

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
      await addSpaces()
    }, 120_000)
    afterAll(async () => {
      await closeChromium()
      await app.close()
    })

    test('is read page by page as somebody scrolls, to its end', async () => {
      const context = await signedIn(app, organization.admin)
      const { page, operations } = await openScreen(context, `${app.url}/o/${organization.id}`)
      const tree = page.getByRole('treegrid')
      await tree.getByRole('row', { name: 'Space 1', exact: true }).waitFor()
      expect(operations).toEqual(['HomeScreen'])
      const last = tree.getByRole('row', { name: `Space ${spaces}`, exact: true })
      await tree.hover()
      await expect
        .poll(
          async () => {
            await page.mouse.wheel(0, 30_000)
            return last.count()
          },
          { timeout: 60_000, interval: 50 },
        )
        .toBe(1)
      expect(operations.filter((name) => name === 'MoreContents')).toHaveLength((spaces - 1000) / 500)
      await context.close()
    }, 120_000)
  },
)
