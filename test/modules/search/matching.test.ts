import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildSpace, type Place, search, titles } from './searched-space.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('a query', () => {
  let place: Place
  beforeAll(async () => {
    place = await buildSpace(
      app,
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
      app,
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
      app,
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
    const place = await buildSpace(app, { title: 'Hamlet', markdown: `${far}To be or not to be. ${far}` })
    const { items } = await search(place, 'to be or not to be')
    expect(items[0].sections[0].body).toContain('To be or not to be')
  })

  test('are meant by words that no page has and that differ from them in a letter', async () => {
    const place = await buildSpace(
      app,
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
      app,
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
      app,
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
      app,
      { title: 'One', markdown: 'Error 10421' },
      { title: 'Two', markdown: 'Error 10422' },
    )
    expect(await titles(place, '10421')).toEqual(['One'])
    expect((await titles(place, '10423')).sort()).toEqual(['One', 'Two'])
  })

  test('is not looked for where there are many results, or in quotes', async () => {
    const place = await buildSpace(
      app,
      ...Array.from({ length: 10 }, (_, n) => ({ title: `Page ${n}`, markdown: 'A castle' })),
      { title: 'Cattle', markdown: 'A cattle' },
    )
    expect((await search(place, 'castle')).count).toBe(10)
    expect(await titles(place, '"cattle"')).toEqual(['Cattle'])
    expect((await search(place, 'cattle')).count).toBe(11)
    expect((await titles(place, 'cattle'))[0]).toBe('Cattle')
  })
})

describe('letters that readers type without their strokes', () => {
  let place: Place
  beforeAll(async () => {
    place = await buildSpace(
      app,
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
      app,
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
      app,
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
