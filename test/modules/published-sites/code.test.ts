import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeLimits } from '../../../src/sites/code/limits.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
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

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``

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
