import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface NewPage {
  readonly title: string
  readonly markdown?: string
  readonly description?: string
}

interface Place {
  readonly organizationId: string
  readonly client: TestClient
  readonly spaceId: string
}

async function write(client: TestClient, spaceId: string, pages: readonly NewPage[]): Promise<void> {
  const changes = pages.map(({ title, description, markdown = '' }) => ({
    operation: 'insert_page',
    title,
    description,
    document: { markdown },
  }))
  const answer = await client.post(`/spaces/${spaceId}/content`, { changes })
  expect(answer.body.error).toBeUndefined()
}

/** Builds a space with pages, in its own organization. */
async function buildSpace(...pages: readonly NewPage[]): Promise<Place> {
  const { id: organizationId, admin } = await buildOrganization(app)
  const client = app.as(admin)
  const spaceId = (await client.post(`/orgs/${organizationId}/spaces`, { title: 'Searched', empty: true }))
    .body.id
  if (pages.length > 0) await write(client, spaceId, pages)
  return { organizationId, client, spaceId }
}

const search = async ({ client, spaceId }: Place, query: string, more = '') => {
  const answer = await client.get(`/spaces/${spaceId}/search?query=${encodeURIComponent(query)}${more}`)
  expect({ query, status: answer.status }).toEqual({ query, status: 200 })
  return answer.body
}

const titles = async (place: Place, query: string): Promise<string[]> =>
  (await search(place, query)).items.map(({ title }: { title: string }) => title)

const pageNamed = async ({ client, spaceId }: Place, title: string) =>
  (await client.get(`/spaces/${spaceId}/content`)).body.pages.find(
    (page: { title: string }) => page.title === title,
  )

describe('a query', () => {
  let place: Place
  beforeAll(async () => {
    place = await buildSpace(
      { title: 'Deployments', markdown: 'We install the service with several replicas.' },
      { title: 'Setup', markdown: 'Installing needs a database. The quick brown fox jumps over it.' },
      { title: 'About', markdown: 'A brown and quick animal lives at docs.example.com/start.' },
      { title: 'Über Größen', markdown: 'Die Straßen von Zürich; naïve café. Привет, мир.' },
      { title: '検索', markdown: '全文検索は日本語でも動きます。' },
    )
  })

  const cases: [what: string, query: string, found: string[]][] = [
    ['other forms of a word', 'installs', ['Deployments', 'Setup']],
    ['pages with all words only', 'install replicas', ['Deployments']],
    ['a word that is still being typed', 'replic', ['Deployments']],
    ['no unfinished word before others', 'replic service', []],
    ['a letter too few', 'replcas', ['Deployments']],
    ['a letter too many', 'replicaas', ['Deployments']],
    ['a wrong letter', 'databose', ['Setup']],
    ['letters that changed places', 'databsae', ['Setup']],
    ['one misspelled word among others', 'quikc fox', ['Setup']],
    ['no two errors', 'databoso', []],
    ['a phrase', '"quick brown fox"', ['Setup']],
    ['words in another order, without quotes', 'quick brown', ['Setup', 'About']],
    ['a phrase with common words', '"jumps over it"', ['Setup']],
    ['a phrase in typographic quotes', '“brown fox”', ['Setup']],
    ['a phrase that never ends', '"brown fox', ['Setup']],
    ['a phrase as it stands only', '"quick foxes"', []],
    ['nothing with an excluded word', 'brown -fox', ['About']],
    ['nothing with an excluded phrase', 'brown -"quick brown"', ['About']],
    ['other forms of an excluded word neither', 'install -replica', ['Setup']],
    ['an address by a part of it', 'example.com', ['About']],
    ['common words beside others', 'the fox', ['Setup']],
    ['a title of common words', 'about', ['About']],
    ['a text of common words', '"a '.repeat(170), ['Setup', 'About']],
    ['umlauts', 'größen', ['Über Größen']],
    ['umlauts without their dots', 'uber strassen', ['Über Größen']],
    ['accents', 'NAIVE CAFÉ', ['Über Größen']],
    ['other alphabets', 'привет', ['Über Größen']],
    ['errors in other alphabets', 'приват', ['Über Größen']],
    ['languages without blanks', '日本語', ['検索']],
    ['no characters in another order', '語本', []],
    ['the title before the text', '検索', ['検索']],
  ]
  test.each(cases)('finds %s: %s', async (_what, query, found) => {
    expect(await titles(place, query)).toEqual(found)
  })

  const nothing = [
    '-install',
    '-"quick brown"',
    'the of and',
    '"the of"',
    '...',
    '"',
    '""',
    '-',
    '--',
    '- "',
    "'\\:*&|!()<->",
    "' OR 1=1 --",
    'zzzz:*',
    ')(',
    '<->',
    '🙂🙂',
    '%_%',
    "'".repeat(512),
    '('.repeat(512),
    'é-'.repeat(256),
    'x '.repeat(256),
    'ẍ̈̈'.repeat(120),
    '語'.repeat(512),
    '-zz '.repeat(128),
    'wxyzq'.repeat(100),
    'wxyzq '.repeat(85),
  ]
  test.each(nothing)('%j is valid and has no results', async (query) => {
    const { client, spaceId } = place
    const { data, errors } = await client.gql(
      `query ($spaceId: ID!, $query: String!) { searchSpace(spaceId: $spaceId, search: $query) { totalCount nodes { title } } }`,
      { spaceId, query },
    )
    expect(errors).toBeUndefined()
    expect(data.searchSpace).toEqual({ totalCount: 0, nodes: [] })
  })

  test('has 1 to 512 characters', async () => {
    const { client, spaceId, organizationId } = place
    for (const address of [`/spaces/${spaceId}/search`, `/orgs/${organizationId}/search`]) {
      expect((await client.get(address)).status).toBe(400)
      expect((await client.get(`${address}?query=`)).status).toBe(400)
      expect((await client.get(`${address}?query=${'a'.repeat(513)}`)).status).toBe(400)
      expect((await client.get(`${address}?query=${'a'.repeat(512)}`)).status).toBe(200)
    }
  })
})

describe('a version', () => {
  let place: Place
  beforeAll(async () => {
    place = await buildSpace(
      { title: 'With a letter', markdown: 'Since v1.2.3 it is faster.' },
      { title: 'Without', markdown: 'Version 2.0.1 needs Node 24.' },
      { title: 'Other', markdown: 'We took 1 of 2 or 3 pages, 11.2.3, and v1 and 2.' },
    )
  })
  test.each([
    ['1.2.3', ['With a letter']],
    ['v1.2.3', ['With a letter']],
    ['v1.2', ['With a letter']],
    ['1.2', ['With a letter']],
    ['v2.0.1', ['Without']],
    ['v2.0', ['Without']],
    ['"1.2.3"', []],
    ['1.3', []],
  ])('is found with and without its letter, and by its beginning: %s', async (query, found) => {
    expect(await titles(place, query)).toEqual(found)
    const [first] = (await search(place, query)).items
    if (first) expect(first.sections[0].body).toContain(first.title === 'Without' ? '2.0.1' : 'v1.2.3')
  })
})

describe('common words alone', () => {
  test('are found in titles, then in headings, then in texts, those with all of them in a row first', async () => {
    const place = await buildSpace(
      { title: 'Scattered', markdown: 'To whom it may concern: this is not how we do that.' },
      { title: 'In a text', markdown: 'Learn how to be brief.\n\nTo be brief is the aim.' },
      { title: 'Nearer', markdown: 'You know how to be, how to do and how to.' },
      { title: 'In a heading', markdown: '## How to start\n\nTurn it on.' },
      { title: 'How to', markdown: 'Read it.' },
      { title: 'What to do and how', markdown: 'Text.' },
      { title: 'Hamlet', markdown: 'To be, or not to be, that is the question.' },
    )
    expect(await titles(place, 'how to')).toEqual([
      'How to',
      'What to do and how',
      'In a heading',
      'Nearer',
      'In a text',
    ])
    expect(await titles(place, 'to be or not to be')).toEqual(['Hamlet'])
    expect(await titles(place, '"to be or not"')).toEqual(['Hamlet'])
    expect(await titles(place, '"not to be or"')).toEqual([])
    expect(await titles(place, 'that is the -question')).toEqual([])
    const { items } = await search(place, 'that is the')
    expect(items[0].sections[0].body).toContain('that is the question')
  })

  test('show the part of a text in which they are neighbours', async () => {
    const far = 'To say it at once: we are not in it, or it may be out. '.repeat(20)
    const place = await buildSpace({ title: 'Hamlet', markdown: `${far}To be or not to be. ${far}` })
    const { items } = await search(place, 'to be or not to be')
    expect(items[0].sections[0].body).toContain('To be or not to be')
  })

  test('are meant by words that no page has and that differ from them in a letter', async () => {
    const place = await buildSpace(
      { title: 'How to', markdown: 'Read it.' },
      { title: 'Install', markdown: 'Unpack the archive.' },
    )
    expect(await titles(place, 'hwo to install')).toEqual(['Install'])
    expect(await titles(place, 'hwo to')).toEqual(['How to'])
    expect(await titles(place, 'waht install')).toEqual(['Install'])
    expect(await titles(place, 'xyzzy install')).toEqual([])
  })

  test('are found anywhere in a text if nowhere in a row', async () => {
    const place = await buildSpace(
      { title: 'How to', markdown: 'Read it.' },
      { title: 'Begin', markdown: '## First\n\nThis is what there is to know: how to be and where.' },
      { title: 'Another', markdown: 'Not or never.' },
    )
    expect(await titles(place, 'how to')).toEqual(['How to', 'Begin'])
    expect(await titles(place, 'what is this')).toEqual(['Begin'])
    expect(await titles(place, '"to be"')).toEqual(['Begin'])
    expect(await titles(place, '"be to"')).toEqual([])
    expect(await titles(place, 'not or')).toEqual(['Another'])
    const { items, count } = await search(place, 'what is')
    expect(count).toBe(1)
    expect(items[0].sections).toMatchObject([
      { title: 'First', body: expect.stringContaining('what there is') },
    ])
    const { body } = await place.client.get(`/orgs/${place.organizationId}/search?query=what%20is`)
    expect(body.items[0].pages).toMatchObject([{ title: 'Begin' }])
  })
})

describe('a word with another letter', () => {
  test('is found after the word as it was typed, wherever it is, and with pagination', async () => {
    const place = await buildSpace(
      { title: 'Forms', markdown: 'Text' },
      { title: 'Formats', markdown: 'The word fromage is typed here: formst, and cheese.' },
      { title: 'Fromagerie', markdown: 'Fromage in the title' },
      { title: 'Typed', markdown: 'Cheese is called formage by some.' },
      { title: 'Formage', markdown: 'Nothing' },
      { title: 'Else', markdown: 'A fromage and a cheese' },
    )
    const found = await titles(place, 'formage')
    expect(found.slice(0, 2)).toEqual(['Formage', 'Typed'])
    expect(found.slice(2).sort()).toEqual(['Else', 'Formats', 'Fromagerie'])
    expect((await titles(place, 'formage cheese')).slice(0, 1)).toEqual(['Typed'])
    expect((await titles(place, 'formage cheese')).slice(1).sort()).toEqual(['Else', 'Formats'])
    const seen: string[] = []
    let page: string | undefined
    do {
      const body = await search(place, 'formage', `&limit=2${page ? `&page=${page}` : ''}`)
      seen.push(...body.items.map(({ title }: { title: string }) => title))
      page = body.next?.page
    } while (page)
    expect(seen).toEqual(await titles(place, 'formage'))
    const { body } = await place.client.get(`/orgs/${place.organizationId}/search?query=formage`)
    expect(body.items[0].pages[0].title).toBe('Formage')
  })

  test('is not looked for instead of a number that is there', async () => {
    const place = await buildSpace(
      { title: 'One', markdown: 'Error 10421' },
      { title: 'Two', markdown: 'Error 10422' },
    )
    expect(await titles(place, '10421')).toEqual(['One'])
    expect((await titles(place, '10423')).sort()).toEqual(['One', 'Two'])
  })

  test('is not looked for where there are many results, or in quotes', async () => {
    const place = await buildSpace(
      ...Array.from({ length: 10 }, (_, n) => ({ title: `Page ${n}`, markdown: 'A castle' })),
      { title: 'Cattle', markdown: 'A cattle' },
    )
    expect((await search(place, 'castle')).count).toBe(10)
    expect(await titles(place, '"cattle"')).toEqual(['Cattle'])
    expect((await search(place, 'cattle')).count).toBe(11)
    expect((await titles(place, 'cattle'))[0]).toBe('Cattle')
  })
})

describe('the order', () => {
  test('is by exact title, title, headings and description, then text', async () => {
    const often = 'Webhooks and webhooks. '.repeat(50)
    const place = await buildSpace(
      { title: 'In the text', markdown: often },
      { title: 'Described', description: 'What webhooks do' },
      { title: 'Headed', markdown: '## One\n\nText\n\n## Signing webhooks\n\nMore' },
      { title: 'All about webhooks', markdown: 'Nothing' },
      { title: 'Webhooks by hand', markdown: 'Nothing' },
      { title: 'Webhooks', markdown: 'Nothing' },
    )
    const found = await titles(place, 'webhooks')
    expect(found.slice(0, 3)).toEqual(['Webhooks', 'Webhooks by hand', 'All about webhooks'])
    expect(found.slice(3, 5).sort()).toEqual(['Described', 'Headed'])
    expect(found.slice(5)).toEqual(['In the text'])
  })

  test('is the same with pagination, forwards and backwards, without gaps or repeats', async () => {
    const place = await buildSpace(
      ...Array.from({ length: 23 }, (_, n) => ({
        title: `Page ${n}`,
        markdown: `Lemon ${'lemon '.repeat(n % 3)}`,
      })),
    )
    const all = (await search(place, 'lemon', '&limit=1000')).items.map(({ id }: { id: string }) => id)
    expect(new Set(all).size).toBe(23)
    const seen: string[] = []
    let page: string | undefined
    do {
      const body = await search(place, 'lemon', `&limit=5${page ? `&page=${page}` : ''}`)
      expect(body.count).toBe(23)
      seen.push(...body.items.map(({ id }: { id: string }) => id))
      page = body.next?.page
    } while (page)
    expect(seen).toEqual(all)
    const document = `query ($spaceId: ID!, $before: String) {
      searchSpace(spaceId: $spaceId, search: "lemon", last: 7, before: $before) {
        nodes { pageId } pageInfo { hasPreviousPage startCursor }
      }
    }`
    const backwards: string[] = []
    let before: string | null = null
    do {
      const { data } = await place.client.gql(document, { spaceId: place.spaceId, before })
      backwards.unshift(...data.searchSpace.nodes.map(({ pageId }: { pageId: string }) => pageId))
      const { hasPreviousPage, startCursor } = data.searchSpace.pageInfo
      before = hasPreviousPage ? startCursor : null
    } while (before)
    expect(backwards).toEqual(all)
  })

  test('rejects a cursor of another list, and counts without items', async () => {
    const place = await buildSpace({ title: 'Only', markdown: 'lemon' })
    const { client, spaceId, organizationId } = place
    for (const page of ['nonsense', Buffer.from('["x",1,"y"]').toString('base64url')]) {
      expect((await client.get(`/spaces/${spaceId}/search?query=lemon&page=${page}`)).status).toBe(400)
      expect((await client.get(`/spaces/${spaceId}/search?query=...&page=${page}`)).status).toBe(400)
      expect((await client.get(`/orgs/${organizationId}/search?query=lemon&page=${page}`)).status).toBe(400)
    }
    expect(await search(place, 'lemon', '&limit=0')).toMatchObject({ items: [], count: 1 })
  })
})

describe('the sections of a page', () => {
  test('are those that match, with an excerpt, the anchor and URLs', async () => {
    const long = `${'Filler words come first. '.repeat(60)}Here the pomegranate ripens. ${'More of it follows. '.repeat(60)}`
    const place = await buildSpace({
      title: 'Fruit',
      markdown: `Before any heading.\n\n## First part\n\nNothing here.\n\n## Second part\n\n${long}\n\n## Pomegranates\n\nShort text.`,
    })
    const { items } = await search(place, 'pomegranate')
    const page = await pageNamed(place, 'Fruit')
    const app_ = `${app.url}/s/${place.spaceId}/pages/${page.id}`
    expect(items).toEqual([
      {
        id: page.id,
        title: 'Fruit',
        path: 'fruit',
        urls: { app: app_ },
        description: '',
        ancestors: [],
        resultType: 'section',
        rank: 1,
        score: expect.any(Number),
        sections: [
          {
            id: `${page.id}-3`,
            score: expect.any(Number),
            title: 'Pomegranates',
            path: 'fruit#pomegranates',
            body: 'Short text.',
            urls: { app: `${app_}#pomegranates` },
          },
          {
            id: `${page.id}-2`,
            score: expect.any(Number),
            title: 'Second part',
            path: 'fruit#second-part',
            body: expect.stringContaining('Here the pomegranate ripens.'),
            urls: { app: `${app_}#second-part` },
          },
        ],
      },
    ])
    const [, { body }] = items[0].sections
    expect(body.length).toBeLessThanOrEqual(300)
    expect(body).toMatch(/^….*…$/)
  })

  test('have the same anchors as the document, also if headings repeat or have ids', async () => {
    const place = await buildSpace({
      title: 'Anchors',
      markdown: '## Usage\n\nkiwi\n\n## Usage\n\nkiwi\n\n## Named <a href="#own" id="own"></a>\n\nkiwi',
    })
    const [{ sections }] = (await search(place, 'kiwi')).items
    const anchors = sections.map(({ path }: { path: string }) => path)
    expect(anchors).toEqual(['anchors#usage', 'anchors#usage-1', 'anchors#own'])
  })

  test('are at most 5, and none if only the title matches', async () => {
    const markdown = Array.from({ length: 9 }, (_, n) => `## Part ${n}\n\nkiwi`).join('\n\n')
    const place = await buildSpace({ title: 'Many', markdown }, { title: 'Kiwi', markdown: 'Nothing' })
    const { items } = await search(place, 'kiwi')
    expect(items.map(({ sections }: { sections: unknown[] }) => sections.length)).toEqual([0, 5])
  })

  test('before the first heading have the title and the description of the page', async () => {
    const place = await buildSpace({ title: 'Top', description: 'All about kiwis', markdown: 'Opening text' })
    const [{ sections }] = (await search(place, 'kiwi')).items
    expect(sections).toMatchObject([{ title: 'Top', path: 'top', body: 'All about kiwis\nOpening text' }])
  })

  test('match other forms and corrected words', async () => {
    const place = await buildSpace({
      title: 'Forms',
      markdown: '## A\n\nIt happily configures.\n\n## B\n\nNothing',
    })
    for (const query of ['configuring', 'configurse', 'config', 'happily'])
      expect((await search(place, query)).items[0]?.sections, query).toMatchObject([{ title: 'A' }])
  })
})

describe('the results', () => {
  test('reflect an edit immediately, also removed words', async () => {
    const place = await buildSpace({ title: 'Page', markdown: 'apricot' })
    const { client, spaceId } = place
    const { id } = await pageNamed(place, 'Page')
    await client.post(`/spaces/${spaceId}/content`, {
      changes: [{ operation: 'update_page', page: id, document: { markdown: 'blueberry' } }],
    })
    expect(await titles(place, 'apricot')).toEqual([])
    expect(await titles(place, 'blueberry')).toEqual(['Page'])
    await client.post(`/spaces/${spaceId}/content`, { changes: [{ operation: 'delete_page', page: id }] })
    expect(await titles(place, 'blueberry')).toEqual([])
    expect(await app.database.prisma.searchPage.count({ where: { spaceId } })).toBe(0)
    expect(await app.database.prisma.searchSection.count({ where: { spaceId } })).toBe(0)
  })

  test('are not changed by a batch that fails', async () => {
    const place = await buildSpace({ title: 'Page', markdown: 'apricot' })
    const answer = await place.client.post(`/spaces/${place.spaceId}/content`, {
      changes: [
        { operation: 'insert_page', title: 'New', document: { markdown: 'cranberry' } },
        { operation: 'delete_page', page: 'nowhere' },
      ],
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await titles(place, 'cranberry')).toEqual([])
  })

  test('include groups, and subpages with their complete path', async () => {
    const place = await buildSpace()
    const { client, spaceId } = place
    await client.post(`/spaces/${spaceId}/content`, {
      changes: [{ operation: 'insert_page', type: 'group', title: 'Guides' }],
    })
    const group = await pageNamed(place, 'Guides')
    await client.post(`/spaces/${spaceId}/content`, {
      changes: [
        { operation: 'insert_page', into: group.id, title: 'Below', document: { markdown: 'guides' } },
      ],
    })
    const { items } = await search(place, 'guides')
    expect(items.map(({ path }: { path: string }) => path)).toEqual(['guides', 'guides/below'])
    expect(items[0].sections).toEqual([])
  })

  test('include a duplicated space', async () => {
    const place = await buildSpace({ title: 'Page', markdown: 'apricot' })
    const copy = (await place.client.post(`/spaces/${place.spaceId}/duplicate`)).body
    expect(await titles({ ...place, spaceId: copy.id }, 'apricot')).toEqual(['Page'])
  })

  test('of a duplicated space are those of the original, whose bodies are not read again', async () => {
    const place = await buildSpace(
      { title: 'Plain', markdown: 'quince\n\n## Part\n\nloquat', description: 'About quinces' },
      { title: 'Without' },
    )
    const { client, spaceId } = place
    const indexOf = async (id: string) =>
      (
        await app.database.pool.query(
          `SELECT p."pageId", p.title, p.vector::text, p.computed, c.ordinal, c.anchor, c.title AS section, c.body
           FROM "SearchPage" p LEFT JOIN "SearchSection" c USING ("spaceId", "pageId")
           WHERE p."spaceId" = $1 ORDER BY p."pageId", c.ordinal`,
          [id],
        )
      ).rows
    const duplicate = async () => (await client.post(`/spaces/${spaceId}/duplicate`)).body.id
    const change = async (...changes: object[]) =>
      expect((await client.post(`/spaces/${spaceId}/content`, { changes })).body.error).toBeUndefined()
    await change({ operation: 'insert_page', type: 'group', title: 'Group' })
    const { texts } = await app.statements(async () => {
      const copy = await duplicate()
      expect(await indexOf(copy)).toEqual(await indexOf(spaceId))
      expect(await titles({ ...place, spaceId: copy }, 'loquat')).toEqual(['Plain'])
    })
    expect(texts.filter((text) => text.startsWith('SELECT id, markdown, nodes FROM "Document"'))).toEqual([])

    await change({ operation: 'set_variables', variables: { product: 'Acme' } })
    const markdown = 'Of <code class="expression">space.vars.product</code>, a medlar'
    await write(client, spaceId, [{ title: 'Expressive', markdown }])
    const copy = await duplicate()
    expect(await indexOf(copy)).toEqual(await indexOf(spaceId))
    expect(await titles({ ...place, spaceId: copy }, 'Acme')).toEqual(['Expressive'])
    const indexed = await indexOf(spaceId)
    await app.database.pool.query(`UPDATE "Space" SET "searchedAt" = NULL WHERE id = $1`, [spaceId])
    await app.database.pool.query(
      `UPDATE "SearchPage" SET title = 'Of an earlier build' WHERE "spaceId" = $1`,
      [spaceId],
    )
    expect(await indexOf(await duplicate())).toEqual(indexed)
  })
})

describe('an organization', () => {
  const searchAll = async (client: TestClient, organizationId: string, query: string, more = '') =>
    (await client.get(`/orgs/${organizationId}/search?query=${encodeURIComponent(query)}${more}`)).body

  test('is searched in all its spaces, sorted by the best page', async () => {
    const place = await buildSpace({ title: 'In the text', markdown: 'walnut' })
    const { client, organizationId } = place
    const other = (await client.post(`/orgs/${organizationId}/spaces`, { title: 'Other', empty: true })).body
    await write(client, other.id, [
      ...Array.from({ length: 12 }, (_, n) => ({ title: `Page ${n}`, markdown: 'walnut' })),
      { title: 'Walnut', markdown: 'Nothing' },
    ])
    await buildSpace({ title: 'Walnut', markdown: 'of strangers' })
    const { items, count } = await searchAll(client, organizationId, 'walnut')
    expect(count).toBe(2)
    expect(items.map(({ title }: { title: string }) => title)).toEqual(['Other', 'Searched'])
    expect(items[0]).toMatchObject({ id: other.id })
    expect(items[0].pages).toHaveLength(10)
    expect(items[0].pages[0]).toMatchObject({ title: 'Walnut', path: 'walnut', sections: [] })
    expect(items[1].pages[0].sections).toMatchObject([{ title: 'In the text', body: 'walnut' }])
    const first = await searchAll(client, organizationId, 'walnut', '&limit=1')
    const second = await searchAll(client, organizationId, 'walnut', `&limit=1&page=${first.next.page}`)
    expect([...first.items, ...second.items]).toEqual(items)
    expect(second.next).toBeUndefined()
    expect((await searchAll(client, organizationId, 'walnot')).count).toBe(2)
  })

  test('never exposes unreadable results or their number', async () => {
    const place = await buildSpace({ title: 'Secret', markdown: 'walnut' })
    const { client, organizationId, spaceId } = place
    const open = (await client.post(`/orgs/${organizationId}/spaces`, { title: 'Open', empty: true })).body
    await write(client, open.id, [{ title: 'Public', markdown: 'walnut' }])
    await app.database.prisma.space.update({
      where: { id: spaceId },
      data: { defaultLevel: null, effectiveLevel: null },
    })
    const reader = app.as(await buildMember(app, organizationId, 'READ'))
    const { items, count } = await searchAll(reader, organizationId, 'walnut')
    expect({ count, ids: items.map(({ id }: { id: string }) => id) }).toEqual({ count: 1, ids: [open.id] })
    expect((await reader.get(`/spaces/${spaceId}/search?query=walnut`)).status).toBe(404)
    const guest = app.as(await buildMember(app, organizationId, null))
    expect(await searchAll(guest, organizationId, 'walnut')).toMatchObject({ items: [], count: 0 })
    const { admin: stranger } = await buildOrganization(app)
    expect((await app.as(stranger).get(`/orgs/${organizationId}/search?query=walnut`)).status).toBe(404)
  })

  test('excludes deleted spaces until they are restored', async () => {
    const { client, organizationId, spaceId } = await buildSpace({ title: 'Page', markdown: 'walnut' })
    await client.delete(`/spaces/${spaceId}`)
    expect(await searchAll(client, organizationId, 'walnut')).toMatchObject({ items: [], count: 0 })
    expect((await client.get(`/spaces/${spaceId}/search?query=walnut`)).status).toBe(404)
    await client.post(`/spaces/${spaceId}/restore`)
    expect(await searchAll(client, organizationId, 'walnut')).toMatchObject({ count: 1 })
  })
})

test('a search takes the same number of statements for any number of results', async () => {
  // A word like no other, as the words of all files are in one database, and similar ones are looked up too.
  const place = await buildSpace({ title: 'One', markdown: '## A\n\nxylocarp' })
  const { client, spaceId, organizationId } = place
  const cost = async (path: string) => {
    await client.get(path)
    return (await app.statements(() => client.get(path))).count
  }
  const costs = async () => [
    await cost(`/spaces/${spaceId}/search?query=xylocarp`),
    await cost(`/orgs/${organizationId}/search?query=xylocarp`),
  ]
  const ofOne = await costs()
  const pages = Array.from({ length: 40 }, (_, n) => ({ title: `Page ${n}`, markdown: '## A\n\nxylocarp' }))
  await write(client, spaceId, pages)
  const ofMany = await costs()
  await write(client, spaceId, pages)
  expect(await costs()).toEqual(ofMany)
  // Corrections are read where there are few results.
  for (const [index, count] of ofMany.entries())
    expect([ofOne[index], (ofOne[index] ?? 0) - 1]).toContain(count)
  expect(Math.max(...ofOne)).toBeLessThanOrEqual(8)
})

test('a page is found by the words in the source of its diagrams', async () => {
  const place = await buildSpace(
    { title: 'A fence', markdown: '```mermaid\ngraph TD\n  Warehouse --> Customer\n```' },
    { title: 'An integration', markdown: '{% @mermaid/diagram content="graph TD\n  Warehouse --> Shop" %}' },
  )
  expect((await titles(place, 'warehouse')).sort()).toEqual(['A fence', 'An integration'])
})

describe('letters that readers type without their strokes', () => {
  let place: Place
  beforeAll(async () => {
    place = await buildSpace(
      { title: 'Đà Nẵng', markdown: 'Lời đăng ký ở Đakovo.' },
      { title: 'København', markdown: 'Smørrebrød på Ærø.' },
      { title: 'Łódź', markdown: 'Miłość i żółw.' },
      { title: 'Œuvre', markdown: 'Le cœur de la sœur.' },
      { title: 'Það er', markdown: 'Þjóð og blað.' },
      { title: 'Işık', markdown: 'Kapı ışığı.' },
    )
  })
  const queries = [
    ['dang', 'Đà Nẵng'],
    ['da nang', 'Đà Nẵng'],
    ['đà nẵng', 'Đà Nẵng'],
    ['dakovo', 'Đà Nẵng'],
    ['kobenhavn', 'København'],
    ['København', 'København'],
    ['smorrebrod', 'København'],
    ['aero', 'København'],
    ['lodz', 'Łódź'],
    ['milosc', 'Łódź'],
    ['oeuvre', 'Œuvre'],
    ['soeur', 'Œuvre'],
    ['thad', 'Það er'],
    ['thjod', 'Það er'],
    ['isik', 'Işık'],
  ] as const
  test.each(queries)('%s finds %s', async (query, title) => {
    expect((await titles(place, query))[0]).toBe(title)
  })
})

describe('a name of several words', () => {
  let place: Place
  beforeAll(async () => {
    place = await buildSpace(
      { title: 'Users', markdown: 'Call `getUserById(id)` once.' },
      { title: 'Requests', markdown: 'An XMLHttpRequest is old.' },
      { title: 'UserById', markdown: 'The name itself.' },
    )
  })
  const queries: [query: string, found: string[]][] = [
    ['UserById', ['UserById', 'Users']],
    ['getuserbyid', ['Users']],
    ['HttpRequest', ['Requests']],
    ['httpreq', ['Requests']],
  ]
  test.each(queries)('is found by its parts, after what has exactly that name: %s', async (query, found) => {
    expect(await titles(place, query)).toEqual(found)
  })

  test('is shown where it was found', async () => {
    const { items } = await search(place, 'HttpRequest')
    expect(items[0].sections[0].body).toContain('XMLHttpRequest')
  })
})

describe('words that are also written as one', () => {
  let place: Place
  beforeAll(async () => {
    place = await buildSpace(
      {
        title: 'Networks',
        markdown: 'Start kube-proxy and kube-dns first. See RFC 7231 and its 1,000,000 readers.',
      },
      { title: 'kubeproxy', markdown: 'The name itself, 5000000 times.' },
      { title: 'الكتاب', markdown: 'Arabic' },
    )
  })
  const queries: [query: string, found: string[]][] = [
    ['kubeproxy', ['kubeproxy', 'Networks']],
    ['kubedns', ['Networks']],
    ['kube-proxy', ['kubeproxy', 'Networks']],
    ['kube-prox', ['Networks']],
    ['kubeproxy -kube-dns', ['kubeproxy']],
    ['5,000,000', ['kubeproxy']],
    ['RFC7231', ['Networks']],
    ['rfc 7231', ['Networks']],
    ['1000000', ['Networks']],
    ['كتاب', ['الكتاب']],
  ]
  test.each(queries)('are found as one, after what has exactly that name: %s', async (query, found) => {
    expect(await titles(place, query)).toEqual(found)
  })

  test('are shown where they were found', async () => {
    const { items } = await search(place, 'rfc7231')
    expect(items[0].sections[0].body).toContain('RFC 7231')
  })
})
