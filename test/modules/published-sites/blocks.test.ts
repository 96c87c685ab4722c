import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildReadableSite, page, publishArticle, type ReadableSite, read, write } from './published-site.ts'

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

test.each(
  oneRowIn(3, [
    ['a <u>b *c* [d](https://x.org)</u> e', '<p>a <u>b <em>c</em> <a', '</a></u> e</p>'],
    ['a <u>b <u>c</u> d</u> e', '<p>a <u>b c d</u> e</p>', ''],
    ['a</u> <u>b', '<p>a b</p>', ''],
    ['| A |\n| - |\n| <u>b</u> |', '<u>b</u>', ''],
  ]),
)('a text with underlines shows them: %j', async (markdown, start, end) => {
  const article = await articleOf(markdown)
  expect(article).toContain(start)
  expect(article).toContain(end)
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

  test.runIf(isLongRun)('has what nobody wrote in the language of the site', async () => {
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

  test.runIf(isLongRun)(
    'has footnotes below its text, with their links, and ways there and back',
    async () => {
      const article = await articleOf(
        'A claim[^7] and a [word](#user-content-fn-2)[^2].\n\n[^7]: With [proof](https://example.com/).\n\n[^2]: Meaning',
      )
      const mark = (number: number) =>
        `<sup class="note-mark" id="footnote-mark:${number}"><a href="#footnote:${number}" aria-label="Footnote ${number}">${number}</a></sup>`
      expect(article).toContain(`<p>A claim${mark(1)} and a word${mark(2)}.</p>`)
      const back = (number: number) =>
        `<a href="#footnote-mark:${number}" aria-label="Back to the text">↩</a>`
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
    },
  )

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

  test.runIf(isLongRun)(
    'has tables whose columns of long texts have room for them, and cells with the labels of their choices',
    async () => {
      const long = 'A description that takes more than one line of a phone'
      const article = await articleOf(`| Name | Text |\n| --- | :-: |\n| a | b |\n| c | ${long} |`)
      expect(article).toContain(
        '<th scope="col">Name</th><th scope="col" class="align-center long">Text</th>',
      )
      const chinese = await articleOf(`| A | B |\n| --- | --- |\n| ${'字'.repeat(20)} | ${'字'.repeat(21)} |`)
      expect(chinese).toContain('<th scope="col">A</th><th scope="col" class="long">B</th>')
      const choices = await articleOf(
        '<table><thead><tr><th data-type="select">Kind</th></tr></thead><tbody><tr><td><span data-option="k1">Done</span></td></tr></tbody></table>',
      )
      expect(choices).toContain('<td><span class="option">Done</span></td>')
    },
  )

  test.runIf(isLongRun)(
    'has tables with cells that are one, and titles of columns with their links, images and marks',
    async () => {
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
    },
  )

  test.runIf(isLongRun)(
    'has the captions of what is embedded and of files, and the titles of links',
    async () => {
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
    },
  )

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

  test.runIf(isLongRun)('shows the variant of an image for dark pages where the page is dark', async () => {
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
