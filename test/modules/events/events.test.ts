import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEventTypes, typeOfOperation } from '../../../src/audit/event-types.ts'
import { createLogger } from '../../../src/base/logger.ts'
import { connectDatabase } from '../../../src/database/connect.ts'
import type { PlacedEvent } from '../../../src/modules/events/feed.ts'
import { readEventsAfter, readLastPosition } from '../../../src/modules/events/feed.ts'
import { EventRelay, placeEvents } from '../../../src/modules/events/relay.ts'
import { removeOldEvents } from '../../../src/modules/events/retention.ts'
import { completeJob, failJob } from '../../../src/modules/jobs/job-rows.ts'
import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import { schema } from '../../../src/server/graph.ts'
import { startOwnTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun, propertyBudget } from '../../support/budget.ts'
import { buildMember, buildOrganization, type TestUser } from '../../support/factories/organizations.ts'
import { buildSite, buildSiteSpace, buildSpace } from '../../support/factories/sites.ts'

let app: TestApp
beforeAll(async () => {
  app = await startOwnTestApp()
})
afterAll(() => app.close())

interface Workplace {
  readonly organizationId: string
  readonly admin: TestUser
  readonly client: TestClient
  /** Returns the events since the beginning, in order. */
  readonly events: () => Promise<PlacedEvent[]>
  /** Does something, and returns the types of its events. */
  readonly typesOf: (work: () => Promise<unknown>) => Promise<string[]>
}

async function buildWorkplace(built?: {
  readonly organizationId: string
  readonly admin: TestUser
}): Promise<Workplace> {
  const { organizationId, admin } = built ?? (await newOrganization())
  const since = async (position: bigint) => {
    await placeEvents(app.database)
    const all = await readEventsAfter(app.database, position, 10_000)
    return all.filter((event) => event.organizationId === organizationId)
  }
  await placeEvents(app.database)
  const begin = await readLastPosition(app.database)
  return {
    organizationId,
    admin,
    client: app.as(admin),
    events: () => since(begin),
    typesOf: async (work) => {
      await placeEvents(app.database)
      const position = await readLastPosition(app.database)
      await work()
      return (await since(position)).map(({ type }) => type)
    },
  }
}

async function newOrganization() {
  const { id, admin } = await buildOrganization(app)
  return { organizationId: id, admin }
}

/** Sends a request that must succeed, and returns its answer. */
async function done(answer: Promise<{ readonly status: number; readonly body: unknown }>) {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`)
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent, of whatever shape
  return body as any
}

describe('an event', () => {
  test('has a type of its own for each thing that happens', async () => {
    const { client, organizationId, typesOf } = await buildWorkplace()
    const space = await buildSpace(client, organizationId, 'Guide')
    const collection = await done(client.post(`/orgs/${organizationId}/collections`, { title: 'All' }))
    const path = `/spaces/${space.id}`
    expect(await typesOf(() => done(client.patch(path, { title: 'New' })))).toEqual(['space.updated'])
    expect(await typesOf(() => done(client.post(`${path}/move`, { parent: collection.id })))).toEqual([
      'space.moved',
    ])
    expect(await typesOf(() => done(client.delete(path)))).toEqual(['space.deleted'])
    expect(await typesOf(() => done(client.post(`${path}/restore`)))).toEqual(['space.restored'])
    const request = await done(client.post(`${path}/change-requests`, { subject: 'Draft' }))
    const requestPath = `${path}/change-requests/${request.id}`
    expect(
      await typesOf(async () => {
        await done(client.patch(requestPath, { subject: 'Better' }))
        await done(client.patch(requestPath, { status: 'archived' }))
        await done(client.patch(requestPath, { status: 'draft' }))
        await done(client.post(`${requestPath}/reviews`, { status: 'approved' }))
        await done(client.post(`${requestPath}/merge`))
      }),
    ).toEqual([
      'change_request.updated',
      'change_request.archived',
      'change_request.reopened',
      'change_request.reviewed',
      'change_request.merged',
    ])
    const comment = await done(client.post(`${path}/comments`, { body: { markdown: 'Well' } }))
    expect(
      await typesOf(async () => {
        await done(client.post(`${path}/comments/${comment.id}/replies`, { body: { markdown: 'Yes' } }))
        await done(client.put(`${path}/comments/${comment.id}`, { resolved: true }))
        await done(client.put(`${path}/comments/${comment.id}`, { resolved: false }))
      }),
    ).toEqual(['comment.replied', 'comment.resolved', 'comment.reopened'])
  })

  test('of a site says whether it was published or restructured', async () => {
    const site = await buildSite(app)
    const { typesOf } = await buildWorkplace({ organizationId: site.organizationId, admin: site.admin })
    expect(
      await typesOf(async () => {
        await buildSiteSpace(site, 'Guide')
        await done(site.client.post(`${site.path}/publish`))
        await done(site.client.post(`${site.path}/unpublish`))
      }),
    ).toEqual(['space.created', 'site.restructured', 'site.published', 'site.unpublished'])
  })

  test('of a membership has the user', async () => {
    const { client, organizationId, events } = await buildWorkplace()
    const member = await buildMember(app, organizationId, 'READ')
    await done(client.patch(`/orgs/${organizationId}/members/${member.id}`, { role: 'edit' }))
    await done(client.delete(`/orgs/${organizationId}/members/${member.id}`))
    expect(await events()).toMatchObject([
      { type: 'member.role_changed', personId: member.id, changes: [{ userId: member.id }] },
      { type: 'member.removed', personId: member.id },
    ])
  })

  test('has no bodies, and names what it leaves out', async () => {
    const { client, organizationId, events } = await buildWorkplace()
    const space = await buildSpace(client, organizationId)
    const path = `/spaces/${space.id}`
    const comment = await done(client.post(`${path}/comments`, { body: { markdown: 'sesame' } }))
    await done(client.post(`${path}/comments/${comment.id}/replies`, { body: { markdown: 'sesame too' } }))
    await done(
      client.post(`${path}/change-requests`, { subject: 'Draft', description: { markdown: 'sesame' } }),
    )
    const found = await events()
    expect(found.map(({ type }) => type)).toEqual([
      'space.created',
      'comment.posted',
      'comment.replied',
      'change_request.opened',
    ])
    expect(JSON.stringify(found.map(({ changes }) => changes))).not.toContain('sesame')
    expect(found[1]).toMatchObject({ spaceId: space.id, targetId: comment.id })
    expect(found[1]?.changes[0]?.omitted).toContain('markdown')
  })

  test('tells of no column that has a body', async () => {
    /** Columns that lists show, and that are no text of an author. */
    const shown = [
      'Collection.description',
      'CustomField.description',
      'GitLink.stateMessage',
      'GitPreview.stateMessage',
      'Job.errorMessage',
      'Job.resultContentType',
      'OpenAPISpecVersion.contentHash',
      'OpenAPISpecVersion.contentType',
      'Revision.gitMessage',
      'SiteExternalLink.description',
      'SiteImage.contentType',
      'SiteSection.description',
      'Webhook.description',
    ]
    const told = await app.database.query<{ name: string }>(
      `SELECT c.relname || '.' || a.attname AS name
       FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid = 'text'::regtype
       WHERE t.tgname = c.relname || '_audit' AND a.attname ~* 'markdown|document|description|text|body|message|preview|content|definition'
         AND event_tells(a.attname, '"short"') ORDER BY name`,
      [],
    )
    expect(told.map(({ name }) => name)).toEqual(shown)
  })

  test('tells one change as it tells the first of several', async () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'binary', minLength: 190, maxLength: 202 }))
    const value = fc.oneof(
      text,
      fc.constant('x'.repeat(198)),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom({}, { a: 1 }, [], [1]),
    )
    const columns = fc.dictionary(
      fc.constantFrom('title', 'position', 'updatedAt', 'markdown', 'text', 'paths'),
      value,
    )
    const row = fc.option(columns, { nil: null })
    const change = fc.record(
      {
        objectType: fc.constant('Space'),
        objectId: fc.string(),
        before: row,
        after: row,
        userLabel: fc.constant('Ada'),
      },
      { requiredKeys: ['objectType', 'objectId'] },
    )
    // Each kind of value by itself, in a row whose other side is short, absent or the same.
    const single = [{}, { a: 1 }, [], [1], 'x'.repeat(198), 'x'.repeat(201), null, 1, true].flatMap((paths) =>
      [{ paths }, { title: 'A' }, null, undefined].map((after) => ({
        objectType: 'Space',
        objectId: 'spc',
        before: { paths },
        ...(after !== undefined && { after }),
      })),
    )
    const sampled = fc
      .sample(change, propertyBudget(20, 20_000))
      .filter((each) => !JSON.stringify(each).includes('\\u0000'))
    const told = await app.database.query<{ differs: unknown }>(
      `SELECT change AS differs FROM jsonb_array_elements($1::jsonb) AS listed(change)
       WHERE event_changes(jsonb_build_array(change)) -> 0 IS DISTINCT FROM event_changes(jsonb_build_array(change, change)) -> 0`,
      [JSON.stringify([...single, ...sampled])],
    )
    expect(told).toEqual([])
  })

  test.runIf(isLongRun)('is left by a job and by a specification that end', async () => {
    const { client, organizationId, events, admin } = await buildWorkplace()
    const space = await buildSpace(client, organizationId)
    for (const end of [completeJob, failJob]) {
      const { id } = await done(client.post(`/spaces/${space.id}/content/export`, {}))
      await app.database.write(
        `UPDATE "Job" SET status = 'IN_PROGRESS', "runnerId" = 'test' WHERE id = $1 RETURNING id`,
        [id],
      )
      const outcome = { code: 'SERVICE_UNAVAILABLE', message: 'It failed', progress: {} } as const
      await end(app.database, { id, runnerId: 'test' }, outcome as never)
    }
    const { id: cancelled } = await done(client.post(`/spaces/${space.id}/content/export`, {}))
    await done(client.post(`/orgs/${organizationId}/jobs/${cancelled}/cancel`))
    await done(
      client.post(`/orgs/${organizationId}/openapi`, {
        slug: 'pets',
        source: { text: '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}}' },
      }),
    )
    await processPendingSpecs({ config: app.config, database: app.database })
    expect((await events()).slice(1)).toMatchObject([
      { type: 'export.started', spaceId: space.id },
      { type: 'export.finished', actorUserId: admin.id, spaceId: space.id, jobId: expect.any(String) },
      { type: 'export.started' },
      { type: 'export.failed', changes: [{ after: { status: 'FAILED', errorCode: 'SERVICE_UNAVAILABLE' } }] },
      { type: 'export.started' },
      { type: 'export.cancelled', actorUserId: admin.id, jobId: cancelled },
      { type: 'job.cancelled' },
      { type: 'specification.created' },
      { type: 'specification.processed', actorUserId: null, targetType: 'OpenAPISpec' },
    ])
  })

  test('has a type for each mutation, and only types that the table lists', () => {
    const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {})
    expect(mutations.length).toBeGreaterThan(100)
    for (const name of mutations.filter((each) => each !== 'recordSiteEvents'))
      expect(allEventTypes()).toContain(typeOfOperation(name).otherwise)
    expect(() => typeOfOperation('unknown')).toThrow('has no type')
    for (const type of allEventTypes()) expect(type).toMatch(/^[a-z_]+\.[a-z_]+$/)
  })
})

describe('the feed', () => {
  test('goes on from where a reader was', async () => {
    const { client, organizationId } = await buildWorkplace()
    const first = await buildSpace(client, organizationId, 'First')
    await buildSpace(client, organizationId, 'Second')
    await placeEvents(app.database)
    const path = `/orgs/${organizationId}/events`
    const all = await done(client.get(path))
    expect(all.items).toMatchObject([
      { object: 'event', type: 'space.created', targetType: 'Space', targetId: first.id },
      { type: 'space.created' },
    ])
    expect(all).not.toHaveProperty('count')
    const end = all.next.page
    expect(await done(client.get(`${path}?page=${end}`))).toEqual({ items: [] })
    await done(client.patch(`/spaces/${first.id}`, { title: 'Renamed' }))
    await placeEvents(app.database)
    const after = await done(client.get(`${path}?page=${end}`))
    expect(after.items).toMatchObject([{ type: 'space.updated' }])
    const page = await done(client.get(`${path}?limit=1`))
    expect((await done(client.get(`${path}?page=${page.next.page}`))).items).toEqual([
      all.items[1],
      after.items[0],
    ])
    expect((await done(client.get(`${path}?types=space.updated`))).items).toEqual(after.items)
    expect((await done(client.get(`${path}?space=${first.id}`))).items).toHaveLength(2)
    expect((await client.get(`${path}?types=space.eaten`)).status).toBe(400)
    const { data } = await client.gql(
      `query ($id: ID!) { organization(id: $id) { events(first: 1, types: ["space.updated"]) {
        totalCount pageInfo { hasNextPage endCursor }
        nodes { id type actorUserId actor { id } space { id title } organization { id } changes { before after } }
      } } }`,
      { id: organizationId },
    )
    const { nodes, pageInfo, totalCount } = data.organization.events
    expect({ totalCount, more: pageInfo.hasNextPage }).toEqual({ totalCount: 1, more: false })
    expect(nodes).toMatchObject([
      { type: 'space.updated', space: { title: 'Renamed' }, organization: { id: organizationId } },
    ])
    const node = await client.gql('query ($id: ID!) { node(id: $id) { ... on Event { type } } }', {
      id: nodes[0].id,
    })
    expect(node.data.node).toEqual({ type: 'space.updated' })
  })

  test('is read by admins, and by a token of theirs that reads nothing else', async () => {
    const { admin, client, organizationId } = await buildWorkplace()
    const space = await buildSpace(client, organizationId)
    await placeEvents(app.database)
    const creator = app.as(await buildMember(app, organizationId, 'CREATE'))
    const stranger = app.as((await buildWorkplace()).admin)
    const withScope = async (owner: TestClient, scope: string) =>
      app.as(await done(owner.post('/user/tokens', { label: 'Events', scopes: [scope] })))
    const path = `/orgs/${organizationId}/events`
    const reader = await withScope(client, 'events')
    const statuses = [
      [client, 200],
      [await withScope(client, 'read'), 200],
      [reader, 200],
      [creator, 403],
      [await withScope(creator, 'events'), 403],
      [stranger, 404],
      [await withScope(stranger, 'events'), 404],
      [app.as(null), 401],
    ] as const
    for (const [reads, status] of statuses) expect((await reads.get(path)).status).toBe(status)
    expect((await done(reader.get(path))).items).toHaveLength(1)
    const refused = ['/user', '/user/tokens', `/spaces/${space.id}`, '/orgs']
    for (const other of refused) expect((await reader.get(other)).status).toBe(403)
    for (const other of ['spaces', 'members', 'audit-events', 'teams'])
      expect((await reader.get(`/orgs/${organizationId}/${other}`)).body.items ?? []).toEqual([])
    expect((await reader.patch(`/spaces/${space.id}`, { title: 'Mine' })).status).toBe(403)
    const asked = await reader.gql(
      `query ($id: ID!) { organization(id: $id) { events { nodes { type space { id } actor { id } } } } viewer { id } }`,
      { id: organizationId },
    )
    expect(asked.data.organization.events.nodes).toEqual([
      { type: 'space.created', space: null, actor: { id: admin.id } },
    ])
    expect(asked.errors?.map(({ extensions }) => extensions.reason)).toEqual(['TOKEN_ONLY_EVENTS'])
  })

  test('has events for as long as they are kept', async () => {
    const { client, organizationId, events } = await buildWorkplace()
    await buildSpace(client, organizationId)
    expect(await events()).toHaveLength(1)
    await removeOldEvents(app.database, 30)
    expect(await events()).toHaveLength(1)
    await app.database.write(`UPDATE "Event" SET "occurredAt" = now() - interval '31 days' RETURNING id`, [])
    expect(await removeOldEvents(app.database, 30)).toBeGreaterThan(0)
    expect(await events()).toEqual([])
    const space = await buildSpace(client, organizationId)
    expect(await events()).toMatchObject([{ targetId: space.id }])
  })
})

describe('the order of events', () => {
  /** Writers at once, half of them on the same space, and the number of writes of each. */
  const writers = 8
  const rounds = isLongRun ? 60 : 6

  test('never changes for a reader, while writers and two relays work at once', async () => {
    const { client, organizationId } = await buildWorkplace()
    const shared = await buildSpace(client, organizationId)
    const own = await Promise.all(Array.from({ length: writers }, () => buildSpace(client, organizationId)))
    await placeEvents(app.database)
    const logger = createLogger('error')
    const other = connectDatabase(app.config.databaseUrl as string, logger)
    const relays = [app.database, other].map((database) => new EventRelay({ database, logger }))
    for (const relay of relays) relay.start()
    const path = `/orgs/${organizationId}/events`
    let page = (await done(client.get(path))).next.page
    const seen: { id: string; targetId: string; title: string }[] = []
    const readOn = async () => {
      const answer = await done(client.get(`${path}?limit=20&page=${page}`))
      for (const { id, targetId, changes } of answer.items)
        seen.push({ id, targetId, title: changes[0].after.title })
      page = answer.next?.page ?? page
    }
    const total = writers * rounds
    try {
      const writing = own.map(async ({ id }, writer) => {
        for (let round = 0; round < rounds; round++) {
          const space = writer % 2 === 0 ? shared.id : id
          await done(client.patch(`/spaces/${space}`, { title: `${writer} ${round}` }))
        }
      })
      const reading = (async () => {
        while (seen.length < total) await readOn()
      })()
      await Promise.all([...writing, reading])
      await readOn()
    } finally {
      await Promise.all(relays.map((relay) => relay.stop()))
      await other.close()
    }
    expect(seen).toHaveLength(total)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(total)
    for (const writer of own.keys()) {
      const titles = seen.map(({ title }) => title).filter((title) => title.startsWith(`${writer} `))
      expect(titles).toEqual(Array.from({ length: rounds }, (_, round) => `${writer} ${round}`))
    }
    const ofShared = seen.filter(({ targetId }) => targetId === shared.id)
    expect(ofShared.at(-1)?.title).toBe((await done(client.get(`/spaces/${shared.id}`))).title)
  })

  test('survives a relay that is ended while it waits for its turn', async () => {
    const { client, organizationId, events } = await buildWorkplace()
    const other = connectDatabase(app.config.databaseUrl as string, createLogger('silent'))
    const space = await buildSpace(client, organizationId)
    const waiting = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    const ended = await app.database.transaction(async ({ query }) => {
      await query(`SELECT pg_advisory_xact_lock(hashtextextended('place-events', 0))`)
      const placing = placeEvents(other).then(
        () => 'placed',
        () => 'ended',
      )
      while ((await query(waiting)).length === 0);
      await query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) w`)
      return placing
    })
    await other.close()
    expect(ended).toBe('ended')
    expect((await events()).map(({ targetId }) => targetId)).toEqual([space.id])
    expect((await events()).length).toBe(1)
  })

  test('is that of the commits, and an event that is not committed is before none that is read', async () => {
    const { client, organizationId, events } = await buildWorkplace()
    const late = Promise.withResolvers<void>()
    const isInserted = Promise.withResolvers<void>()
    const copied = async () => {
      await app.database.transaction(async ({ query }) => {
        await query(
          `INSERT INTO "Event" (id, "organizationId", type, "occurredAt", "targetType", "targetId")
           VALUES ('evtlate' || $1, $1, 'space.updated', now(), 'Space', 'late')`,
          [organizationId],
        )
        isInserted.resolve()
        await late.promise
      })
    }
    const committing = copied()
    await isInserted.promise
    const { id } = await buildSpace(client, organizationId)
    expect((await events()).map(({ targetId }) => targetId)).toEqual([id])
    late.resolve()
    await committing
    expect((await events()).map(({ targetId }) => targetId)).toEqual([id, 'late'])
  })
})
