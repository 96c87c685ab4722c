import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../src/base/logger.ts'
import type { ServiceName } from '../../src/base/roles-config.ts'
import { createApp } from '../../src/server/app.ts'
import { startOwnTestApp, startServerBeside, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'

const metricsToken = 'the-token-of-the-metrics'

let app: TestApp
beforeAll(async () => {
  app = await startOwnTestApp()
})
afterAll(() => app.close())

/** Starts a server of one role on the database of the app. */
const startRole = (...services: ServiceName[]) =>
  startServerBeside(app, { config: { services, metricsToken } })

/** Starts the jobs of a process that runs only some kinds. */
async function startJobsOf(jobConcurrency: TestApp['config']['jobConcurrency']) {
  const config = { ...app.config, services: ['jobs'] as const, jobConcurrency }
  const started = await createApp({ ...app, config, logger: createLogger('silent') })
  await started.prepare()
  await started.startJobs()
  return started
}

test('a process that runs jobs only answers what watches it, and refuses everything else with 503', async () => {
  const jobs = await startRole('jobs')
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const { statusCode, headers: answered, body } = await request(`${jobs.url}${path}`, { headers })
    return { status: statusCode, headers: answered, text: await body.text() }
  }
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/readyz')).status).toBe(200)
  expect((await ask('/metrics', { authorization: `Bearer ${metricsToken}` })).text).toContain(
    'lectern_queue_limit{queue="jobs"}',
  )
  for (const path of ['/', '/v1/user', '/graphql', '/sites/anything', '/metrics']) {
    const { status, headers, text } = await ask(path)
    expect([path, status, headers['retry-after']]).toEqual([path, 503, '5'])
    expect(text).toContain('"reason":"JOBS_ONLY"')
  }
  await jobs.close()
})

test.runIf(isLongRun)(
  'jobs that a process of the web adds are run by one that runs jobs, each kind by one that runs it',
  async () => {
    const web = await startRole('web')
    const organization = await buildOrganization(app)
    const client = web.as(organization.admin)
    const space = await buildSpace(app, organization)
    const list = async () =>
      (await client.get(`/orgs/${organization.id}/jobs`)).body.items.map(
        ({ kind, status }: { kind: string; status: string }) => `${kind} ${status}`,
      )
    for (const path of ['content/export', 'pdf'])
      expect((await client.post(`/spaces/${space.id}/${path}`, {})).status).toBe(201)
    const exporting = await startJobsOf({ PDF: 0 })
    await expect.poll(list).toEqual(['pdf pending', 'export completed'])
    await exporting.close()
    const printing = await startJobsOf({ EXPORT: 0 })
    await expect.poll(list, { timeout: 20_000 }).toEqual(['pdf completed', 'export completed'])
    await printing.close()
    await web.close()
  },
)
