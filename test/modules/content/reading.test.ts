import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { oneRowIn } from '../../support/budget.ts'
import { buildContent, buildPage, buildPageTree, sendChanges } from '../../support/factories/content.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
})
afterAll(() => app.close())

describe('a page', () => {
  let spaceId: string
  let parent: string
  let child: string

  beforeAll(async () => {
    spaceId = (await buildSpace(app, organization)).id
    parent = await buildPage(client, spaceId, { title: 'Parent', document: { markdown: 'Hello *you*.' } })
    child = await buildPage(client, spaceId, { title: 'Child', into: parent, document: { markdown: '' } })
  })

  it('is served with every field of the contract and no others', async () => {
    const { status, body } = await client.get(`/spaces/${spaceId}/content/page/${parent}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: parent,
      type: 'document',
      kind: 'sheet',
      title: 'Parent',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      slug: 'parent',
      path: 'parent',
      documentId: expect.any(String),
      urls: { app: expect.stringContaining(parent) },
      layout: {
        cover: true,
        coverSize: 'hero',
        title: true,
        description: true,
        tableOfContents: true,
        outline: true,
        pagination: true,
        width: 'default',
        metadata: true,
        tags: true,
        actions: true,
        anchors: true,
        coverMask: 'none',
      },
      tags: [],
      hidden: false,
      noIndex: false,
      noRobotsIndex: false,
      pages: [expect.objectContaining({ id: child, path: 'parent/child', pages: [] })],
      document: expect.objectContaining({ object: 'document' }),
    })
  })

  it('has its body in the requested format, as a tree without a format', async () => {
    const read = async (format: string) =>
      (await client.get(`/spaces/${spaceId}/content/page/${parent}${format}`)).body
    expect(await read('')).toEqual(await read('?format=document'))
    const markdown = await read('?format=markdown')
    expect(markdown.markdown).toBe('Hello *you*.')
    expect(markdown).not.toHaveProperty('document')
    const document = await read('?format=document')
    expect(document.document).toMatchObject({ object: 'document', nodes: [{ type: 'paragraph' }] })
    expect(document).not.toHaveProperty('markdown')
    expect((await client.get(`/spaces/${spaceId}/content/page/${parent}?format=html`)).status).toBe(400)
  })

  it('has an empty body in both formats if it has no document', async () => {
    const read = async (format: string) =>
      (await client.get(`/spaces/${spaceId}/content/page/${child}?format=${format}`)).body
    expect((await read('markdown')).markdown).toBe('')
    expect((await read('document')).document).toMatchObject({ object: 'document' })
  })

  it('is found by its path, as segments or as one encoded segment', async () => {
    for (const path of ['parent/child', 'parent%2Fchild']) {
      const { body } = await client.get(`/spaces/${spaceId}/content/path/${path}`)
      expect(body).toMatchObject({ id: child, path: 'parent/child' })
    }
    for (const path of ['parent/none', 'child', 'parent/child/more'])
      expect((await client.get(`/spaces/${spaceId}/content/path/${path}`)).status).toBe(404)
  })

  it('returns 404 for an unknown id or one of another space', async () => {
    const other = (await buildSpace(app, organization)).id
    for (const path of [
      `/spaces/${spaceId}/content/page/pagnone`,
      `/spaces/${other}/content/page/${parent}`,
      `/spaces/none/content/page/${parent}`,
      `/spaces/${spaceId}/revisions/none/page/${parent}`,
    ])
      expect((await client.get(path)).status).toBe(404)
  })
})

describe('content of a space', () => {
  it('leaves git metadata out with metadata=false', async () => {
    const { id } = await buildSpace(app, organization)
    const page = { ...buildPageTree('A', 0, 1), git: { oid: 'abc', path: 'a.md' } }
    await buildContent(app, organization.admin, { id }, [page])
    const read = async (query: string) => (await client.get(`/spaces/${id}/content${query}`)).body
    expect((await read('')).pages[0].git).toEqual({ oid: 'abc', path: 'a.md' })
    expect((await read('?metadata=false&computed=false')).pages[0]).not.toHaveProperty('git')
    expect((await client.get(`/spaces/${id}/content?metadata=maybe`)).status).toBe(400)
  })

  it('returns the same 404 to a non-member, to a guest, and after the space is deleted, for every read', async () => {
    const { id, revisionId } = await buildSpace(app, organization)
    const page = await buildPage(client, id, { title: 'A' })
    const stranger = (await buildOrganization(app)).admin
    const guest = await buildMember(app, organization.id, null)
    const content = (await client.get(`/spaces/${id}/content`)).body
    const paths = [
      ...[`content`, `revisions/${revisionId}`].flatMap((prefix) =>
        ['', '/pages', '/files', '/files/x', `/page/${page}`, '/path/a'].map((rest) => prefix + rest),
      ),
      `documents/${content.pages[0].documentId}`,
    ].map((path) => `/spaces/${id}/${path}`)
    const expectHidden = async (viewer: TestClient) => {
      for (const path of paths) {
        const { status, body } = await viewer.get(path)
        expect([path, status, body.error.message]).toEqual([path, 404, 'Not found.'])
      }
    }
    await expectHidden(app.as(stranger))
    await expectHidden(app.as(guest))
    const { data, errors } = await app.as(stranger).gql('query ($id: ID!) { node(id: $id) { id } }', {
      id: revisionId,
    })
    expect(data?.node ?? null).toBeNull()
    expect(errors?.[0]?.extensions.code ?? 'NOT_FOUND').toBe('NOT_FOUND')
    await app.database.prisma.space.update({ where: { id }, data: { deletedAt: new Date() } })
    await expectHidden(client)
  })

  it('is found by the id of its revision with node()', async () => {
    const { id, revisionId } = await buildSpace(app, organization)
    const { data } = await client.gql(
      'query ($id: ID!) { node(id: $id) { ... on Revision { spaceId type } } }',
      {
        id: revisionId,
      },
    )
    expect(data.node).toEqual({ spaceId: id, type: 'EDITS' })
  })

  it('has bodies by id, for readers of a space that uses them only', async () => {
    const { id } = await buildSpace(app, organization)
    const other = await buildSpace(app, organization)
    const page = await buildPage(client, id, { title: 'A', document: { markdown: `Only in ${id}` } })
    const { documentId } = (await client.get(`/spaces/${id}/content/page/${page}`)).body
    const { status, body } = await client.get(`/spaces/${id}/documents/${documentId}`)
    expect([status, body.object]).toEqual([200, 'document'])
    expect((await client.get(`/spaces/${other.id}/documents/${documentId}`)).status).toBe(404)
    expect((await client.get(`/spaces/${id}/documents/none`)).status).toBe(404)
  })

  it('stores equal bodies once', async () => {
    const markdown = `Shared ${newId('Page')}`
    const { id } = await buildSpace(app, organization)
    const pages = await Promise.all(
      [1, 2].map(() => buildPage(client, id, { title: 'A', document: { markdown } })),
    )
    const ids = await Promise.all(
      pages.map(async (page) => (await client.get(`/spaces/${id}/content/page/${page}`)).body.documentId),
    )
    expect(ids[0]).toBe(ids[1])
    expect(await app.database.prisma.document.count({ where: { markdown } })).toBe(1)
  })
})

describe('an earlier revision', () => {
  it('is unchanged in every read', async () => {
    const { id } = await buildSpace(app, organization)
    const a = await buildPage(client, id, { title: 'A', document: { markdown: 'Before' } })
    const b = await buildPage(client, id, { title: 'B', into: a })
    const before = (await client.get(`/spaces/${id}/content`)).body
    await sendChanges(
      client,
      id,
      { operation: 'update_page', page: b, into: null, title: 'B2', slug: 'b2' },
      { operation: 'update_page', page: a, document: { markdown: 'After' }, slug: 'a2' },
      { operation: 'insert_page', title: 'C', document: { markdown: '' }, into: b },
    )
    const prefix = `/spaces/${id}/revisions/${before.id}`
    expect((await client.get(prefix)).body).toEqual(before)
    expect((await client.get(`${prefix}/pages`)).body).toEqual({ pages: before.pages })
    expect((await client.get(`${prefix}/page/${b}`)).body).toMatchObject({
      title: 'B',
      path: 'a/b',
      pages: [],
    })
    expect((await client.get(`${prefix}/path/a?format=markdown`)).body.markdown).toBe('Before')
    expect((await client.get(`${prefix}/path/a2`)).status).toBe(404)
    const { data } = await client.gql(
      `query ($space: ID!, $id: ID!) { revision(spaceId: $space, id: $id) {
        pages { nodes { title ... on ParentPage { children { nodes {
          title ... on ParentPage { path children { totalCount } }
        } } } } }
      } }`,
      { space: id, id: before.id },
    )
    expect(data.revision.pages.nodes).toEqual([
      { title: 'A', children: { nodes: [{ title: 'B', path: 'a/b', children: { totalCount: 0 } }] } },
    ])
  })

  it('returns 404 in another space', async () => {
    const one = await buildSpace(app, organization)
    const other = await buildSpace(app, organization)
    expect((await client.get(`/spaces/${other.id}/revisions/${one.revisionId}`)).status).toBe(404)
  })
})

describe('statements', () => {
  it.each(
    oneRowIn(3, [
      [
        'connections of pages',
        `query ($id: ID!) { organization(id: $id) { spaces { nodes { title pages { nodes { title ... on ParentPage { path parent { title path } ancestors { title path } children { nodes {
        title ... on DocumentPage { path markdown urls { app }
          parent { id title path } ancestors { id title path } children(first: 1) { totalCount nodes { id } } }
      } } } } } } } } }`,
        'pages',
      ],
      [
        'whole trees',
        'query ($id: ID!) { organization(id: $id) { spaces { nodes { revision { allPages { title ... on DocumentPage { path markdown } } } } } } }',
        'revision',
      ],
      [
        'files',
        'query ($id: ID!) { organization(id: $id) { spaces { nodes { revision { files { nodes { size downloadURL } } } } } } }',
        'revision',
      ],
    ]),
  )('do not increase with the number of spaces and pages: %s', async (_name, document, member) => {
    const count = async (spaces: number, width: number) => {
      const own = await buildOrganization(app)
      for (let index = 0; index < spaces; index++) {
        const space = await buildSpace(app, own)
        await buildContent(app, own.admin, space, [
          buildPageTree('A', width, 3),
          buildPageTree('B', width, 3),
        ])
      }
      const viewer = app.as(own.admin)
      await viewer.gql(document, { id: own.id })
      return app.statements(async () => {
        const { data } = await viewer.gql(document, { id: own.id })
        expect(data.organization.spaces.nodes.length).toBe(spaces)
        expect(data.organization.spaces.nodes[0][member]).toBeTruthy()
      })
    }
    const few = await count(1, 1)
    const many = await count(6, 4)
    expect(many.texts.length, many.texts.join('\n\n')).toBe(few.texts.length)
  })

  it('are the same for one REST read of a space of any size', async () => {
    const count = async (width: number) => {
      const { id } = await buildSpace(app, organization)
      await buildContent(app, organization.admin, { id }, [buildPageTree('A', width, 3)])
      const page = (await client.get(`/spaces/${id}/content/path/a/a-1/a-1-1`)).body.id
      const counts: Record<string, number> = {}
      for (const path of [
        'content',
        'content/pages',
        'content/files',
        `content/page/${page}`,
        'content/path/a/a-1',
      ])
        counts[path.replace(page, 'id')] = (
          await app.statements(async () => {
            expect((await client.get(`/spaces/${id}/${path}`)).status).toBe(200)
          })
        ).count
      return counts
    }
    expect(await count(5)).toEqual(await count(2))
  })
})
