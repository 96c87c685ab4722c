import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { hashSecret } from '../../../src/base/secrets.ts'
import { countedEvents } from '../../../src/modules/audit-events/limits.ts'
import { removeOldAuditEvents } from '../../../src/modules/audit-events/retention.ts'
import { schema } from '../../../src/server/graph.ts'
import { startOwnTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
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
}

async function buildWorkplace(): Promise<Workplace> {
  const { id: organizationId, admin } = await buildOrganization(app)
  return { organizationId, admin, client: app.as(admin) }
}

const eventsOf = async ({ client, organizationId }: Workplace, query = '') => {
  const { status, body } = await client.get(`/orgs/${organizationId}/audit-events${query}`)
  expect(status).toBe(200)
  return body.items as { id: string; action: string; occurredAt: string; target: object }[]
}

/** Returns the newest event with its payload. */
async function lastEventOf(workplace: Workplace) {
  const [{ id } = { id: '' }] = await eventsOf(workplace)
  return (await workplace.client.get(`/orgs/${workplace.organizationId}/audit-events/${id}`)).body
}

describe('an event', () => {
  test('tells who changed what, when, how, from where, and what it was before and after', async () => {
    const workplace = await buildWorkplace()
    const { organizationId, admin } = workplace
    const space = await buildSpace(workplace.client, organizationId, 'Old')
    const begin = Date.now()
    const answer = await request(`${app.url}/v1/spaces/${space.id}`, {
      method: 'PATCH',
      headers: {
        Authorization: `Bearer ${admin.token}`,
        'Content-Type': 'application/json',
        'User-Agent': 'audit-test/1.0',
        'X-Forwarded-For': '203.0.113.1',
      },
      body: JSON.stringify({ title: 'New' }),
    })
    await answer.body.dump()
    const event = await lastEventOf(workplace)
    expect(event).toEqual({
      object: 'audit-event',
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      occurredAt: expect.any(String),
      action: 'updateSpace',
      source: 'api',
      actor: {
        type: 'user',
        id: admin.id,
        label: admin.displayName,
        tokenId: expect.stringMatching(/^tok/),
        address: '127.0.0.1',
        agent: 'audit-test/1.0',
      },
      target: { type: 'Space', id: space.id },
      urls: { location: `${app.url}/v1/orgs/${organizationId}/audit-events/${event.id}` },
      executionId: answer.headers['x-request-id'],
      schemaVersion: 1,
      payload: {
        changes: [
          { objectType: 'Space', objectId: space.id, before: { title: 'Old' }, after: { title: 'New' } },
        ],
        omittedChanges: 0,
      },
    })
    expect(Date.parse(event.occurredAt)).toBeGreaterThanOrEqual(begin)
    expect(Date.parse(event.occurredAt)).toBeLessThanOrEqual(Date.now())
  })

  test('of several rows has each of them, with all of a new and a deleted one', async () => {
    const workplace = await buildWorkplace()
    const { client, organizationId } = workplace
    const member = await buildMember(app, organizationId, 'READ')
    await client.patch(`/orgs/${organizationId}/members/${member.id}`, { role: 'edit' })
    expect((await lastEventOf(workplace)).payload.changes).toEqual([
      {
        objectType: 'Member',
        objectId: expect.stringMatching(/^mem/),
        before: { role: 'READ' },
        after: { role: 'EDIT' },
        userId: member.id,
        userLabel: member.displayName,
      },
    ])
    await client.delete(`/orgs/${organizationId}/members/${member.id}`)
    const { changes } = (await lastEventOf(workplace)).payload
    expect(changes).toContainEqual({
      objectType: 'Member',
      objectId: expect.stringMatching(/^mem/),
      before: expect.objectContaining({ userId: member.id, role: 'EDIT' }),
      userId: member.id,
      userLabel: member.displayName,
    })
    const space = await buildSpace(client, organizationId, 'Guide')
    expect(await lastEventOf(workplace)).toMatchObject({
      action: 'createSpace',
      target: { type: 'Space', id: space.id },
      payload: {
        changes: expect.arrayContaining([
          expect.objectContaining({ after: expect.objectContaining({ title: 'Guide' }) }),
        ]),
      },
    })
  })

  test('of a change request that is archived has the counts of its space once', async () => {
    const workplace = await buildWorkplace()
    const { client, organizationId } = workplace
    const space = await buildSpace(client, organizationId, 'Guide')
    const { body } = await client.post(`/spaces/${space.id}/change-requests`, { subject: 'Draft' })
    const { status } = await client.patch(`/spaces/${space.id}/change-requests/${body.id}`, {
      status: 'archived',
    })
    expect(status).toBe(200)
    const { changes } = (await lastEventOf(workplace)).payload
    expect(changes.filter(({ objectType }: { objectType: string }) => objectType === 'Space')).toEqual([
      {
        objectType: 'Space',
        objectId: space.id,
        before: { changeRequestsDraft: 1 },
        after: { changeRequestsDraft: 0 },
      },
    ])
  })

  test('of an invitation that is accepted without a token has who it made a member', async () => {
    const workplace = await buildWorkplace()
    const { organizationId, admin } = workplace
    await app.database.prisma.emailInvite.create({
      data: {
        id: newId('EmailInvite'),
        organizationId,
        invitedById: admin.id,
        email: 'invited@example.com',
        role: 'READ',
        secretHash: hashSecret('the-secret'),
        expiresAt: new Date(Date.now() + 60_000),
      },
    })
    const { status, body } = await app.as(null).post('/invites/the-secret', { displayName: 'Invited' })
    expect(status).toBeLessThan(300)
    const event = await lastEventOf(workplace)
    const { id } = (await app.as({ token: body.token }).get('/user')).body
    expect(event).toMatchObject({ action: 'acceptEmailInvite', actor: { id, label: 'Invited' } })
    expect(event.actor).not.toHaveProperty('tokenId')
    expect(JSON.stringify(event)).not.toContain('the-secret')
  })

  test.each(oneRowIn(3, ['role', 'team', 'removal', 'permission'] as const))(
    'of a %s of a member names the person, also after they are gone',
    async (kind) => {
      const workplace = await buildWorkplace()
      const { client, organizationId } = workplace
      const { id, displayName } = await buildMember(app, organizationId, 'READ')
      const member = `/orgs/${organizationId}/members/${id}`
      if (kind === 'role') await client.patch(member, { role: 'edit' })
      if (kind === 'removal') await client.delete(member)
      if (kind === 'team') {
        const { body } = await client.put(`/orgs/${organizationId}/teams`, { title: 'Writers' })
        await client.put(`/orgs/${organizationId}/teams/${body.id}/members/${id}`, { role: 'member' })
      }
      if (kind === 'permission') {
        const space = await buildSpace(client, organizationId, 'Guide')
        await client.post(`/spaces/${space.id}/permissions`, { role: 'edit', users: [id] })
      }
      await app.database.prisma.user.delete({ where: { id } })
      const [listed] = await eventsOf(workplace)
      expect(listed).toMatchObject({ person: { id, label: displayName } })
      const { changes } = (await lastEventOf(workplace)).payload
      expect(changes).toContainEqual(expect.objectContaining({ userId: id, userLabel: displayName }))
      const asked = `query ($org: ID!) { organization(id: $org) { auditEvents(first: 1) { nodes { person { userId label user { id } } } } } }`
      const { data } = await client.gql(asked, { org: organizationId })
      expect(data.organization.auditEvents.nodes).toEqual([
        { person: { userId: id, label: displayName, user: null } },
      ])
    },
  )

  test('says how many changes it leaves out', async () => {
    const site = await buildSite(app)
    const { id: siteSpaceId } = await buildSiteSpace(site, 'Guide')
    const destination = { kind: 'site-space', siteSpaceId }
    const redirects = Array.from({ length: 150 }, (_, index) => ({ source: `/old-${index}`, destination }))
    const { status } = await site.client.post(`${site.path}/redirects/bulk`, { redirects })
    expect(status).toBeLessThan(300)
    const { payload } = await lastEventOf(site)
    expect(payload.changes).toHaveLength(100)
    expect(payload.omittedChanges).toBe(50)
  })

  test('is left by each mutation of a request, and by none that fails', async () => {
    const workplace = await buildWorkplace()
    const { client, organizationId } = workplace
    const space = await buildSpace(client, organizationId)
    const before = await eventsOf(workplace)
    const { errors } = await client.gql(
      `mutation ($id: ID!) {
        first: updateSpace(spaceId: $id, input: { title: "First" }) { space { id } }
        second: updateSpace(spaceId: "spc0", input: { title: "Second" }) { space { id } }
        third: deleteSpace(spaceId: $id) { deletedSpaceId }
      }`,
      { id: space.id },
    )
    expect(errors).toHaveLength(1)
    const added = (await eventsOf(workplace)).slice(0, -before.length)
    expect(added.map(({ action }) => action)).toEqual(['deleteSpace', 'updateSpace'])
  })

  test('stands or falls with what it records', async () => {
    const workplace = await buildWorkplace()
    const { client, organizationId } = workplace
    const space = await buildSpace(client, organizationId, 'Kept')
    await app.database.query(
      `ALTER TABLE "AuditEvent" ADD CONSTRAINT refuse CHECK ("organizationId" <> '${organizationId}') NOT VALID`,
      [],
    )
    try {
      const answers = [
        await client.patch(`/spaces/${space.id}`, { title: 'Lost' }),
        await client.patch(`/orgs/${organizationId}`, { title: 'Lost' }),
        await client.post(`/spaces/${space.id}/comments`, { body: { markdown: 'Lost' } }),
        await client.post(`/orgs/${organizationId}/spaces`, { title: 'Lost' }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500])
    } finally {
      await app.database.query('ALTER TABLE "AuditEvent" DROP CONSTRAINT refuse', [])
    }
    expect((await client.get(`/spaces/${space.id}`)).body.title).toBe('Kept')
    expect((await client.get(`/orgs/${organizationId}`)).body.title).toBe('Acme')
    expect((await client.get(`/spaces/${space.id}/comments`)).body.items).toEqual([])
    expect((await client.get(`/orgs/${organizationId}/spaces`)).body.items).toHaveLength(1)
  })

  test.runIf(isLongRun)('is counted for a list up to a limit, beyond which the list goes on', async () => {
    const { client, organizationId } = await buildWorkplace()
    await buildSpace(client, organizationId)
    const countOf = async (query: string) =>
      (await client.get(`/orgs/${organizationId}/audit-events?${query}`)).body as {
        count: number
        next?: object
      }
    expect((await countOf('limit=1')).count).toBe(1)
    await app.database.query(
      `WITH one AS (SELECT to_jsonb(e) AS event FROM "AuditEvent" e WHERE "organizationId" = $1)
       INSERT INTO "AuditEvent" SELECT r.* FROM one, generate_series(1, $2::int) n, jsonb_populate_record(
         NULL::"AuditEvent", event || jsonb_build_object('id', uuidv7(interval '1 second' * n))) r`,
      [organizationId, countedEvents + 10],
    )
    for (const query of ['limit=1', 'limit=1000'])
      expect(await countOf(query)).toMatchObject({ count: countedEvents, next: { page: expect.any(String) } })
    const totals = await client.gql(
      `query ($id: ID!) { organization(id: $id) { auditEvents(first: 0) { totalCount } backward: auditEvents(last: 2) { totalCount } } }`,
      { id: organizationId },
    )
    expect(totals.data.organization).toEqual({
      auditEvents: { totalCount: countedEvents },
      backward: { totalCount: countedEvents },
    })
    const other = await client.gql(
      `query ($id: ID!) { organization(id: $id) { auditEvents(action: "nothing") { totalCount } } }`,
      { id: organizationId },
    )
    expect(other.data.organization.auditEvents.totalCount).toBe(0)
  })

  test('is changed by nobody', async () => {
    const { client, organizationId } = await buildWorkplace()
    await buildSpace(client, organizationId)
    const changes = [
      `UPDATE "AuditEvent" SET action = 'nothing'`,
      'DELETE FROM "AuditEvent"',
      'TRUNCATE "AuditEvent"',
      'TRUNCATE "AuditEvent" CASCADE',
    ]
    for (const change of changes)
      await expect(app.database.query(change, [])).rejects.toThrow('audit events cannot be changed')
  })

  test('is removed once it is older than the days for which events are kept', async () => {
    const workplace = await buildWorkplace()
    await buildSpace(workplace.client, workplace.organizationId)
    const now = Date.now()
    const day = 86_400_000
    expect(await removeOldAuditEvents(app.database, 0, new Date(now + 10_000 * day))).toBe(0)
    await removeOldAuditEvents(app.database, 30, new Date(now + 29 * day))
    expect(await eventsOf(workplace)).toHaveLength(1)
    expect(await removeOldAuditEvents(app.database, 30, new Date(now + 31 * day))).toBeGreaterThan(0)
    expect(await eventsOf(workplace)).toEqual([])
  })
})

describe('the events of an organization', () => {
  test('are listed newest first, and found by time, action, actor and target', async () => {
    const workplace = await buildWorkplace()
    const { client, organizationId, admin } = workplace
    const editor = await buildMember(app, organizationId, 'ADMIN')
    const first = await buildSpace(client, organizationId, 'First')
    const second = await buildSpace(app.as(editor), organizationId, 'Second')
    await client.patch(`/spaces/${first.id}`, { title: 'Renamed' })
    const all = await eventsOf(workplace)
    expect(all.map(({ action }) => action)).toEqual(['updateSpace', 'createSpace', 'createSpace'])
    const idsOf = async (query: string) => (await eventsOf(workplace, query)).map(({ id }) => id)
    const [newest, middle, oldest] = all.map(({ id }) => id)
    expect(await idsOf('?action=createSpace')).toEqual([middle, oldest])
    expect(await idsOf(`?actor=${admin.id}`)).toEqual([newest, oldest])
    expect(await idsOf(`?target=${second.id}`)).toEqual([middle])
    expect(await idsOf(`?from=${all[1]?.occurredAt}`)).toEqual(expect.arrayContaining([newest, middle]))
    expect(await idsOf('?to=2020-01-01T00:00:00Z')).toEqual([])
    const page = (await client.get(`/orgs/${organizationId}/audit-events?limit=2`)).body
    expect(page.items).toHaveLength(2)
    expect(await idsOf(`?limit=2&page=${page.next.page}`)).toEqual([oldest])
    const { data } = await client.gql(
      `query ($id: ID!) { organization(id: $id) { auditEvents(first: 1, action: "createSpace") {
        totalCount nodes { id source actor { userId } target { objectId } payload { changes { after } } }
      } } }`,
      { id: organizationId },
    )
    expect(data.organization.auditEvents).toMatchObject({
      totalCount: 2,
      nodes: [{ id: middle, source: 'API', actor: { userId: editor.id }, target: { objectId: second.id } }],
    })
  })

  test('are seen by its admins only', async () => {
    const workplace = await buildWorkplace()
    const { organizationId } = workplace
    await buildSpace(workplace.client, organizationId)
    const [event] = await eventsOf(workplace)
    const stranger = app.as((await buildWorkplace()).admin)
    const creator = app.as(await buildMember(app, organizationId, 'CREATE'))
    for (const path of [
      'audit-events',
      `audit-events/${event?.id}`,
      'audit-events/export',
      'audit-event-actions',
    ]) {
      expect((await creator.get(`/orgs/${organizationId}/${path}`)).status).toBe(403)
      expect((await stranger.get(`/orgs/${organizationId}/${path}`)).status).toBe(404)
    }
    const node = '{ node(id: $id) { __typename } }'
    for (const client of [creator, stranger])
      expect((await client.gql(`query ($id: ID!) ${node}`, { id: event?.id })).data.node).toBeNull()
    const found = await workplace.client.gql(`query ($id: ID!) ${node}`, { id: event?.id })
    expect(found.data.node).toEqual({ __typename: 'AuditEvent' })
  })

  test('are exported as lines of JSON', async () => {
    const workplace = await buildWorkplace()
    const { client, organizationId, admin } = workplace
    const space = await buildSpace(client, organizationId, 'Old')
    await client.patch(`/spaces/${space.id}`, { title: 'New' })
    const { body } = await client.get(`/orgs/${organizationId}/audit-events/export`)
    const answer = await request(body.url)
    expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const text = await answer.body.text()
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ action }) => action)).toEqual(['createSpace', 'updateSpace'])
    expect(lines[1]).toMatchObject({
      organizationId,
      actor: { type: 'user', id: admin.id },
      source: 'api',
      target: { type: 'Space', id: space.id },
      changes: [{ before: { title: 'Old' }, after: { title: 'New' } }],
    })
    const none = await client.get(`/orgs/${organizationId}/audit-events/export?to=2020-01-01T00:00:00Z`)
    expect(await (await request(none.body.url)).body.text()).toBe('')
    expect((await request(body.url.replace('signature=', 'signature=x'))).statusCode).toBe(404)
  })

  test('have the actions that are listed', async () => {
    const { client, organizationId } = await buildWorkplace()
    const { items } = (await client.get(`/orgs/${organizationId}/audit-event-actions`)).body
    // Visitors of sites send events by the thousand, of which only numbers are kept.
    const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {}).filter(
      (name) => name !== 'recordSiteEvents',
    )
    expect(items.map(({ id }: { id: string }) => id)).toEqual(
      [...mutations, 'signIn', 'signInFailed', 'signOut'].sort(),
    )
    expect(items).toContainEqual({
      object: 'audit-event-action',
      id: 'updateSiteSpace',
      label: 'Update site space',
    })
  })
})

describe('the tables', () => {
  /** Tables of content, whose revisions are recorded, of what is derived, and of the server itself. */
  const notRecorded = [
    'AuditEvent',
    'Blob',
    'Branch',
    'ComputedSearch',
    'Document',
    'DocumentLink',
    'EmailInviteDay',
    'Event',
    'EventPosition',
    'ExpressionSearch',
    'FileVersion',
    'GitEntry',
    'InstallationSecret',
    'KeptAnswer',
    'LinkTarget',
    'Notification',
    'NotificationMailbox',
    'OAuthClient',
    'OAuthCode',
    'OAuthGrant',
    'OAuthRefreshToken',
    // Recorded as the logo of its organization.
    'OrganizationLogo',
    'LinkedIdentity',
    'OidcRequest',
    'ProviderSession',
    'UsedLogoutToken',
    'WritePosition',
    'OpenAPISpecPage',
    'PageLink',
    'PageVersion',
    'RateLimitCount',
    'RenderedVersion',
    'RightsVersion',
    'ReusableContentVersion',
    'SamlAssertion',
    'SamlRequest',
    'SearchPage',
    'SearchedSpace',
    'SearchSection',
    'SearchWord',
    'SignInLink',
    'SiteEventCount',
    'SpaceReference',
    'SweepPosition',
    '_LecternMigration',
    '_prisma_migrations',
    'WebhookCursor',
    'WebhookDelivery',
  ]

  const recordedTables = () =>
    app.database.query<{ table: string; columns: string[]; secrets: string[] }>(
      `SELECT c.relname AS table, array_agg(a.attname::text) AS columns,
         string_to_array(encode(t.tgargs, 'escape'), '\\000') AS secrets
       FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE t.tgname = c.relname || '_audit' GROUP BY c.relname, t.tgargs`,
      [],
    )

  test('are recorded, but for those that are listed', async () => {
    const rows = await app.database.query<{ table: string }>(
      `SELECT table_name AS table FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
      [],
    )
    const recorded = new Set((await recordedTables()).map(({ table }) => table))
    const others = rows.map(({ table }) => table).filter((table) => !recorded.has(table))
    expect(others.filter((table) => !notRecorded.includes(table))).toEqual([])
  })

  test('that are recorded leave out their secrets', async () => {
    /** Values that look like secrets and are none. */
    const harmless = [
      'OpenAPISpec.sourceBlobHash',
      'Webhook.formerSecretUntil',
      'OpenAPISpecVersion.blobHash',
      'OpenAPISpecVersion.contentHash',
      'OpenAPISpecVersion.sourceBlobHash',
    ]
    const suspicious = (await recordedTables()).flatMap(({ table, columns, secrets }) =>
      columns
        .filter(
          (column) => /secret|hash|key|password|token(?!s?Id)/i.test(column) && !secrets.includes(column),
        )
        .map((column) => `${table}.${column}`),
    )
    expect(suspicious.filter((column) => !harmless.includes(column))).toEqual([])
  })
})
