import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SourceEntry } from '../../../src/formats/import/files/entries.ts'
import { readFolder } from '../../../src/formats/import/files/folder.ts'
import { htmlEntries } from '../../../src/formats/import/html/convert.ts'
import { htmlToMarkdown } from '../../../src/formats/import/html/page-to-markdown.ts'
import type { ImportedPage } from '../../../src/formats/import/imported-content.ts'
import { readMarkdownSource } from '../../../src/formats/import/markdown/read-source.ts'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'
import { inWords } from './lines.ts'

const fixtures = join(import.meta.dirname, '../../fixtures/imports/html')

const entry = (path: string, content: string | Buffer): SourceEntry => {
  const bytes = Buffer.from(content)
  return { path, size: bytes.length, read: async () => bytes }
}

async function read(entries: readonly SourceEntry[]) {
  let pages = 0
  let files = 0
  const conversion = await htmlEntries(entries)
  const content = await readMarkdownSource(conversion.entries, {
    newPageId: () => `p${++pages}`,
    newFileId: () => `f${++files}`,
  })
  return { ...content, skipped: inWords([...conversion.skipped, ...content.skipped]) }
}

const readTexts = (files: Record<string, string | Buffer>) =>
  read(Object.entries(files).map(([path, content]) => entry(path, content)))

const outline = (pages: readonly ImportedPage[] = [], indent = ''): string[] =>
  pages.flatMap(({ id, type, title, pages: below }) => [
    `${indent}${type} ${id} ${title}`,
    ...outline(below, `${indent}  `),
  ])

const blockTypes = (markdown: string): string[] => markdownToDocument(markdown).nodes.map(({ type }) => type)

describe('an HTML page', () => {
  it('of Docusaurus keeps code titles, callouts, details and heading anchors', async () => {
    const page = htmlToMarkdown(await readFile(join(fixtures, 'docusaurus.html'), 'utf8'), { root: 'main' })
    expect(page).toMatchObject({
      title: 'Configuration',
      description: 'Every option of the rocket, explained.',
    })
    expect(page.markdown).toBe(`Set the \`fuel\` before start.

## The file <a href="#config-file" id="config-file"></a>

{% code title="rocket.config.js" %}
\`\`\`js
module.exports = {
  fuel: 3,
}
\`\`\`
{% endcode %}

{% hint style="success" %}
**Use less**

Half is _enough_.
{% endhint %}

{% hint style="danger" %}
It is hot.
{% endhint %}

<details>
<summary>Why?</summary>

Because.

</details>
`)
    expect(blockTypes(page.markdown)).toEqual([
      'paragraph',
      'heading-2',
      'code',
      'hint',
      'hint',
      'expandable',
    ])
  })

  it('of Sphinx keeps formulas, code without line numbers, captions and tables', async () => {
    const page = htmlToMarkdown(await readFile(join(fixtures, 'sphinx.html'), 'utf8'), { root: 'main' })
    expect(page.title).toBe('Engines')
    expect(page.markdown).toBe(`An engine burns $$m = \\rho V$$ of fuel, see [Kinds of fuel](fuel.html#kinds).

{% hint style="info" %}
Engines are loud.
{% endhint %}

## Starting an engine <a href="#engine-start" id="engine-start"></a>

{% code title="start.py" %}
\`\`\`python
import rocket
rocket.start()
\`\`\`
{% endcode %}

\`rocket.start(now)\`

Starts it.

![](../_images/engine.png "The engine.")

**Parts**

| Part | About |
| - | - |
| Pump | • fast<br>• small |
`)
    expect(page.urls).toEqual(['fuel.html#kinds', '../_images/engine.png'])
  })

  it.each([
    ['<div class="alert alert-warning">Hot</div>', 'warning'],
    ['<div class="custom-block tip"><p class="custom-block-title">TIP</p><p>Hot</p></div>', 'success'],
    [
      '<div class="markdown-alert markdown-alert-caution"><p class="markdown-alert-title">Caution</p><p>Hot</p></div>',
      'warning',
    ],
    ['<aside class="starlight-aside starlight-aside--danger"><p>Hot</p></aside>', 'danger'],
    ['<blockquote><p>[!NOTE]<br>Hot</p></blockquote>', 'info'],
    ['<blockquote><p><strong>Important:</strong> Hot</p></blockquote>', 'warning'],
    ['<div class="note"><p>Hot</p></div>', 'info'],
  ])('has the callout %s converted to a hint', (html, style) => {
    const { markdown } = htmlToMarkdown(html)
    expect(markdown).toBe(`{% hint style="${style}" %}\nHot\n{% endhint %}\n`)
    expect(blockTypes(markdown)).toEqual(['hint'])
  })

  it.each([
    ['<pre><code class="language-ts">a\n</code></pre>', 'ts'],
    ['<pre class="highlight"><code data-lang="go">a</code></pre>', 'go'],
    ['<div class="highlight highlight-source-shell"><pre>a</pre></div>', 'shell'],
    [
      '<div class="sourceCode" id="cb1"><pre class="sourceCode haskell"><code>a</code></pre></div>',
      'haskell',
    ],
    [
      '<div class="language-ruby highlighter-rouge"><div class="highlight"><pre><code>a</code></pre></div></div>',
      'ruby',
    ],
    [
      '<table class="highlighttable"><tr><td class="linenos"><pre>1</pre></td><td><div class="highlight-c"><pre>a</pre></div></td></tr></table>',
      '',
    ],
    ['<pre>a</pre>', ''],
  ])('has the code of %s converted to a fenced block', (html, language) => {
    expect(htmlToMarkdown(html).markdown).toMatch(
      language === '' ? /^```[a-z]*\na\n```\n$/ : `\`\`\`${language}\na\n\`\`\`\n`,
    )
  })

  it('has videos embedded and other frames linked', () => {
    const { markdown } = htmlToMarkdown(
      '<iframe src="//www.youtube.com/embed/dQw4w9WgXcQ?x=1"></iframe><iframe src="https://example.com/map" title="Map"></iframe>',
    )
    expect(markdown).toBe(
      '{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}\n\n[Map](https://example.com/map)\n',
    )
    expect(blockTypes(markdown)).toEqual(['embed', 'paragraph'])
  })

  it('has its URLs rewritten, kept or removed by the caller', () => {
    const { markdown, urls } = htmlToMarkdown(
      '<p><a href="a.html">A</a> <a href="b.html">B</a> <a href="c.html">C</a> <img src="i.png" alt="I"></p>',
      { rewrite: (address) => ({ 'a.html': 'a.md', 'b.html': null, 'i.png': 'j.png' })[address] },
    )
    expect(markdown).toBe('[A](a.md) B [C](c.html) ![I](j.png)\n')
    expect(urls).toEqual(['a.html', 'c.html', 'i.png'])
  })

  it('has an empty header added to a table without one, and spans expanded', () => {
    const { markdown } = htmlToMarkdown(
      '<table><tr><th>A<td>1<tr><th>B<td>2</table><table><thead><tr><th colspan=2>Both<tbody><tr><td>1<td>2</table>',
    )
    expect(markdown).toBe('| | |\n| - | - |\n| A | 1 |\n| B | 2 |\n\n| Both | |\n| - | - |\n| 1 | 2 |\n')
  })

  it('has no boilerplate: navigation, forms, hidden elements, scripts', () => {
    const { markdown } = htmlToMarkdown(
      '<nav>N</nav><form><p>F</p></form><p hidden>H</p><p aria-hidden="true">I</p><script>S</script><aside>A</aside><footer>O</footer><p>Text</p>',
    )
    expect(markdown).toBe('Text\n')
  })

  it('has text that looks like tags or Markdown escaped', () => {
    const { markdown } = htmlToMarkdown(
      '<p>{% hint %}</p><p># no *heading* &lt;b&gt; :smile:</p><p>1. no list</p>',
    )
    expect(blockTypes(markdown)).toEqual(['paragraph', 'paragraph', 'paragraph'])
  })
})

describe('a folder of HTML files', () => {
  it('of mdBook becomes pages in the order of its navigation, with links and files', async () => {
    const { pages, files, skipped } = await read(await readFolder(join(fixtures, 'book')))
    expect(outline(pages)).toEqual([
      'DOCUMENT p1 Introduction',
      'DOCUMENT p2 Guide',
      '  DOCUMENT p3 Launch',
      '  DOCUMENT p4 Build',
    ])
    expect(pages[0]?.markdown).toBe(
      'Welcome! Read about [launching](/pages/p3#before-you-fly), or get the [manual](/files/f1).\n\n' +
        '![The logo](/files/f2)\n\nNot here: gone. [Outside](https://example.com/).\n',
    )
    expect(pages[1]?.pages?.[0]?.markdown).toBe(`## Before you fly

\`\`\`rust
let fuel = 3 < 4;
\`\`\`

{% hint style="warning" %}
Keep **clear**.
{% endhint %}

| Stage | Seconds |
| - | -: |
| First | 120 |

* [x] Fuel
* [ ] Crew

![The logo](/files/f2)
`)
    expect(files.map(({ id, name }) => `${id} ${name}`)).toEqual(['f2 logo.png', 'f1 manual.pdf'])
    expect(skipped).toContainEqual({
      path: 'index.html: gone.html',
      reason: 'link target not found',
      kind: 'LINK',
    })
  })

  it('without navigation is sorted by name, with folders without an index page as groups', async () => {
    const { pages } = await readTexts({
      'site/b.html': '<h1>Bee</h1>',
      'site/a10.html': '<h1>Ten</h1>',
      'site/a2.html': '<h1>Two</h1>',
      'site/sub-part/x.html': '<title>Ex</title><p>Up to <a href="/b.html">Bee</a></p>',
    })
    expect(outline(pages)).toEqual([
      'DOCUMENT p1 Two',
      'DOCUMENT p2 Ten',
      'DOCUMENT p3 Bee',
      'GROUP p5 Sub Part',
      '  DOCUMENT p4 Ex',
    ])
    expect(pages[3]?.pages?.[0]?.markdown).toBe('Up to [Bee](/pages/p3)\n')
  })

  it('has each file decoded in its declared encoding', async () => {
    const { pages } = await readTexts({
      'a.html': Buffer.from('<meta charset="windows-1252"><h1>Caf\xe9</h1><p>\x80</p>', 'latin1'),
      'b.html': Buffer.from('\ufeff<h1>Größe</h1>', 'utf16le'),
      'c.html': '<meta charset="no-such"><h1>Übung</h1>',
      'd.xhtml': '<?xml version="1.0"?><html><head><title/></head><body><h1>X</h1></body></html>',
    })
    expect(pages.map(({ title }) => title)).toEqual(['Café', 'Größe', 'Übung', 'X'])
    expect(pages[0]?.markdown).toBe('€\n')
  })

  it('without a page is rejected', async () => {
    await expect(readTexts({ 'a.txt': 'x' })).rejects.toThrow(/contains no HTML page/)
  })

  it('is rejected with the path of the file and the reason', async () => {
    await expect(readTexts({ 'a.html': 'x', 'deep.html': '<div>'.repeat(400) })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringMatching(/^deep\.html: .*more than 300 levels/),
    })
    await expect(readTexts({ 'big.html': 'x'.repeat(10 * 1024 * 1024 + 1) })).rejects.toThrow(
      /^big\.html is larger than/,
    )
  })

  it('with paths outside of it is rejected', async () => {
    await expect(readTexts({ '../a.html': 'x' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  })
})

describe('an embedded image on a page', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

  it('becomes one file, even if it is used repeatedly', async () => {
    const image = `<img alt="dot" src="data:image/png;base64,${png.toString('base64')}">`
    const { pages, files } = await readTexts({ 'a.html': `<h1>A</h1><p>x ${image}</p><p>y ${image}</p>` })
    expect(files).toMatchObject([{ contentType: 'image/png', width: 1, height: 1 }])
    expect(pages[0]?.markdown?.match(/\/files\/f1/g)).toHaveLength(2)
  })

  it('is skipped and reported if it is not valid', async () => {
    const { files, skipped } = await readTexts({
      'a.html': '<h1>A</h1><p>x <img src="data:image/png;base64,AAAA"></p>',
    })
    expect(files).toEqual([])
    expect(skipped).toMatchObject([
      { path: expect.stringContaining('a.html'), reason: expect.stringMatching(/image/) },
    ])
  })
})
