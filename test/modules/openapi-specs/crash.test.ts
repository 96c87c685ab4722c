import type { ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { type LecternProcess, startLectern } from '../../start/process.ts'
import { isLongRun } from '../../support/budget.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { petsDocument, serve, textOf } from './documents.ts'

/** Milliseconds. Starting servers takes long on a busy machine. */
const testTimeout = 180_000
const token = 'a-token-of-sixteen-or-more'
const processes: LecternProcess[] = []
let database: TestDatabase | undefined

afterEach(async () => {
  for (const lectern of processes) lectern.child.kill('SIGKILL')
  await Promise.all(processes.splice(0).map((lectern) => lectern.exit()))
  await database?.drop()
  database = undefined
})

/** Starts a server process on the database of the test. */
async function start(DATA_DIR: string) {
  database ??= await testDatabase()
  const lectern = startLectern({
    environment: {
      DATABASE_URL: database.url,
      DATA_DIR,
      BOOTSTRAP_TOKEN: token,
      SAMPLE_CONTENT: 'off',
      OUTBOUND_ALLOW: '127.0.0.1/32',
    },
  })
  processes.push(lectern)
  const address = await lectern.ready()
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${address}/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : undefined,
    })
    return answer.json()
  }
  const [organization] = (await ask('GET', '/orgs')).items
  return { lectern, ask, specs: `/orgs/${organization.id}/openapi` }
}

/** Returns a server whose responses are sent by the test, and that counts concurrent requests. */
async function heldServer() {
  const waiting: ServerResponse[] = []
  let arrived: (() => void) | undefined
  let most = 0
  const { url, requested } = await serve((_request, response) => {
    waiting.push(response)
    response.on('close', () => waiting.splice(waiting.indexOf(response), 1))
    most = Math.max(most, waiting.length)
    arrived?.()
  })
  return {
    url,
    requested,
    maxConcurrent: () => most,
    nextRequest: () => new Promise<void>((resolve) => (arrived = resolve)),
    answer: (title: string) => {
      for (const response of [...waiting]) response.end(textOf(petsDocument(title)))
    },
  }
}

test.runIf(isLongRun)(
  'a specification is processed by another process after a crash',
  async () => {
    const source = await heldServer()
    const folder = await temporaryFolder()
    const first = await start(folder)
    const firstRequest = source.nextRequest()
    await first.ask('PUT', `${first.specs}/pets`, { source: { url: source.url } })
    await firstRequest
    expect(await first.ask('GET', `${first.specs}/pets`)).toMatchObject({ processingState: 'progress' })
    const secondRequest = source.nextRequest()
    first.lectern.child.kill('SIGKILL')
    await first.lectern.exit()
    const second = await start(folder)
    await secondRequest
    source.answer('Pets')
    await expect
      .poll(() => second.ask('GET', `${second.specs}/pets`), { timeout: 90_000 })
      .toMatchObject({ processingState: 'complete', lastVersion: expect.any(String) })
    expect(await second.ask('GET', `${second.specs}/pets/versions`)).toMatchObject({ count: 1 })
    expect(source.requested).toHaveLength(2)
  },
  testTimeout,
)

test.runIf(isLongRun)(
  'two processes never process the same specification concurrently',
  async () => {
    const source = await heldServer()
    const folder = await temporaryFolder()
    const [one, other] = [await start(folder), await start(folder)]
    const firstRequest = source.nextRequest()
    await one.ask('PUT', `${one.specs}/pets`, { source: { url: source.url } })
    await firstRequest
    await other.ask('PUT', `${other.specs}/pets`, { source: { url: source.url } })
    await expect.poll(waitingJobs, { timeout: 90_000 }).toBe(0)
    expect(source.requested).toHaveLength(1)
    const secondRequest = source.nextRequest()
    source.answer('Before')
    await secondRequest
    source.answer('After')
    await expect
      .poll(() => one.ask('GET', `${one.specs}/pets`), { timeout: 90_000 })
      .toMatchObject({ processingState: 'complete' })
    expect(source.maxConcurrent()).toBe(1)
    const { items } = await one.ask('GET', `${one.specs}/pets/versions`)
    expect(items).toHaveLength(1)
    const { filesystem } = await one.ask('GET', `${one.specs}/pets/versions/latest/content`)
    expect(Object.values(filesystem)).toEqual([petsDocument('After')])
  },
  testTimeout,
)

/** Returns the jobs for specifications that no process runs. */
async function waitingJobs(): Promise<number> {
  const rows = await database?.database.pool.query(
    `SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'process-openapi-spec' AND locked_at IS NULL`,
  )
  return rows?.rows.length ?? 0
}
