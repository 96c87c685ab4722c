import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type LecternProcess, startLectern } from '../start/process.ts'
import { createClient, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildPage, sendChanges } from '../support/factories/content.ts'
import { temporaryFolder } from '../support/folders.ts'
import { runLectern } from '../support/run-lectern.ts'

/** Runs a server with the embedded database until the test has used it. */
async function withServer<Result>(
  environment: Record<string, string>,
  use: (client: TestClient, server: LecternProcess) => Promise<Result>,
): Promise<Result> {
  const server = startLectern({ environment })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  const address = await server.ready()
  const result = await use(createClient(address, environment.BOOTSTRAP_TOKEN as string), server)
  server.child.kill('SIGTERM')
  expect(await server.exit()).toBe(0)
  return result
}

test.runIf(isLongRun)(
  'the embedded database is recovered as it was at a time, with the files of that time',
  { timeout: 300_000 },
  async () => {
    const [dataDir, archive] = [await temporaryFolder(), await temporaryFolder()]
    const environment = {
      DATA_DIR: dataDir,
      DATABASE_ARCHIVE: archive,
      SWEEP_DAYS: '15',
      SAMPLE_CONTENT: 'off',
      BOOTSTRAP_TOKEN: 'lectern_token_of_the_recovery',
    }
    const run = (...parameters: string[]) =>
      runLectern({ config: { dataDir } } as Parameters<typeof runLectern>[0], parameters, environment)
    const made = await withServer(environment, async (client) => {
      const organizationId = (await client.get('/orgs')).body.items[0].id
      const { id: spaceId } = (await client.post(`/orgs/${organizationId}/spaces`, { title: 'Docs' })).body
      const base = await run('backups', 'base')
      expect([base.code, base.output]).toEqual([
        0,
        expect.stringMatching(/^Wrote .*\/base\/\d{8}T\d{6}Z\.\n$/),
      ])
      const kept = await buildPage(client, spaceId, { title: 'Kept' })
      const file = { name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }
      expect((await sendChanges(client, spaceId, { operation: 'insert_files', files: [file] })).status).toBe(
        200,
      )
      // The base backup has no fractions of seconds, and the target lies between two transactions.
      await wait(1100)
      const time = new Date()
      await wait(100)
      await sendChanges(client, spaceId, { operation: 'delete_page', page: kept })
      const mistaken = await buildPage(client, spaceId, { title: 'A mistake' })
      expect(await run('recover', '--time', time.toISOString())).toMatchObject({
        code: 1,
        errors: expect.stringContaining('The database runs; stop Lectern first.'),
      })
      return { spaceId, kept, mistaken, time }
    })
    expect(await readdir(join(archive, 'log'))).not.toEqual([])
    const early = await run('recover', '--time', '2020-01-01T00:00:00Z')
    expect([early.code, early.errors]).toEqual([
      1,
      expect.stringContaining('no base backup from before that time'),
    ])
    const recovered = await run('recover', '--time', made.time.toISOString())
    expect([recovered.errors, recovered.code, recovered.output]).toEqual([
      '',
      0,
      expect.stringMatching(/^Recovered the database to .* What it was before is in .*data-until-/),
    ])
    await withServer(environment, async (client) => {
      const page = (id: string) => client.get(`/spaces/${made.spaceId}/content/page/${id}`)
      expect([(await page(made.kept)).status, (await page(made.mistaken)).status]).toEqual([200, 404])
      const [file] = (await client.get(`/spaces/${made.spaceId}/content/files`)).body.items
      expect(await (await fetch(file.downloadURL)).text()).toBe('a')
      expect(await buildPage(client, made.spaceId, { title: 'Written on' })).toMatch(/^pag/)
      expect((await run('backups', 'base')).code).toBe(0)
    })
  },
)
