import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentLimits } from '../../../src/formats/page/limits.ts'
import { liveContent } from '../../../src/modules/content/revision-writer.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildPage, buildReusableContent, insertPage, sendChanges } from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp
let client: TestClient
let spaceId: string
/** The pages, by title. */
const ids: Record<string, string> = {}
/** The paths below which the same content is read. */
let prefixes: string[]

const linking = () =>
  [
    `[near](/pages/${ids.Setup}) [part](/pages/${ids.Setup}#install) [up](/pages/${ids.Start})`,
    `[below](/pages/${ids.Deep}) [self](/pages/${ids.Guide}) [group](/pages/${ids.Group})`,
    `[gone](/pages/pagNone) [file](/files/filNone) \`/pages/${ids.Start}\` <a href="/pages/${ids.Start}">x</a>`,
    `{% content-ref url="/pages/${ids.Start}" %}\n[start](/pages/${ids.Start})\n{% endcontent-ref %}`,
  ].join('\n\n')

beforeAll(async () => {
  app = await startTestApp()
  const organization = await buildOrganization(app)
  client = app.as(organization.admin)
  spaceId = (await buildSpace(app, organization)).id
  ids.Group = await buildPage(client, spaceId, { type: 'group', title: 'Group', document: undefined })
  for (const [title, parent] of [['Start'], ['Guide', 'Group'], ['Setup', 'Group'], ['Deep', 'Guide']])
    ids[title as string] = await buildPage(client, spaceId, {
      title,
      document: { markdown: `The *body* of ${title}.` },
      ...(parent && { into: ids[parent] }),
    })
  const snippet = await buildReusableContent(app, organization.admin, liveContent(spaceId))
  await buildPage(client, spaceId, {
    title: 'Including',
    document: { markdown: `{% include "/reusable-contents/${snippet}" %}` },
  })
  const written = await sendChanges(client, spaceId, {
    operation: 'update_page',
    page: ids.Guide,
    document: { markdown: linking() },
  })
  expect(written.status).toBe(200)
  const { revision } = (await client.get(`/spaces/${spaceId}`)).body
  const { id } = (await client.post(`/spaces/${spaceId}/change-requests`, { subject: 'Draft' })).body
  prefixes = [
    `/spaces/${spaceId}/content`,
    `/spaces/${spaceId}/revisions/${revision}`,
    `/spaces/${spaceId}/change-requests/${id}/content`,
  ]
})
afterAll(() => app.close())

/** Reads a page in all ways that there are. */
const readings = (title: string, path: string, query = '') =>
  Promise.all(
    prefixes
      .flatMap((prefix) => [`${prefix}/page/${ids[title]}`, `${prefix}/path/${encodeURIComponent(path)}`])
      .map(async (address) => (await client.get(`${address}${query}`)).body),
  )

describe('a single page', () => {
  test.each(['', '?format=', '?format=document'])(
    'read with "%s" has its tree, and no Markdown',
    async (query) => {
      for (const page of await readings('Start', 'start', query)) {
        expect(page).toMatchObject({ id: ids.Start, document: { object: 'document', data: {} } })
        expect(JSON.stringify(page.document)).toContain('of Start.')
        expect(page).not.toHaveProperty('markdown')
      }
    },
  )

  test('that is a group has no body', async () => {
    for (const page of await readings('Group', 'group')) {
      expect(page.type).toBe('group')
      expect(page).not.toHaveProperty('document')
    }
  })

  test('is read with the trees of no other pages', async () => {
    for (const page of await readings('Guide', 'group/guide')) {
      expect(page.pages).toMatchObject([{ id: ids.Deep }])
      expect(page.pages[0]).not.toHaveProperty('document')
    }
  })

  test('has no body in lists and trees of pages', async () => {
    const answers = await Promise.all(
      prefixes.flatMap((prefix) => [prefix, `${prefix}/pages`]).map((address) => client.get(address)),
    )
    expect(JSON.stringify(answers.map(({ body }) => body.pages))).not.toContain('"nodes"')
  })

  test.runIf(isLongRun)('has the whole tree of a body as long as any', async () => {
    const line = 'A *word* and [another](https://example.com) one.\n\n'
    const most = Math.min(documentLimits.lines / 2, documentLimits.markdownLength / line.length)
    const count = Math.floor(most) - 1
    const id = await buildPage(client, spaceId, { title: 'Long', document: { markdown: line.repeat(count) } })
    const { status, body } = await client.get(`/spaces/${spaceId}/content/page/${id}`)
    expect([status, body.document.nodes.length]).toEqual([200, count])
    await sendChanges(client, spaceId, { operation: 'delete_page', page: id })
  })
})

describe('Markdown of a single page', () => {
  const relative = [
    '[near](setup.md) [part](setup.md#install) [up](../start.md)',
    '[below](guide/deep.md) [self](guide.md) [group](../group.md)',
  ].join('\n\n')

  test.each(['', '&format.markdown.refs=', '&format.markdown.refs=relative'])(
    'links to pages from where it is, with "%s"',
    async (query) => {
      for (const { markdown } of await readings('Guide', 'group/guide', `?format=markdown${query}`)) {
        expect(markdown).toContain(relative)
        expect(markdown).toContain('[gone](/pages/pagNone) [file](/files/filNone)')
        expect(markdown).toContain(`\`/pages/${ids.Start}\` <a href="../start.md">x</a>`)
        expect(markdown).toContain('{% content-ref url="../start.md" %}\n[start](../start.md)')
      }
    },
  )

  test('has the links that were written, with format.markdown.refs=stable', async () => {
    const query = '?format=markdown&format.markdown.refs=stable'
    for (const { markdown } of await readings('Guide', 'group/guide', query)) expect(markdown).toBe(linking())
    const { status } = await client.get(
      `/spaces/${spaceId}/content/page/${ids.Guide}?format.markdown.refs=all`,
    )
    expect(status).toBe(400)
  })

  test('leads to the same pages once it is written back', async () => {
    const address = `/spaces/${spaceId}/content/page/${ids.Guide}`
    const { markdown } = (await client.get(`${address}?format=markdown`)).body
    await sendChanges(client, spaceId, {
      operation: 'update_page',
      page: ids.Guide,
      document: { markdown },
    })
    const { body } = await client.get(`${address}?format=markdown&format.markdown.refs=stable`)
    expect(body.markdown).toBe(linking())
  })

  test('keeps relative links that lead nowhere', async () => {
    const { body } = await sendChanges(client, spaceId, insertPage('Stray', '[x](nowhere.md)'))
    const [{ page }] = body.changes
    const { markdown } = (await client.get(`/spaces/${spaceId}/content/page/${page.id}?format=markdown`)).body
    expect(markdown).toBe('[x](nowhere.md)')
  })

  test('is the same in the graph, where links are stable unless asked for otherwise', async () => {
    const document = `query ($space: ID!, $page: ID!) {
      page(spaceId: $space, pageId: $page) {
        ... on DocumentPage {
          plain: body(format: MARKDOWN) { markdown }
          linked: body(format: MARKDOWN, references: RELATIVE) { markdown }
        }
      }
    }`
    const { data } = await client.gql(document, { space: spaceId, page: ids.Guide })
    const { body } = await client.get(`/spaces/${spaceId}/content/page/${ids.Guide}?format=markdown`)
    expect(data.page).toEqual({ plain: { markdown: linking() }, linked: { markdown: body.markdown } })
  })
})

describe('dereferenced', () => {
  const read = async (query: string) =>
    (await client.get(`/spaces/${spaceId}/content/path/including${query}`)).body

  test.each(['reusable-contents', 'true', 'True'])('=%s puts reusable contents in place', async (value) => {
    expect(JSON.stringify((await read(`?dereferenced=${value}`)).document)).toContain('Again and again.')
    const { markdown } = await read(`?dereferenced=${value}&format=markdown`)
    expect(markdown.trim()).toBe('Again and again.')
  })

  test.each(['', '?dereferenced=', '?dereferenced=false'])('"%s" leaves the references', async (query) => {
    expect(JSON.stringify((await read(query)).document)).not.toContain('Again and again.')
  })
})
