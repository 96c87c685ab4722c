import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { rateLimited } from '../../src/admission/reasons.ts'
import { type Config, loadConfig } from '../../src/base/config.ts'
import { publishWait } from '../../src/base/load-events.ts'
import { createLogger } from '../../src/base/logger.ts'
import { connectDatabase } from '../../src/database/connect.ts'
import { installQueue, startJobs } from '../../src/database/queue.ts'
import { startServerBeside, startTestApp, type TestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { temporaryFolder } from '../support/folders.ts'

const metricsToken = 'metrics-of-the-operator'

let app: TestApp
let measured: Awaited<ReturnType<typeof startServerBeside>>
let admin: { token: string }

beforeAll(async () => {
  app = await startTestApp()
  admin = (await buildOrganization(app)).admin
  measured = await startServerBeside(app, { config: { metricsToken } })
  // Records from here on, as the start of the process does otherwise.
  await scrape()
})
afterAll(async () => {
  await measured.close()
  await app.close()
})

const get = (url: string, token?: string) =>
  request(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })

async function scrape(): Promise<string> {
  const { statusCode, body } = await get(`${measured.url}/metrics`, metricsToken)
  expect(statusCode).toBe(200)
  return body.text()
}

/** Returns the value of a series, whose labels are in the order of their declaration; 0 if there is none. */
function numberOf(metrics: string, series: string): number {
  const line = metrics.split('\n').find((each) => each.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1) ?? 0)
}

describe('/metrics', () => {
  test('exists only for who has the token of the operator', async () => {
    const unknown = await (await get(`${measured.url}/unknown`)).body.json()
    for (const token of [undefined, admin.token, `${metricsToken}x`, metricsToken.slice(1)]) {
      const { statusCode, body } = await get(`${measured.url}/metrics`, token)
      expect([statusCode, Object.keys((await body.json()) as object)]).toEqual([
        404,
        Object.keys(unknown as object),
      ])
    }
    expect((await get(`${app.url}/metrics`, metricsToken)).statusCode).toBe(404)
  })

  test('counts requests by row and operation, and none by what clients send', async () => {
    const before = await scrape()
    const client = measured.as(admin)
    await client.get('/user')
    await client.get('/spaces/spcnowhere')
    await client.get('/nothing-of-this-name')
    await client.gql('query NameOfTheClient { viewer { id } }')
    await client.gql('query NameOfTheClient { viewer { id } organizations { totalCount } }')
    await get(`${measured.url}/sites/nothing-of-this-name`)
    const after = await scrape()
    const added = (series: string) => numberOf(after, series) - numberOf(before, series)
    const requests = (part: string, row: string, operation: string, status: number) =>
      added(`lectern_requests_total{part="${part}",row="${row}",operation="${operation}",status="${status}"}`)
    expect({
      user: requests('rest', 'GET /user', 'viewer', 200),
      space: requests('rest', 'GET /spaces/:spaceId', 'space', 404),
      unknown: requests('rest', '', '', 404),
      single: requests('graphql', '', 'viewer', 200),
      several: requests('graphql', '', 'several', 200),
      time: added('lectern_request_seconds_count{part="rest",row="GET /user",operation="viewer"}'),
    }).toEqual({ user: 1, space: 1, unknown: 1, single: 1, several: 1, time: 1 })
    expect(after).not.toMatch(/NameOfTheClient|nothing-of-this-name|spcnowhere/)
  })

  test('shows the event loop, the memory, the connections, the statements, the queues and the caches', async () => {
    await measured.as(admin).gql('{ viewer { displayName } }')
    await measured.as(admin).gql('{ viewer { displayName } }')
    const metrics = await scrape()
    for (const series of [
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_heap_size_used_bytes',
      'process_resident_memory_bytes',
      'lectern_database_connections{pool="lectern reads",state="used"}',
      'lectern_database_connections{pool="lectern long reads",state="used"}',
      'lectern_database_limit{pool="lectern writes"}',
      'lectern_disk_free_bytes',
      'lectern_disk_size_bytes',
      'lectern_statement_seconds_count{pool="lectern reads"}',
      'lectern_queue_tasks{queue="content",state="queued"}',
      'lectern_queue_limit{queue="content"}',
      'lectern_queue_age_seconds{queue="content"}',
    ])
      expect(metrics).toContain(`\n${series} `)
    expect(numberOf(metrics, 'lectern_ready')).toBe(1)
    const { node } = process.versions
    expect(metrics).toMatch(
      new RegExp(
        `^lectern_build_info\\{version="${packageFile.version}",node="${node}",services="web,jobs"\\} 1$`,
        'm',
      ),
    )
    expect(numberOf(metrics, 'lectern_cache_lookups_total{cache="documents",result="hit"}')).toBeGreaterThan(
      0,
    )
  })

  test('counts what is refused by the reason in the error, and how long work waited', async () => {
    const before = await scrape()
    publishWait({ waitedFor: 'content', milliseconds: 20 })
    const refused = rateLimited('TOO_MANY_UPLOADS', { maximum: 4 })
    const after = await scrape()
    const added = (series: string) => numberOf(after, series) - numberOf(before, series)
    expect(added(`lectern_refusals_total{reason="${refused.reason}"}`)).toBe(1)
    expect(added('lectern_wait_seconds_bucket{le="0.025",for="content"}')).toBe(1)
  })

  test('shows jobs that wait, and the time of those that ran', async () => {
    const logger = createLogger('silent')
    const { promise, resolve } = Promise.withResolvers<void>()
    const tasks = { measured: async () => resolve() }
    await installQueue(app.database)
    const jobs = await startJobs({ database: app.database, logger, tasks, crontab: '' })
    await app.database.pool.query(`SELECT graphile_worker.add_job('waits-for-a-worker')`)
    await app.database.pool.query(`SELECT graphile_worker.add_job('measured')`)
    await promise
    await jobs.stop()
    const metrics = await scrape()
    expect(numberOf(metrics, 'lectern_jobs_queued{task="waits-for-a-worker"}')).toBe(1)
    expect(numberOf(metrics, 'lectern_jobs_age_seconds{task="waits-for-a-worker"}')).toBeGreaterThan(0)
    expect(numberOf(metrics, 'lectern_job_seconds_count{task="measured",result="succeeded"}')).toBe(1)
  })
})

test('/metrics tells the age of the newest backup where the server makes them', async () => {
  const ageIn = async (names: readonly string[]) => {
    const folder = await temporaryFolder()
    for (const name of names) await writeFile(join(folder, name), 'backup')
    const backups = { ...loadConfig({ BACKUP_URL: folder }).backups } as Config['backups']
    const server = await startServerBeside(app, { config: { metricsToken, backups } })
    const { body } = await get(`${server.url}/metrics`, metricsToken)
    const metrics = await body.text()
    await server.close()
    return /^lectern_backup_age_seconds (\S+)$/m.exec(metrics)?.[1]
  }
  const stampOf = (time: number) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')
  const hour = 3_600_000
  const now = Date.now()
  const age = await ageIn([5, 3, 30].map((hours) => `lectern-${stampOf(now - hours * hour)}.backup`))
  expect(Math.round((Number(age) * 1000) / hour)).toBe(3)
  expect(await ageIn([])).toBe('+Inf')
  expect(await scrape()).not.toMatch(/^lectern_backup_age_seconds /m)
})

describe('the log', () => {
  test('has slow requests and slow statements with the id of the request', async () => {
    const lines: { msg: string; requestId?: string; [member: string]: unknown }[] = []
    const logger = createLogger('warn', { write: (line) => void lines.push(JSON.parse(line)) })
    const database = connectDatabase(app.config.databaseUrl as string, logger, { slowStatementMs: 0 })
    const slow = await startServerBeside(app, { config: { slowRequestMs: 0 }, database, logger })
    const { headers } = await slow.as(admin).get('/user')
    await slow.close()
    await database.close()
    const requestId = headers.get('x-request-id')
    const ofRequest = lines.filter((line) => line.requestId === requestId)
    expect(ofRequest.find(({ msg }) => msg === 'slow request')).toMatchObject({
      method: 'GET',
      path: '/v1/user',
      row: 'GET /user',
      operation: 'viewer',
      status: 200,
    })
    const statements = ofRequest.filter(({ msg }) => msg === 'slow statement')
    expect(statements.length).toBeGreaterThan(0)
    for (const { statement } of statements) expect(statement).toMatch(/SELECT|UPDATE/)
  })
})
