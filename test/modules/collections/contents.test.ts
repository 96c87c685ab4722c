import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnNamesOf } from '../../../src/graph/sql/where.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { propertyBudget } from '../../support/budget.ts'
import { buildCollection } from '../../support/factories/collections.ts'
import { buildMember, buildOrganization, grant } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Item {
  readonly __typename: 'Space' | 'Collection'
  readonly id: string
}

const listOf = (parentId: string) =>
  parentId.startsWith('org') ? 'organization(id: $parent)' : 'collection(id: $parent)'

/** Reads the contents of a parent in pages of a size, and compares the count of each page. */
async function contentsOf(
  client: TestClient,
  parent: string,
  {
    size = 1000,
    backward = false,
    ...args
  }: { size?: number; backward?: boolean; [name: string]: unknown } = {},
): Promise<string[]> {
  const given = Object.entries(args).map(([name, value]) => `, ${name}: ${value}`)
  const ids: string[] = []
  let counted: number | undefined
  for (let cursor: string | null = null; ; ) {
    const window = backward ? 'last: $size, before: $cursor' : 'first: $size, after: $cursor'
    const { data, errors } = await client.gql(
      `query ($parent: ID!, $size: Int, $cursor: String) { parent: ${listOf(parent)} {
        contents(${window}${given.join('')}) {
          totalCount nodes { id } pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
        }
      } }`,
      { parent, size, cursor },
    )
    expect(errors).toBeUndefined()
    const { nodes, totalCount, pageInfo } = data.parent.contents
    const page = nodes.map(({ id }: Item) => id)
    ids.splice(backward ? 0 : ids.length, 0, ...page)
    expect(totalCount).toBe(counted ?? totalCount)
    counted = totalCount
    if (!(backward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) break
    cursor = backward ? pageInfo.startCursor : pageInfo.endCursor
  }
  expect(ids).toHaveLength(counted ?? 0)
  return ids
}

const pointerTo = (id: string) =>
  id.startsWith('spc') ? { type: 'space', space: id } : { type: 'collection', collection: id }

const moveOf = (id: string) => `/${id.startsWith('spc') ? 'spaces' : 'collections'}/${id}/move`

describe('contents', () => {
  it('of every parent are read in the order that random moves wrote, in pages of every size', async () => {
    const move = fc.record({
      item: fc.nat(),
      parent: fc.nat(),
      place: fc.constantFrom('before', 'after', 'end'),
      sibling: fc.nat(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 12, maxLength: 20 }), async (moves) => {
        const organization = await buildOrganization(app)
        const client = app.as(organization.admin)
        const folder = await buildCollection(app, organization)
        const expected = new Map<string, string[]>([
          [organization.id, [folder.id]],
          [folder.id, []],
        ])
        for (let index = 0; index < 6; index++) {
          const parent = index % 2 === 0 ? folder : null
          const { id } = await (index % 3 === 0 ? buildCollection : buildSpace)(app, organization, { parent })
          expected.get(parent?.id ?? organization.id)?.push(id)
        }
        const parents = [...expected.keys()]
        for (const given of moves) {
          const items = [...expected.values()].flat().filter((id) => id !== folder.id)
          const item = items[given.item % items.length] as string
          const parent = parents[given.parent % 2] as string
          const from = [...expected.values()].find((ids) => ids.includes(item)) as string[]
          const to = expected.get(parent) as string[]
          const siblings = to.filter((id) => id !== item)
          const sibling = siblings[given.sibling % Math.max(siblings.length, 1)]
          const isRelative = given.place !== 'end' && sibling !== undefined
          const index = isRelative
            ? siblings.indexOf(sibling) + Number(given.place === 'after')
            : siblings.length
          const wanted = siblings.toSpliced(index, 0, item)
          const { status } = await client.post(moveOf(item), {
            parent: parent === organization.id ? null : parent,
            position: isRelative ? { [given.place]: pointerTo(sibling) } : {},
          })
          expect(status).toBe(from === to && wanted.join() === to.join() ? 409 : 200)
          from.splice(from.indexOf(item), 1)
          to.splice(0, to.length, ...wanted)
        }
        for (const [parent, ids] of expected)
          for (let size = 1; size <= ids.length + 1; size++)
            for (const backward of [false, true])
              expect(await contentsOf(client, parent, { size, backward })).toEqual(ids)
        const all = await contentsOf(client, organization.id, { size: 3, nested: true })
        for (const ids of expected.values()) expect(all.filter((id) => ids.includes(id))).toEqual(ids)
      }),
      propertyBudget(1, 30),
    )
  })

  it('has what the viewer may read of `spaces` and `collections`, and nothing that is deleted', async () => {
    const organization = await buildOrganization(app)
    const admin = app.as(organization.admin)
    const open = await buildCollection(app, organization)
    const closed = await buildCollection(app, organization, { defaultLevel: null })
    const shared = await buildSpace(app, organization, { parent: closed, title: 'Shared' })
    await buildSpace(app, organization, { parent: closed })
    const secret = await buildSpace(app, organization, { defaultLevel: null })
    const inner = await buildCollection(app, organization, { parent: open })
    await buildSpace(app, organization, { parent: inner })
    const deleted = [
      (await buildSpace(app, organization, { parent: open })).id,
      (await buildCollection(app, organization, { parent: open })).id,
    ]
    for (const id of deleted) await admin.delete(`/${id.startsWith('spc') ? 'spaces' : 'collections'}/${id}`)
    const guest = await buildMember(app, organization.id, null)
    await grant(app, guest, 'READ', { spaceId: secret.id })
    await grant(app, guest, 'READ', { collectionId: closed.id })
    const viewers = [organization.admin, await buildMember(app, organization.id, 'READ'), guest]
    const separate = `query ($id: ID!, $nested: Boolean) { organization(id: $id) {
      spaces(nested: $nested) { nodes { id } } collections(nested: $nested) { nodes { id } }
    } }`
    for (const viewer of viewers)
      for (const nested of [false, true]) {
        const client = app.as(viewer)
        const { data } = await client.gql(separate, { id: organization.id, nested })
        const { spaces, collections } = data.organization
        const ids = [...spaces.nodes, ...collections.nodes].map(({ id }: Item) => id)
        expect((await contentsOf(client, organization.id, { nested })).sort()).toEqual(ids.sort())
      }
    expect(await contentsOf(app.as(guest), organization.id)).toEqual([closed.id, secret.id])
    expect(await contentsOf(admin, open.id)).toEqual([inner.id])
    const allOf = async (client: TestClient, id: string) => {
      const query = `query ($id: ID!) {
        collection(id: $id) { allContents { totalCount nodes { id parentId } } }
      }`
      const { nodes, totalCount } = (await client.gql(query, { id })).data.collection.allContents
      expect(totalCount).toBe(nodes.length)
      return nodes
    }
    expect(
      (await allOf(admin, open.id)).map(({ parentId }: { parentId: string }) => parentId).sort(),
    ).toEqual([open.id, inner.id].sort())
    expect(await allOf(app.as(guest), closed.id)).toEqual(await allOf(admin, closed.id))
    expect(await contentsOf(app.as(guest), organization.id, { nested: true, search: '"shared"' })).toEqual([
      shared.id,
    ])
    const stranger = app.as((await buildOrganization(app)).admin)
    const hidden = await stranger.gql(
      'query ($id: ID!) { collection(id: $id) { contents { totalCount } } }',
      {
        id: open.id,
      },
    )
    expect(hidden.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
  })

  it('is ordered by title or time across both types', async () => {
    const organization = await buildOrganization(app)
    const client = app.as(organization.admin)
    const b = await buildSpace(app, organization, { title: 'b' })
    const c = await buildCollection(app, organization, { title: 'C' })
    const a = await buildSpace(app, organization, { title: 'A', parent: c })
    const d = await buildCollection(app, organization, { title: 'd', parent: c })
    const ordered = (field: string, direction: string, nested: boolean) =>
      contentsOf(client, organization.id, {
        nested,
        size: 1,
        orderBy: `{ field: ${field}, direction: ${direction} }`,
      })
    expect(await ordered('TITLE', 'ASC', true)).toEqual([a.id, b.id, c.id, d.id])
    expect(await ordered('TITLE', 'DESC', true)).toEqual([d.id, c.id, b.id, a.id])
    expect(await ordered('CREATED_AT', 'ASC', true)).toEqual([b.id, c.id, a.id, d.id])
    expect(await ordered('POSITION', 'DESC', false)).toEqual([c.id, b.id])
  })

  it('has all fields of spaces and of collections, in one statement for a tree', async () => {
    const organization = await buildOrganization(app)
    const client = app.as(organization.admin)
    const { id: other } = await buildSpace(app, organization, { title: 'Space' })
    const folder = await buildCollection(app, organization, { title: 'Folder' })
    for (const title of ['one', 'two']) await buildSpace(app, organization, { parent: folder, title })
    const document = `query ($id: ID!) { organization(id: $id) { contents(first: 10) { totalCount nodes {
      ...Shown
      ... on Collection { description contents { totalCount nodes { ...Shown } } }
    } } } }
    fragment Shown on Content {
      __typename id title createdAt parent { id } organization { id } permissions { view admin } urls { app }
      ... on Space { emoji openCommentCount changeRequests { totalCount } permissions { edit } }
    }`
    const read = () => client.gql(document, { id: organization.id })
    const first = await read()
    expect(first.errors).toBeUndefined()
    expect(first.data.organization.contents).toMatchObject({
      totalCount: 2,
      nodes: [
        {
          __typename: 'Space',
          id: other,
          title: 'Space',
          emoji: '📄',
          permissions: { view: true, edit: true },
        },
        {
          __typename: 'Collection',
          id: folder.id,
          description: null,
          permissions: { view: true, admin: true },
          urls: { app: `${app.url}/c/${folder.id}` },
          contents: { totalCount: 2, nodes: [{ title: 'one', parent: { id: folder.id } }, { title: 'two' }] },
        },
      ],
    })
    const few = await app.statements(read)
    for (let index = 0; index < 5; index++) {
      const parent = await buildCollection(app, organization)
      await buildSpace(app, organization, { parent })
    }
    const many = await app.statements(read)
    expect(many.texts).toHaveLength(few.count)
    expect(few.count).toBe(1)
  })

  it('stands on a view that has all columns of spaces and collections', () => {
    const columns = columnNamesOf('Content')
    for (const table of ['Space', 'Collection'])
      expect(columns).toEqual(expect.arrayContaining(columnNamesOf(table)))
  })
})
