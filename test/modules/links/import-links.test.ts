import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { childEnvironment } from '../../support/child-environment.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { scriptParameters } from '../../support/script-parameters.ts'
import { buildLinkWorld } from './link-world.ts'

const project = fileURLToPath(new URL('../../..', import.meta.url))

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

// In `npm test` test/modules/imports/import.test.ts looks at the links that the command has indexed.
test.runIf(isLongRun)('the import command indexes links', async () => {
  const world = await buildLinkWorld(app)
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'a.md'), '# A\n\n[b](b.md) [gone](gone.md)\n')
  await writeFile(join(folder, 'b.md'), '# B\n\nText\n')
  await promisify(execFile)(
    process.execPath,
    [...scriptParameters('import'), folder, '--space', world.space.id],
    {
      cwd: project,
      // Without the environment of the test runner, which has another BASE_URL.
      env: childEnvironment({ DATABASE_URL: app.config.databaseUrl, DATA_DIR: app.config.dataDir }),
    },
  )
  expect((await world.links()).stats).toEqual({ total: 2, broken: { total: 1 } })
})
