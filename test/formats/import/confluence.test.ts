import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { confluenceEntries } from '../../../src/formats/import/confluence/convert.ts'
import type { SourceEntry } from '../../../src/formats/import/files/entries.ts'
import { readFolder } from '../../../src/formats/import/files/folder.ts'
import type { ImportedPage } from '../../../src/formats/import/imported-content.ts'
import { readMarkdownSource } from '../../../src/formats/import/markdown/read-source.ts'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'
import { isLongRun } from '../../support/budget.ts'

const fixture = () => readFolder(join(import.meta.dirname, '../../fixtures/imports/confluence'))

const entry = (path: string, content: string): SourceEntry => {
  const bytes = Buffer.from(content)
  return { path, size: bytes.length, read: async () => bytes }
}

/**
 * Ids are sequential: pages `p1`, `p2` … in the order of the table of contents, files `f1`, `f2` … in the order
 * of references.
 */
async function read(entries: readonly SourceEntry[]) {
  let pages = 0
  let files = 0
  const conversion = await confluenceEntries(entries)
  const content = await readMarkdownSource(conversion.entries, {
    newPageId: () => `p${++pages}`,
    newFileId: () => `f${++files}`,
  })
  return { ...content, skipped: [...conversion.skipped, ...content.skipped] }
}

const page = (title: string, body: string) =>
  `<html><head><title>S : ${title}</title></head><body><div id="main-content">${body}</div></body></html>`

/** Reads a space whose page list names the pages in this order. */
const readSpace = (pages: Record<string, string>) =>
  read([
    entry(
      'index.html',
      `<ul>${Object.keys(pages)
        .map((name) => `<li><a href="${name}">x</a></li>`)
        .join('')}</ul>`,
    ),
    ...Object.entries(pages).map(([path, html]) => entry(path, html)),
  ])

const outline = (pages: readonly ImportedPage[] = [], indent = ''): string[] =>
  pages.flatMap(({ id, title, slug, pages: below }) => [
    `${indent}${id} ${title} (${slug})`,
    ...outline(below, `${indent}  `),
  ])

const bodyOf = (pages: readonly ImportedPage[], title: string): string | undefined =>
  pages
    .map((one) => (one.title === title ? (one.markdown ?? '') : bodyOf(one.pages ?? [], title)))
    .find((body) => body !== undefined)

describe('the HTML export of a space', () => {
  it('has the tree of its index, followed by the pages that the index omits', async () => {
    const { pages, skipped } = await read(await fixture())
    expect(outline(pages)).toEqual([
      'p1 Rocket Docs (rocket-docs)',
      '  p2 Getting started (getting-started)',
      "    p3 What's new? / changes (whats-new---changes)",
      'p4 Lost (lost)',
    ])
    expect(skipped).toEqual([])
  })

  it('has links by file, by page id and to headings converted to references', async () => {
    const { pages } = await read(await fixture())
    expect(bodyOf(pages, 'Rocket Docs')).toBe(
      'Welcome! See [Getting started](/pages/p2), [the news](/pages/p3) and [first steps](/pages/p2#first-steps).\n\n![The flow](/files/f1)\n',
    )
    expect(bodyOf(pages, "What's new? / changes")).toBe('Back to [the start](/pages/p1) or [here](#here).\n')
  })

  it('has its macros converted to Markdown, without boilerplate', async () => {
    const { pages } = await read(await fixture())
    expect(bodyOf(pages, 'Getting started')).toBe(`# First steps

{% hint style="warning" %}

**Take care**

It is _hot_.

{% endhint %}

{% hint style="success" %}

Use gloves.

{% endhint %}

{% code title="Main.java" %}

\`\`\`java
if (a < b) {
    launch();
}
\`\`\`

{% endcode %}

\`\`\`bash
rocket --go
\`\`\`

\`\`\`
as it is
\`\`\`

> **Note well**
>
> In a panel.

<details>
<summary>More</summary>

Folded

</details>

* [x] Fuel Jane Doe
* [ ] Start 03 May 2024

Careful ⚠️ and **DONE** in [ROC-7: Tank leaks](https://acme.atlassian.net/browse/ROC-7?src=confmacro)

| Part | Notes |
| - | - |
| Tank<br>Engine | • one<br>• a \\| b |

![](/files/f2) and [the manual](/files/f3)
`)
  })

  it.each([
    ['superscript and subscript', 'x<sup>2</sup> H<sub>2</sub>O', 'x<sup>2</sup> H<sub>2</sub>O'],
    ['underlines', 'a <u>b <em>c</em></u> d <ins>e</ins>', 'a <u>b _c_</u> d <u>e</u>'],
    ['the same mark in itself', '<sup><sup>a</sup>b</sup>', '<sup>ab</sup>'],
    ['nothing of empty marks', 'a<sup></sup> <u> </u>b', 'a b'],
    ['text colors', '<span style="color: rgb(255,86,48);">a</span>', '<mark style="color:red;">a</mark>'],
    ['short colors', '<font color="#0a0">a</font>', '<mark style="color:green;">a</mark>'],
    [
      'backgrounds',
      '<span style="background-color: rgb(254,222,200);">a <b>b</b></span>',
      '<mark style="background-color:orange;">a **b**</mark>',
    ],
    [
      'colors in colors',
      '<span style="color:blue"><span style="color:BLUE">a</span><span style="background-color:#ff0">b</span></span>',
      '<mark style="color:blue;">a<mark style="background-color:yellow;">b</mark></mark>',
    ],
    ['no black, white or gray', '<span style="color:#172b4d;background:white">a</span>', 'a'],
    ['no unknown colors', '<span style="color:var(--x)">a</span><span style="color">b</span>', 'ab'],
    [
      'colors of ids in a style sheet',
      '<style>[data-colorid=abc]{color:#6554c0} html[data-color-mode=dark] [data-colorid=abc]{color:#0f0}</style><span data-colorid="abc">a</span>',
      '<mark style="color:purple;">a</mark>',
    ],
  ])('keeps of marks %s', async (_, html, markdown) => {
    const { pages } = await readSpace({ 'A_1.html': page('A', `<p>${html}</p>`) })
    expect(bodyOf(pages, 'A')).toBe(`${markdown}\n`)
    const cell = `<table><tr><th>H</th></tr><tr><td><p>${html}</p></td></tr></table>`
    const inCell = await readSpace({ 'A_1.html': page('A', cell) })
    expect(bodyOf(inCell.pages, 'A')).toBe(`| H |\n| - |\n| ${markdown} |\n`)
  })

  const twoColumns = (left: string, right: string) =>
    `<div class="columnLayout two-left-sidebar" data-layout="two-left-sidebar"><div class="cell aside" data-type="aside"><div class="innerCell">${left}</div></div><div class="cell normal" data-type="normal"><div class="innerCell">${right}</div></div></div>`

  it('keeps the columns of layouts with their widths, also those of macros', async () => {
    const single =
      '<div class="columnLayout single"><div class="cell"><div class="innerCell"><p>alone</p></div></div></div>'
    const macro =
      '<div class="sectionColumnWrapper"><div class="sectionMacro"><div class="sectionMacroRow"><div class="columnMacro" style="width:30%;min-width:30%;"><p>left</p></div><div class="columnMacro"><p>right</p></div></div></div></div>'
    const body = `<div class="contentLayout2">${single}${twoColumns('<ul><li>one</li></ul>', '<h2>Two</h2><p>x<sup>2</sup></p>')}${macro}</div>`
    const { pages } = await readSpace({ 'A_1.html': page('A', body) })
    const markdown = bodyOf(pages, 'A') ?? ''
    const [alone, first, second, ...others] = markdownToDocument(markdown).nodes
    expect([alone?.type, first?.type, second?.type, others]).toEqual(['paragraph', 'columns', 'columns', []])
    const widths = [first, second].map(
      (block) => block?.type === 'columns' && block.nodes.map(({ data }) => data.width),
    )
    expect(widths).toEqual([
      [
        { unit: '%', value: 33.33 },
        { unit: '%', value: 66.67 },
      ],
      [{ unit: '%', value: 30 }, undefined],
    ])
    expect(markdown).toContain('## Two\n\nx<sup>2</sup>\n\n{% endcolumn %}')
  })

  it('keeps columns in expanding parts and in lists, and their text in cells', async () => {
    const inner = twoColumns('<p>left</p>', '<p>right</p>')
    const { pages } = await readSpace({
      'A_1.html': page(
        'A',
        `<div class="expand-container"><div class="expand-content">${inner}</div></div><ul><li><p>a</p>${inner}</li></ul>`,
      ),
      'B_2.html': page('B', `<table><tr><th>H</th></tr><tr><td>${inner}</td></tr></table>`),
    })
    expect(JSON.stringify(markdownToDocument(bodyOf(pages, 'A') ?? '')).match(/"columns"/g)).toHaveLength(2)
    expect(bodyOf(pages, 'B')).toBe('| H |\n| - |\n| left<br>right |\n')
  })

  it('imports attachments with their original names', async () => {
    const { files } = await read(await fixture())
    expect(files.map(({ name, contentType }) => [name, contentType])).toEqual([
      ['launch flow.png', 'image/png'],
      ['logo.png', 'image/png'],
      ['manual.pdf', 'application/pdf'],
    ])
  })

  it('can be in a subfolder of the archive', async () => {
    const files = (await fixture()).map((file) => ({ ...file, path: `DOC/${file.path}` }))
    const { pages } = await read(files)
    expect(outline(pages)).toHaveLength(4)
    expect(bodyOf(pages, 'Rocket Docs')).toContain('[Getting started](/pages/p2)')
  })
})

describe('hostile exports', () => {
  it('in XML are rejected with instructions', async () => {
    await expect(
      read([entry('entities.xml', '<x/>'), entry('exportDescriptor.properties', '')]),
    ).rejects.toThrow(
      'The export contains entities.xml: it is an XML export. Export the space as HTML and import that archive.',
    )
  })

  it('without an index or pages are rejected', async () => {
    await expect(read([entry('a.html', page('A', 'a'))])).rejects.toThrow(
      'The export contains no index.html.',
    )
    await expect(read([entry('index.html', '')])).rejects.toThrow(
      'The export contains no page besides index.html.',
    )
  })

  it('are rejected for paths outside of the export, with the path', async () => {
    await expect(read([entry('index.html', ''), entry('../x.html', 'x')])).rejects.toThrow(
      'The path "../x.html" points outside of the source.',
    )
  })

  it('are rejected for pages or page lists that nest too deeply, with the path', async () => {
    await expect(readSpace({ 'A_1.html': page('A', '<div>'.repeat(2000)) })).rejects.toThrow(
      'A_1.html is nested too deeply.',
    )
    await expect(
      read([entry('index.html', '<ul><li>'.repeat(2000)), entry('A_1.html', page('A', 'a'))]),
    ).rejects.toThrow('index.html is nested too deeply.')
  })

  it('are rejected if pages nest deeper than a space allows', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `P_${index}.html`)
    const tree = names.reduceRight((below, name) => `<ul><li><a href="${name}">x</a>${below}</li></ul>`, '')
    await expect(
      read([entry('index.html', tree), ...names.map((name) => entry(name, page(name, 'x')))]),
    ).rejects.toThrow('pages deep. Move it up.')
  })

  it('can list pages twice, contain broken links and have one title many times', async () => {
    const { pages, skipped } = await read([
      entry(
        'index.html',
        '<ul><li><a href="A_1.html">A</a></li><li><a href="A_1.html">A</a></li><li>x</li></ul>',
      ),
      entry(
        'A_1.html',
        page('A', '<a href="%E0%A4%A">x</a><a href="Gone_2.html">y</a><img src="attachments/1/2.png">'),
      ),
      entry('A_2.html', page('A', '<a href="#%">x</a>')),
      entry('other.html', '<p>text</p>'),
    ])
    expect(outline(pages)).toEqual(['p1 A (a)', 'p2 A (a-2)'])
    expect(skipped.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      'other.html not a Confluence page',
      'A.md: %E0%A4%A link target not found',
      'A.md: Gone_2.html link target not found',
      'A.md: attachments/1/2.png link target not found',
    ])
  })

  it('are imported without scripts', async () => {
    const { pages } = await readSpace({
      'A_1.html': page(
        'A',
        '<script>alert(1)</script><p onclick="x()">text</p><iframe src="javascript:x"></iframe>',
      ),
    })
    expect(bodyOf(pages, 'A')).toBe('text\n')
  })

  it.runIf(isLongRun)('are rejected for pages that are too large, with the path', async () => {
    for (const body of ['x'.repeat(500_001), '<p></p>'.repeat(200_001)])
      await expect(readSpace({ 'A_1.html': page('A', body) })).rejects.toThrow(
        'A_1.html is too large for one page',
      )
    await expect(readSpace({ 'A_1.html': page('A', '<blockquote>'.repeat(60)) })).rejects.toThrow(
      'A_1.html is nested too deeply.',
    )
  })

  it('can have cells with spans of any size', async () => {
    const spans = '<table><tr><th colspan="2">A</th></tr><tr><td>1</td><td>2</td></tr></table>'
    const hostile = '<table><tr><td rowspan="60000" colspan="1000000000">x</td></tr></table>'
    const { pages } = await readSpace({ 'A_1.html': page('A', spans), 'B_2.html': page('B', hostile) })
    expect(bodyOf(pages, 'A')).toBe('| A | |\n| - | - |\n| 1 | 2 |\n')
    expect(bodyOf(pages, 'B')).toContain('x')
    const ragged = `<table><tr>${'<td></td>'.repeat(2000)}</tr>${'<tr><td></td></tr>'.repeat(2000)}</table>`
    await expect(readSpace({ 'A_1.html': page('A', ragged) })).rejects.toThrow(
      'A_1.html has a table of more than 200000 cells. Split it.',
    )
  })

  it('can repeat a mark inside itself', async () => {
    const { pages } = await readSpace({ 'A_1.html': page('A', `${'<b><i>'.repeat(150)}<p>x</p>`) })
    expect(bodyOf(pages, 'A')).toBe('**_x_**\n')
  })

  it.runIf(isLongRun)('can have cells and lists of any size', async () => {
    const size = 5_000
    const { pages } = await readSpace({
      'A_1.html': page('A', `<table><tr><td>${'<p>x</p>'.repeat(size)}</td></tr></table>`),
      'B_2.html': page('B', '<ul><li>x</li></ul>'.repeat(size)),
    })
    expect(bodyOf(pages, 'A')).toContain('x<br>x')
    expect(bodyOf(pages, 'B')?.split('\n')).toHaveLength(size + 1)
  })
})
