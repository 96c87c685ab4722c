import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hashToken } from '../../../src/access/tokens.ts'
import { maximumSessions } from '../../../src/modules/sessions/limits.ts'
import { startServerBeside, startTestApp, type TestApp } from '../../support/app.ts'
import { addMember, buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { buildSession, type TestSession } from '../../support/factories/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ask = (session: TestSession, path: string, method = 'GET', url = app.url) =>
  fetch(`${url}/v1${path}`, { method, headers: session.headers })

const statusOf = async (session: TestSession, url = app.url) =>
  (await ask(session, '/user', 'GET', url)).status

const change = (session: TestSession, data: object) =>
  app.database.prisma.apiToken.update({ where: { id: session.id }, data })

const past = () => new Date(Date.now() - 1000)

interface Listed {
  readonly id: string
  readonly isCurrent: boolean
}

const listed = async (session: TestSession): Promise<Listed[]> =>
  (await (await ask(session, '/user/sessions')).json()).items

describe('a session', () => {
  test('is taken as its user by both APIs, as a token is', async () => {
    const { admin } = await buildOrganization(app)
    const session = await buildSession(app, admin)
    expect(await (await ask(session, '/user')).json()).toEqual((await app.as(admin).get('/user')).body)
    const answer = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { ...session.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { id } }' }),
    })
    expect((await answer.json()).data.viewer.id).toBe(admin.id)
  })

  test.each([
    ['its absolute end', { expiresAt: past() }],
    ['too long without use', { idleEndsAt: past() }],
    ['it is revoked', { revokedAt: past() }],
  ])('ends after %s, in every process', async (_end, columns) => {
    const { admin } = await buildOrganization(app)
    const session = await buildSession(app, admin)
    const beside = await startServerBeside(app, {})
    onTestFinished(() => beside.close())
    await change(session, columns)
    for (const url of [app.url, beside.url]) expect(await statusOf(session, url)).toBe(401)
  })

  test('goes on while it is used, but not beyond its absolute end', async () => {
    const { admin } = await buildOrganization(app)
    const session = await buildSession(app, admin)
    const soon = new Date(Date.now() + 60_000)
    await change(session, { idleEndsAt: soon, lastUsedAt: null })
    const beside = await startServerBeside(app, {})
    onTestFinished(() => beside.close())
    expect(await statusOf(session, beside.url)).toBe(200)
    const { idleEndsAt, expiresAt, lastUsedAt } = await app.database.prisma.apiToken.findUniqueOrThrow({
      where: { id: session.id },
    })
    expect(lastUsedAt).not.toBeNull()
    expect(idleEndsAt?.getTime()).toBeGreaterThan(soon.getTime())
    const hours = ((expiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(app.config.sessionHours)
  })

  test('of a browser ends when somebody signs in there again, so that one stolen before is worthless', async () => {
    const { admin } = await buildOrganization(app)
    const stolen = await buildSession(app, admin)
    const other = await buildSession(app, admin)
    const next = await buildSession(app, admin, { replaced: hashToken(stolen.token) })
    expect([await statusOf(stolen), await statusOf(other), await statusOf(next)]).toEqual([401, 200, 200])
  })

  test('is one of few of its user, of which the oldest ends', async () => {
    const { admin } = await buildOrganization(app)
    const first = await buildSession(app, admin)
    for (let count = 0; count < maximumSessions; count++) await buildSession(app, admin)
    expect(await statusOf(first)).toBe(401)
  })

  test('is stored as a hash only', async () => {
    const { admin } = await buildOrganization(app)
    const { token } = await buildSession(app, admin)
    const rows = await app.database.query('SELECT t::text AS row FROM "ApiToken" t WHERE "userId" = $1', [
      admin.id,
    ])
    expect(JSON.stringify(rows)).not.toContain(token.slice(-20))
  })
})

describe('the sessions of a user', () => {
  test('are listed with device, address and times, and say which is that of the request', async () => {
    const { admin } = await buildOrganization(app)
    const [first, second] = [await buildSession(app, admin), await buildSession(app, admin)]
    const items = await listed(second)
    expect(items).toEqual([
      expect.objectContaining({
        id: first.id,
        isCurrent: false,
        device: 'Firefox on Linux',
        address: '192.0.2.1',
      }),
      expect.objectContaining({ object: 'session', id: second.id, isCurrent: true, label: 'Staff' }),
    ])
    expect((await app.as(admin).get('/user/tokens')).body.items).toHaveLength(1)
  })

  test('are ended one by one, and all but the one of the request, which the audit log tells', async () => {
    const { id: organizationId, admin } = await buildOrganization(app)
    const [current, one, two, three] = await Promise.all(
      [1, 2, 3, 4].map(() => buildSession(app, admin, { organizationId })),
    )
    const session = current as TestSession
    expect((await ask(session, `/user/sessions/${one?.id}`, 'DELETE')).status).toBe(204)
    expect(await statusOf(one as TestSession)).toBe(401)
    expect((await ask(session, `/user/sessions/${one?.id}`, 'DELETE')).status).toBe(404)
    expect((await ask(session, '/user/sessions', 'DELETE')).status).toBe(204)
    for (const ended of [two, three]) expect(await statusOf(ended as TestSession)).toBe(401)
    expect(await listed(session)).toEqual([expect.objectContaining({ id: session.id, isCurrent: true })])
    const events = await app.database.query<{ action: string }>(
      'SELECT action FROM "AuditEvent" WHERE "userId" = $1 ORDER BY id DESC LIMIT 2',
      [admin.id],
    )
    expect(events.map(({ action }) => action)).toEqual(['endOtherSessions', 'endSession'])
  })

  test('are neither seen nor ended by others', async () => {
    const { id: organizationId, admin } = await buildOrganization(app)
    const member = await buildMember(app, organizationId, 'EDIT')
    const session = await buildSession(app, admin)
    const other = await buildSession(app, member)
    expect(await listed(other)).toEqual([expect.objectContaining({ id: other.id })])
    expect((await ask(other, `/user/sessions/${session.id}`, 'DELETE')).status).toBe(404)
    await ask(other, '/user/sessions', 'DELETE')
    expect(await statusOf(session)).toBe(200)
  })

  test('that are limited to an organization do not end those that are not', async () => {
    const { id: organizationId, admin } = await buildOrganization(app)
    const [whole, limited] = [
      await buildSession(app, admin),
      await buildSession(app, admin, { organizationId }),
    ]
    expect((await ask(limited, `/user/sessions/${whole.id}`, 'DELETE')).status).toBe(404)
    await ask(limited, '/user/sessions', 'DELETE')
    expect(await statusOf(whole)).toBe(200)
  })

  test('are seen by admins with their devices, and ended for their organization only', async () => {
    const { id: organizationId, admin } = await buildOrganization(app)
    const { id: elsewhere } = await buildOrganization(app)
    const member = await buildMember(app, organizationId, 'EDIT')
    await addMember(app, elsewhere, member, 'READ')
    const [whole, limited] = [
      await buildSession(app, member),
      await buildSession(app, member, { organizationId }),
    ]
    const tokens = `/orgs/${organizationId}/member-tokens`
    const { items } = (await app.as(admin).get(`${tokens}?user=${member.id}`)).body
    expect(items.filter(({ kind }: { kind: string }) => kind === 'session')).toEqual([
      expect.objectContaining({
        id: whole.id,
        device: 'Firefox on Linux',
        address: '192.0.2.1',
        label: 'Staff',
      }),
      expect.objectContaining({ id: limited.id }),
    ])
    for (const { id } of [whole, limited])
      expect((await app.as(admin).delete(`${tokens}/${id}`)).status).toBe(204)
    expect((await ask(whole, `/orgs/${organizationId}`)).status).toBe(404)
    expect((await ask(whole, `/orgs/${elsewhere}`)).status).toBe(200)
    expect(await statusOf(limited)).toBe(401)
  })
})

test('the page of the account ends a session, and all others', async () => {
  const { admin } = await buildOrganization(app)
  const [current, one, two] = [
    await buildSession(app, admin),
    await buildSession(app, admin),
    await buildSession(app, admin),
  ]
  const page = await (await fetch(`${app.url}/account/sessions`, { headers: current.headers })).text()
  expect(page.match(/name="session" value="(tok\w+|others)"/g)).toHaveLength(3)
  const end = (session: string) =>
    fetch(`${app.url}/account/sessions`, {
      method: 'POST',
      headers: current.headers,
      body: new URLSearchParams({ session }),
      redirect: 'manual',
    })
  expect((await end(one.id)).headers.get('location')).toBe('/account/sessions?done=sessionEnded')
  expect([await statusOf(one), await statusOf(two), await statusOf(current)]).toEqual([401, 200, 200])
  // One that has ended meanwhile is ended too.
  expect((await end(one.id)).status).toBe(303)
  await end('others')
  expect([await statusOf(two), await statusOf(current)]).toEqual([401, 200])
})
