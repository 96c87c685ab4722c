import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { installQueue, startJobs } from '../../../src/database/queue.ts'
import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import { publishedSiteJobs } from '../../../src/modules/published-sites/jobs.ts'
import { maximumTagsOfCall } from '../../../src/modules/published-sites/limits.ts'
import {
  revalidateAll,
  revalidateOrganization,
} from '../../../src/modules/published-sites/revalidation/revalidate.ts'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'
import { page, write } from './published-site.ts'

const secret = 'a-secret-that-both-have'

interface Call {
  readonly path: string | undefined
  readonly tags: readonly string[]
}

let app: TestApp
let renderer: Server
/** The calls that the renderer got, and the status with which it answers. */
let calls: Call[]
let status: number
/** Called with each call. */
let onCall: (call: Call) => void

async function receive(request: IncomingMessage): Promise<number> {
  const body = await text(request)
  const expected = createHmac('sha256', secret).update(body).digest('hex')
  if (request.method !== 'POST' || request.headers['x-gitbook-signature'] !== expected) return 401
  const call = { path: request.url, tags: JSON.parse(body).tags }
  calls.push(call)
  onCall(call)
  return status
}

beforeAll(async () => {
  renderer = createServer(async (request, response) => {
    response.statusCode = await receive(request)
    response.end('{"success":true}')
  })
  await new Promise<void>((resolve) => renderer.listen(0, '127.0.0.1', resolve))
  const { port } = renderer.address() as AddressInfo
  app = await startOwnTestApp({ RENDERER_URL: `http://127.0.0.1:${port}/`, RENDERER_SECRET: secret })
})
beforeEach(() => {
  calls = []
  status = 200
  onCall = () => {}
})
afterAll(async () => {
  renderer.close()
  await app.close()
})

interface Told extends TestSite {
  readonly spaceId: string
  /** Tells the renderer, and returns what it was told. */
  readonly told: () => Promise<readonly string[]>
}

/** A published site with a space, of which the renderer has been told. */
async function buildTold(): Promise<Told> {
  const site = await buildSite(app)
  const { space } = await buildSiteSpace(site, 'Guide')
  await site.client.post(`${site.path}/publish`)
  const told = async () => {
    calls = []
    await revalidateOrganization(app, site.organizationId)
    return calls.flatMap(({ tags }) => tags)
  }
  const result = { ...site, spaceId: space.id, told }
  expect(await told()).toEqual([`site:${site.id}`, `space:${space.id}`])
  return result
}

describe('the renderer', () => {
  test('is told by a signed call what to read again of what has changed, and only that', async () => {
    const site = await buildTold()
    const { client, path, spaceId } = site
    expect(await site.told()).toEqual([])
    const ofSite = [`site:${site.id}`]
    const ofBoth = [...ofSite, `space:${spaceId}`]
    const changes: readonly (readonly [object, () => Promise<{ status: number }>, readonly string[]])[] = [
      [
        { edit: 'a page' },
        () => client.post(`/spaces/${spaceId}/content`, { changes: [page('One')] }),
        ofBoth,
      ],
      [{ edit: 'the title' }, () => client.patch(`/spaces/${spaceId}`, { title: 'Handbook' }), ofBoth],
      [{ withdraw: 'it' }, () => client.post(`${path}/unpublish`), ofSite],
      [{ publish: 'it' }, () => client.post(`${path}/publish`), ofSite],
      [{ who: 'visits' }, () => client.patch(path, { visibility: 'share-link' }), ofSite],
      [{ who: 'has a link' }, () => client.post(`${path}/share-links`, { name: 'Readers' }), ofSite],
      [{ who: 'signs' }, () => client.post(`${path}/publishing/auth/regenerate`), ofSite],
      [{ look: 'title' }, () => client.put(`${path}/customization`, { favicon: { emoji: '📘' } }), ofSite],
      [
        { address: 'moved' },
        async () => {
          const [item] = (await client.get(`${path}/site-spaces`)).body.items
          const destination = { kind: 'site-space', siteSpaceId: item.id }
          return client.post(`${path}/redirects`, { source: '/old', destination })
        },
        ofSite,
      ],
      [
        { nothing: 'a comment' },
        () => client.post(`/spaces/${spaceId}/comments`, { body: { markdown: 'Hm.' } }),
        [],
      ],
      [{ nothing: 'a change request' }, () => client.post(`/spaces/${spaceId}/change-requests`, {}), []],
      [{ nothing: 'another space' }, () => client.post(`/orgs/${site.organizationId}/spaces`, {}), []],
    ]
    for (const [change, make, expected] of changes) {
      const made = await make()
      expect([change, made.status < 300]).toEqual([change, true])
      expect([change, await site.told()]).toEqual([change, expected])
    }
    expect(calls.every((call) => call.path === '/~gitbook/revalidate')).toBe(true)
  })

  test.runIf(isLongRun)('is told of what is gone, and of new versions of specifications', async () => {
    const site = await buildTold()
    const { client, organizationId } = site
    const document = (title: string) => ({
      source: { text: JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths: {} }) },
    })
    const tag = `organization:${organizationId}:openapi:pets`
    await client.post(`/orgs/${organizationId}/openapi`, { slug: 'pets', ...document('Pets') })
    expect(await site.told()).toEqual([tag])
    await processPendingSpecs(app)
    expect(await site.told()).toEqual([tag])
    await client.put(`/orgs/${organizationId}/openapi/pets`, document('Animals'))
    await processPendingSpecs(app)
    expect(await site.told()).toEqual([tag])
    await client.delete(`/spaces/${site.spaceId}`)
    expect(await site.told()).toEqual([`site:${site.id}`, `space:${site.spaceId}`])
    await client.delete(site.path)
    expect(await site.told()).toEqual([tag, `site:${site.id}`, `space:${site.spaceId}`])
    expect(await site.told()).toEqual([])
  })

  test('is told again of what it has not confirmed, with what has changed since', async () => {
    const site = await buildTold()
    await write(site, site.spaceId, page('One'))
    status = 500
    await expect(site.told()).rejects.toThrow('status 500')
    status = 302
    await expect(site.told()).rejects.toThrow('status 302')
    await site.client.patch(site.path, { title: 'Renamed' })
    status = 200
    expect(await site.told()).toEqual([`site:${site.id}`, `space:${site.spaceId}`])
    expect(await site.told()).toEqual([])
  })

  test('is not called in a network that the configuration does not allow', async () => {
    const site = await buildTold()
    await write(site, site.spaceId, page('One'))
    calls = []
    const config = { ...app.config, outboundAllow: [] }
    await expect(revalidateOrganization({ ...app, config }, site.organizationId)).rejects.toThrow(
      'private or reserved network',
    )
    expect(calls).toEqual([])
  })

  test('is told of a large organization by several calls, each of a limited size', async () => {
    const site = await buildTold()
    const values = Array.from({ length: maximumTagsOfCall + 1 }, (_, number) => `spcGone${number}`)
    await app.database.pool.query(
      `INSERT INTO "RenderedVersion" ("organizationId", receiver, kind, name, version)
       SELECT $1, 'renderer', 'space', name, '' FROM unnest($2::text[]) AS name`,
      [site.organizationId, values],
    )
    expect(await site.told()).toHaveLength(values.length)
    expect(calls.map(({ tags }) => tags.length)).toEqual([maximumTagsOfCall, 1])
    await write(site, site.spaceId, page('One'))
    calls = []
    await revalidateAll(app)
    expect(calls.flatMap(({ tags }) => tags)).toEqual(
      expect.arrayContaining([`site:${site.id}`, `space:${site.spaceId}`]),
    )
  })

  test('is told by one job of the queue for all changes of a second, which is tried a few times', async () => {
    const site = await buildTold()
    await installQueue(app.database)
    for (const title of ['One', 'Two']) await write(site, site.spaceId, page(title))
    await site.client.patch(site.path, { title: 'Renamed' })
    const { rows } = await app.database.pool.query(
      `SELECT task_identifier AS task, max_attempts AS attempts FROM graphile_worker.jobs WHERE key LIKE $1`,
      [`%${site.organizationId}`],
    )
    expect(rows).toEqual([{ task: 'revalidate-renderer', attempts: 5 }])
    expect(calls.length).toBe(1)
    // The queue waits for the end of the second.
    if (!isLongRun) return
    const { promise, resolve } = Promise.withResolvers<Call>()
    onCall = (call) => call.tags.includes(`site:${site.id}`) && resolve(call)
    const { atStart: _, ...tasks } = publishedSiteJobs(app)
    const jobs = await startJobs({ database: app.database, logger: pino({ level: 'silent' }), ...tasks })
    expect((await promise).tags).toEqual([`site:${site.id}`, `space:${site.spaceId}`])
    await jobs.stop()
  })
})

describe('without a renderer', () => {
  test('nothing is queued and nothing is kept', async () => {
    const config = { ...app.config, renderer: undefined }
    const organization = (await buildSite(app)).organizationId
    await revalidateOrganization({ ...app, config }, organization)
    expect(calls).toEqual([])
    expect(publishedSiteJobs({ ...app, config })).toMatchObject({ crontab: '', atStart: [] })
    const where = { organizationId: organization }
    expect(await app.database.prisma.renderedVersion.count({ where })).toBe(0)
  })
})
