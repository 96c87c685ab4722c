import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildMember, buildOrganization, buildUser, grant } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { named, shop, standsFor } from '../content/computed-sources.ts'
import { buildLinkWorld, type LinkWorld, type Sent } from './link-world.ts'

let app: TestApp
let world: LinkWorld
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  world = await buildLinkWorld(app)
})

const ask = async (document: string, variables: Record<string, unknown>): Promise<Sent> => {
  const { data, errors } = await world.client.gql(document, variables)
  expect(errors).toBeUndefined()
  return data
}

const linkList = `{
  totalCount
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  stats { total broken { total changeRequest } }
  nodes {
    status relation
    targetReference { __typename ... on PageLocation { page { id pageId title } versionContext { type } } }
    locationReferences { page { id pageId } versionContext { type } internalLocation { anchor } }
  }
}`

const backlinkList = `{
  totalCount
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  nodes { page { id pageId title } versionContext { type } internalLocation { anchor } space { id } }
}`

describe('the links and backlinks of a page, a file and a space', () => {
  let changeRequestId: string
  let before: string
  let target: string
  let page: string
  let file: string

  beforeEach(async () => {
    const { client, space } = world
    file = await world.file()
    ;[target] = (await world.pages('# Here')) as [string]
    ;[page] = (await world.pages(
      `# Part\n\n[x](/pages/${target}) [y](/pages/none)\n\n{% file src="/files/${file}" %}`,
    )) as [string]
    before = (await client.get(`/spaces/${space.id}/content`)).body.id
    changeRequestId = (await client.post(`/spaces/${space.id}/change-requests`, { subject: 'Change' })).body
      .id
    await client.post(`/spaces/${space.id}/change-requests/${changeRequestId}/content`, {
      changes: [
        {
          operation: 'insert_page',
          title: 'New',
          document: { markdown: `[z](/pages/${target}) [gone](/pages/no)` },
        },
        {
          operation: 'insert_page',
          title: 'File',
          document: { markdown: `{% file src="/files/${file}" %}` },
        },
      ],
    })
    await world.rewrite(page, 'Nothing')
  })

  const contexts = {
    'live content': '',
    'a change request': 'changeRequestId',
    'an older revision': 'revisionId',
  }

  test.each(oneRowIn(2, Object.entries(contexts)))(
    'are those of the operations in %s',
    async (_name, argument) => {
      const at = `spaceId: $space${argument && `, ${argument}: $at`}`
      const data = await ask(
        `query ($space: ID!, $page: ID!, $target: ID!, $file: ID!${argument && ', $at: ID!'}) {
        page(${at}, pageId: $page) { ... on DocumentPage {
          links ${linkList}
          broken: links(status: BROKEN) ${linkList}
          brokenBefore: links(brokenContext: SPACE) ${linkList}
        } }
        links: pageLinks(${at}, pageId: $page) ${linkList}
        broken: pageLinks(${at}, pageId: $page, status: BROKEN) ${linkList}
        brokenBefore: pageLinks(${at}, pageId: $page, brokenContext: SPACE) ${linkList}
        target: page(${at}, pageId: $target) { backlinks ${backlinkList} }
        pageBacklinks(${at}, pageId: $target) ${backlinkList}
        file(${at}, fileId: $file) { backlinks ${backlinkList} }
        fileBacklinks(${at}, fileId: $file) ${backlinkList}
      }`,
        {
          space: world.space.id,
          page,
          target,
          file,
          at: argument === 'changeRequestId' ? changeRequestId : before,
        },
      )
      const { links, broken, brokenBefore } = data
      expect(data.page).toEqual({ links, broken, brokenBefore })
      expect(data.target.backlinks).toEqual(data.pageBacklinks)
      expect(data.file.backlinks).toEqual(data.fileBacklinks)
      const numbers = [links, broken, data.pageBacklinks, data.fileBacklinks].map(
        ({ totalCount }) => totalCount,
      )
      const expected = { '': [0, 0, 0, 0], changeRequestId: [3, 1, 2, 2], revisionId: [3, 1, 1, 1] }
      expect(numbers).toEqual(expected[argument as keyof typeof expected])
    },
  )

  test.runIf(isLongRun)('of live content are in the space', async () => {
    await world.rewrite(page, `[x](/pages/${target}) [y](/pages/none)`)
    const data = await ask(
      `query ($space: ID!) {
        space(id: $space) { links ${linkList} broken: links(status: BROKEN) ${linkList} }
        spaceLinks(spaceId: $space) ${linkList}
        broken: spaceLinks(spaceId: $space, status: BROKEN) ${linkList}
      }`,
      { space: world.space.id },
    )
    expect(data.space).toEqual({ links: data.spaceLinks, broken: data.broken })
    expect([data.spaceLinks.totalCount, data.broken.totalCount]).toEqual([2, 1])
  })

  test.runIf(isLongRun)(
    'of the page of a change request distinguish what it broke, next to those of the live page',
    async () => {
      const data = await ask(
        `query ($space: ID!, $page: ID!, $at: ID!) {
        live: page(spaceId: $space, pageId: $page) { ...Links }
        proposed: page(spaceId: $space, pageId: $page, changeRequestId: $at) { ...Links }
      }
      fragment Links on DocumentPage { links { stats { total broken { total changeRequest } } } }`,
        { space: world.space.id, page, at: changeRequestId },
      )
      expect(data.live.links.stats).toEqual({ total: 0, broken: { total: 0, changeRequest: null } })
      expect(data.proposed.links.stats).toEqual({ total: 3, broken: { total: 1, changeRequest: 0 } })
    },
  )
})

test('a page of the type link has the link to its target', async () => {
  const [target] = (await world.pages('Text')) as [string]
  await world.pages({ type: 'LINK', target: { kind: 'page', page: target } })
  const { space } = await ask(
    `query ($space: ID!) { space(id: $space) { pages { nodes {
      ... on LinkPage { links { totalCount nodes { status targetReference { ... on PageLocation { page { id } } } } } }
      ... on DocumentPage { backlinks { totalCount } }
    } } } }`,
    { space: world.space.id },
  )
  const link = { status: 'OK', targetReference: { page: { id: target } } }
  expect(space.pages.nodes).toEqual([
    { backlinks: { totalCount: 1 } },
    { links: { totalCount: 1, nodes: [link] } },
  ])
})

test('a list of backlinks is paged forwards and backwards, with the count of all of them', async () => {
  const [target] = (await world.pages('# Here')) as [string]
  const link = `[x](/pages/${target})`
  const sources = await world.pages(link, link, link)
  const read = async (list: string) => {
    const { page } = await ask(
      `query ($space: ID!, $page: ID!) { page(spaceId: $space, pageId: $page) { backlinks(${list}) ${backlinkList} } }`,
      { space: world.space.id, page: target },
    )
    const { nodes, pageInfo, totalCount } = page.backlinks
    expect(totalCount).toBe(3)
    return { ...pageInfo, ids: nodes.map((node: Sent) => node.page.id) }
  }
  const first = await read('first: 2')
  expect(first).toMatchObject({ ids: sources.slice(0, 2), hasNextPage: true, hasPreviousPage: false })
  const rest = await read(`first: 2, after: "${first.endCursor}"`)
  expect(rest).toMatchObject({ ids: sources.slice(2), hasNextPage: false, hasPreviousPage: true })
  expect(await read('last: 2')).toMatchObject({ ids: sources.slice(1), hasPreviousPage: true })
  expect(await read('first: 0')).toMatchObject({ ids: [] })
})

test.runIf(isLongRun)('each of many pages has its own lists, in as many statements as one page', async () => {
  const [one, two] = (await world.pages('# One', '# Two')) as [string, string]
  const all = `[x](/pages/${one})`
  const both = `${all} [y](/pages/${two})`
  const [first] = (await world.pages(both)) as [string]
  const lists = [
    '... on DocumentPage { links { totalCount nodes { targetReference { ... on PageLocation { page { id } } } } } }',
    'backlinks { totalCount nodes { page { id title } space { id } } }',
  ]
  const read = (fields: string) =>
    world.client.gql(
      `query ($space: ID!) { space(id: $space) { pages(first: 100) { nodes { id ${fields} } } } }`,
      { space: world.space.id },
    )
  // Each list by itself: the pages that two lists lead to share a statement only if their rows arrive in the same turn.
  const counts = async () => {
    const counted: number[] = []
    for (const list of lists) {
      await read(list)
      const { count, texts } = await app.statements(() => read(list))
      expect(texts.filter((text) => text.includes('"DocumentLink"'))).toHaveLength(1)
      counted.push(count)
    }
    return counted
  }
  const few = await counts()
  const others = await world.pages(...Array.from({ length: 47 }, (_, n) => (n % 2 ? both : all)))
  const pages = [first, ...others]
  expect(await counts()).toEqual(few)
  const nodes: Sent[] = (await read(lists.join(' '))).data.space.pages.nodes
  expect(nodes).toHaveLength(50)
  const backlinksOf = (id: string) =>
    nodes.find((node) => node.id === id).backlinks.nodes.map((node: Sent) => node.page.id)
  expect(backlinksOf(one)).toEqual(pages)
  expect(backlinksOf(two)).toEqual(pages.filter((_, n) => n % 2 === 0))
  for (const [n, id] of pages.entries())
    expect(nodes.find((node) => node.id === id)).toMatchObject({
      backlinks: { totalCount: 0 },
      links: { totalCount: n % 2 ? 1 : 2 },
    })
})

describe('what a viewer may not see', () => {
  const spaces = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Space {
    id
    links { totalCount nodes { targetReference { ... on SpaceLocation { space { id } } } } }
  } } }`

  test('is not the target of a link, and has no links itself', async () => {
    const { organization } = world
    const hidden = await buildSpace(app, organization, { title: 'Hidden', defaultLevel: null })
    await world.pages(`[x](/spaces/${hidden.id})`)
    const reader = await buildMember(app, organization.id, 'READ')
    const guest = await buildMember(app, organization.id, null)
    await grant(app, guest, 'READ', { spaceId: world.space.id })
    const stranger = await buildUser(app)
    const ids = [world.space.id, hidden.id]
    const read = async (user: { token: string }) => (await app.as(user).gql(spaces, { ids })).data.nodes
    const target = { space: { id: hidden.id } }
    expect(await read(organization.admin)).toEqual([
      { id: world.space.id, links: { totalCount: 1, nodes: [{ targetReference: target }] } },
      { id: hidden.id, links: { totalCount: 0, nodes: [] } },
    ])
    for (const viewer of [reader, guest])
      expect(await read(viewer)).toEqual([
        { id: world.space.id, links: { totalCount: 1, nodes: [{ targetReference: null }] } },
        null,
      ])
    expect(await read(stranger)).toEqual([null, null])
  })

  test('includes the links of a deleted space', async () => {
    await world.pages('[x](https://example.com)')
    await world.client.delete(`/spaces/${world.space.id}`)
    const { nodes } = await ask(spaces, { ids: [world.space.id] })
    expect(nodes).toEqual([{ id: world.space.id, links: { totalCount: 0, nodes: [] } }])
  })
})

describe('the backlinks of a space', () => {
  const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Space { id backlinks ${backlinkList} } } }`

  const titlesFor = async (user: { token: string }, ids: string[]) => {
    const { data } = await app.as(user).gql(query, { ids })
    return data.nodes.map((space: Sent) => {
      if (space === null) return null
      expect(space.backlinks.totalCount).toBe(space.backlinks.nodes.length)
      return space.backlinks.nodes.map((node: Sent) => node.page.title)
    })
  }

  test('are the live pages of other spaces that refer to it or its content, of those that the viewer sees', async () => {
    const { organization, client, space } = world
    const [here] = (await world.pages('# Here', `[own](/spaces/${space.id})`)) as [string]
    const target = { kind: 'page', page: here, space: space.id }
    const open = await buildSpace(app, organization, { title: 'Open' })
    const hidden = await buildSpace(app, organization, { title: 'Hidden', defaultLevel: null })
    const insert = (title: string, markdown: string) => ({
      operation: 'insert_page',
      title,
      document: { markdown },
    })
    const changes = [
      insert('To the space', `[x](/spaces/${space.id})`),
      insert('To its page', `[x](/spaces/${space.id}/pages/${here}) [y](/spaces/${space.id})`),
      { operation: 'insert_page', type: 'link', title: 'Link', target },
      insert('Elsewhere', '[x](https://example.com)'),
      insert('Former', `[x](/spaces/${space.id})`),
    ]
    const { body } = await client.post(`/spaces/${open.id}/content`, { changes })
    const former = body.changes[4].page.id
    await client.post(`/spaces/${open.id}/content`, {
      changes: [{ operation: 'update_page', page: former, document: { markdown: 'Nothing' } }],
    })
    const secret = [insert('Secret', `[x](/spaces/${space.id})`)]
    await client.post(`/spaces/${hidden.id}/content`, { changes: secret })
    const proposal = await client.post(`/spaces/${open.id}/change-requests`, { subject: 'More' })
    await client.post(`/spaces/${open.id}/change-requests/${proposal.body.id}/content`, {
      changes: [insert('Proposed', `[x](/spaces/${space.id})`)],
    })
    const reader = await buildMember(app, organization.id, 'READ')
    const guest = await buildMember(app, organization.id, null)
    await grant(app, guest, 'READ', { spaceId: space.id })
    const stranger = await buildUser(app)
    const ids = [space.id, open.id]
    const found = ['To the space', 'To its page', 'Link']
    expect(await titlesFor(organization.admin, ids)).toEqual([[...found, 'Secret'], []])
    expect(await titlesFor(reader, ids)).toEqual([found, []])
    expect(await titlesFor(guest, ids)).toEqual([[], null])
    expect(await titlesFor(stranger, ids)).toEqual([null, null])
    await client.delete(`/spaces/${open.id}`)
    expect(await titlesFor(organization.admin, [space.id])).toEqual([['Secret']])
  })

  test.runIf(isLongRun)('are paged, and read for many spaces in as many statements as for one', async () => {
    const { organization, client, space } = world
    const source = await buildSpace(app, organization, { title: 'Source' })
    const insert = (id: string, index: number) => ({
      operation: 'insert_page',
      title: `To ${index}`,
      document: { markdown: `[x](/spaces/${id}) [y](/spaces/${space.id})` },
    })
    await client.post(`/spaces/${source.id}/content`, { changes: [insert(space.id, 0)] })
    const all = `query ($id: ID!) { organization(id: $id) { spaces { nodes { id backlinks ${backlinkList} } } } }`
    const read = () => client.gql(all, { id: organization.id })
    await read()
    const few = await app.statements(read)
    const others: string[] = []
    for (let n = 0; n < 5; n++) others.push((await buildSpace(app, organization)).id)
    await client.post(`/spaces/${source.id}/content`, {
      changes: others.map((id, index) => insert(id, index + 1)),
    })
    const many = await app.statements(read)
    expect(many.count).toBe(few.count)
    const ids = [space.id, ...others]
    const titles = ids.map((_, index) => `To ${index}`)
    expect(await titlesFor(organization.admin, ids)).toEqual([
      titles,
      ...titles.slice(1).map((title) => [title]),
    ])
    const paged = `query ($id: ID!, $after: String) { space(id: $id) { backlinks(first: 4, after: $after) ${backlinkList} } }`
    const first = (await ask(paged, { id: space.id })).space.backlinks
    const rest = (await ask(paged, { id: space.id, after: first.pageInfo.endCursor })).space.backlinks
    expect([first.totalCount, rest.totalCount]).toEqual([6, 6])
    expect([...first.nodes, ...rest.nodes].map(({ page }: Sent) => page.title)).toEqual(titles)
    expect([first.pageInfo.hasNextPage, rest.pageInfo.hasNextPage]).toEqual([true, false])
  })
})

describe('the backlinks of a specification', () => {
  const query = `query ($organization: ID!, $slug: String!, $first: Int, $after: String) {
    openAPISpec(organizationId: $organization, slug: $slug) { backlinks(first: $first, after: $after) ${backlinkList} }
  }`
  const titlesFor = async (user: { token: string }, organization: string, slug = 'pets') => {
    const { data } = await app.as(user).gql(query, { organization, slug })
    const { totalCount, nodes } = data.openAPISpec.backlinks
    expect(totalCount).toBe(nodes.length)
    return nodes.map((node: Sent) => [node.page.title, node.space.id])
  }
  const block = '{% openapi-operation spec="pets" path="/pets" method="get" %}{% endopenapi-operation %}'

  test('are the live pages that show, link to or are computed from it, of spaces that the viewer sees', async () => {
    const { organization, client, space } = world
    const foreign = await buildOrganization(app)
    const source = { text: JSON.stringify(shop()) }
    const { id } = (await client.put(`/orgs/${organization.id}/openapi/pets`, { source })).body
    await client.put(`/orgs/${organization.id}/openapi/stores`, { source })
    await app.as(foreign.admin).put(`/orgs/${foreign.id}/openapi/pets`, { source })
    const [open, hidden, elsewhere] = [
      await buildSpace(app, organization, { title: 'Open' }),
      await buildSpace(app, organization, { title: 'Hidden', defaultLevel: null }),
      await buildSpace(app, foreign),
    ]
    const insert = (title: string, members: object) => ({ operation: 'insert_page', title, ...members })
    const shows = (title: string, markdown = block) => insert(title, { document: { markdown } })
    const { body } = await client.post(`/spaces/${open.id}/content`, {
      changes: [
        shows('Block'),
        insert('Computed', { type: 'computed', computed: standsFor(id) }),
        insert('By slug', { computed: { ...named('pets'), props: { doc: 'models' } } }),
        shows('Twice', `${block}\n\n${block}`),
        shows('Of another', block.replace('pets', 'stores')),
        shows('Former'),
      ],
    })
    const former = body.changes[5].page.id
    await client.post(`/spaces/${open.id}/content`, {
      changes: [{ operation: 'update_page', page: former, document: { markdown: 'Nothing' } }],
    })
    await client.post(`/spaces/${hidden.id}/content`, { changes: [shows('Secret')] })
    await app.as(foreign.admin).post(`/spaces/${elsewhere.id}/content`, { changes: [shows('Foreign')] })
    const proposal = await client.post(`/spaces/${space.id}/change-requests`, { subject: 'More' })
    await client.post(`/spaces/${space.id}/change-requests/${proposal.body.id}/content`, {
      changes: [shows('Proposed')],
    })
    const found = ['Block', 'Computed', 'By slug', 'Twice'].map((title) => [title, open.id])
    expect(await titlesFor(organization.admin, organization.id)).toEqual([...found, ['Secret', hidden.id]])
    const reader = await buildMember(app, organization.id, 'READ')
    expect(await titlesFor(reader, organization.id)).toEqual(found)
    expect(await titlesFor(foreign.admin, foreign.id)).toEqual([['Foreign', elsewhere.id]])
    const first = (await ask(query, { organization: organization.id, slug: 'pets', first: 3 })).openAPISpec
    const after = first.backlinks.pageInfo.endCursor
    const rest = (await ask(query, { organization: organization.id, slug: 'pets', after })).openAPISpec
    expect([first, rest].map(({ backlinks }) => [backlinks.totalCount, backlinks.nodes.length])).toEqual([
      [5, 3],
      [5, 2],
    ])
    await client.delete(`/spaces/${open.id}`)
    expect(await titlesFor(organization.admin, organization.id)).toEqual([['Secret', hidden.id]])
  })
})
