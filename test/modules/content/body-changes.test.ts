import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildProposal, buildSpaceWith, pageAt } from '../../support/factories/change-requests.ts'
import { deletePage, insertPage, sendChanges, writePage } from '../../support/factories/content.ts'
import { buildMember, buildOrganization, buildUser } from '../../support/factories/organizations.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const changesOf = (given = 'first: 50') => `query ($space: ID!, $id: ID!) {
  changeRequest(spaceId: $space, id: $id) {
    changes(${given}) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      nodes {
        type page { title } pageBefore { title ancestors { title } }
        body {
          before { markdown document } after { markdown document } hunksOmitted patch(context: 1)
          hunks(context: 1) { before { start count } after { start count } lines { kind text } }
        }
      }
    }
  }
}`

/** Builds a change request that edits one of three pages, deletes one, moves one, and adds a page and a group. */
async function buildChanges() {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const space = await buildSpaceWith(client, organization.id, {
    Edited: 'One\n\nTwo\n\nThree',
    Deleted: 'Old text',
    Moved: 'Same text',
  })
  const at = (path: string) => pageAt(client, `${space.address}/content`, path)
  const proposal = await buildProposal(client, space.id)
  await proposal.change(
    writePage(await at('edited'), 'One\n\n2\n\nThree'),
    deletePage(await at('deleted')),
    { operation: 'update_page', page: await at('moved'), at: 0 },
    insertPage('Added', 'New text'),
    { operation: 'insert_page', type: 'group', title: 'Group' },
  )
  const variables = { space: space.id, id: proposal.id }
  const read = async (given?: string, reader: TestClient = client) => reader.gql(changesOf(given), variables)
  return { organization, client, space, proposal, variables, read }
}

interface Node {
  readonly type: string
  readonly page: { readonly title: string }
  // biome-ignore lint/suspicious/noExplicitAny: the body of a change, which each test describes
  readonly body: any
}

const named = (nodes: readonly Node[], title: string, type?: string) =>
  nodes.find((node) => node.page.title === title && (type === undefined || node.type === type))

describe('the changes of a change request', () => {
  it('have the body before and after in both formats, and the changed lines', async () => {
    const { read } = await buildChanges()
    const { data, errors } = await read()
    expect(errors).toBeUndefined()
    const { nodes, totalCount } = data.changeRequest.changes
    expect(totalCount).toBe(nodes.length)
    expect(named(nodes, 'Edited', 'PAGE_EDITED')?.body).toEqual({
      before: {
        markdown: 'One\n\nTwo\n\nThree',
        document: expect.objectContaining({ nodes: expect.any(Array) }),
      },
      after: {
        markdown: 'One\n\n2\n\nThree',
        document: expect.objectContaining({ nodes: expect.any(Array) }),
      },
      hunksOmitted: null,
      patch: '@@ -2,3 +2,3 @@\n \n-Two\n+2\n \n',
      hunks: [
        {
          before: { start: 2, count: 3 },
          after: { start: 2, count: 3 },
          lines: [
            { kind: 'UNCHANGED', text: '' },
            { kind: 'REMOVED', text: 'Two' },
            { kind: 'ADDED', text: '2' },
            { kind: 'UNCHANGED', text: '' },
          ],
        },
      ],
    })
    expect(named(nodes, 'Added')?.body).toMatchObject({
      before: null,
      after: { markdown: 'New text' },
      patch: '@@ -0,0 +1,1 @@\n+New text\n',
      hunks: [{ lines: [{ kind: 'ADDED', text: 'New text' }] }],
    })
    expect(named(nodes, 'Deleted')?.body).toMatchObject({
      before: { markdown: 'Old text' },
      after: null,
      hunks: [{ lines: [{ kind: 'REMOVED', text: 'Old text' }] }],
    })
  })

  it('have no body if the change concerns none', async () => {
    const { read } = await buildChanges()
    const { nodes } = (await read()).data.changeRequest.changes
    expect(named(nodes, 'Moved')).toMatchObject({ type: 'PAGE_MOVED', body: null })
    expect(named(nodes, 'Group')).toMatchObject({ type: 'PAGE_CREATED', body: null })
  })

  it('have a moved page where it was, and no other', async () => {
    const { client, space, proposal, read } = await buildChanges()
    const moved = await pageAt(client, `${space.address}/content`, 'moved')
    const edited = await pageAt(client, `${space.address}/content`, 'edited')
    const move = (into: string | null) => ({ operation: 'update_page', page: moved, into })
    await proposal.change({ ...move(edited), title: 'Renamed' })
    const { nodes } = (await read()).data.changeRequest.changes
    expect(named(nodes, 'Renamed', 'PAGE_MOVED')).toMatchObject({
      pageBefore: { title: 'Moved', ancestors: [] },
    })
    expect(named(nodes, 'Renamed', 'PAGE_EDITED')).toMatchObject({ pageBefore: null })
    await proposal.merge()
    const next = await buildProposal(client, space.id)
    await next.change(move(null))
    const { data } = await client.gql(changesOf(), { space: space.id, id: next.id })
    expect(data.changeRequest.changes.nodes).toMatchObject([
      { type: 'PAGE_MOVED', pageBefore: { title: 'Renamed', ancestors: [{ title: 'Edited' }] } },
    ])
  })

  it.runIf(isLongRun)('are all on pages of one, forwards and backwards', async () => {
    const { read } = await buildChanges()
    const all = (await read()).data.changeRequest.changes.nodes
    for (const [size, cursor, from, has] of [
      ['first', 'after', 'endCursor', 'hasNextPage'],
      ['last', 'before', 'startCursor', 'hasPreviousPage'],
    ] as const) {
      const found: Node[] = []
      let given = `${size}: 1`
      for (;;) {
        const { nodes, pageInfo } = (await read(given)).data.changeRequest.changes
        found.push(...nodes)
        if (!pageInfo[has]) break
        given = `${size}: 1, ${cursor}: "${pageInfo[from]}"`
      }
      expect(size === 'first' ? found : found.toReversed()).toEqual(all)
    }
  })

  it('take no cursor from before the content changed', async () => {
    const { read, proposal } = await buildChanges()
    const { endCursor } = (await read('first: 1')).data.changeRequest.changes.pageInfo
    await proposal.change(insertPage('Later'))
    const { errors } = await read(`first: 1, after: "${endCursor}"`)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', reason: 'INVALID_CURSOR' })
  })

  it.runIf(isLongRun)('give the reason for which the lines of large bodies are not compared', async () => {
    const { client, space, proposal, variables } = await buildChanges()
    const lines = (prefix: string) =>
      Array.from({ length: 6_000 }, (_, line) => `${prefix} ${line}`).join('\n')
    const page = await pageAt(client, `${space.address}/content`, 'moved')
    await sendChanges(client, space.id, writePage(page, lines('old')))
    await client.post(`${proposal.address}/update`)
    await proposal.change(writePage(page, lines('new')))
    const { data } = await client.gql(
      `query ($space: ID!, $id: ID!) { changeRequest(spaceId: $space, id: $id) { changes {
        nodes { type page { title } body { hunks { lines { text } } hunksOmitted after { markdown } } }
      } } }`,
      variables,
    )
    const edited = named(data.changeRequest.changes.nodes, 'Moved', 'PAGE_EDITED')
    expect(edited?.body).toEqual({
      hunks: null,
      hunksOmitted: 'TOO_LARGE',
      after: { markdown: lines('new') },
    })
  })

  it('are read by those who may read the space only', async () => {
    const { organization, client, space, read } = await buildChanges()
    const reader = app.as(await buildMember(app, organization.id, 'READ'))
    expect((await read(undefined, reader)).data).toEqual((await read()).data)
    await client.patch(space.address, { defaultLevel: null })
    const others = [
      reader,
      app.as(await buildMember(app, organization.id, null)),
      app.as(await buildUser(app)),
    ]
    for (const other of others) {
      const { data, errors } = await read(undefined, other)
      expect(data?.changeRequest ?? null).toBeNull()
      expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    }
  })

  it.runIf(isLongRun)('take as many statements for 30 changed pages as for 3', async () => {
    const organization = await buildOrganization(app)
    const client = app.as(organization.admin)
    const statements = async (count: number) => {
      const titles = Array.from({ length: count }, (_, index) => `Page ${index}`)
      const space = await buildSpaceWith(
        client,
        organization.id,
        Object.fromEntries(titles.map((title) => [title, title])),
      )
      const proposal = await buildProposal(client, space.id)
      const pages = await Promise.all(
        titles.map((title) =>
          pageAt(client, `${space.address}/content`, title.toLowerCase().replace(' ', '-')),
        ),
      )
      await proposal.change(...pages.map((page, index) => writePage(page, `Changed ${index}`)))
      const variables = { space: space.id, id: proposal.id }
      await client.gql(changesOf(), variables)
      const { texts } = await app.statements(async () => {
        const { data } = await client.gql(changesOf(), variables)
        expect(
          data.changeRequest.changes.nodes.filter(({ body }: Node) => body?.hunks.length === 1),
        ).toHaveLength(count)
      })
      return texts.length
    }
    expect(await statements(30)).toBe(await statements(3))
  })
})

describe('the changes of a revision', () => {
  it('have the bodies since its parent, or since another revision', async () => {
    const organization = await buildOrganization(app)
    const client = app.as(organization.admin)
    const space = await buildSpaceWith(client, organization.id, { A: 'first' })
    const page = await pageAt(client, `${space.address}/content`, 'a')
    const first = (await client.get(space.address)).body.revision
    await sendChanges(client, space.id, writePage(page, 'second'))
    const { revision } = (await sendChanges(client, space.id, writePage(page, 'third'))).body
    const { data } = await client.gql(
      `query ($space: ID!, $id: ID!, $since: ID) { revision(spaceId: $space, id: $id) {
        parent: changes { nodes { ...Bodies } } first: changes(since: $since) { nodes { ...Bodies } }
      } }
      fragment Bodies on SemanticChange { body { before { markdown } after { markdown } } }`,
      { space: space.id, id: revision, since: first },
    )
    const bodies = (before: string) => ({
      nodes: [{ body: { before: { markdown: before }, after: { markdown: 'third' } } }],
    })
    expect(data.revision).toEqual({ parent: bodies('second'), first: bodies('first') })
  })
})
