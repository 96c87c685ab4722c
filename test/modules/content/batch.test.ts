import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildPage, outlineOf, sendChanges } from '../../support/factories/content.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient
let spaceId: string

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
})
afterAll(() => app.close())
beforeEach(async () => {
  spaceId = (await buildSpace(app, organization)).id
})

const insert = (title: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown: `About ${title}.` },
  ...more,
})
const send = (...changes: object[]) => sendChanges(client, spaceId, ...changes)
const readPage = async (pageId: string, query = '') =>
  (await client.get(`/spaces/${spaceId}/content/page/${pageId}${query}`)).body

describe('a batch of changes', () => {
  it('adds one revision whose parent is the previous revision', async () => {
    const before = await client.get(`/spaces/${spaceId}/content`)
    const answer = await send(insert('One'), insert('Two'))
    expect(answer.status).toBe(200)
    const after = await client.get(`/spaces/${spaceId}/content`)
    expect(after.body).toMatchObject({
      object: 'revision',
      id: answer.body.revision,
      type: 'edits',
      parents: [before.body.id],
    })
    expect(after.body.pages.map((page: { title: string }) => page.title)).toEqual(['One', 'Two'])
  })

  it('reports the change of each page, in order', async () => {
    const kept = await buildPage(client, spaceId, { title: 'Kept' })
    const gone = await buildPage(client, spaceId, { title: 'Gone' })
    const answer = await send(
      insert('New', { ref: 'new' }),
      { operation: 'update_page', page: kept, title: 'Changed' },
      { operation: 'delete_page', page: gone },
    )
    const created = answer.body.changes[0].page.id
    expect(answer.body.changes).toEqual([
      {
        object: 'created_page',
        ref: 'new',
        page: {
          object: 'page',
          id: created,
          urls: { location: `${app.config.baseUrl}/v1/spaces/${spaceId}/content/page/${created}` },
        },
      },
      { object: 'updated_page', page: expect.objectContaining({ object: 'page', id: kept }) },
      { object: 'deleted_page', page: gone },
    ])
  })

  it('changes nothing if one of its changes is rejected', async () => {
    const before = await client.get(`/spaces/${spaceId}/content`)
    const answer = await send(insert('One'), insert('Two'), { operation: 'delete_page', page: 'pagnone' })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toEqual([
      { path: 'changes.2.page', message: expect.stringContaining('names no page') },
    ])
    const after = await client.get(`/spaces/${spaceId}/content`)
    expect(after.body).toEqual(before.body)
  })

  it('has from 1 to 50 changes', async () => {
    expect((await send()).status).toBe(400)
    expect((await send(...Array.from({ length: 51 }, () => insert('Page')))).status).toBe(400)
    expect((await send(...Array.from({ length: 50 }, () => insert('Page')))).status).toBe(200)
  })

  it('is rejected with 409 in a locked space', async () => {
    await app.database.prisma.space.update({ where: { id: spaceId }, data: { editMode: 'LOCKED' } })
    expect((await send(insert('One'))).status).toBe(409)
  })

  it('is rejected with 403 for a member who may only comment, and with 404 for a non-member', async () => {
    const commenter = await buildMember(app, organization.id, 'COMMENT')
    const stranger = (await buildOrganization(app)).admin
    expect((await sendChanges(app.as(commenter), spaceId, insert('One'))).status).toBe(403)
    expect((await sendChanges(app.as(stranger), spaceId, insert('One'))).status).toBe(404)
  })

  it('can be sent in GraphQL, with the same errors', async () => {
    const document = `mutation ($spaceId: ID!, $input: UpdateContentInput!) {
      updateContent(spaceId: $spaceId, input: $input) {
        revision { id pages { totalCount } }
        space { pages { nodes { title ... on ParentPage { path } } } }
        changes { kind written { page { page { title ... on DocumentPage { markdown } } } } }
      }
    }`
    const changes = [{ insertPage: { title: 'One', document: { markdown: 'Text' } } }]
    const { data } = await client.gql(document, { spaceId, input: { changes } })
    expect(data.updateContent).toMatchObject({
      revision: { pages: { totalCount: 1 } },
      space: { pages: { nodes: [{ title: 'One', path: 'one' }] } },
      changes: [{ kind: 'CREATED_PAGE', written: { page: { page: { title: 'One', markdown: 'Text' } } } }],
    })
    const refused = await client.gql(document, {
      spaceId,
      input: { changes: [{ deletePage: { page: 'pagnone' } }] },
    })
    expect(refused.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
  })

  it.runIf(isLongRun)('takes only the members of its operation, in GraphQL by its types', async () => {
    const document = `mutation ($spaceId: ID!, $changes: [ContentChangeInput!]!) {
      updateContent(spaceId: $spaceId, input: { changes: $changes }) { revisionId }
    }`
    for (const [change, told] of [
      [{ deletePage: { page: 'pag1', title: 'Two' } }, '"title" is not defined by type "DeletePageInput"'],
      [{ updatePage: { title: 'Two' } }, '"page" of required type "ID!" was not provided'],
      [{ updatePage: { page: 'pag1', type: 'GROUP' } }, '"type" is not defined by type "UpdatePageInput"'],
      [{ deletePage: { page: 'pag1' }, deleteFile: { file: 'fil1' } }, 'Exactly one key must be specified'],
      [{}, 'Exactly one key must be specified'],
    ] as const) {
      const { errors } = await client.gql(document, { spaceId, changes: [change] })
      expect(errors?.[0]?.message).toContain(told)
    }
  })

  it.each(
    oneRowIn(3, [
      ['a group', { type: 'group', document: { markdown: 'Text' } }, 'document', 'a group'],
      [
        'a group',
        { type: 'group', target: { kind: 'url', url: 'https://example.com' } },
        'target',
        'a group',
      ],
      ['a document', { target: { kind: 'url', url: 'https://example.com' } }, 'target', 'a document'],
      ['a link', { type: 'link', slug: 'link' }, 'slug', 'a link'],
    ]),
  )('refuses a member that a new page does not have because it is %s', async (_type, more, member, name) => {
    const { status, body } = await send({ operation: 'insert_page', title: 'One', ...more })
    expect([status, body.error.fields]).toEqual([
      400,
      [{ path: `changes.0.${member}`, message: `is not allowed for ${name}` }],
    ])
  })

  it.each([
    ['insert_page', 'condition', { title: 'One', document: { markdown: 'Text' }, condition: 'visitor.isIn' }],
    ['revert_page', 'block', { page: 'pag1', block: ['key'] }],
  ])('refuses %s with %s, without which it would do more than was asked', async (operation, member, more) => {
    const { status, body } = await send({ operation, ...more })
    expect([status, body.error.fields]).toEqual([
      400,
      [{ path: `changes.0.${member}`, message: 'is not supported' }],
    ])
  })

  it('waits for another batch on the same space: both succeed and sequence numbers have no gaps', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => send(insert(`Page ${index}`))))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    const revisions = await app.database.prisma.revision.findMany({
      where: { spaceId },
      orderBy: { sequence: 'asc' },
    })
    expect(revisions.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 13 }, (_, i) => i + 1))
    expect(revisions.slice(1).map(({ parents }) => parents)).toEqual(
      revisions.slice(0, -1).map(({ id }) => [id]),
    )
    expect(((await outlineOf(client, spaceId)) as unknown[]).length).toBe(12)
  })
})

describe('a new page', () => {
  it('takes its title from front matter, the first heading or the change, or gets a default title', async () => {
    const titles = await Promise.all(
      [
        { title: 'Given', document: { markdown: '---\ntitle: From front matter\n---\n# Heading\n\nText' } },
        { title: 'Given', document: { markdown: '# Heading\n\nText' } },
        { document: { markdown: '# The *heading*\n\nText' } },
        { document: { markdown: 'Text' } },
      ].map(async (page) => (await readPage(await buildPage(client, spaceId, page))).title),
    )
    expect(titles).toEqual(['From front matter', 'Heading', 'The heading', 'Untitled'])
  })

  it('has a body without the heading that is its title, so that no two titles are shown', async () => {
    for (const page of [
      { document: { markdown: '# Intro\n\nText' } },
      { title: 'Intro', document: { markdown: '# Intro\n\nText' } },
      { title: 'Given', document: { markdown: 'Intro\n===\n\nText' } },
      { title: 'Given', document: { markdown: '---\ntitle: Intro\n---\n# Other\n\nText' } },
    ]) {
      const read = await readPage(await buildPage(client, spaceId, page), '?format=markdown')
      expect(read).toMatchObject({ title: 'Intro', markdown: 'Text' })
    }
  })

  it('keeps a first heading that is more than a title', async () => {
    const markdown = '# [Intro](https://example.com)\n\nText'
    const page = await buildPage(client, spaceId, { title: 'Given', document: { markdown } })
    expect(await readPage(page, '?format=markdown')).toMatchObject({ title: 'Intro', markdown })
  })

  it('prefers fields of front matter over those of the change', async () => {
    const markdown =
      '---\ndescription: About\nicon: book\nhidden: true\nlayout:\n  width: wide\n  outline:\n    visible: false\n' +
      'cover: https://example.com/a.png\ncoverY: 7\n---\nText'
    const page = await readPage(
      await buildPage(client, spaceId, {
        title: 'T',
        description: 'Other',
        emoji: '🦊',
        document: { markdown },
      }),
    )
    expect(page).toMatchObject({
      description: 'About',
      icon: 'book',
      emoji: '🦊',
      hidden: true,
      layout: { width: 'wide', outline: false, title: true, coverSize: 'hero' },
      cover: { ref: { kind: 'url', url: 'https://example.com/a.png' }, yPos: 7 },
    })
  })

  it('gets a unique slug made from its title', async () => {
    const first = await readPage(await buildPage(client, spaceId, { title: 'Getting Started!' }))
    const second = await readPage(await buildPage(client, spaceId, { title: 'Getting started' }))
    const third = await readPage(await buildPage(client, spaceId, { title: '🎉' }))
    expect([first.slug, second.slug, third.slug]).toEqual(['getting-started', 'getting-started-1', 'page'])
  })

  it('is rejected with the slug of a sibling', async () => {
    await buildPage(client, spaceId, { title: 'One', slug: 'start' })
    const answer = await send(insert('Zero'), insert('Two', { slug: 'start' }))
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields[0].path).toBe('changes.1.slug')
  })

  it.each(['a/b', '..', '', 'a b', 'x'.repeat(101)])('is rejected with the slug %j', async (slug) => {
    expect((await send(insert('One', { slug }))).status).toBe(400)
  })

  it('is rejected with an empty title, a description over 300 characters, or neither body nor type', async () => {
    expect((await send(insert(''))).status).toBe(400)
    expect((await send(insert('One', { description: 'x'.repeat(301) }))).status).toBe(400)
    expect((await send(insert('One', { description: 'x'.repeat(300) }))).status).toBe(200)
    expect((await send({ operation: 'insert_page', title: 'One' })).status).toBe(400)
  })

  it('is inserted at the position of `into` and `at`', async () => {
    const parent = await buildPage(client, spaceId, { title: 'Parent' })
    await send(
      insert('C', { into: parent }),
      insert('A', { into: parent, at: 0 }),
      insert('B', { into: parent, at: 1 }),
      insert('First', { at: 0 }),
      insert('Last', { at: 99 }),
    )
    expect(await outlineOf(client, spaceId)).toEqual([['First'], ['Parent', [['A'], ['B'], ['C']]], ['Last']])
  })

  it('can be inserted below a page of the same batch by its ref', async () => {
    await send(insert('Parent', { ref: 'parent' }), insert('Child', { into: './parent.md' }))
    expect(await outlineOf(client, spaceId)).toEqual([['Parent', [['Child']]]])
  })

  it('can be a group at the root only', async () => {
    const parent = await buildPage(client, spaceId, { title: 'Parent' })
    const group = { operation: 'insert_page', type: 'group', title: 'Part one' }
    expect((await send(group)).status).toBe(200)
    const refused = await send({ ...group, into: parent })
    expect(refused.body.error.fields[0].path).toBe('changes.0.into')
  })

  it('can be a link, which has a target and neither slug nor subpages', async () => {
    const target = { kind: 'url', url: 'https://example.com/' }
    const link = await buildPage(client, spaceId, {
      type: 'link',
      title: 'Out',
      target,
      document: undefined,
    })
    const page = await readPage(link)
    expect(page).toMatchObject({ type: 'link', kind: 'link', target, href: target.url })
    for (const member of ['slug', 'path', 'pages', 'urls', 'layout', 'documentId'])
      expect(page).not.toHaveProperty(member)
    expect((await send(insert('Below', { into: link }))).body.error.fields[0].path).toBe('changes.0.into')
    const wrong = await send({
      operation: 'insert_page',
      type: 'link',
      title: 'X',
      target: { kind: 'nonsense' },
    })
    expect(wrong.status).toBe(400)
  })

  it('is rejected if it would be nested too deep', async () => {
    const chain = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) =>
        insert('Deep', {
          ref: `p${from + index}`,
          into: index === 0 ? undefined : `./p${from + index - 1}.md`,
        }),
      )
    expect((await send(...chain(0, 32))).status).toBe(200)
    expect((await send(...chain(0, 33))).body.error.fields[0].path).toBe('changes.32.into')
  })
})

describe('hostile input', () => {
  const text = (value: string) => ({
    object: 'document',
    data: {},
    nodes: [
      {
        object: 'block',
        type: 'paragraph',
        data: {},
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] }],
      },
    ],
  })
  const nested = (depth: number): unknown => {
    let value: unknown = 'x'
    for (let level = 0; level < depth; level++) value = [value]
    return value
  }
  const link = (target: unknown) => ({ operation: 'insert_page', type: 'link', title: 'L', target })

  it.each<[string, object]>(
    oneRowIn(3, [
      ['a null character in Markdown', insert('A', { document: { markdown: 'a\u0000b' } })],
      ['half a surrogate pair in the title', insert('A\ud800')],
      ['a null character in a tree of nodes', insert('A', { document: { document: text('a\u0000b') } })],
      ['half a surrogate pair in a tree of nodes', insert('A', { document: { document: text('\ud800') } })],
      ['what is no tree of nodes', insert('A', { document: { document: { nodes: 7 } } })],
      ['a tree nested without end', insert('A', { document: { document: nested(2000) } })],
      ['both forms of a body', insert('A', { document: { markdown: 'a', document: text('a') } })],
      ['a target with a null character', link({ kind: 'page', page: 'a\u0000' })],
      ['a target that runs a script', link({ kind: 'url', url: 'javascript:alert(1)' })],
      ['a negative place', insert('A', { at: -1 })],
      ['a place that is no number', insert('A', { at: '1' })],
      ['an unknown operation', { operation: 'explode' }],
      ['an unknown parent', insert('A', { ref: 'a', into: 'pagnone' })],
      ['a slug for a link', { ...link({ kind: 'page', page: 'a' }), slug: 'a' }],
      ['a body for a group', insert('A', { type: 'group' })],
      ['no page to change', { operation: 'update_page' }],
      ['no files to insert', { operation: 'insert_files' }],
      ['no file to delete', { operation: 'delete_file' }],
      ['a file that is not there', { operation: 'delete_file', file: 'filnone' }],
      ['a computed page', { operation: 'insert_page', type: 'computed', title: 'A' }],
    ]),
  )('is answered with 400: %s', async (_what, change) => {
    const { status, body } = await send(change)
    expect([status, body.error?.code]).toEqual([400, 400])
  })

  it('is answered with 400: one ref for two pages, or for two files', async () => {
    const twice = await send(insert('A', { ref: 'a' }), insert('B', { ref: 'a' }))
    expect(twice.body.error.fields[0].path).toBe('changes.1.ref')
    const file = { name: 'a', base64: 'YQ==', contentType: 'text/plain', ref: 'f' }
    expect((await send({ operation: 'insert_files', files: [file, file] })).status).toBe(400)
  })

  it('in front matter is ignored', async () => {
    for (const front of [
      'title: [1, 2]',
      'title: {a: 1}',
      '- a',
      '{{{',
      'hidden: maybe\nlayout: 7',
      '&a [*a]',
    ])
      expect(
        (
          await readPage(
            await buildPage(client, spaceId, { document: { markdown: `---\n${front}\n---\nText` } }),
          )
        ).title,
      ).toBe('Untitled')
  })
})

describe('changing a page', () => {
  it('changes the given fields and keeps the others', async () => {
    const id = await buildPage(client, spaceId, { title: 'Old', emoji: '🦊', description: 'About' })
    await send({ operation: 'update_page', page: id, title: 'New' })
    expect(await readPage(id)).toMatchObject({ title: 'New', slug: 'old', emoji: '🦊', description: 'About' })
    await send({ operation: 'update_page', page: id, slug: 'new' })
    expect(await readPage(id)).toMatchObject({ title: 'New', slug: 'new', path: 'new' })
  })

  it('removes emoji, icon and description with an empty string', async () => {
    const id = await buildPage(client, spaceId, {
      title: 'A',
      emoji: '🦊',
      icon: 'book',
      description: 'About',
    })
    await send({ operation: 'update_page', page: id, emoji: '', icon: '', description: '' })
    const page = await readPage(id)
    for (const member of ['emoji', 'icon', 'description']) expect(page).not.toHaveProperty(member)
  })

  it('replaces the whole body, and removes it with an empty one', async () => {
    const id = await buildPage(client, spaceId, { title: 'A', document: { markdown: 'Old text' } })
    await send({ operation: 'update_page', page: id, document: { markdown: 'New text' } })
    expect((await readPage(id, '?format=markdown')).markdown).toBe('New text')
    await send({ operation: 'update_page', page: id, document: { markdown: '' } })
    const page = await readPage(id, '?format=markdown')
    expect(page.markdown).toBe('')
    expect(page).not.toHaveProperty('documentId')
  })

  it('moves the page with its subpages, and to the root with null', async () => {
    const a = await buildPage(client, spaceId, { title: 'A' })
    const b = await buildPage(client, spaceId, { title: 'B', into: a })
    const c = await buildPage(client, spaceId, { title: 'C', into: b })
    await send({ operation: 'update_page', page: b, into: null, at: 0 })
    expect(await outlineOf(client, spaceId)).toEqual([['B', [['C']]], ['A']])
    expect((await readPage(c)).path).toBe('b/c')
    await send({ operation: 'update_page', page: b, at: 1 })
    expect(await outlineOf(client, spaceId)).toEqual([['A'], ['B', [['C']]]])
  })

  it('never moves a page below itself', async () => {
    const a = await buildPage(client, spaceId, { title: 'A' })
    const b = await buildPage(client, spaceId, { title: 'B', into: a })
    for (const into of [a, b]) {
      const answer = await send({ operation: 'update_page', page: a, into })
      expect(answer.body.error.fields[0].path).toBe('changes.0.into')
    }
  })

  it.runIf(isLongRun)('never moves a page next to one with the same slug', async () => {
    const a = await buildPage(client, spaceId, { title: 'A' })
    await buildPage(client, spaceId, { title: 'Same', into: a })
    const same = await buildPage(client, spaceId, { title: 'Same' })
    const answer = await send({ operation: 'update_page', page: same, into: a })
    expect(answer.body.error.fields[0].path).toBe('changes.0.into')
    expect((await send({ operation: 'update_page', page: same, into: a, slug: 'other' })).status).toBe(200)
  })

  it('lets two pages swap their slugs in one batch', async () => {
    const a = await buildPage(client, spaceId, { title: 'A' })
    const b = await buildPage(client, spaceId, { title: 'B' })
    const rename = (page: string, slug: string) => ({ operation: 'update_page', page, slug })
    expect((await send(rename(a, 'c'), rename(b, 'a'), rename(a, 'b'))).status).toBe(200)
    expect([(await readPage(a)).slug, (await readPage(b)).slug]).toEqual(['b', 'a'])
  })

  it('is rejected for an unknown page or target page, and for a page deleted in the same batch', async () => {
    const id = await buildPage(client, spaceId, { title: 'A' })
    const fields = async (...changes: object[]) => (await send(...changes)).body.error.fields[0].path
    expect(await fields({ operation: 'update_page', page: 'pagnone', title: 'X' })).toBe('changes.0.page')
    expect(await fields({ operation: 'update_page', page: id, into: 'pagnone' })).toBe('changes.0.into')
    expect(await fields({ operation: 'update_page', title: 'X' })).toBe('changes.0.page')
    expect(
      await fields(
        { operation: 'delete_page', page: id },
        { operation: 'update_page', page: id, title: 'X' },
      ),
    ).toBe('changes.1.page')
  })

  it('applies several changes of one page in order', async () => {
    const id = await buildPage(client, spaceId, { title: 'A' })
    await send(
      { operation: 'update_page', page: id, title: 'B', document: { markdown: 'One' } },
      { operation: 'update_page', page: id, description: 'About' },
      { operation: 'update_page', page: id, document: { markdown: 'Two' } },
    )
    expect(await readPage(id, '?format=markdown')).toMatchObject({
      title: 'B',
      description: 'About',
      markdown: 'Two',
    })
  })
})

describe('deleting a page', () => {
  it('deletes its subpages too, and frees their slugs', async () => {
    const a = await buildPage(client, spaceId, { title: 'A' })
    const b = await buildPage(client, spaceId, { title: 'B', into: a })
    expect((await send({ operation: 'delete_page', page: a }, insert('A'))).status).toBe(200)
    expect(await outlineOf(client, spaceId)).toEqual([['A']])
    expect((await client.get(`/spaces/${spaceId}/content/page/${b}`)).status).toBe(404)
  })
})

describe('a body given as a tree of nodes', () => {
  const heading = {
    object: 'document',
    data: {},
    nodes: [
      {
        object: 'block',
        type: 'heading-1',
        data: {},
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Chapter', marks: [] }] }],
      },
    ],
  }

  it('is served in both formats', async () => {
    const id = await buildPage(client, spaceId, { title: 'A', document: { document: heading } })
    expect((await readPage(id, '?format=document')).document).toMatchObject(heading)
    expect((await readPage(id, '?format=markdown')).markdown.trim()).toBe('# Chapter')
  })

  it('is rejected with the path of the error', async () => {
    const wrong = { ...heading, nodes: [{ object: 'block', type: 'nonsense', data: {}, nodes: [] }] }
    const { body } = await send(insert('A'), insert('B', { document: { document: wrong } }))
    expect(body.error.fields[0].path).toMatch(/^changes\.1\.document\.document\.nodes\.0/)
  })
})

describe('links in Markdown', () => {
  it('to pages of the space and of the batch become permanent links', async () => {
    const guide = await buildPage(client, spaceId, { title: 'Guide' })
    const install = await buildPage(client, spaceId, { title: 'Install', into: guide })
    const answer = await send(
      insert('One', {
        ref: 'one',
        into: guide,
        document: {
          markdown: [
            '[a](install.md) [b](../guide/install.md#step) [c](/guide) [d](./two.md) [e](https://example.com/guide)',
            '[f](missing.md) [g](/pages/x) [h][ref] `[i](install.md)`',
            '',
            '[ref]: install "Title"',
          ].join('\n'),
        },
      }),
      insert('Two', { ref: 'two', document: { markdown: '[back](./one.md)' } }),
    )
    const [one, two] = answer.body.changes.map((change: { page: { id: string } }) => change.page.id)
    const stable = '?format=markdown&format.markdown.refs=stable'
    expect((await readPage(one, stable)).markdown).toBe(
      [
        `[a](/pages/${install}) [b](/pages/${install}#step) [c](/pages/${guide}) [d](/pages/${two}) [e](https://example.com/guide)`,
        '[f](missing.md) [g](/pages/x) [h][ref] `[i](install.md)`',
        '',
        `[ref]: /pages/${install} "Title"`,
      ].join('\n'),
    )
    expect((await readPage(two, stable)).markdown).toBe(`[back](/pages/${one})`)
  })
})
