import { afterAll, beforeAll, expect, test } from 'vitest'
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

/** Publishes a page, and returns what is in its article. */
const articleOf = async (markdown: string) => (await publishArticle(site, markdown)).article

const fence = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\``
const figureOf = (article: string) =>
  /<figure class="diagram">[\s\S]*<\/details><\/figure>/.exec(article)?.[0]
/** Returns the texts in a drawing. */
const labelsOf = (article: string) =>
  [...(/<svg[\s\S]*?<\/svg>/.exec(article)?.[0] ?? '').matchAll(/>([^<>]+)</g)].map(([, text]) =>
    text?.trim(),
  )

test('a diagram is drawn, in the colors of light and dark pages, above its folded source', async () => {
  const article = await articleOf(fence('graph TD\n  A[Start] -->|Yes| B{Decide}\n  A --> C[("Data")]'))
  expect(figureOf(article)).toMatch(
    /^<figure class="diagram"><div class="drawing" role="img" aria-label="Mermaid diagram" tabindex="0"><svg [^>]*width="\d+"/,
  )
  expect(labelsOf(article)).toEqual(expect.arrayContaining(['Start', 'Yes', 'Decide', 'Data']))
  expect(article).toMatch(/fill="light-dark\(#[0-9a-fA-F]{3,6},/)
  expect(article).toMatch(
    /<details><summary>Source of the diagram<\/summary><figure class="code" data-language="mermaid">/,
  )
  expect(article).not.toMatch(/ style=|<style|foreignObject/)
})

test.runIf(isLongRun)(
  'a diagram of the mermaid integration is drawn as a fence is, and its Markdown stays',
  async () => {
    const source = 'sequenceDiagram\n\n  Ada->>Bob: Good day'
    const block = `{% @mermaid/diagram content="${source}" fullWidth="true" %}`
    const { address, article } = await publishArticle(site, block)
    expect(labelsOf(article)).toEqual(expect.arrayContaining(['Ada', 'Bob', 'Good day']))
    expect(figureOf(await articleOf(fence(source)))).toBe(figureOf(article))
    const { text } = await read(`${address}.md`)
    expect(text).toContain(block)
  },
)

test.each(
  oneRowIn(5, [
    ['graph', 'flowchart LR\n  One --> Two', 'Two'],
    ['states', 'stateDiagram-v2\n  [*] --> Still', 'Still'],
    ['classes', 'classDiagram\n  Animal <|-- Duck', 'Duck'],
    ['entities', 'erDiagram\n  CUSTOMER ||--o{ ORDER : places', 'ORDER'],
    ['shares', 'pie title Pets\n  "Dogs" : 3\n  "Cats" : 1', 'Cats'],
    ['times', 'gantt\n  dateFormat YYYY-MM-DD\n  section Work\n  Draft :a1, 2026-01-01, 30d', 'Draft'],
    ['ideas', 'mindmap\n  root((Root))\n    Leaf', 'Leaf'],
    ['branches', 'gitGraph\n  commit id: "first"\n  branch develop\n  commit', 'develop'],
    ['journey', 'journey\n  title Day\n  section Work\n    Tea: 5: Me', 'Tea'],
  ]),
)('draws %s', async (_kind, source, label) => {
  expect(labelsOf(await articleOf(fence(source)))).toContain(label)
})

test.each(
  oneRowIn(5, [
    ['a list', (diagram: string) => `- One\n\n${diagram.replace(/^/gm, '  ')}`],
    ['a hint', (diagram: string) => `{% hint style="info" %}\n${diagram}\n{% endhint %}`],
    [
      'a tab',
      (diagram: string) => `{% tabs %}\n{% tab title="A" %}\n${diagram}\n{% endtab %}\n{% endtabs %}`,
    ],
    ['an expandable', (diagram: string) => `<details>\n<summary>A</summary>\n\n${diagram}\n\n</details>`],
    ['a part with a condition', (diagram: string) => `{% if true %}\n${diagram}\n{% endif %}`],
    ['code with a title', (diagram: string) => `{% code title="Way" %}\n${diagram}\n{% endcode %}`],
    ['other case', (diagram: string) => diagram.replace('mermaid', 'Mermaid')],
  ]),
)('is drawn in %s', async (_place, inside) => {
  expect(labelsOf(await articleOf(inside(fence('graph TD\n  Alpha --> Omega'))))).toContain('Omega')
})

test.runIf(isLongRun)(
  'in languages that are written from right to left, and of wide characters, are drawn',
  async () => {
    const labels = labelsOf(await articleOf(fence('graph TD\n  A["مرحبا"] --> B["日本語"]')))
    expect(labels).toEqual(expect.arrayContaining(['مرحبا', '日本語']))
  },
)

test.runIf(isLongRun)('has the name and the description that its writer gave', async () => {
  const source = 'graph TD\n  accTitle: The way\n  accDescr: From A to B\n  A --> B'
  expect(await articleOf(fence(source))).toContain('aria-label="The way. From A to B"')
})

test('a broken diagram is its source, with a note', async () => {
  for (const source of ['graph TD\n  A --> [', 'no such diagram', 'graph TD\n  A[open --> B']) {
    const article = await articleOf(fence(source))
    expect(article).toMatch(/<p class="note">This diagram could not be drawn/)
    expect(article).toContain('<figure class="code" data-language="mermaid"><figcaption>Mermaid diagram')
    expect(article).not.toContain('<svg')
  }
})

test('nothing in a diagram becomes a script, a link, a style or HTML of the page', async () => {
  const hostile = [
    '  A["<img src=x onerror=alert(1)><script>alert(2)</script>"] --> B["&lt;b&gt;"]',
    '  A["a"]\n  click A "javascript:alert(3)"',
    '  B["b"]\n  click B href "https://example.com"',
    '  D["d"]\n  style D fill:#f00,onclick:x',
  ]
  const setting =
    '%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "* { fill: red }", "flowchart": {"htmlLabels": true}}}%%'
  for (const lines of hostile) {
    const article = await articleOf(fence(`${setting}\ngraph TD\n${lines}`))
    const [svg = ''] = /<svg[\s\S]*?<\/svg>/.exec(article) ?? []
    expect(svg, lines).not.toBe('')
    expect(svg, lines).not.toMatch(
      /<(?:script|img|a|style|foreignObject)\b|javascript:|https:\/\/example|fill: red| on\w+=| style=/,
    )
  }
})
