import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildMember, buildOrganization, buildUser, grant } from '../../support/factories/organizations.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ids = (answer: { body: { items: { id: string }[] } }) => answer.body.items.map((item) => item.id)

/** Builds an organization whose members joined an hour apart, in the order admin, editor, reader, guest. */
async function buildStaff() {
  const organization = await buildOrganization(app)
  const editor = await buildMember(app, organization.id, 'EDIT')
  const reader = await buildMember(app, organization.id, 'READ')
  const guest = await buildMember(app, organization.id, null)
  for (const [index, user] of [organization.admin, editor, reader, guest].entries())
    await app.database.prisma.member.updateMany({
      where: { userId: user.id },
      data: { joinedAt: new Date(Date.UTC(2026, 0, 1, index)) },
    })
  const members = `/orgs/${organization.id}/members`
  return { organization, editor, reader, guest, members, client: app.as(organization.admin) }
}

describe('members', () => {
  test('are listed with all specified fields, latest first', async () => {
    const { organization, editor, reader, guest, members, client } = await buildStaff()
    const answer = await client.get(members)
    expect(ids(answer)).toEqual([guest.id, reader.id, editor.id, organization.admin.id])
    expect(answer.body.count).toBe(4)
    expect(answer.body.items[0]).toEqual({
      object: 'member',
      id: guest.id,
      role: null,
      user: expect.objectContaining({ object: 'user', id: guest.id, email: guest.email }),
      disabled: false,
      sso: false,
      joinedAt: '2026-01-01T03:00:00.000Z',
      spaces: 0,
      sites: 0,
      teams: 0,
    })
  })

  test('are filtered by role, including guests, and by name or email address', async () => {
    const { editor, guest, members, client } = await buildStaff()
    expect(ids(await client.get(`${members}?role=edit`))).toEqual([editor.id])
    expect(ids(await client.get(`${members}?role=guest`))).toEqual([guest.id])
    expect((await client.get(`${members}?role=owner`)).status).toBe(400)
    expect(ids(await client.get(`${members}?search=${editor.email.toUpperCase()}`))).toEqual([editor.id])
    expect(ids(await client.get(`${members}?search=${encodeURIComponent(guest.displayName)}`))).toEqual([
      guest.id,
    ])
    expect(ids(await client.get(`${members}?search=%25`))).toEqual([])
  })

  test('are ordered by joining or by last visit, which lists only active members', async () => {
    const { organization, editor, reader, guest, members, client } = await buildStaff()
    expect(ids(await client.get(`${members}?order=asc`))[0]).toBe(organization.admin.id)
    expect(ids(await client.get(`${members}?sort=lastSeenAt`))).toEqual([])
    await app.as(reader).post(`/orgs/${organization.id}/ping`)
    await app.as(editor).post(`/orgs/${organization.id}/ping`)
    await app.as(guest).post(`/orgs/${organization.id}/ping`)
    await app.database.prisma.member.updateMany({ where: { userId: guest.id }, data: { disabled: true } })
    expect(ids(await client.get(`${members}?sort=lastSeenAt`))).toEqual([editor.id, reader.id])
    expect(ids(await client.get(`${members}?sort=lastSeenAt&order=asc`))).toEqual([reader.id, editor.id])
  })

  test('are paginated without gaps or duplicates', async () => {
    const { members, client } = await buildStaff()
    const all = ids(await client.get(members))
    const first = await client.get(`${members}?limit=3`)
    const second = await client.get(`${members}?limit=3&page=${first.body.next.page}`)
    expect([...ids(first), ...ids(second)]).toEqual(all)
    expect(second.body).not.toHaveProperty('next')
  })

  test('reject a cursor with a time that the database does not write', async () => {
    const { members, client } = await buildStaff()
    const { next } = (await client.get(`${members}?limit=1`)).body
    const [cursor = ''] = next.page.split('.')
    const [order, time, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const pageAfter = (when: unknown) =>
      client.get(`${members}?page=${Buffer.from(JSON.stringify([order, when, id])).toString('base64url')}`)
    expect((await pageAfter(time)).status).toBe(200)
    const made = ['1', '2026 (June)', '2026-02-31T00:00:00+00:00', '0000-01-01T00:00:00+00:00']
    for (const when of [...made, '2026-01-01T00:00:00+23:59', '+010000-01-01T00:00:00+00:00', 5])
      expect({ when, status: (await pageAfter(when)).status }).toEqual({ when, status: 400 })
  })

  test('count the spaces shared with them directly, without duplicates and deleted spaces', async () => {
    const { organization, editor, members, client } = await buildStaff()
    const spaces = await Promise.all(
      [1, 2].map(async () => (await client.post(`/orgs/${organization.id}/spaces`, {})).body.id as string),
    )
    for (const spaceId of spaces) await grant(app, editor, 'READ', { spaceId })
    expect((await client.get(`${members}/${editor.id}`)).body.spaces).toBe(2)
    await client.delete(`/spaces/${spaces[0]}`)
    expect((await client.get(`${members}/${editor.id}`)).body.spaces).toBe(1)
  })

  test('are not listed to guests, who can see only themselves', async () => {
    const { organization, editor, guest, members } = await buildStaff()
    const client = app.as(guest)
    expect((await client.get(members)).status).toBe(403)
    expect((await client.get(`${members}/${editor.id}`)).status).toBe(403)
    expect((await client.get(`${members}/${guest.id}`)).body).toMatchObject({ id: guest.id, role: null })
    const { permissions } = (await client.get(`/orgs/${organization.id}`)).body
    expect(permissions).toMatchObject({ view: true, listMembers: false })
  })

  test('are hidden from users outside the organization', async () => {
    const { organization, editor, members } = await buildStaff()
    const stranger = app.as(await buildUser(app))
    for (const path of [members, `${members}/${editor.id}`])
      expect((await stranger.get(path)).status).toBe(404)
    expect((await stranger.post(`/orgs/${organization.id}/ping`)).status).toBe(404)
  })

  test('who are disabled have no access with any token', async () => {
    const { organization, editor, members } = await buildStaff()
    await app.database.prisma.member.updateMany({ where: { userId: editor.id }, data: { disabled: true } })
    expect((await app.as(editor).get(members)).status).toBe(404)
    expect((await app.as(editor).get('/orgs')).body.count).toBe(0)
    expect((await app.as(editor).get(`/orgs/${organization.id}`)).status).toBe(404)
  })
})

test('a ping records the visit of the caller, and returns an object', async () => {
  const { organization, editor, members, client } = await buildStaff()
  const before = Date.now()
  const { status, body } = await app.as(editor).post(`/orgs/${organization.id}/ping`)
  expect({ status, body }).toEqual({ status: 200, body: {} })
  const { lastSeenAt } = (await client.get(`${members}/${editor.id}`)).body
  expect(Date.parse(lastSeenAt)).toBeGreaterThanOrEqual(before)
})
