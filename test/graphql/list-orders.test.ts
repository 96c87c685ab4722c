import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { oneRowIn } from '../support/budget.ts'
import { buildMember, buildOrganization, buildUser, grant } from '../support/factories/organizations.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof buildWorld>>

beforeAll(async () => {
  app = await startTestApp()
  world = await buildWorld()
})
afterAll(() => app.close())

/** In the order of creation. Equal titles are told apart by their id only. */
const titles = ['beta', 'Alpha', 'Émile', 'alpha', 'Gamma 100%', 'beta']

async function buildWorld() {
  const { id, admin } = await buildOrganization(app)
  const client = app.as(admin)
  const create = async (path: string, body: object) => {
    const answer = await client.post(path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body as { id: string; title: string }
  }
  const parent = await create(`/orgs/${id}/collections`, { title: 'Parent' })
  for (const kind of ['spaces', 'collections'])
    for (const title of titles) await create(`/orgs/${id}/${kind}`, { title, parent: parent.id })
  const sites: { id: string }[] = []
  for (const title of titles) sites.push(await create(`/orgs/${id}/sites`, { title }))
  const hidden = await create(`/orgs/${id}/spaces`, { title: 'Alpha hidden' })
  await client.patch(`/spaces/${hidden.id}`, { defaultLevel: null })
  return { id, admin, client, parent, sites, hidden }
}

interface List {
  readonly name: string
  /** The document of a field with these arguments, and the way to it in the data. */
  readonly document: (given: string) => string
  readonly at: readonly string[]
  readonly variables: () => { id: string }
  readonly fields: readonly string[]
}

const listOf = (parent: 'organization' | 'collection', field: string, fields: readonly string[]): List => ({
  name: `${parent}.${field}`,
  document: (given) =>
    `query ($id: ID!) { ${parent}(id: $id) { ${field}(${given}) { totalCount pageInfo { hasNextPage endCursor }
      nodes { id title createdAt updatedAt } } } }`,
  at: [parent, field],
  variables: () => ({ id: parent === 'organization' ? world.id : world.parent.id }),
  fields,
})

const lists = [
  listOf('collection', 'spaces', ['POSITION', 'TITLE', 'CREATED_AT', 'UPDATED_AT']),
  listOf('collection', 'collections', ['POSITION', 'TITLE', 'CREATED_AT', 'UPDATED_AT']),
  listOf('organization', 'spaces', ['TITLE', 'CREATED_AT', 'UPDATED_AT']),
  listOf('organization', 'collections', ['TITLE', 'CREATED_AT', 'UPDATED_AT']),
  listOf('organization', 'sites', ['TITLE', 'CREATED_AT', 'UPDATED_AT']),
]
const orders = lists.flatMap((list) => list.fields.map((field) => [list.name, field, list] as const))

interface Item {
  readonly id: string
  readonly title: string
  readonly createdAt: string
  readonly updatedAt: string
}

async function ask(list: List, given: string, client: TestClient = world.client) {
  const { data, errors } = await client.gql(list.document(given), list.variables())
  // biome-ignore lint/suspicious/noExplicitAny: a connection of any type
  const connection = list.at.reduce((value: any, key) => value?.[key], data)
  return { connection, errors }
}

const read = async (list: List, given: string, client?: TestClient): Promise<Item[]> => {
  const { connection, errors } = await ask(list, given, client)
  expect(errors).toBeUndefined()
  return connection.nodes
}

/** Returns the value that each field orders by. The id stands for the position, which the graph does not return. */
const keys: Record<string, (item: Item) => string> = {
  TITLE: ({ title }) => title.toLowerCase(),
  CREATED_AT: ({ id }) => id,
  UPDATED_AT: ({ updatedAt }) => updatedAt,
  POSITION: ({ id }) => id,
}

describe('the lists of spaces, collections and sites', () => {
  it.each(oneRowIn(2, orders))('%s can be ordered by %s in both directions', async (_name, field, list) => {
    const ascending = await read(list, `orderBy: { field: ${field} }`)
    const key = keys[field] as (item: Item) => string
    const expected = [...ascending].sort((a, b) =>
      key(a) === key(b) ? (a.id < b.id ? -1 : 1) : key(a) < key(b) ? -1 : 1,
    )
    expect(ascending.length).toBeGreaterThanOrEqual(titles.length)
    expect(ascending).toEqual(expected)
    expect(await read(list, `orderBy: { field: ${field}, direction: DESC }`)).toEqual(ascending.toReversed())
  })

  it.each(oneRowIn(3, orders))(
    '%s has every item once on pages of two ordered by %s',
    async (_name, field, list) => {
      const order = `orderBy: { field: ${field}, direction: DESC }`
      const found: Item[] = []
      let after = ''
      for (;;) {
        const { connection } = await ask(list, `first: 2, ${order}${after}`)
        found.push(...connection.nodes)
        if (!connection.pageInfo.hasNextPage) break
        after = `, after: "${connection.pageInfo.endCursor}"`
      }
      expect(found).toEqual(await read(list, order))
    },
  )

  it.each(oneRowIn(3, orders, 1))(
    '%s takes no cursor of another order than %s',
    async (_name, field, list) => {
      const order = `orderBy: { field: ${field} }`
      const { connection } = await ask(list, `first: 1, ${order}`)
      const after = `after: "${connection.pageInfo.endCursor}"`
      expect((await ask(list, `${order}, ${after}`)).errors).toBeUndefined()
      const others = list.fields.filter(
        (other) => other !== field && [field, other].sort().join() !== 'CREATED_AT,POSITION',
      )
      for (const other of [
        ...others.map((name) => `{ field: ${name} }`),
        `{ field: ${field}, direction: DESC }`,
      ])
        expect((await ask(list, `orderBy: ${other}, ${after}`)).errors?.[0]?.extensions, other).toMatchObject(
          {
            code: 'BAD_USER_INPUT',
            reason: 'INVALID_CURSOR',
          },
        )
    },
  )

  it.each(lists.map((list) => [list.name, list] as const))(
    '%s can be searched by title',
    async (_name, list) => {
      const found = async (title: string, client?: TestClient) => {
        const { connection, errors } = await ask(
          list,
          `search: ${JSON.stringify(title)}, orderBy: { field: TITLE }`,
          client,
        )
        expect(errors).toBeUndefined()
        expect(connection.totalCount).toBe(connection.nodes.length)
        return connection.nodes.map((item: Item) => item.title)
      }
      expect((await found('ALPHA')).filter((title: string) => !title.includes('hidden'))).toEqual([
        'Alpha',
        'alpha',
      ])
      expect(await found('émi')).toEqual(['Émile'])
      expect(await found('100%')).toEqual(['Gamma 100%'])
      expect(await found('%')).toEqual(['Gamma 100%'])
      expect(await found('_')).toEqual([])
      expect((await ask(list, `search: "${'x'.repeat(513)}"`)).errors?.[0]?.extensions.code).toBe(
        'BAD_USER_INPUT',
      )
      expect((await ask(list, 'search: "\\u0000"')).errors?.[0]?.extensions.code ?? 'none').not.toBe(
        'INTERNAL_SERVER_ERROR',
      )
    },
  )

  it('find by title only what the caller can see', async () => {
    const list = lists.find(({ name }) => name === 'organization.spaces') as List
    const [reader, guest, invited, stranger] = [
      await buildMember(app, world.id, 'READ'),
      await buildMember(app, world.id, null),
      await buildMember(app, world.id, null),
      await buildUser(app),
    ]
    await grant(app, invited, 'READ', { spaceId: world.hidden.id })
    const found = async (person: { token: string }) => {
      const { connection } = await ask(list, 'search: "alpha", orderBy: { field: TITLE }', app.as(person))
      return connection && [connection.totalCount, connection.nodes.map(({ title }: Item) => title)]
    }
    expect(await found(world.admin)).toEqual([3, ['Alpha', 'alpha', 'Alpha hidden']])
    expect(await found(reader)).toEqual([2, ['Alpha', 'alpha']])
    expect(await found(guest)).toEqual([0, []])
    expect(await found(invited)).toEqual([1, ['Alpha hidden']])
    expect(await found(stranger)).toBeUndefined()
  })

  it.each(['spaces', 'collections'])(
    '%s of an organization are by position only among siblings',
    async (field) => {
      const list = listOf('organization', field, [])
      const { errors } = await ask(list, 'orderBy: { field: POSITION }')
      expect(errors?.[0]).toMatchObject({
        message: 'orderBy: can be POSITION only if nested is false',
        extensions: { code: 'BAD_USER_INPUT' },
      })
      const byPosition = await read(list, 'nested: false, orderBy: { field: POSITION }')
      expect(byPosition).toEqual(await read(list, 'nested: false'))
      expect(byPosition.length).toBeGreaterThan(0)
    },
  )
})

describe('the time of the last change', () => {
  it('puts a changed collection and a changed site last', async () => {
    const [collection, site] = [await read(lists[1] as List, 'first: 1'), world.sites[0]]
    await world.client.patch(`/collections/${collection[0]?.id}`, { description: 'Changed' })
    await world.client.patch(`/orgs/${world.id}/sites/${site?.id}`, { visibility: 'unlisted' })
    const last = async (list: List) => (await read(list, 'last: 1, orderBy: { field: UPDATED_AT }'))[0]
    expect((await last(lists[1] as List))?.id).toBe(collection[0]?.id)
    expect((await last(lists[4] as List))?.id).toBe(site?.id)
  })
})
