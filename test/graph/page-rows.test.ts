import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/identifiers.ts'
import { screens } from '../docs/screens.ts'
import { buildLinkWorld, type LinkWorld } from '../modules/links/link-world.ts'
import { startOwnTestApp, startServerBeside, type TestApp } from '../support/app.ts'
import { takingTurns } from '../support/budget.ts'
import { buildPage, sendChanges } from '../support/factories/content.ts'
import { buildMember, buildUser, type TestUser } from '../support/factories/organizations.ts'

let compiled: TestApp
let resolved: Awaited<ReturnType<typeof startServerBeside>>
let world: LinkWorld
let copy: string
let pages: Record<string, string>
let viewers: readonly (TestUser | null)[]

beforeAll(async () => {
  compiled = await startOwnTestApp()
  resolved = await startServerBeside(compiled, { config: { executor: 'resolvers' } })
  world = await buildLinkWorld(compiled)
  const { client, organization, space } = world
  const file = await world.file()
  const names = [
    'plain',
    'empty',
    'linking',
    'broken',
    'relative',
    'covered',
    'group',
    'inner',
    'deep',
    'link',
    'other',
  ]
  pages = Object.fromEntries(names.map((name) => [name, newId('Page')]))
  const { linking, inner, link } = pages
  await world.pages(
    {
      id: pages.plain as string,
      title: 'Plain',
      emoji: '1f680',
      description: 'A “page”\u2028',
      markdown: '# A\n\n[x](https://example.com/) “ö” 📄\n',
    },
    { id: pages.empty as string, title: 'Empty' },
    {
      id: linking as string,
      title: 'Linking',
      markdown: `## Top\n\n[in](/pages/${inner}) [a](/pages/${inner}#sub) [f](/files/${file}) [own](#top) [app](/s/${space.id})`,
    },
    {
      id: pages.broken as string,
      title: 'Broken',
      markdown: `## Top\n\n[x](/pages/${newId('Page')}) [y](#nowhere) [z](/files/${newId('File')})`,
    },
    {
      id: pages.relative as string,
      title: 'Relative',
      markdown: '[later](group/inner.md) [gone](no-such.md)',
    },
    {
      id: pages.covered as string,
      title: 'Covered',
      cover: { ref: { kind: 'file', file: newId('File') } },
      markdown: 'x',
    },
    {
      id: pages.group as string,
      title: 'Group',
      type: 'GROUP',
      pages: [
        {
          id: inner as string,
          title: 'Inner',
          slug: 'inner',
          markdown: '## Sub\n\nText',
          pages: [
            { id: pages.deep as string, title: 'Deep', markdown: 'y'.repeat(20_000), hidden: true },
            { id: link as string, title: 'Link', type: 'LINK', target: { kind: 'page', page: linking } },
          ],
        },
      ],
    },
    { id: pages.other as string, title: 'Other', markdown: 'z' },
  )
  await sendChanges(client, space.id, { operation: 'delete_page', page: pages.other })
  copy = (await client.post(`/spaces/${space.id}/duplicate`)).body.id
  const comment = await client.post(`/spaces/${space.id}/comments`, {
    body: { markdown: 'Said' },
    page: pages.plain,
  })
  await client.put(`/spaces/${space.id}/comments/${comment.body.id}`, { addedReactions: ['👍', '🎉'] })
  const reader = await buildMember(compiled, organization.id, 'READ')
  viewers = [organization.admin, reader, await buildUser(compiled), null]
})
afterAll(async () => {
  await resolved.close()
  await compiled.close()
})

const shallow = '__typename id pageId title ... on ParentPage { path }'
const documents = {
  screen: screens().find(({ name }) => name === 'PageScreen')?.document as string,
  line: `query ($space: ID!, $page: ID!) { page(spaceId: $space, pageId: $page) { ${shallow} createdAt
    parent { ${shallow} createdAt } ancestors { ${shallow} updatedAt } children(first: 1) { totalCount nodes { ${shallow} } } } }`,
  bodies: `query ($space: ID!, $page: ID!) { page(spaceId: $space, pageId: $page) { ... on DocumentPage {
    markdown document keyed: document(keys: true) dereferenced: document(dereferenced: true) body(format: MARKDOWN) { markdown } } } }`,
  stored: `query ($space: ID!, $page: ID!) { page(spaceId: $space, pageId: $page, computed: false) { ${shallow} ... on DocumentPage { markdown } } }`,
  links: `query ($space: ID!, $page: ID!) { page(spaceId: $space, pageId: $page) { ${shallow}
    backlinks { totalCount edges { cursor node { page { id } } } } none: backlinks(first: 0) { totalCount pageInfo { hasNextPage } }
    ... on LinkPage { links(status: BROKEN) { totalCount stats { total } } }
    ... on DocumentPage { links { totalCount } broken: links(status: BROKEN) { totalCount stats { total } nodes { status } } } } }`,
  withRows: `query ($space: ID!, $page: ID!) { page(spaceId: $space, pageId: $page) { id parent { children { nodes { id } } } } }`,
}

describe('a page of live content', () => {
  test('is answered as by resolvers, and with the same cost', async () => {
    const inTurn = takingTurns(viewers, 1)
    const spacesInTurn = takingTurns([world.space.id, copy], 1)
    const pagesInTurn = takingTurns(Object.entries(pages), 3)
    for (const [name, text] of Object.entries(documents))
      for (const [of, page] of pagesInTurn())
        for (const space of spacesInTurn())
          for (const viewer of inTurn()) {
            const ask = (server: Pick<TestApp, 'as'>) => server.as(viewer).gql(text, { space, page })
            const steady = async (server: Pick<TestApp, 'as'>) => {
              const { errors = [], ...answer } = await ask(server)
              const known = (errors as { readonly path: unknown }[]).map(({ path }) => String(path)).sort()
              return JSON.stringify({ ...answer, known }).replace(/"requestId":"[^"]*"/g, '')
            }
            expect(await steady(compiled), `${name} of ${of}`).toEqual(await steady(resolved))
          }
  }, 300_000)

  test('is read with what is shown of it in one statement, also if it has no such page before', async () => {
    const { admin } = world.organization
    const ask = (page: string) =>
      compiled.as(admin).gql(documents.screen, { space: world.space.id, page: pages[page] })
    await ask('other')
    for (const page of ['plain', 'empty', 'deep']) {
      await ask(page)
      expect((await compiled.statements(() => ask(page))).count, page).toBe(1)
    }
  })

  test('is read in one statement by a document that was asked for with other content before', async () => {
    const { admin } = world.organization
    const text = `query ($space: ID!, $page: ID!, $revision: ID, $computed: Boolean) {
      page(spaceId: $space, pageId: $page, revisionId: $revision, computed: $computed) { ${shallow} ... on DocumentPage { markdown } } }`
    const given = { space: world.space.id, page: pages.plain }
    const found = await world.client.gql('query ($space: ID!) { revision(spaceId: $space) { id } }', given)
    const others = [{ computed: false }, { revision: found.data.revision.id }]
    const ask = (server: Pick<TestApp, 'as'>, other: object) =>
      server.as(admin).gql(text, { ...given, ...other })
    for (const other of [...others, {}])
      expect(await ask(compiled, other)).toEqual(await ask(resolved, other))
    expect((await compiled.statements(() => ask(compiled, {}))).count).toBe(1)
    for (const other of others) expect(await ask(compiled, other)).toEqual(await ask(resolved, other))
  })

  test('is written once for all types of pages, but for what only some have', async () => {
    const { admin } = world.organization
    const ask = () => compiled.as(admin).gql(documents.screen, { space: world.space.id, page: pages.plain })
    await ask()
    const [statement = ''] = (await compiled.statements(ask)).texts
    // The page of the list of subpages, and their number.
    expect(statement.match(/v\."parentId" = p\.k1/g)).toHaveLength(2)
  })

  test('has the pages above it, also as one of a list, in the same statement, and as by resolvers', async () => {
    const { admin } = world.organization
    const above = `parent { ${shallow} } ancestors { ${shallow} }`
    const given = { space: world.space.id, page: pages.group, inner: pages.inner, path: 'group/inner' }
    const texts = [
      `query ($space: ID!, $page: ID!) { page(spaceId: $space, pageId: $page) { children { nodes { ${shallow} ${above} } } } }`,
      `query ($space: ID!, $inner: ID!) { page(spaceId: $space, pageId: $inner) { children { nodes { ${shallow} ${above} children { nodes { ${above} } } } } } }`,
      `query ($space: ID!, $path: String!) { pageByPath(spaceId: $space, path: $path) { ${shallow} ${above} } }`,
    ]
    for (const text of texts) {
      const ask = (server: Pick<TestApp, 'as'>) => server.as(admin).gql(text, given)
      expect(await ask(compiled)).toEqual(await ask(resolved))
      expect((await compiled.statements(() => ask(compiled))).count, text).toBe(1)
    }
  })

  test('is found in the newest content', async () => {
    const { admin } = world.organization
    const page = await buildPage(world.client, world.space.id, { title: 'First' })
    const ask = () => compiled.as(admin).gql(documents.line, { space: world.space.id, page })
    expect((await ask()).data.page.title).toBe('First')
    await sendChanges(world.client, world.space.id, { operation: 'update_page', page, title: 'Second' })
    expect((await ask()).data.page.title).toBe('Second')
    await sendChanges(world.client, world.space.id, { operation: 'delete_page', page })
    expect((await ask()).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  })
})
