import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { oneRowIn } from '../../support/budget.ts'
import { buildPage, sendChanges } from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient
let spaceId: string
let request: string

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
})
afterAll(() => app.close())
beforeEach(async () => {
  spaceId = (await buildSpace(app, organization)).id
  request = (await client.post(`/spaces/${spaceId}/change-requests`, {})).body.id
})

const text = (content: string) => ({ object: 'text', leaves: [{ object: 'leaf', text: content, marks: [] }] })
const paragraph = (content: string, more: object = {}) => ({
  object: 'block',
  type: 'paragraph',
  data: {},
  nodes: [text(content)],
  ...more,
})
const treeOf = (...nodes: object[]) => ({ object: 'document', data: {}, nodes })
const tree = treeOf(paragraph('From a tree'))

/** The ways to give a page a body: each sends one and returns the answer, with the id of the page. */
const ways = {
  'a new page of a space': async (document: unknown) => {
    const answer = await sendChanges(client, spaceId, { operation: 'insert_page', title: 'One', document })
    return { answer, page: answer.body.changes?.[0].page.id, content: `/spaces/${spaceId}/content` }
  },
  'a page of a space': async (document: unknown) => {
    const page = await buildPage(client, spaceId, { title: 'One' })
    const answer = await sendChanges(client, spaceId, { operation: 'update_page', page, document })
    return { answer, page, content: `/spaces/${spaceId}/content` }
  },
  'a new page of a change request': async (document: unknown) => {
    const content = `/spaces/${spaceId}/change-requests/${request}/content`
    const changes = [{ operation: 'insert_page', title: 'One', document }]
    const answer = await client.post(content, { changes })
    return { answer, page: answer.body.changes?.[0].page.id, content }
  },
}

const waysInTurn = Object.entries(ways).map(([name, send], turn) => [name, send, turn] as const)

describe.each(waysInTurn)('the body of %s', (_name, send, turn) => {
  it.each(
    oneRowIn(
      3,
      [
        ['Markdown', { markdown: 'From a tree' }, 'From a tree'],
        ['Markdown with null for the other form', { markdown: 'From a tree', document: null }, 'From a tree'],
        ['a tree', { document: tree }, 'From a tree'],
        ['a tree alone', tree, 'From a tree'],
        ['an object without members', {}, ''],
      ],
      turn,
    ),
  )('can be %s', async (_form, document, markdown) => {
    const { answer, page, content } = await send(document)
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    const read = await client.get(`${content}/page/${page}?format=markdown`)
    expect(read.body.markdown.trim()).toBe(markdown)
  })

  it.each(
    oneRowIn(
      3,
      [
        ['a text', 'Text', 'document'],
        ['a list of nodes', [paragraph('Text')], 'document'],
        ['nodes without their document', { nodes: [paragraph('Text')] }, 'document.nodes'],
        ['both forms at once', { markdown: 'Text', document: tree }, 'document'],
        ['a tree alone with Markdown', { ...tree, markdown: 'Text' }, 'document.document.markdown'],
        ['null for Markdown', { markdown: null }, 'document'],
        ['a member of no form', { markdown: 'Text', html: '<p>Text</p>' }, 'document.html'],
        ['a tree without nodes', { object: 'document' }, 'document.document.nodes'],
        ['another object', { document: paragraph('Text') }, 'document.document.object'],
        [
          'nodes of an unknown type',
          treeOf({ ...paragraph('Text'), type: 'poem' }),
          'document.document.nodes.0.type',
        ],
        [
          'a text in a place without texts',
          treeOf({ object: 'block', type: 'divider', nodes: [text('Text')] }),
          'document.document.nodes.0.nodes',
        ],
        [
          'a text beside the leaves',
          treeOf({ ...paragraph(''), nodes: [{ object: 'text', text: 'Text', leaves: [] }] }),
          'document.document.nodes.0.nodes.0.text',
        ],
        [
          'unknown data',
          treeOf(paragraph('Text', { data: { caption: 'Text' } })),
          'document.document.nodes.0.data.caption',
        ],
      ],
      turn,
    ),
  )('is refused with the path of what would be lost: %s', async (_form, document, path) => {
    const { answer } = await send(document)
    const paths = (answer.body.error?.fields ?? []).map((fault: { path: string }) => fault.path)
    expect(answer.status).toBe(400)
    const place = path.replace('document.document', 'document')
    expect([`changes.0.${path}`, `changes.0.${place}`]).toContain(paths[0])
  })
})

describe('a tree', () => {
  it('may have the empty texts and keys that editors keep, and a token', async () => {
    const document = {
      ...treeOf({ object: 'block', type: 'divider', key: 'a', isVoid: true, nodes: [text('')] }),
      meta: { token: 'token' },
    }
    const page = await buildPage(client, spaceId, { title: 'One', document })
    const read = await client.get(`/spaces/${spaceId}/content/page/${page}?format=document`)
    expect(read.body.document.nodes).toMatchObject([{ type: 'divider' }])
  })

  it('is stored with the data of the contract that is not shown', async () => {
    const item = {
      object: 'block',
      type: 'tabs-item',
      data: { title: 'A', slug: 'a' },
      nodes: [paragraph('x')],
    }
    const document = treeOf({ object: 'block', type: 'tabs', data: {}, nodes: [item] })
    const page = await buildPage(client, spaceId, { title: 'One', document })
    const read = await client.get(`/spaces/${spaceId}/content/page/${page}?format=document`)
    expect(read.body.document.nodes[0].nodes[0].data).toEqual({ title: 'A', slug: 'a' })
  })
})

describe('a body in Markdown', () => {
  const readBack = async (markdown: string) => {
    const page = await buildPage(client, spaceId, { title: 'One', document: { markdown } })
    return (await client.get(`/spaces/${spaceId}/content/page/${page}?format=markdown`)).body.markdown
  }

  it.each([
    '---\nA text between breaks\n---\n\nMore',
    '---\n- a list\n---\n\nMore',
    '---\n: [ malformed\n---\n\nMore',
  ])('keeps a text between thematic breaks, which is no front matter: %j', async (markdown) => {
    expect(await readBack(markdown)).toBe(markdown)
  })

  it('keeps the members of its front matter that are the author’s own, for exports', async () => {
    const page = await buildPage(client, spaceId, {
      title: 'One',
      document: { markdown: '---\ndescription: About\nowner: docs\n---\nText' },
    })
    const [stored] = await app.database.prisma.pageVersion.findMany({ where: { pageId: page } })
    expect(stored?.frontMatter).toBe('description: About\nowner: docs')
  })
})

it('takes the body of a comment as a tree alone, and refuses what would be lost', async () => {
  const comments = `/spaces/${spaceId}/comments`
  const taken = await client.post(comments, { body: tree })
  expect([taken.status, taken.body.body]).toMatchObject([
    200,
    { document: { nodes: [{ type: 'paragraph' }] } },
  ])
  const refused = await client.post(comments, { body: { text: 'Text' } })
  expect([refused.status, refused.body.error.fields[0].path]).toEqual([400, 'body.text'])
})
