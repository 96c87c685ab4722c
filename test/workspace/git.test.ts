import type { BrowserContext, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../../src/base/logger.ts'
import { JobRunner } from '../../src/modules/jobs/runner.ts'
import { jobWork } from '../../src/server/jobs.ts'
import { chromiumPath, closePages } from '../browser/chromium.ts'
import {
  buildSyncedSpace,
  connect,
  edit,
  pagesOf,
  type SyncedSpace,
  startServer,
  sync,
} from '../modules/git-sync/synced-space.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import type { GitServer } from '../support/git-server.ts'
import { expectWholeScreen, openScreen, signedIn } from './opened-screens.ts'

let app: TestApp
let server: GitServer
let runner: JobRunner
let context: BrowserContext
let space: SyncedSpace

/** Waits for what the end of a job shows, and has the jobs run that wait. */
const whenShown = (locator: Locator) =>
  expect
    .poll(async () => {
      await runner.wake()
      return locator.first().isVisible()
    })
    .toBe(true)

const book = (text: string) => ({
  'README.md': `# Welcome\n\n${text}\n`,
  'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n',
})

describe.runIf(isLongRun && chromiumPath !== undefined)('the git branch of a space in the workspace', () => {
  beforeAll(async () => {
    app = await startTestApp()
    server = await startServer()
    runner = new JobRunner(
      { config: app.config, database: app.database, logger: createLogger('silent') },
      jobWork,
    )
    space = await buildSyncedSpace(app, server)
    space.repository.commit(book('Hello there.'))
    context = await signedIn(app, space.admin)
  })
  afterAll(async () => {
    await closePages()
    await runner.stop()
    await server.close()
    await app.close()
  })

  test('a branch is connected, what the first sync changes is shown before it begins, and a conflict leads to its change request', async () => {
    const { page } = await openScreen(context, `${app.url}/s/${space.spaceId}/git`)
    await page.getByLabel('Address of the repository').fill('ftp://git.example.com/docs.git')
    await page.getByRole('button', { name: 'Connect' }).click()
    await expect.poll(() => page.getByText('is refused').isVisible()).toBe(true)
    await page.getByLabel('Address of the repository').fill(space.repository.url)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('dialog', { name: 'Copy the secret now' }).waitFor()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await whenShown(page.getByRole('region', { name: 'In the space' }).getByText('Welcome'))
    expect(await pagesOf(space)).toEqual([])
    await page.getByRole('button', { name: 'Begin to sync' }).click()
    await page.getByRole('button', { name: 'Sync now' }).click()
    await whenShown(page.getByText('In step', { exact: true }))
    const [welcome] = await pagesOf(space)
    expect(welcome?.markdown).toContain('Hello there.')

    space.repository.commit(book('Hello from git.'))
    await edit(space, [
      { operation: 'update_page', page: welcome?.id, document: { markdown: 'Hello from here.' } },
    ])
    await page.getByRole('button', { name: 'Sync now' }).click()
    const decide = page.getByRole('link', { name: 'Decide the conflicts in change request #1' })
    await whenShown(decide)
    await decide.click()
    await page.getByText('Hello from git.').first().waitFor()
    await page.close()
  })

  test('the screen of a connection is one operation, and axe finds nothing in it', async () => {
    const other = await buildSyncedSpace(app, server)
    other.repository.commit(book('Hello.'))
    await connect(other, { direction: 'from-git' })
    await sync(other)
    await expectWholeScreen(
      await signedIn(app, other.admin),
      `${app.url}/s/${other.spaceId}/git`,
      'GitScreen',
    )
  })
})
