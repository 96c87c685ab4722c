import { describe, expect, onTestFinished, test } from 'vitest'
import { isLongRun } from '../support/budget.ts'
import { emptyDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { preparedDataDir } from '../support/prepared-data.ts'
import { type HeldSource, heldSource } from './held-source.ts'
import { startProcess } from './processes.ts'
import { type Client, clientAt, clientOf, createSpace, titlesOf } from './writers.ts'

const minutes = 60_000
const token = 'the-first-token-of-the-replicas'

/** Returns the address of the import runs of the organization. */
async function importRunsOf(client: Client): Promise<string> {
  const { body } = await client.send('GET', '/v1/orgs')
  return `/v1/org/${body.items[0].id}/imports`
}

async function startHeldImport(client: Client, space: string, { url, asked }: HeldSource): Promise<string> {
  const runs = await importRunsOf(client)
  const run = { source: { type: 'markdown', url }, target: { space } }
  const started = await client.send('POST', runs, run)
  expect(started.status).toBe(201)
  await asked
  return `${runs}/${started.body.id}`
}

/** Imports by a request that waits, and returns the run of the organization. The answer is lost. */
async function importInRequest(client: Client, space: string, { url, asked }: HeldSource): Promise<string> {
  const runs = await importRunsOf(client)
  client.send('POST', `/v1/spaces/${space}/content/import`, { url, source: 'markdown' }).catch(() => {})
  await asked
  const listed = await client.send('GET', runs)
  return `${runs}/${listed.body.items[0].id}`
}

const untilCompleted = (client: Client, run: string) =>
  expect
    .poll(async () => (await client.send('GET', run)).body.status, { timeout: minutes, interval: 250 })
    .toBe('completed')

describe.runIf(isLongRun)('a job that runs when its process is killed', () => {
  test('is done once after a restart', { timeout: 5 * minutes }, async () => {
    const DATA_DIR = await preparedDataDir()
    const environment = { DATA_DIR, TMPDIR: DATA_DIR, OUTBOUND_ALLOW: '127.0.0.1/32' }
    const killed = startProcess(environment)
    const client = await clientOf(killed)
    const space = await createSpace(client)
    const source = await heldSource()
    const run = await startHeldImport(client, space, source)
    killed.child.kill('SIGKILL')
    await killed.exit()
    source.release()
    const after = await clientOf(startProcess(environment), killed.token())
    await untilCompleted(after, run)
    expect([...(await titlesOf(after, space))]).toEqual(['Imported'])
  })

  test.each([
    ['that nobody waits for', startHeldImport],
    ['that a request waits for', importInRequest],
  ])('is done once by another replica, %s', { timeout: 5 * minutes }, async (_name, start) => {
    const { url, drop } = await emptyDatabase()
    onTestFinished(drop)
    const DATA_DIR = await temporaryFolder()
    const environment = {
      DATABASE_URL: url,
      DATA_DIR,
      TMPDIR: DATA_DIR,
      BOOTSTRAP_TOKEN: token,
      OUTBOUND_ALLOW: '127.0.0.1/32',
    }
    const first = startProcess(environment)
    const client = clientAt(await first.ready(), token)
    const space = await createSpace(client)
    const source = await heldSource()
    const run = await start(client, space, source)
    const other = clientAt(await startProcess(environment).ready(), token)
    first.child.kill('SIGKILL')
    await first.exit()
    source.release()
    await untilCompleted(other, run)
    expect([...(await titlesOf(other, space))]).toEqual(['Imported'])
  })
})
