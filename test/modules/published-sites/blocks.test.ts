import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import { codeLimits } from '../../../src/sites/code/limits.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { shop } from '../content/computed-sources.ts'
import {
  buildReadableSite,
  page,
  publishArticle,
  type ReadableSite,
  read,
  readComplete,
  write,
} from './published-site.ts'

let app: TestApp
let site: ReadableSite

beforeAll(async () => {
  app = await startTestApp()
  site = await buildReadableSite(app)
  await write(site, site.guide.spaceId, page('Welcome', 'Hello'))
})
afterAll(() => app.close())

const html = { headers: { accept: 'text/html' } }

/** Publishes a page, and returns what is in its article. */
const articleOf = async (markdown: string) => (await publishArticle(site, markdown)).article

/** Inserts a file into the guide, and returns it. */
async function insertFile(name: string, contentType: string): Promise<{ readonly id: string }> {
  const { insertedFiles } = await write(site, site.guide.spaceId, {
    operation: 'insert_files',
    files: [{ name, base64: 'YQ==', contentType }],
  })
  return insertedFiles[0]
}

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``

const changeCustomization = async (changes: object) => {
  const { body } = await site.client.get(`${site.path}/customization`)
  const answer = await site.client.put(`${site.path}/customization`, { ...body, ...changes })
  expect(answer.status).toBe(200)
}

test.each([
  ['a <u>b *c* [d](https://x.org)</u> e', '<p>a <u>b <em>c</em> <a', '</a></u> e</p>'],
  ['a <u>b <u>c</u> d</u> e', '<p>a <u>b c d</u> e</p>', ''],
  ['a</u> <u>b', '<p>a b</p>', ''],
  ['| A |\n| - |\n| <u>b</u> |', '<u>b</u>', ''],
])('a text with underlines shows them: %j', async (markdown, start, end) => {
  const article = await articleOf(markdown)
  expect(article).toContain(start)
  expect(article).toContain(end)
})

describe('code on a site', () => {
  test('is highlighted when the page is rendered, in the colors of a light and a dark theme', async () => {
    const article = await articleOf(fence('json', '{ "a<b": true }'))
    const token = /<span class="l(\d+) d(\d+)">"a&lt;b"<\/span>/.exec(article)
    expect(token).not.toBeNull()
    const { text } = await read(site.address, html)
    expect(text).toMatch(new RegExp(`\\.l${token?.[1]}\\{--l:#[0-9a-f]{6}\\}`))
    expect(text).toMatch(new RegExp(`\\.d${token?.[2]}\\{--d:#[0-9a-f]{6}\\}`))
  })

  test('in reusable content and in tabs is highlighted too', async () => {
    const tabs = `{% tabs %}\n{% tab title="A" %}\n${fence('json', '[1]')}\n{% endtab %}\n{% endtabs %}`
    expect(await articleOf(tabs)).toMatch(/<span class="l\d+ d\d+">1<\/span>/)
  })

  test('is plain text without a known language, when it is very long, and on lines with annotations', async () => {
    const long = `["${'a'.repeat(200)}",\n`.repeat(Math.ceil(codeLimits.blockCharacters / 200))
    const article = await articleOf(
      [
        fence('', '{"a": 1}'),
        fence('no-such-language', '{"a": 2}'),
        fence('json', long),
        fence('json', '{"a": 3}'),
      ].join('\n\n'),
    )
    expect(article).toContain('<code>{"a": 1}</code>')
    expect(article).toContain('<code class="language-no-such-language">{"a": 2}</code>')
    expect(article).toContain(`<code class="language-json">["${'a'.repeat(200)}",\n`)
    expect(article).toMatch(/<span class="l\d+ d\d+">"a"<\/span>: <span class="l\d+ d\d+">3<\/span>/)
  })

  test('has its title, numbers of lines, highlighted lines, and is wrapped or collapsed if its writer wants so', async () => {
    const tag =
      '{% code title="a.json" lineNumbers="true" overflow="wrap" expandable="true" collapsedLineCount="3" %}'
    const article = await articleOf(
      `${tag}\n${fence('json', '[\n1]')}\n{% endcode %}\n\n<pre class="language-txt"><code>one\n<strong>two\n</strong></code></pre>`,
    )
    expect(article).toContain('<figure class="code numbered wrap" data-language="json" data-lines="3">')
    expect(article).toContain('<figcaption>a.json</figcaption>')
    expect(article.match(/<span class="line">/g)).toHaveLength(3)
    expect(article).toContain('<mark class="line">two</mark>')
  })

  test.runIf(isLongRun)(
    'of many languages keeps nobody waiting: what is missing at first, the next reader sees, and nobody keeps the first',
    async () => {
      const languages = [
        'haskell',
        'erlang',
        'perl',
        'ruby',
        'scala',
        'swift',
        'kotlin',
        'cpp',
        'lua',
        'rust',
      ]
      const blocks = languages.map((language) => fence(language, 'x = "text" + 1'))
      await write(site, site.guide.spaceId, page('Languages', blocks.join('\n\n'), { slug: 'languages' }))
      const address = `${site.address}/languages`
      const first = await read(address, html)
      expect([first.status, first.headers['cache-control'], first.headers.etag]).toEqual([
        200,
        'no-store',
        undefined,
      ])
      const later = await readComplete(address, html)
      expect(later.headers.etag).toBeDefined()
      const figures = later.text.match(/<figure class="code".*?<\/figure>/gs) ?? []
      expect(figures.map((figure) => /<span class="l\d+ d\d+">/.test(figure))).toEqual(
        languages.map(() => true),
      )
    },
  )

  test('in HTML has no tags of styles in it', async () => {
    const article = await articleOf('<pre>\n  a <b>c</b>\n  <span class="x">d</span>\n</pre>')
    expect(article).toMatch(/<code>\n? {2}a c\n {2}d<\/code>/)
  })

  test('shows strings, numbers and keys of JSON in different colors', async () => {
    const article = await articleOf(fence('json', '{ "key": [1, "text"] }'))
    const classOf = (token: string) =>
      new RegExp(`<span class="l(\\d+) d(\\d+)">${token}</span>`).exec(article)
    const found = ['"key"', '1', '"text"'].map(classOf)
    const { text } = await read(site.address, html)
    for (const [scheme, name] of [
      [1, 'l'],
      [2, 'd'],
    ] as const) {
      const colors = found.map(
        (token) => new RegExp(`\\.${name}${token?.[scheme]}\\{--${name}:(#[0-9a-f]{6})\\}`).exec(text)?.[1],
      )
      expect(new Set(colors).size).toBe(3)
      expect(colors).not.toContain(undefined)
    }
  })
})

describe('a part of a specification on a page', () => {
  test('is shown with its parameters, its body, its responses and examples', async () => {
    const pet = { type: 'object', properties: { name: { type: 'string', example: 'Rex' } } }
    const document = shop({
      '/pets/{id}': {
        put: {
          summary: 'Change a pet',
          parameters: [
            { name: 'id', in: 'path', required: true, description: 'Which pet', schema: { type: 'string' } },
          ],
          requestBody: { content: { 'application/json': { schema: pet } } },
          responses: {
            200: { description: 'The changed pet', content: { 'application/json': { schema: pet } } },
          },
          callbacks: { moved: { '/nowhere': { get: { summary: 'The pet moved', responses: {} } } } },
        },
        delete: { summary: 'Remove a pet', responses: { 204: { description: 'Gone' } } },
      },
    })
    const source = { text: JSON.stringify(document) }
    await site.client.put(`/orgs/${site.organizationId}/openapi/animals`, { source })
    await processPendingSpecs(app)
    const tag = (path: string, method: string) =>
      `{% openapi-operation spec="animals" path="${path}" method="${method}" %}\n{% endopenapi-operation %}`
    const article = await articleOf(
      `## API\n\n${tag('/pets/{id}', 'put')}\n\n${tag('/nowhere', 'get')}\n\n{% openapi-schemas spec="animals" schemas="Pet" %}\n{% endopenapi-schemas %}`,
    )
    expect(article).toContain('<span class="method put">PUT</span> <code>/pets/{id}</code>')
    for (const shown of [
      'Change a pet',
      'Which pet',
      'Request body',
      'Responses',
      'The changed pet',
      'The pet moved',
    ])
      expect(article).toContain(shown)
    expect(article).toMatch(/<span class="l\d+ d\d+">"Rex"<\/span>/)
    expect(article).not.toContain('Remove a pet')
    expect(article).toContain('<span class="method get">GET</span> <code>/nowhere</code>')
    expect(article).toMatch(/<h\d id="schema-pet"/)
  })
})

describe('the name of an operation', () => {
  test('is told from other text: a method in bold and code, and nothing else', async () => {
    const article = await articleOf(
      '**PATCH** `/pets/{id}`\n\n**PATCH** `/pets` and more\n\n**Patch** `/pets`\n\nPATCH `/pets`',
    )
    expect(article.match(/<p class="card operation">.*?<\/p>/g)).toEqual([
      '<p class="card operation"><span class="method patch">PATCH</span> <code>/pets/{id}</code></p>',
    ])
  })

  test('stands beside a link to its specification, if that is a file or at an address', async () => {
    const { id } = await insertFile('pets.yaml', 'application/yaml')
    const tag = (src: string) => `{% openapi src="${src}" path="/pets" method="get" %}\n{% endopenapi %}`
    const article = await articleOf(
      [tag(`/files/${id}`), tag('https://example.com/all.json?v=2')].join('\n\n'),
    )
    const name = '<span class="method get">GET</span> <code>/pets</code>'
    const file = `<a href="${site.base}/~files/…/pets.yaml">pets.yaml</a>`
    const shown = article.replace(/flv\w+/, '…').match(/<p class="card operation">.*?<\/p>/g)
    expect(shown).toEqual([
      `<p class="card operation">${name} ${file}</p>`,
      `<p class="card operation">${name} <a href="https://example.com/all.json?v=2">all.json</a></p>`,
    ])
  })
})

describe('the text of a site', () => {
  test('has headings without gaps below the title, with a link to themselves and all of their anchors', async () => {
    const article = await articleOf('### Deep\n\n# R&D\n\n### Deeper\n\n## Next')
    expect(article.match(/<h\d/g)).toEqual(['<h1', '<h2', '<h2', '<h3', '<h3'])
    expect(await articleOf('# Roles <a href="#all" id="all"></a>')).toContain(
      '<h2 id="all"><span id="roles"></span>Roles',
    )
    expect(article).toContain(
      '<h2 id="r-and-d"><span id="rd"></span>R&#x26;D<a class="anchor" href="#r-and-d" aria-label="Link to “R&#x26;D”"></a></h2>',
    )
  })

  test('has each anchor once, also if headings have the same one', async () => {
    const heading = (title: string) => `## ${title} <a href="#focus" id="focus"></a>`
    const article = await articleOf([heading('Method'), heading('Scope'), '## Focus'].join('\n\n'))
    expect(article.match(/ id="focus[^"]*"/g)).toEqual([' id="focus"', ' id="focus-1"', ' id="focus-2"'])
  })

  test('has expandables with the anchors of their titles, but those of headings', async () => {
    const expandable = (title: string) =>
      `<details>\n\n<summary>${title}</summary>\n\nInside\n\n</details>\n\n`
    const article = await articleOf(
      `${expandable('Guest <em>role</em>')}${expandable('Roles')}${expandable('Guest role')}# Roles`,
    )
    expect(article).toContain(
      '<details><summary>Guest <em>role</em></summary><div class="inside" id="guest-role">',
    )
    expect(article.match(/<div class="inside">/g)).toHaveLength(2)
    expect(article).toContain('<h2 id="roles">')
  })

  test('has what nobody wrote in the language of the site', async () => {
    const markdown =
      '<details>\n\nInside\n\n</details>\n\n> [!WARNING]\n> Mind\n\n- [x] done\n\n' +
      '{% updates format="full" %}\n{% update date="2026-03-01" %}\nNew\n{% endupdate %}\n{% endupdates %}'
    const shown = [
      { locale: 'en', texts: ['<summary>Details<', '"Warning"', '"Done"', '>March 1, 2026<'] },
      { locale: 'fr', texts: ['<summary>Détails<', '"Avertissement"', '"Fait"', '>1 mars 2026<'] },
    ]
    for (const { locale, texts } of shown) {
      await changeCustomization({ internationalization: { locale } })
      const article = await articleOf(markdown)
      for (const text of texts) expect(article).toContain(text)
    }
    await changeCustomization({ internationalization: { locale: 'en' } })
  })

  test('has footnotes below its text, with their links, and ways there and back', async () => {
    const article = await articleOf(
      'A claim[^7] and a [word](#user-content-fn-2)[^2].\n\n[^7]: With [proof](https://example.com/).\n\n[^2]: Meaning',
    )
    const mark = (number: number) =>
      `<sup class="note-mark" id="footnote-mark:${number}"><a href="#footnote:${number}" aria-label="Footnote ${number}">${number}</a></sup>`
    expect(article).toContain(`<p>A claim${mark(1)} and a word${mark(2)}.</p>`)
    const back = (number: number) => `<a href="#footnote-mark:${number}" aria-label="Back to the text">↩</a>`
    expect(article).toContain(
      '<section class="footnotes" aria-label="Footnotes"><ol>' +
        `<li id="footnote:1"><p>With <a href="https://example.com/">proof</a>.</p> ${back(1)}</li>` +
        `<li id="footnote:2"><p>Meaning</p> ${back(2)}</li></ol></section>`,
    )
    expect(await articleOf('No notes')).not.toContain('footnotes')
    const shared = await articleOf('One[^1], two[^2] and three[^1].\n\n[^1]: Same\n\n[^2]: Other')
    const again = '<sup class="note-mark"><a href="#footnote:1" aria-label="Footnote 1">1</a></sup>'
    expect(shared).toContain(`<p>One${mark(1)}, two${mark(2)} and three${again}.</p>`)
    expect(shared.match(/<li id="footnote:\d">/g)).toEqual(['<li id="footnote:1">', '<li id="footnote:2">'])
  })

  test('has tables with header cells and widths, and cards titled by the page that they lead to', async () => {
    const {
      pages: [first],
    } = (await site.client.get(`/spaces/${site.guide.spaceId}/content/pages`)).body
    const table =
      '<table><thead><tr><th width="120">One</th><th>Two</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>'
    const cards = `<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>Start</td><td><a href="/pages/${first.id}">x</a></td></tr></tbody></table>`
    const article = await articleOf(`${table}\n\n${cards}`)
    expect(article).toContain(
      '<colgroup><col width="120"><col></colgroup><thead><tr><th scope="col">One</th><th scope="col">Two</th></tr></thead>',
    )
    expect(article).toContain(`<a href="${site.base}" class="card-link">Welcome</a>`)
    expect(await articleOf('| | |\n| - | - |\n| 1 | 2 |')).not.toContain('<thead>')
    expect(await articleOf('| ![](https://example.com/a.png) | |\n| - | - |\n| 1 | 2 |')).toContain('<thead>')
  })

  test('has tables whose columns of long texts have room for them, and cells with the labels of their choices', async () => {
    const long = 'A description that takes more than one line of a phone'
    const article = await articleOf(`| Name | Text |\n| --- | :-: |\n| a | b |\n| c | ${long} |`)
    expect(article).toContain('<th scope="col">Name</th><th scope="col" class="align-center long">Text</th>')
    const chinese = await articleOf(`| A | B |\n| --- | --- |\n| ${'字'.repeat(20)} | ${'字'.repeat(21)} |`)
    expect(chinese).toContain('<th scope="col">A</th><th scope="col" class="long">B</th>')
    const choices = await articleOf(
      '<table><thead><tr><th data-type="select">Kind</th></tr></thead><tbody><tr><td><span data-option="k1">Done</span></td></tr></tbody></table>',
    )
    expect(choices).toContain('<td><span class="option">Done</span></td>')
  })

  test('has tables with cells that are one, and titles of columns with their links, images and marks', async () => {
    const merged =
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td colspan="2">Wide</td></tr><tr><td rowspan="2">High</td><td>1</td></tr><tr><td>2</td></tr></tbody></table>'
    const titled =
      '| [Name](https://example.com/) | **Kind** | ![Logo](https://example.com/a.png) |\n| --- | --- | --- |\n| a | b | c |'
    const article = await articleOf(`${merged}\n\n${titled}`)
    expect(article).toContain(
      '<tr><td colspan="2"><p>Wide</p></td></tr><tr><td rowspan="2"><p>High</p></td><td><p>1</p></td></tr><tr><td><p>2</p></td></tr>',
    )
    expect(article).toContain('<th scope="col"><a href="https://example.com/">Name</a></th>')
    expect(article).toContain('<th scope="col"><strong>Kind</strong></th>')
    expect(article).toContain('<img src="https://example.com/a.png" alt="Logo" class="inline-image">')
  })

  test('has the captions of what is embedded and of files, and the titles of links', async () => {
    const file = await insertFile('report.txt', 'text/plain')
    const article = await articleOf(
      [
        '{% embed url="https://example.com/a" %}\nWhat **it** shows\n{% endembed %}',
        `{% file src="/files/${file.id}" %}\nThe report\n{% endfile %}`,
        '[Link](https://example.com/ "More about it")',
      ].join('\n\n'),
    )
    expect(article).toContain('<figcaption>What <strong>it</strong> shows</figcaption></figure>')
    expect(article).toMatch(/report\.txt<\/a><\/p><figcaption>The report<\/figcaption>/)
    expect(article).toContain('<a href="https://example.com/" title="More about it">Link</a>')
  })

  test('draws icons in texts, tabs, hints and buttons, and a diamond for those that it does not have', async () => {
    const article = await articleOf(
      [
        'See <i class="fa-rocket">:rocket:</i> and <i class="fa-no-such-icon">:no-such-icon:</i>.',
        '{% tabs %}\n{% tab title="Start" icon="house" %}\nA\n{% endtab %}\n{% endtabs %}',
        '{% hint style="info" icon="bell" %}\nRing.\n{% endhint %}',
        '<a href="https://example.com/" class="button primary" data-icon="download">Get it</a>',
      ].join('\n\n'),
    )
    const [rocket, unknown, house, bell, download] = article.match(/<svg[^>]*>/g) ?? []
    expect(rocket).toBe('<svg class="icon" viewBox="0 0 512 512" role="img" aria-label="rocket">')
    expect(unknown).toContain('aria-label="no such icon"')
    for (const beside of [house, bell, download]) expect(beside).toContain('aria-hidden="true"')
    expect(new Set(article.match(/<path d="[^"]+">/g)).size).toBe(5)
    expect(article).not.toMatch(/&#x3C;i |fa-rocket|:rocket:/)
    const names = ['puzzle-piece', 'life-ring', 'wand-magic-sparkles', 'link', 'sparkles', 'no-such-icon']
    const others = await articleOf(names.map((name) => `<i class="fa-${name}">:${name}:</i>`).join(' '))
    const [diamond] = /M256 32 480 256[^"]*/.exec(article) ?? []
    expect(others.match(/<path d="[^"]+">/g)?.map((path) => path.includes(diamond ?? ''))).toEqual([
      ...Array(5).fill(false),
      true,
    ])
  })

  test('has headings of the fourth to the sixth level below those of the third', async () => {
    const article = await articleOf('## Two\n\n### Three\n\n#### Four\n\n##### Five\n\n###### Six\n\n## Two')
    expect(article.match(/<h\d/g)).toEqual(['<h1', '<h2', '<h3', '<h4', '<h5', '<h6', '<h2'])
  })

  test('has formulas as MathML and emoji as characters', async () => {
    const article = await articleOf(`Text $$a^2$$ :rocket:\n\n$$\n\\frac{1}{2}\n$$\n\n$$\n\\frac{1\n$$`)
    expect(article).toContain('<msup><mi>a</mi>')
    expect(article).toContain(' 🚀')
    expect(article).toMatch(/<div class="math" tabindex="0"><math display="block"/)
    expect(article).toContain('<pre class="math" tabindex="0"><code>\\frac{1</code></pre>')
    expect(article).not.toContain(' style=')
  })

  test('has a link to the feed above the first updates alone, if programs may read the site', async () => {
    const updates =
      '{% updates format="full" %}\n{% update date="2026-03-01" %}\nNew\n{% endupdate %}\n{% endupdates %}'
    const link = `<p class="feed"><a href="${new URL(site.address).pathname}/rss.xml">RSS</a></p>`
    const article = await articleOf(`Before\n\n${updates}\n\n## Older\n\n${updates}`)
    expect(article.split(link)).toHaveLength(2)
    expect(article).toContain(`${link}<div class="updates">`)
    expect(
      (await read(new URL(/href="([^"]*rss\.xml)"/.exec(article)?.[1] ?? '', app.url).href)).status,
    ).toBe(200)
    expect(await articleOf('No updates')).not.toContain('rss.xml')
  })

  test('has updates with their dates and tags, prompts with their descriptions, and buttons by their labels', async () => {
    const article = await articleOf(
      [
        '{% updates format="short" %}\n{% update date="2026-10-20" tags="api" %}\nA change.\n{% endupdate %}\n{% endupdates %}',
        `{% prompt description="Review" %}\n${fence('', 'Read it.')}\n{% endprompt %}`,
        '<button class="button primary" data-action="ask">Ask</button>',
      ].join('\n\n'),
    )
    expect(article).toContain('<time datetime="2026-10-20T00:00:00.000Z">Oct 20, 2026</time>')
    expect(article).toContain('<span class="option">api</span>')
    expect(article).toContain('<figcaption>Review</figcaption>')
    expect(article).toContain('<span class="button primary">Ask</span>')
    expect(article).not.toContain('{%')
  })

  test('has links to the search of the site in place of buttons that search', async () => {
    const article = await articleOf(
      [
        '<button class="button primary" data-action="search">Find it</button>',
        '<button class="button secondary" data-action="search" data-query="a & b">Find both</button>',
      ].join('\n\n'),
    )
    const search = `${site.base}/~search`
    expect(article).toContain(`<a class="button primary opens-search" href="${search}">Find it</a>`)
    expect(article).toContain(
      `<a class="button secondary opens-search" href="${search}?query=a%20%26%20b">Find both</a>`,
    )
    expect((await read(app.url + search, html)).status).toBe(200)
  })

  test.each([
    ['NOTE', 'info'],
    ['TIP', 'success'],
    ['IMPORTANT', 'info'],
    ['WARNING', 'warning'],
    ['CAUTION', 'danger'],
  ])('shows the alert %s of GitHub as a hint of the style %s', async (name, style) => {
    const article = await articleOf(`> [!${name}]\n> Read this`)
    expect(article).toMatch(
      new RegExp(`<aside class="hint ${style}"[^>]*><div><p>Read this</p></div></aside>`),
    )
    expect(article).not.toContain('[!')
  })

  test('shows the text in what it does not know, and nothing of comments and tags', async () => {
    const article = await articleOf(
      'Some <span lang="en">marked</span> words<!-- hidden -->\n\n<!-- also\nhidden -->\n\n{% raw %}\nWritten\n{% endraw %}\n\nEnd',
    )
    expect(article).toContain('<p>Some marked words</p>')
    expect(article).toContain('<p>Written</p>')
    expect(article).toContain('<p>End</p>')
    expect(article).not.toMatch(/hidden|raw|{%|&#x3C;|<!--|<u>/)
  })

  test('shows the text in tags of several lines, and nothing of the tags', async () => {
    const article = await articleOf(
      [
        'In <foo\n  a="1"\n  b="2">text</foo>.',
        '<div class="x">\nIn <foo\n  a="1"\n  b="2">HTML</foo>.\n</div>',
        '<Card\n  title="a"\n  href="b"\n>\n\nIn a card\n\n</Card>',
        '<Card\n  title="a"\n>\nBelow a tag\n</Card>',
      ].join('\n\n'),
    )
    expect(article.match(/<p>.*?<\/p>/g)).toEqual([
      '<p>In text.</p>',
      '<p>In HTML.</p>',
      '<p>In a card</p>',
      '<p> Below a tag </p>',
    ])
    expect(article.slice(article.indexOf('</h1>'))).not.toMatch(/&#x3C;|foo|Card|="/)
  })

  test('never shows a tag that it does not know, wherever it is', async () => {
    const tag = '{% unknown x="y" %}'
    const article = await articleOf(
      [
        `## Heading ${tag}`,
        `**Bold ${tag}** and [link ${tag}](https://example.com/)`,
        `| Title ${tag} |\n| --- |\n| Cell ${tag} |`,
        `<table><thead><tr><th>Other title ${tag}</th></tr></thead><tbody><tr><td>Other cell ${tag}</td></tr></tbody></table>`,
        `- Item ${tag}\n\n  ${tag}`,
        `> Quote ${tag}\n>\n> ${tag}`,
        `<details>\n\n<summary>Summary ${tag}</summary>\n\n${tag}\n\nInside\n\n</details>`,
        `<figure><img src="https://example.com/a.png" alt=""><figcaption>Caption ${tag}</figcaption></figure>`,
        `{% hint style="info" %}\n${tag}\n\nHint ${tag}\n{% endhint %}`,
        `{% tabs %}\n{% tab title="Tab" %}\n${tag}\n{% endtab %}\n{% endtabs %}`,
        `A note[^1].\n\n[^1]: Note ${tag}`,
        `<p align="center">Aligned ${tag}</p>`,
      ].join('\n\n'),
    )
    const texts = ['Heading', 'Bold', 'link', 'Title', 'Cell', 'Other title', 'Other cell', 'Item', 'Quote']
    for (const text of [...texts, 'Summary', 'Caption', 'Hint', 'Tab', 'Note', 'Aligned'])
      expect(article).toContain(text)
    expect(article).not.toMatch(/unknown|{%|%}/)
  })

  test('has the marks, line ends, alignment, terms and players of HTML', async () => {
    const article = await articleOf(
      [
        'H<sub>2</sub>O <kbd>Ctrl</kbd> <mark>lit</mark> <u>under</u> <span class="x">spanned</span> one<br>two',
        '<div align="center">\n\nMiddle\n\n</div>',
        '<dl><dt>Term</dt><dd>Meaning</dd></dl>',
        '<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>',
        '<span style="color:red">Red</span>',
      ].join('\n\n'),
    )
    expect(article).toContain('H<sub>2</sub>O <kbd>Ctrl</kbd>')
    expect(article).toMatch(/<(mark|span)[^>]*>lit<\/\1> <u>under<\/u> spanned one<br>two/)
    expect(article).toContain('<p class="align-center">Middle</p>')
    expect(article).toContain('<strong>Term</strong>')
    expect(article).toContain('<p>Meaning</p>')
    expect(article).toContain('<a href="https://www.youtube.com/watch?v=abcdefghijk">')
    expect(article).toMatch(/<span class="[^"]*red[^"]*">Red<\/span>/)
    expect(article).not.toMatch(/&#x3C;|class="x"/)
  })

  test('has a formula that begins and ends beside its signs, with the text after it', async () => {
    const article = await articleOf('$$\\begin{aligned}\na &= b\n\\end{aligned}$$\n\nAfter')
    expect(article).toMatch(/<div class="math"[^>]*><math display="block".*<mtable[\s\S]*<\/math><\/div>/)
    expect(article).toContain('<p>After</p>')
    expect(article).not.toContain('$$')
  })

  test.each([
    ['Release 4.9', 'release-4.9', 'release-49'],
    ['1. Create an app', 'id-1.-create-an-app', '1-create-an-app'],
    ['Math & TeX', 'math-and-tex', 'math--tex'],
  ])('has the anchors that GitBook and GitHub give the heading %s', async (title, gitbook, github) => {
    const [heading] = /<h2[^>]*>.*?<\/h2>/.exec(await articleOf(`Before it.\n\n# ${title}`)) ?? []
    expect(heading).toContain(`id="${gitbook}"`)
    expect(heading).toContain(`id="${github}"`)
  })

  test('plays videos and sounds, of which the browser loads nothing before, above links to them', async () => {
    const file = await insertFile('tour.mp4', 'video/mp4')
    const article = await articleOf(
      [
        '<video controls><source src="https://example.com/a/intro.webm?v=2"></video>',
        `<video src="/files/${file.id}"></video>`,
        '<audio src="https://example.com/talk.mp3"></audio>',
        '<video src="http://example.com/plain.mp4"></video>',
        '{% embed url="ftp://example.com/old.mp4" %}',
      ].join('\n\n'),
    )
    const playing = (tag: string, src: string, name: string) =>
      new RegExp(`<${tag} src="${src}" controls preload="none" aria-label="${name}"></${tag}><p class="card`)
    expect(article).toMatch(playing('video', 'https://example.com/a/intro.webm\\?v=2', 'intro.webm'))
    expect(article).toMatch(playing('video', `/sites/[^"]+/tour\\.mp4`, 'tour.mp4'))
    expect(article).toMatch(playing('audio', 'https://example.com/talk.mp3', 'talk.mp3'))
    // The policy of the page allows no file of another server without encryption.
    expect(article).not.toMatch(/<video src="(http|ftp):/)
    expect(article).toContain('<a href="http://example.com/plain.mp4">')
  })

  test('links to what is embedded and loads nothing from there', async () => {
    const video = 'https://www.youtube.com/watch?v=abcdefghijk'
    const article = await articleOf(`{% embed url="${video}" %}\n\n{% embed url="https://example.com/a" %}`)
    expect(article).not.toMatch(/<iframe|<img|<script/)
    expect(article).toContain(`<a href="${video}">www.youtube.com/watch?v=abcdefghijk</a>`)
    expect(article).toContain('data-player="https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1"')
    expect(article).toContain('<a href="https://example.com/a">example.com/a</a>')
  })

  test('says what is done in lists of tasks, and how wide columns are', async () => {
    const article = await articleOf(
      '- [x] a\n- [ ] b\n\n{% columns %}\n{% column width="25%" %}\nA\n{% endcolumn %}\n{% column %}\nB\n{% endcolumn %}\n{% endcolumns %}',
    )
    expect(article).toContain('<input type="checkbox" disabled checked aria-label="Done">')
    expect(article).toContain('<input type="checkbox" disabled aria-label="Open">')
    expect(article).toContain(
      '<div class="columns"><div class="share-3"><p>A</p></div><div class="share-9"><p>B</p></div></div>',
    )
    const equal =
      '{% columns %}\n{% column %}\nA\n{% endcolumn %}\n{% column %}\nB\n{% endcolumn %}\n{% endcolumns %}'
    expect(await articleOf(equal)).toContain(
      '<div class="columns"><div><p>A</p></div><div><p>B</p></div></div>',
    )
  })

  test('has checkboxes at the items of a list that have one', async () => {
    const box = '<input type="checkbox" disabled checked aria-label="Done">'
    const list = `<ul class="tasks"><li><p>a</p></li><li>${box}<div><p>b</p></div></li></ul>`
    expect(await articleOf('- a\n- [x] b')).toContain(list)
    const cell = '<ul><li>a</li><li><input type="checkbox" checked>b</li></ul>'
    expect(await articleOf(`<table><tbody><tr><td>${cell}</td></tr></tbody></table>`)).toContain(list)
  })

  test('shows the variant of an image for dark pages where the page is dark', async () => {
    const figure =
      '<figure><picture><source srcset="https://example.com/dark.png" media="(prefers-color-scheme: dark)"><img src="https://example.com/light.png" alt="It" width="50%"></picture></figure>'
    const image = (name: string) =>
      `<img src="https://example.com/${name}.png" alt="It" fetchpriority="high" width="50%">`
    const source = '<source srcset="https://example.com/dark.png" media="(prefers-color-scheme: dark)">'
    await changeCustomization({ themes: { default: 'light', toggeable: true } })
    expect(await articleOf(figure)).toContain(`<picture>${source}${image('light')}</picture>`)
    await changeCustomization({ themes: { default: 'dark', toggeable: false } })
    expect(await articleOf(figure)).toContain(`<figure>${image('dark')}</figure>`)
    await changeCustomization({ themes: { default: 'light', toggeable: false } })
    expect(await articleOf(figure)).toContain(`<figure>${image('light')}</figure>`)
  })
})

test('a page is read in the direction of its title', async () => {
  await write(site, site.guide.spaceId, page('שלום', 'עולם', { slug: 'hebrew' }))
  const { text } = await read(`${site.address}/hebrew`, html)
  expect(text).toMatch(/<article dir="auto"><div class="title-row"><h1[^>]*>שלום<\/h1>/)
})
