import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { observeLoad } from '../../../src/base/load-events.ts'
import { readZip } from '../../../src/formats/import/files/zip.ts'
import { createApp } from '../../../src/server/app.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { startOwnTestApp, startServerBeside, type TestApp, type TestClient } from '../../support/app.ts'
import { budget, isLongRun } from '../../support/budget.ts'
import { sendChanges } from '../../support/factories/content.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { sendWith } from '../../support/with-headers.ts'
import { type SourceServer, startSourceServer } from '../imports/source-server.ts'

const metricsToken = 'the-token-of-the-metrics'

let app: TestApp
let server: SourceServer
let replicas: Awaited<ReturnType<typeof createApp>>[]

/** Another process on the same database, as far as jobs are concerned. */
async function startReplica() {
  const replica = await createApp({ ...app, logger: pino({ level: 'silent' }) })
  await replica.prepare()
  await replica.startJobs()
  return replica
}

beforeAll(async () => {
  app = await startOwnTestApp({ METRICS_TOKEN: metricsToken })
  server = await startSourceServer()
  replicas = [await startReplica(), await startReplica()]
})
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.close()))
  server.close()
  await app.close()
})

async function buildWorld() {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const space = await buildSpace(app, organization, { title: 'Guide' })
  const runs = `/org/${organization.id}/imports`
  return { organization, client, space, runs, jobs: `/orgs/${organization.id}/jobs` }
}

let sources = 0

/** Returns a page at a URL that nothing else is imported from. */
const serve = (markdown: string) => server.serve(`/page-${sources++}.md`, markdown)

/**
 * A page whose server answers only when it is told to, null with an error, and tells when it was asked and when nobody waits any
 * longer.
 */
function serveHeld(markdown: string | null) {
  const asked = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const answers: ServerResponse[] = []
  let isFree = false
  const answer = (response: ServerResponse) =>
    markdown === null ? response.writeHead(404).end() : response.end(markdown)
  const url = server.answer(`/held-${sources++}.md`, (_request, response) => {
    response.on('close', () => left.resolve())
    asked.resolve()
    if (isFree) answer(response)
    else answers.push(response)
  })
  const release = () => {
    isFree = true
    for (const response of answers) answer(response)
  }
  return { url, asked: asked.promise, left: left.promise, release }
}

const importOf = (space: { id: string }, url: string) => ({
  source: { type: 'markdown', url },
  target: { space: space.id },
})

async function started(client: TestClient, path: string, body?: object) {
  const answer = await client.post(path, body)
  expect(answer.status).toBe(201)
  return answer.body as { id: string; status: string; urls: { location: string } }
}

/** Waits until a job has ended. */
async function ended(client: TestClient, path: string) {
  const read = async () => (await client.get(path)).body
  await expect.poll(async () => (await read()).status).not.toMatch(/pending|in-progress/)
  return read()
}

const titlesOf = async (client: TestClient, space: { id: string }) =>
  (await client.get(`/spaces/${space.id}/content`)).body.pages.map(({ title }: { title: string }) => title)

/** Starts an import of a file that is sent with the request, over GraphQL. */
async function sendFile(token: string, variables: object, file: File) {
  const query = `mutation ($space: ID!, $file: Upload!, $type: ImportSource!) {
    startFileImport(spaceId: $space, input: { upload: $file, type: $type }) { importRun { jobId source { type url } } }
  }`
  const form = new FormData()
  form.set('operations', JSON.stringify({ query, variables: { ...variables, file: null } }))
  form.set('map', JSON.stringify({ 0: ['variables.file'] }))
  form.set('0', file)
  const headers = { Authorization: `Bearer ${token}`, 'Apollo-Require-Preflight': 'true' }
  return (await fetch(`${app.url}/graphql`, { method: 'POST', headers, body: form })).json()
}

describe('an import run', () => {
  test('imports an archive that is sent with the request, which only those may send who may edit', async () => {
    const { client, space, runs, organization } = await buildWorld()
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from('# Sent\n\nText'), 'README.md')
    zip.end()
    const archive = new File([new Uint8Array(await buffer(zip.outputStream))], 'Our docs.zip')
    const variables = { space: space.id, type: 'ZIP' }
    const reader = await buildMember(app, organization.id, 'READ')
    const refused = await sendFile(reader.token, variables, archive)
    expect(refused.errors[0].extensions.code).toBe('FORBIDDEN')
    const { data } = await sendFile(organization.admin.token, variables, archive)
    const { jobId, source } = data.startFileImport.importRun
    expect(source).toEqual({ type: 'ZIP', url: 'file:///Our%20docs.zip' })
    expect(await ended(client, `${runs}/${jobId}`)).toMatchObject({
      status: 'completed',
      importedResources: 1,
    })
    expect(await titlesOf(client, space)).toEqual(['Sent'])
  })

  test('imports while nobody waits, says what it did, and is in the audit log with its request', async () => {
    const { client, space, runs, organization } = await buildWorld()
    const url = serve('# Imported\n\nText')
    const { id, ...run } = await started(client, runs, importOf(space, url))
    expect(run).toMatchObject({
      object: 'import-run',
      status: expect.stringMatching(/^(pending|in-progress|completed)$/),
      source: { type: 'markdown', url },
      target: { space: space.id },
      createdBy: organization.admin.id,
      urls: { location: `${app.url}/v1${runs}/${id}` },
    })
    const done = await ended(client, `${runs}/${id}`)
    expect(done).toMatchObject({
      status: 'completed',
      importedResources: 1,
      totalResources: 1,
      skipped: [],
      notes: [],
    })
    expect(Date.parse(done.completedAt)).toBeGreaterThanOrEqual(Date.parse(done.startedAt))
    expect(await titlesOf(client, space)).toEqual(['Imported'])
    expect((await client.get(`/spaces/${space.id}`)).body.revision).toBe(done.revision)
    const listed = async (query: string) =>
      (await client.get(`${runs}?${query}`)).body.items.map((item: { id: string }) => item.id)
    expect(await listed(`space=${space.id}&status=completed`)).toEqual([id])
    expect(await listed('status=active')).toEqual([])
    const events = (await client.get(`/orgs/${organization.id}/audit-events`)).body.items
    const actions = events.map(({ action, actor }: { action: string; actor: { id: string } }) => [
      action,
      actor.id,
    ])
    expect(actions).toEqual([
      ['importContent', organization.admin.id],
      ['startImportRun', organization.admin.id],
    ])
  })

  test.runIf(isLongRun)('imports what is not listed as hidden pages, if it is to', async () => {
    const { client, space, runs } = await buildWorld()
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from('* [Listed](listed.md)'), 'SUMMARY.md')
    for (const name of ['listed', 'other']) zip.addBuffer(Buffer.from(`# ${name}`), `${name}.md`)
    zip.end()
    const url = server.serve('/unlisted.zip', await buffer(zip.outputStream))
    const run = { source: { type: 'zip', url }, target: { space: space.id }, includesUnlisted: true }
    const { id } = await started(client, runs, run)
    expect((await ended(client, `${runs}/${id}`)).status).toBe('completed')
    expect(await titlesOf(client, space)).toEqual(['Listed', 'other'])
  })

  test('that fails says why, and changes nothing', async () => {
    const { client, space, runs } = await buildWorld()
    const { id } = await started(client, runs, importOf(space, `${app.url}/nothing`))
    const failed = await ended(client, `${runs}/${id}`)
    expect(failed).toMatchObject({ status: 'failed', reason: expect.stringContaining('404') })
    expect(await titlesOf(client, space)).toEqual([])
    const again = await client.post(`${runs}/${id}/cancel`)
    expect([again.status, again.body.error.reason]).toEqual([400, 'JOB_ENDED'])
  })

  test.runIf(isLongRun)(
    'that is cancelled ends its work within two seconds, and changes nothing',
    async () => {
      const { client, space, runs } = await buildWorld()
      const { url, asked, left, release } = serveHeld('# Late')
      const { id } = await started(client, runs, importOf(space, url))
      await asked
      const since = performance.now()
      const cancelled = await client.post(`${runs}/${id}/cancel`)
      expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
      await left
      expect(performance.now() - since).toBeLessThan(2000)
      release()
      expect((await client.post(`${runs}/${id}/cancel`)).body.status).toBe('cancelled')
      expect(await titlesOf(client, space)).toEqual([])
    },
  )

  test.runIf(isLongRun)(
    'that takes longer than a job may is ended with its work, and changes nothing',
    async () => {
      const { organization, client, space } = await buildWorld()
      // It runs the imports of its own requests.
      const impatient = await startServerBeside(app, { config: { jobMaxSeconds: 1 } })
      const { url, left } = serveHeld('# Late')
      const path = `/spaces/${space.id}/content/import`
      const refused = await impatient.as(organization.admin).post(path, { url, source: 'markdown' })
      expect([refused.status, refused.body.error.reason]).toEqual([503, 'JOB_TIMEOUT'])
      await left
      expect(await titlesOf(client, space)).toEqual([])
      await impatient.close()
    },
  )

  test('imports with the rights that its user has when it runs', async () => {
    const { client, space, runs, organization } = await buildWorld()
    const editor = await buildMember(app, organization.id, 'EDIT')
    const held = serveHeld('# First')
    const first = await started(client, runs, importOf(space, held.url))
    await held.asked
    // It waits, because an organization has one job running at a time.
    const second = await started(app.as(editor), runs, importOf(space, serve('# Second')))
    await client.delete(`/orgs/${organization.id}/members/${editor.id}`)
    held.release()
    expect((await ended(client, `${runs}/${first.id}`)).status).toBe('completed')
    expect((await ended(client, `${runs}/${second.id}`)).status).toBe('failed')
    expect(await titlesOf(client, space)).toEqual(['First'])
  })
})

describe('an import that a request waits for', () => {
  const importInto = (client: TestClient, space: { id: string }, url: string) =>
    client.post(`/spaces/${space.id}/content/import`, { url, source: 'markdown' })

  test('is a run, and is once in the audit log, as the import that it is', async () => {
    const { client, space, runs, organization } = await buildWorld()
    const { status, body } = await importInto(client, space, serve('# Imported\n\nText'))
    expect({ status, body }).toEqual({
      status: 201,
      body: { revision: expect.any(String), importedResources: 1, totalResources: 1, skipped: [], notes: [] },
    })
    expect((await client.get(runs)).body.items).toMatchObject([
      { status: 'completed', revision: body.revision, importedResources: 1 },
    ])
    expect(await titlesOf(client, space)).toEqual(['Imported'])
    const events = (await client.get(`/orgs/${organization.id}/audit-events`)).body.items
    expect(events).toMatchObject([{ action: 'importContent', actor: { id: organization.admin.id } }])
  })

  test('is refused with the error of its run', async () => {
    const { client, space, runs } = await buildWorld()
    const { status, body } = await importInto(client, space, `${app.url}/nothing`)
    const [run] = (await client.get(runs)).body.items
    expect([status, body.error.reason, body.error.message]).toEqual([400, 'URL_UNREACHABLE', run.reason])
  })

  test('ends for the request when it is cancelled', async () => {
    const { client, space, runs } = await buildWorld()
    const { url, asked, release } = serveHeld('# Late')
    const waiting = importInto(client, space, url)
    await asked
    const [run] = (await client.get(runs)).body.items
    await client.post(`${runs}/${run.id}/cancel`)
    const { status, body } = await waiting
    expect([status, body.error.reason]).toEqual([400, 'IMPORT_CANCELLED'])
    release()
    expect(await titlesOf(client, space)).toEqual([])
  })
})

describe('an import for which its request has stopped waiting', () => {
  const document = `mutation ($space: ID!, $url: String!) {
    importContent(spaceId: $space, input: { url: $url, source: MARKDOWN }) { revisionId }
  }`

  /** Sends the request of an import, which waits for no longer than it is told. */
  const importBriefly = (
    client: TestClient,
    space: { id: string },
    url: string,
    headers: Record<string, string> = { Prefer: 'wait=0' },
  ) =>
    sendWith(app, client, 'POST', `/v1/spaces/${space.id}/content/import`, {
      headers,
      body: { url, source: 'markdown' },
    })

  test('goes on, and the same request in either style waits for it and has its result, once', async () => {
    const { client, space, runs, organization } = await buildWorld()
    const editor = app.as(await buildMember(app, organization.id, 'EDIT'))
    const { url, asked, release } = serveHeld('# Late')
    const key = { 'Idempotency-Key': randomUUID() }
    const left = await importBriefly(client, space, url, { ...key, Prefer: 'wait=0' })
    await asked
    const [run] = (await client.get(runs)).body.items
    expect(left.status).toBe(503)
    expect(left.headers.get('retry-after')).toBe('5')
    expect(left.body.error.reason).toBe('IMPORT_NOT_READY')
    expect(left.body.error.message).toContain(run.id)
    expect((await editor.get(`${runs}/${run.id}`)).status).toBe(404)
    expect((await editor.post(`${runs}/${run.id}/cancel`)).status).toBe(404)
    const { errors } = await sendWith(app, client, 'POST', '/graphql', {
      headers: { Prefer: 'wait=0' },
      body: { query: document, variables: { space: space.id, url } },
    }).then(({ body }) => body)
    expect(errors[0]).toMatchObject({ extensions: { reason: 'IMPORT_NOT_READY', retryAfter: 5 } })
    expect(errors[0].message).toContain(run.id)
    const again = importBriefly(client, space, url, key)
    release()
    const { status, body } = await again
    expect([status, body.importedResources]).toEqual([201, 1])
    expect((await client.get(runs)).body.items).toMatchObject([
      { id: run.id, status: 'completed', revision: body.revision },
    ])
    const replayed = await importBriefly(client, space, url, key)
    expect([replayed.headers.get('idempotency-replayed'), replayed.body]).toEqual(['true', body])
    expect(await titlesOf(client, space)).toEqual(['Late'])
    const { data } = await client.gql(document, { space: space.id, url })
    expect(data.importContent.revisionId).not.toBe(body.revision)
    expect(await titlesOf(client, space)).toEqual(['Late', 'Late'])
  })

  test('that failed is answered with its error, once', async () => {
    const { client, space, runs } = await buildWorld()
    const { url, asked, release } = serveHeld(null)
    await importBriefly(client, space, url)
    await asked
    release()
    const [run] = (await client.get(runs)).body.items
    expect((await ended(client, `${runs}/${run.id}`)).status).toBe('failed')
    expect((await importBriefly(client, space, url)).body.error.reason).toBe('URL_UNREACHABLE')
    expect((await client.get(runs)).body.items).toHaveLength(1)
    await importBriefly(client, space, url)
    expect((await client.get(runs)).body.items).toHaveLength(2)
  })

  test.runIf(isLongRun)('counts as one of its user, so that the next has to wait for its turn', async () => {
    const { client, space, runs } = await buildWorld()
    const first = serveHeld('# First')
    expect((await importBriefly(client, space, first.url)).status).toBe(503)
    await first.asked
    expect((await importBriefly(client, space, serve('# Second'))).status).toBe(503)
    const statuses = async () =>
      (await client.get(runs)).body.items.map(({ status }: { status: string }) => status)
    expect(await statuses()).toEqual(['pending', 'in-progress'])
    first.release()
    await expect.poll(statuses).toEqual(['completed', 'completed'])
    expect(await titlesOf(client, space)).toEqual(['First', 'Second'])
  })
})

describe('jobs', () => {
  test.runIf(isLongRun)(
    'of an organization run one at a time, while those of others run, and the metrics count who waits',
    async () => {
      const [busy, other] = [await buildWorld(), await buildWorld()]
      const held = serveHeld('# Held')
      const first = await started(busy.client, busy.runs, importOf(busy.space, held.url))
      await held.asked
      const second = await started(busy.client, busy.runs, importOf(busy.space, serve('# Next')))
      const elsewhere = await started(other.client, other.runs, importOf(other.space, serve('# Elsewhere')))
      expect((await ended(other.client, `${other.runs}/${elsewhere.id}`)).status).toBe('completed')
      expect((await busy.client.get(`${busy.runs}/${second.id}`)).body.status).toBe('pending')
      const metrics = await fetch(`${app.url}/metrics`, {
        headers: { Authorization: `Bearer ${metricsToken}` },
      })
      expect(await metrics.text()).toContain('lectern_jobs_queued{task="import"} 1')
      held.release()
      for (const { id } of [first, second])
        expect((await ended(busy.client, `${busy.runs}/${id}`)).status).toBe('completed')
    },
  )

  test('are each done once by two replicas', async () => {
    const worlds = await Promise.all(Array.from({ length: budget(2, 4) }, buildWorld))
    const ids = await Promise.all(
      worlds.flatMap(({ client, runs, space }) =>
        ['# One', '# Two'].map(async (markdown) => {
          const { id } = await started(client, runs, importOf(space, serve(markdown)))
          return { client, path: `${runs}/${id}` }
        }),
      ),
    )
    for (const { client, path } of ids) expect((await ended(client, path)).status).toBe('completed')
    for (const { client, space } of worlds)
      expect((await titlesOf(client, space)).sort()).toEqual(['One', 'Two'])
  })

  /** Makes a job look like that of a process that has died. */
  const abandon = (id: string, columns = '') =>
    app.database.pool.query(
      `UPDATE "Job" SET status = 'IN_PROGRESS', "runnerId" = 'dead', "heartbeatAt" = now() - interval '1 minute',
       "completedAt" = NULL ${columns} WHERE id = $1`,
      [id],
    )

  test('of a process that died are taken again, but not what was written, and not for ever', async () => {
    const { client, space, runs } = await buildWorld()
    const { id } = await started(client, runs, importOf(space, serve('# Once')))
    const path = `${runs}/${id}`
    const { revision } = await ended(client, path)
    expect(revision).toEqual(expect.any(String))
    /** Starts a process that takes the job, and waits until it is done. */
    const taken = async () => {
      const replica = await startReplica()
      const job = await ended(client, path)
      await replica.close()
      return job
    }
    await abandon(id)
    expect(await taken()).toMatchObject({ status: 'completed', revision, importedResources: 1 })
    expect(await titlesOf(client, space)).toEqual(['Once'])
    await abandon(id, ', "writtenAt" = NULL')
    expect((await taken()).status).toBe('completed')
    expect(await titlesOf(client, space)).toEqual(['Once', 'Once'])
    await abandon(id, ', "writtenAt" = NULL, attempts = 3')
    expect(await taken()).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('interrupted'),
    })
  })

  test.runIf(isLongRun)('of a process that stops are left to the others', async () => {
    const { client, space, runs } = await buildWorld()
    const held = serveHeld('# Moved')
    const { id } = await started(client, runs, importOf(space, held.url))
    await held.asked
    await Promise.all(replicas.map((replica) => replica.close()))
    expect((await client.get(`${runs}/${id}`)).body.status).toBe('pending')
    held.release()
    replicas = [await startReplica(), await startReplica()]
    expect((await ended(client, `${runs}/${id}`)).status).toBe('completed')
    expect(await titlesOf(client, space)).toEqual(['Moved'])
  })

  test('are limited in number for an organization, and in the time for which they wait', async () => {
    const { client, space, jobs, organization } = await buildWorld()
    const held = serveHeld('# Held')
    await started(client, `/org/${organization.id}/imports`, importOf(space, held.url))
    await held.asked
    await app.database.pool.query(
      `INSERT INTO "Job" (id, "organizationId", "spaceId", kind, input)
       SELECT 'job' || $2 || n, $1, $2, 'IMPORT', '{}' FROM generate_series(1, 49) n`,
      [organization.id, space.id],
    )
    const refused = await client.post(`/spaces/${space.id}/pdf`)
    expect([refused.status, refused.body.error.reason]).toEqual([429, 'TOO_MANY_JOBS'])
    expect(refused.headers.get('retry-after')).toBe('30')
    expect((await client.get(jobs)).body.count).toBe(50)
    const { id } = (await client.get(jobs)).body.items[0]
    await app.database.pool.query(
      `UPDATE "Job" SET "createdAt" = now() - interval '2 hours' WHERE "organizationId" = $1`,
      [organization.id],
    )
    const replica = await startReplica()
    const failed = await ended(client, `${jobs}/${id}`)
    await replica.close()
    expect(failed).toMatchObject({ status: 'failed', error: { reason: 'JOBS_QUEUE_FULL' } })
    held.release()
  })
})

test('a server that looks for jobs which waited for too long counts no refusal', async () => {
  const refused: string[] = []
  const end = observeLoad({ onRefusal: ({ reason }) => refused.push(reason) })
  await (await startReplica()).close()
  end()
  expect(refused).toEqual([])
})

describe('an export as a job', () => {
  test('keeps its result for its user and for admins, until it is removed', async () => {
    const { client, space, jobs, organization } = await buildWorld()
    await sendChanges(client, space.id, {
      operation: 'insert_page',
      title: 'A',
      document: { markdown: 'Text' },
    })
    const reader = app.as(await buildMember(app, organization.id, 'READ'))
    const other = app.as(await buildMember(app, organization.id, 'READ'))
    const { id } = await started(reader, `/spaces/${space.id}/content/export`)
    const done = await ended(reader, `${jobs}/${id}`)
    expect(done).toMatchObject({
      object: 'job',
      kind: 'export',
      status: 'completed',
      progress: { done: 2, total: 2 },
      space: space.id,
    })
    const file = await fetch(done.resultURL)
    expect(file.headers.get('content-disposition')).toContain('Guide.zip')
    const entries = await readZip(Buffer.from(await file.arrayBuffer()))
    expect(entries.map(({ path }) => path)).toEqual(['SUMMARY.md', 'README.md'])
    expect((await client.get(`${jobs}/${id}`)).body.status).toBe('completed')
    expect((await other.get(`${jobs}/${id}`)).status).toBe(404)
    expect((await other.post(`${jobs}/${id}/cancel`)).status).toBe(404)
    expect((await other.get(jobs)).body.items).toEqual([])
    await app.database.pool.query(
      `UPDATE "Job" SET "expiresAt" = now() - interval '1 second' WHERE id = $1`,
      [id],
    )
    await sweep({ ...app, warn: () => {} })
    expect((await reader.get(`${jobs}/${id}`)).body).not.toHaveProperty('resultURL')
    expect((await fetch(done.resultURL)).status).toBe(404)
  })
})

/** Writes more pages than a PDF has that is made while the request waits. */
async function writeManyPages(client: TestClient, spaceId: string): Promise<void> {
  const pages = Array.from({ length: 51 }, (_, number) => ({
    operation: 'insert_page',
    title: `Page ${number}`,
    document: { markdown: 'Text' },
  }))
  await sendChanges(client, spaceId, ...pages.slice(0, 50))
  await sendChanges(client, spaceId, ...pages.slice(50))
}

describe('a PDF', () => {
  test.runIf(isLongRun)(
    'is waited for by each request for as long as that request may wait, whoever asked first',
    async () => {
      const { client, space, jobs, organization } = await buildWorld()
      await writeManyPages(client, space.id)
      // An organization has one PDF being made at a time: this one, by another process.
      await app.database.pool.query(
        `INSERT INTO "Job" (id, "organizationId", "spaceId", kind, input, status, "runnerId", "heartbeatAt")
         VALUES ('elsewhere', $1, $2, 'PDF', '{}', 'IN_PROGRESS', 'elsewhere', now() + interval '1 hour')`,
        [organization.id, space.id],
      )
      const { url } = (await client.get(`/spaces/${space.id}/pdf`)).body
      const waiting = (seconds: number) => fetch(url, { headers: { Prefer: `wait=${seconds}` } })
      const first = waiting(1)
      await expect.poll(async () => (await client.get(jobs)).body.items).toHaveLength(2)
      const patient = fetch(url)
      expect((await first).status).toBe(503)
      expect((await waiting(2)).status).toBe(503)
      expect((await client.post(`${jobs}/elsewhere/cancel`)).status).toBe(200)
      expect((await patient).status).toBe(200)
    },
  )

  test.runIf(isLongRun)(
    'of many pages is made by one job, for which the link waits as long as it may and finds it again',
    async () => {
      const { client, space, jobs } = await buildWorld()
      await writeManyPages(client, space.id)
      const { url } = (await client.get(`/spaces/${space.id}/pdf`)).body
      const impatient = await fetch(url, { headers: { Prefer: 'wait=0' } })
      expect(impatient.status).toBe(503)
      expect(impatient.headers.get('retry-after')).toBe('5')
      const [job] = (await client.get(jobs)).body.items
      expect(await impatient.text()).toContain(job.id)
      const [first, second] = await Promise.all([fetch(url), fetch(url)])
      expect([first?.status, second?.status]).toEqual([200, 200])
      const bytes = Buffer.from((await first?.arrayBuffer()) as ArrayBuffer)
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      expect(Buffer.from((await second?.arrayBuffer()) as ArrayBuffer).equals(bytes)).toBe(true)
      const atOnce = await fetch(url, { headers: { Prefer: 'wait=0' } })
      expect([atOnce.status, Buffer.from(await atOnce.arrayBuffer()).equals(bytes)]).toEqual([200, true])
      const { items } = (await client.get(jobs)).body
      expect(items).toMatchObject([
        { id: job.id, kind: 'pdf', status: 'completed', progress: { done: 51, total: 51 } },
      ])
      const result = await fetch(items[0].resultURL)
      expect(result.headers.get('content-type')).toBe('application/pdf')
      expect(Buffer.from(await result.arrayBuffer()).equals(bytes)).toBe(true)
    },
  )
})
