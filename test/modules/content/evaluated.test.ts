import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveContent } from '../../../src/modules/content/revision-writer.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildPage, buildReusableContent, sendChanges } from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp
let client: TestClient
let spaceId: string
let organizationId: string
let pageId: string
let snippetId: string
/** The paths below which the same content is read: of the space, of a revision and of a change request. */
let prefixes: string[]

const expression = (text: string) => `<code class="expression">${text}</code>`

const written = [
  `Install ${expression('space.vars.product')} for ${expression('page.vars.edition')}.`,
  `[${expression('space.vars.product')} link](https://example.com)`,
  `[${expression('space.vars.none')} stays](https://example.com)`,
  `Unknown ${expression('space.vars.none')} stays.`,
  `Plan ${expression('visitor.claims.plan || "guest"')}.`,
  `{% if visitor.claims.plan == "pro" %}\n\nOnly ${expression('space.vars.version + 1')}.\n\n{% endif %}`,
].join('\n\n')

beforeAll(async () => {
  app = await startTestApp()
  const organization = await buildOrganization(app)
  client = app.as(organization.admin)
  organizationId = organization.id
  spaceId = (await buildSpace(app, organization)).id
  const variables = { product: 'Acme Sync', version: 2 }
  await sendChanges(client, spaceId, { operation: 'set_variables', variables })
  snippetId = await buildReusableContent(app, organization.admin, liveContent(spaceId), {
    markdown: `Again ${expression('space.vars.product')} ${expression('page.vars.edition')}.`,
  })
  const including = `${written}\n\n{% include "/reusable-contents/${snippetId}" %}`
  pageId = await buildPage(client, spaceId, {
    title: 'Setup',
    variables: { edition: 'Pro' },
    document: { markdown: including },
  })
  const { revision } = (await client.get(`/spaces/${spaceId}`)).body
  const { id } = (await client.post(`/spaces/${spaceId}/change-requests`, { subject: 'Draft' })).body
  prefixes = [
    `/spaces/${spaceId}/content`,
    `/spaces/${spaceId}/revisions/${revision}`,
    `/spaces/${spaceId}/change-requests/${id}/content`,
  ]
})
afterAll(() => app.close())

/** Reads the page by id and path, below each prefix. */
const readings = (query: string) =>
  Promise.all(
    prefixes.flatMap((prefix) =>
      [`page/${pageId}`, 'path/setup'].map(async (place) => {
        const { status, body, headers } = await client.get(`${prefix}/${place}?${query}`)
        expect([place, status, headers.get('warning')]).toEqual([place, 200, null])
        return body
      }),
    ),
  )

/** Returns the expressions in a tree, and its text. */
function contentsOf(tree: unknown): { expressions: string[]; text: string } {
  const expressions: string[] = []
  let text = ''
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, data, leaves } = node as {
      type?: string
      data?: { expression?: string }
      leaves?: object[]
    }
    if (type === 'expression') expressions.push(data?.expression as string)
    for (const leaf of leaves ?? []) text += (leaf as { text: string }).text
    for (const child of Object.values(node)) walk(child)
  }
  walk(tree)
  return { expressions, text }
}

describe('evaluated=true', () => {
  test('replaces expressions in Markdown, and leaves conditions, references and what has no text', async () => {
    for (const { markdown } of await readings('format=markdown&evaluated=true')) {
      expect(markdown).toContain('Install Acme Sync for Pro.')
      expect(markdown).toContain('[Acme Sync link](https://example.com)')
      expect(markdown).toContain(`[${expression('space.vars.none')} stays](https://example.com)`)
      expect(markdown).toContain(`Unknown ${expression('space.vars.none')} stays.`)
      expect(markdown).toContain('Plan guest.')
      expect(markdown).toMatch(/\{% if visitor.claims.plan == "pro" %\}\s+Only 3\.\s+\{% endif %\}/)
      expect(markdown).toContain(`{% include "/reusable-contents/${snippetId}" %}`)
    }
  })

  test('replaces them in trees', async () => {
    for (const { document } of await readings('evaluated=True')) {
      const { expressions, text } = contentsOf(document)
      expect(expressions).toEqual(['space.vars.none'])
      expect(text).toContain('Install Acme Sync for Pro.')
      expect(text).toContain('Only 3.')
      expect(JSON.stringify(document)).toContain('"type":"if"')
      expect(JSON.stringify(document)).toContain('"type":"reusable-content"')
    }
  })

  test('replaces them in what is put in place of references, with the variables of the page', async () => {
    for (const { document } of await readings('evaluated=true&dereferenced=true'))
      expect(contentsOf(document).text).toContain('Again Acme Sync Pro.')
    for (const { markdown } of await readings('format=markdown&evaluated=true&dereferenced=true'))
      expect(markdown).toContain('Again Acme Sync Pro.')
  })

  test('replaces them in the bodies of pages in a list', async () => {
    const text = `query ($id: ID!) { space(id: $id) { pages { nodes { pageId ... on DocumentPage { document(evaluated: ALL) } } } } }`
    const { data } = await client.gql(text, { id: spaceId })
    const page = data.space.pages.nodes.find((each: { pageId: string }) => each.pageId === pageId)
    expect(contentsOf(page.document).expressions).toEqual(['space.vars.none'])
  })

  test('replaces them in the bodies of pages and reusable contents of a revision', async () => {
    const [, revision] = prefixes
    const { body } = await client.get(`${revision}/page/${pageId}/document?evaluated=true`)
    expect(contentsOf(body)).toMatchObject({ expressions: ['space.vars.none'] })
    const snippet = await client.get(`${revision}/reusable-contents/${snippetId}/document?evaluated=true`)
    expect(contentsOf(snippet.body)).toEqual({
      expressions: ['page.vars.edition'],
      text: expect.stringContaining('Again Acme Sync '),
    })
  })
})

test('evaluated=deterministic-only leaves what depends on claims', async () => {
  for (const { document } of await readings('evaluated=deterministic-only')) {
    const { expressions, text } = contentsOf(document)
    expect(expressions).toEqual(['space.vars.none', 'visitor.claims.plan || "guest"'])
    expect(text).toContain('Install Acme Sync for Pro.')
  }
  for (const { markdown } of await readings('format=markdown&evaluated=deterministic-only')) {
    expect(markdown).toContain('Install Acme Sync for Pro.')
    expect(markdown).toContain('Plan <code class="expression">visitor.claims.plan ')
  }
})

test.each(['', 'evaluated=', 'evaluated=false'])('"%s" leaves all expressions', async (query) => {
  for (const { markdown } of await readings(`format=markdown&${query}`)) expect(markdown).toContain(written)
  for (const { document } of await readings(query)) expect(contentsOf(document).expressions).toHaveLength(5)
})

test('another value is refused', async () => {
  const { status, body } = await client.get(`${prefixes[0]}/page/${pageId}?evaluated=some`)
  expect([status, body.error.fields[0].path]).toEqual([400, 'evaluated'])
})

test('the graph has the same argument', async () => {
  const document = `query ($space: ID!, $page: ID!, $snippet: ID!) {
    page(spaceId: $space, pageId: $page) {
      ... on DocumentPage {
        body(format: MARKDOWN, evaluated: ALL) { markdown }
        document(evaluated: DETERMINISTIC_ONLY)
        plain: document(evaluated: NONE)
      }
    }
    reusableContent(spaceId: $space, reusableContentId: $snippet) { nodes(evaluated: ALL) }
  }`
  const { data } = await client.gql(document, { space: spaceId, page: pageId, snippet: snippetId })
  expect(data.page.body.markdown).toContain('Install Acme Sync for Pro.')
  expect(contentsOf(data.page.document).text).toContain('Install Acme Sync for Pro.')
  expect(contentsOf(data.page.plain).expressions).toHaveLength(5)
  expect(contentsOf(data.reusableContent.nodes).expressions).toEqual(['page.vars.edition'])
})

describe('an expression in the title or description of a page', () => {
  const shownAt = async (id: string) => {
    const { title, description, path } = (await client.get(`/spaces/${spaceId}/content/page/${id}`)).body
    return { title, description, path }
  }
  const product = expression('space.vars.product')
  const edition = expression('page.vars.edition')

  test('is its value when the page is written', async () => {
    const id = await buildPage(client, spaceId, {
      title: `Install ${product} ${edition} ${expression('space.vars.none')}`,
      description: `With ${product}`,
      variables: { edition: 'Pro' },
    })
    expect(await shownAt(id)).toEqual({
      title: 'Install Acme Sync Pro space.vars.none',
      description: 'With Acme Sync',
      path: 'install-acme-sync-pro-spacevarsnone',
    })
    const change = { operation: 'update_page', page: id, title: `Of ${edition}`, description: edition }
    await sendChanges(client, spaceId, change)
    expect(await shownAt(id)).toMatchObject({ title: 'Of Pro', description: 'Pro' })
  })

  test('is its value when it is in Markdown, with the variables of the same batch', async () => {
    const markdown = `---\ndescription: ${product}\nvars:\n  edition: Free\n---\n\n# Use ${product} ${edition}\n\nText.`
    const variables = { product: 'Zenith' }
    const space = await buildSpace(app, { id: organizationId })
    const { body } = await sendChanges(
      client,
      space.id,
      { operation: 'set_variables', variables },
      { operation: 'insert_page', title: 'Page', document: { markdown } },
    )
    const { title, description } = (
      await client.get(`/spaces/${space.id}/content/page/${body.changes[0].page.id}`)
    ).body
    expect({ title, description }).toEqual({ title: 'Use Zenith Free', description: 'Zenith' })
  })
})
