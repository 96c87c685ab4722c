import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { oneRowIn } from '../../support/budget.ts'
import { buildCollection } from '../../support/factories/collections.ts'
import { addMember, buildOrganization, buildUser, grant } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof buildWorld>>

beforeAll(async () => {
  app = await startTestApp()
  world = await buildWorld()
})
afterAll(() => app.close())

async function buildWorld() {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const join = async (displayName: string, role: 'EDIT' | 'READ') => {
    const user = await buildUser(app, { displayName })
    await addMember(app, organization.id, user, role)
    return user
  }
  const people = {
    bert: await join('Bert', 'EDIT'),
    anna: await join('anna', 'READ'),
    clara: await join('Clara 100%', 'READ'),
  }
  await app.database.prisma.user.update({
    where: { id: organization.admin.id },
    data: { displayName: 'Zoe' },
  })
  const seen = (userId: string, day: number) =>
    app.database.prisma.member.updateMany({
      where: { organizationId: organization.id, userId },
      data: { lastSeenAt: new Date(Date.UTC(2026, 0, day)) },
    })
  await seen(people.anna.id, 2)
  await seen(people.bert.id, 1)
  const team = (
    await client.put(`/orgs/${organization.id}/teams`, { title: 'Writers', members: [people.anna.id] })
  ).body
  const space = await buildSpace(app, organization)
  const collection = await buildCollection(app, organization)
  const site = (await client.post(`/orgs/${organization.id}/sites`, { title: 'Site' })).body
  return {
    organization,
    client,
    people,
    team,
    space,
    addresses: {
      space: `/spaces/${space.id}`,
      collection: `/collections/${collection.id}`,
      site: `/orgs/${organization.id}/sites/${site.id}`,
    },
  }
}

const namesOf = (items: readonly { user: { displayName: string } }[]) =>
  items.map(({ user }) => user.displayName)

async function read(client: TestClient, address: string): Promise<string[]> {
  const { status, body } = await client.get(address)
  expect({ status, error: body.error }).toEqual({ status: 200 })
  expect(body.count).toBe(body.items.length)
  return namesOf(body.items)
}

const targets = ['space', 'collection', 'site'] as const
const lists = targets
  .flatMap((target) => ['aggregate', 'members'].map((list) => [target, `permissions/${list}`] as const))
  .map((list, turn) => [...list, turn] as const)

describe.each(lists)('the members of a %s in %s', (target, list, turn) => {
  test.each(
    oneRowIn(
      3,
      [
        ['', ['Clara 100%', 'anna', 'Bert', 'Zoe']],
        ['order=asc', ['Zoe', 'Bert', 'anna', 'Clara 100%']],
        ['sort=name&order=asc', ['anna', 'Bert', 'Clara 100%', 'Zoe']],
        ['sort=name', ['Zoe', 'Clara 100%', 'Bert', 'anna']],
        ['sort=lastSeenAt&limit=2', ['anna', 'Bert']],
        ['search=nobody', []],
        ['search=ANN', ['anna']],
        ['search=%25', ['Clara 100%']],
        ['search=', ['Clara 100%', 'anna', 'Bert', 'Zoe']],
        ['search=:email', ['Bert']],
        ['role=read', ['Clara 100%', 'anna']],
        ['role=edit&search=anna', []],
        ['team=:team', ['anna']],
        ['team=none', []],
      ],
      turn,
    ),
  )('?%s', async (query, expected) => {
    const { client, addresses, people, team } = world
    const given = query
      .replace(':email', encodeURIComponent(people.bert.email.toUpperCase()))
      .replace(':team', team.id)
    const { body } = await client.get(`${addresses[target]}/${list}?${given}`)
    expect(namesOf(body.items)).toEqual(expected)
    expect(body.count).toBe(query.includes('limit') ? 4 : expected.length)
  })

  test.each(
    oneRowIn(
      3,
      ['', '&sort=name', '&sort=name&order=asc', '&sort=lastSeenAt', '&sort=lastSeenAt&order=asc'],
      turn,
    ),
  )('are all on pages of one%s', async (order) => {
    const address = `${world.addresses[target]}/${list}?`
    const all = await read(world.client, `${address}${order}`)
    const found: string[] = []
    let page = ''
    do {
      const { body } = await world.client.get(`${address}limit=1${order}${page}`)
      found.push(...namesOf(body.items))
      page = body.next ? `&page=${body.next.page}` : ''
    } while (page)
    expect(found).toEqual(all)
    expect(all).toHaveLength(4)
  })

  test('refuse another order', async () => {
    for (const query of ['sort=age', 'order=up', 'role=owner'])
      expect((await world.client.get(`${world.addresses[target]}/${list}?${query}`)).status).toBe(400)
  })
})

describe('who administers a space without listing the members of the organization', () => {
  test('neither searches e-mail addresses that they may not see, nor learns who is in a team', async () => {
    const { organization, people, team, addresses, space } = world
    const guest = await buildUser(app, { displayName: 'Guest' })
    await addMember(app, organization.id, guest, null)
    await grant(app, guest, 'ADMIN', { spaceId: space.id })
    const client = app.as(guest)
    const find = (query: string) => read(client, `${addresses.space}/permissions/aggregate?${query}`)
    expect(await find('search=bert')).toEqual(['Bert'])
    expect(await find(`search=${encodeURIComponent(people.bert.email)}`)).toEqual([])
    expect(await find(`search=${encodeURIComponent(guest.email)}`)).toEqual(['Guest'])
    expect(await find(`team=${team.id}`)).toEqual([])
    await app.database.prisma.member.deleteMany({ where: { userId: guest.id } })
  })
})

test('the members of an organization are ordered by name, page by page', async () => {
  const address = `/orgs/${world.organization.id}/members?sort=name&order=asc&limit=2`
  const first = (await world.client.get(address)).body
  const second = (await world.client.get(`${address}&page=${first.next.page}`)).body
  expect(namesOf([...first.items, ...second.items])).toEqual(['anna', 'Bert', 'Clara 100%', 'Zoe'])
  expect(second.next).toBeUndefined()
})
