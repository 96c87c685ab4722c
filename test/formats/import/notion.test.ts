import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import type { SourceEntry } from '../../../src/formats/import/files/entries.ts'
import { readFolder } from '../../../src/formats/import/files/folder.ts'
import type { ImportedPage } from '../../../src/formats/import/imported-content.ts'
import { readMarkdownSource } from '../../../src/formats/import/markdown/read-source.ts'
import { notionEntries } from '../../../src/formats/import/notion/convert.ts'
import { budget, isLongRun } from '../../support/budget.ts'
import { inWords } from './lines.ts'

const fixture = (name: string) => readFolder(join(import.meta.dirname, '../../fixtures/imports/notion', name))

const entry = (path: string, content: string | Buffer): SourceEntry => {
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
  const conversion = await notionEntries(entries)
  const content = await readMarkdownSource(conversion.entries, {
    newPageId: () => `p${++pages}`,
    newFileId: () => `f${++files}`,
  })
  return { ...content, skipped: inWords([...conversion.skipped, ...content.skipped]) }
}

const readTexts = (files: Record<string, string>) =>
  read(Object.entries(files).map(([path, text]) => entry(path, text)))

const outline = (pages: readonly ImportedPage[] = [], indent = ''): string[] =>
  pages.flatMap(({ id, title, slug, pages: below }) => [
    `${indent}${id} ${title} (${slug})`,
    ...outline(below, `${indent}  `),
  ])

const bodyOf = (pages: readonly ImportedPage[], title: string): string | undefined =>
  pages
    .map((page) => (page.title === title ? (page.markdown ?? '') : bodyOf(page.pages ?? [], title)))
    .find((body) => body !== undefined)

async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const id = (digit: string) => digit.repeat(32)

describe('an export as Markdown and CSV', () => {
  it('nests pages by folder, in the order of links and rows, with titles and paths without ids', async () => {
    const { pages } = await read(await fixture('markdown'))
    expect(outline(pages)).toEqual([
      'p1 About us (about-us)',
      'p2 Handbook (handbook)',
      '  p3 Tasks (tasks)',
      '    p4 Ship it, soon (ship-it-soon)',
      '    p5 Write the docs (write-the-docs)',
      '  p6 Getting started (getting-started)',
    ])
  })

  it('has links converted to references and callouts to hints, except in code', async () => {
    const { pages, skipped } = await read(await fixture('markdown'))
    expect(bodyOf(pages, 'Handbook')).toBe(`Everything about **working here**.

[Tasks](/pages/p3)

[Getting started](/pages/p6)

{% hint style="info" %}
Read [the tasks](/pages/p3) first.
{% endhint %}

{% hint style="info" %}
🧭 Find your way

- one
- two
{% endhint %}

- Toggle of an older export
    
    What is in it
    

\`\`\`html
<aside>
not a callout
</aside>
\`\`\`
`)
    expect(bodyOf(pages, 'Getting started')).toBe(`Note: this is no property.

![Untitled](/files/f1)

<details>
<summary>More</summary>

Hidden text

</details>

{% hint style="warning" %}
Careful
{% endhint %}

Back to [Handbook](/pages/p2) or [nowhere](Gone%20ffffffffffffffffffffffffffffffff.md).
`)
    expect(skipped).toEqual([
      {
        path: 'Handbook/Getting started.md: Gone%20ffffffffffffffffffffffffffffffff.md',
        reason: 'link target not found',
        kind: 'LINK',
      },
    ])
  })

  it.each([
    ['$a_b$ and $c*d$', '$$a_b$$ and $$c*d$$'],
    ['($x$), $\\frac{a}{b}$.', '($$x$$), $$\\frac{a}{b}$$.'],
    ['**$n^2$** [$k$](https://x.org/$a_b$)', '**$$n^2$$** [$$k$$](https://x.org/$a_b$)'],
    ['| $p_i$ |\n| - |\n| $q$ |', '| $$p_i$$ |\n| - |\n| $$q$$ |'],
    ['- $x$\n    > $y$', '- $$x$$\n    > $$y$$'],
    ['$5 and $6, $7-$8, 9$ to 10$', '$5 and $6, $7-$8, 9$ to 10$'],
    ['$5/mo, or 50$/y', '$5/mo, or 50$/y'],
    ['It costs $5 per user and 3$ more', 'It costs $5 per user and 3$ more'],
    ['$HOME/bin:$PATH \\$a$', '$HOME/bin:$PATH \\$a$'],
    ['`$a_b$` $$c_d$$', '`$a_b$` $$c_d$$'],
    ['```\n$a_b$\n```\n\n$$\nc_d\n$$', '```\n$a_b$\n```\n\n$$\nc_d\n$$'],
  ])('has the formula that Notion writes between single dollars: %j', async (text, expected) => {
    const { pages } = await readTexts({ [`A ${id('a')}.md`]: `# A\n\n${text}\n` })
    expect(bodyOf(pages, 'A')).toBe(`${expected}\n`)
  })

  it('can have any number of dollars', async () => {
    const text = '$a'.repeat(10_000)
    const { pages } = await readTexts({ [`A ${id('a')}.md`]: `# A\n\n${text}\n` })
    expect(bodyOf(pages, 'A')).toBe(`${text}\n`)
  })

  it('has one table per database with all rows, linked to their pages', async () => {
    const { pages } = await read(await fixture('markdown'))
    expect(bodyOf(pages, 'Tasks')).toBe(`| Name | Status | Notes | Blocked by |
| --- | --- | --- | --- |
| [Ship it, soon](/pages/p4) | In progress | a \\| b | [Write the docs](/pages/p5) |
| [Write the docs](/pages/p5) | Done | one, "two"<br>three |  |
| No page |  |  |  |
`)
  })

  it('has the properties of a row as a table above its text', async () => {
    const { pages } = await read(await fixture('markdown'))
    expect(bodyOf(pages, 'Write the docs')).toBe(`| Property | Value |
| --- | --- |
| Status | Done |
| Notes | one, "two"<br>three |

All of them.

Status: not a property any more
`)
    expect(bodyOf(pages, 'Ship it, soon')).toContain('| Blocked by | [Write the docs](/pages/p5) |')
  })

  it('imports images with their names', async () => {
    const { files } = await read(await fixture('markdown'))
    expect(files.map(({ name, width }) => [name, width])).toEqual([['Untitled.png', 8]])
  })

  it('can have folders without ids, as in newer exports', async () => {
    const { pages } = await readTexts({
      [`Home ${id('a')}.md`]: `# Home\n\n[Sub](Home/Sub%20${id('b')}.md)\n\n[Data](Home/Data%20${id('c')}.csv)`,
      [`Home/Sub ${id('b')}.md`]: '# Sub',
      [`Home/Data ${id('c')}.csv`]: 'Name\nRow',
      [`Home/Data/Row ${id('d')}.md`]: '# Row\n\ntext',
    })
    expect(outline(pages)).toEqual([
      'p1 Home (home)',
      '  p2 Sub (sub)',
      '  p3 Data (data)',
      '    p4 Row (row)',
    ])
  })

  it('has groups for folders without a page', async () => {
    const { pages } = await readTexts({
      [`Team A/One ${id('a')}.md`]: '# One',
      [`Team B/Two ${id('b')}.md`]: `# Two\n\n[One](../Team%20A/One%20${id('a')}.md)`,
    })
    expect(pages.map(({ type, title }) => [type, title])).toEqual([
      ['GROUP', 'Team A'],
      ['GROUP', 'Team B'],
    ])
    expect(bodyOf(pages, 'Two')).toBe('[One](/pages/p1)\n')
  })

  it('distinguishes pages and rows with the same name', async () => {
    const { pages } = await readTexts({
      [`D ${id('a')}.csv`]: 'Name,N\nSame,1\nSame,2\n',
      [`D ${id('a')}/Same ${id('b')}.md`]: '# Same\n\nN: 1\n\nfirst',
      [`D ${id('a')}/Same ${id('c')}.md`]: '# Same\n\nN: 2\n\nsecond',
    })
    expect(outline(pages)).toEqual(['p1 D (d)', '  p2 Same (same)', '  p3 Same (same-2)'])
    expect(pages[0]?.markdown).toContain('| [Same](/pages/p2) | 1 |\n| [Same](/pages/p3) | 2 |')
    expect(pages[0]?.pages?.map(({ markdown }) => markdown?.trim().split('\n').at(-1))).toEqual([
      'first',
      'second',
    ])
  })
})

describe('an export as HTML', () => {
  it.each([
    ['<sup>', 'x<sup>2</sup>', 'x<sup>2</sup>'],
    ['underlines', '<span style="border-bottom:0.05em solid">a</span>', '<u>a</u>'],
    ['text colors', '<mark class="highlight-red">a</mark>', '<mark style="color:red;">a</mark>'],
    [
      'backgrounds',
      '<mark class="highlight-blue_background"><strong>a</strong></mark>',
      '<mark style="background-color:blue;">**a**</mark>',
    ],
    [
      'colors of paragraphs',
      '</p><p class="block-color-green_background">a <em>b</em></p><p>',
      '<mark style="background-color:green;">a _b_</mark>',
    ],
    ['gray text', '<mark class="highlight-gray">a</mark>', 'a'],
    [
      'equations',
      'so <style>@import url("katex.css")</style><span data-token-index="0" contenteditable="false" class="notion-text-equation-token" style="user-select:all"><span></span><span><span class="katex"><span class="katex-mathml"><math><semantics><mrow><msub><mi>a</mi><mi>b</mi></msub></mrow><annotation encoding="application/x-tex">a_b</annotation></semantics></math></span><span class="katex-html">ab</span></span><span>\ufeff</span></span></span> it is',
      'so $$a_b$$ it is',
    ],
  ])('keeps %s', async (_, html, markdown) => {
    const { pages } = await readTexts({
      [`A ${id('a')}.html`]: `<html><body><article><h1 class="page-title">A</h1><div class="page-body"><p>${html}</p></div></article></body></html>`,
    })
    expect(bodyOf(pages, 'A')).toBe(`${markdown}\n`)
  })

  it('keeps columns', async () => {
    const { pages } = await readTexts({
      [`A ${id('a')}.html`]:
        '<article><h1 class="page-title">A</h1><div class="page-body"><div id="x" class="column-list"><div style="width:37.5%" class="column"><p>left</p></div><div style="width:62.5%" class="column"><p>right</p></div></div></div></article>',
    })
    expect(bodyOf(pages, 'A')).toBe(
      '{% columns %}\n\n{% column width="37.5%" %}\n\nleft\n\n{% endcolumn %}\n\n{% column width="62.5%" %}\n\nright\n\n{% endcolumn %}\n\n{% endcolumns %}\n',
    )
  })

  it('has the same tree', async () => {
    const { pages, skipped, files } = await read(await fixture('html'))
    expect(outline(pages)).toEqual([
      'p1 Handbook (handbook)',
      '  p2 Tasks (tasks)',
      '    p3 Write the docs (write-the-docs)',
    ])
    expect(skipped).toEqual([{ path: 'index.html', reason: 'the page list of the export' }])
    expect(files.map(({ name }) => name)).toEqual(['image.png'])
  })

  it('has its blocks converted to Markdown', async () => {
    const { pages } = await read(await fixture('html'))
    expect(bodyOf(pages, 'Handbook')).toBe(`Everything about **working** <mark style="color:red;">here</mark>.

[Tasks](/pages/p2)

* one
  * inner
* two

1. first
2. second

* [x] done
* [ ] open

<details>
<summary>More &lt;of&gt; it</summary>

Hidden

</details>

{% hint style="warning" %}

Take care

{% endhint %}

<figure><img src="/files/f1" alt=""><figcaption><p>The logo</p></figcaption></figure>

\`\`\`javascript
const a = 1
if (a) b()
\`\`\`

[An example](https://example.com/x)

$$
E = mc^2
$$

| A | B |
| - | - |
| 1<br>2 | x \\| y |

> Quoted

---
`)
    expect(bodyOf(pages, 'Tasks')).toContain('| [Write the docs](/pages/p3) | Done |')
    expect(bodyOf(pages, 'Write the docs')).toBe(`| Property | Value |
| - | - |
| Tags | docs, soon |

Back to [Handbook](/pages/p1)
`)
  })

  it('is rejected for a page that nests too deeply, with its path', async () => {
    for (const html of ['<div>'.repeat(5000), '<ul><li>'.repeat(30_000)])
      await expect(readTexts({ 'Deep.html': html })).rejects.toThrow('Deep.html is nested too deeply.')
  })
})

describe('an export in parts', () => {
  it('is read as one export', async () => {
    const one = await zipOf({
      [`Private/Home ${id('a')}.md`]: `# Home\n\n![x](Home%20${id('a')}/x.png)`,
      [`Private/Home ${id('a')}/Sub ${id('b')}.md`]: '# Sub',
    })
    const two = await zipOf({ [`Private/Home ${id('a')}/x.png`]: 'image' })
    const { pages, files } = await read([
      entry('Export-1-Part-1.zip', one),
      entry('Export-1-Part-2.zip', two),
    ])
    expect(outline(pages)).toEqual(['p1 Home (home)', '  p2 Sub (sub)'])
    expect(files).toHaveLength(1)
  })

  it('is unpacked one level deep: archives in its parts stay packed', async () => {
    const inner = await zipOf({ 'x.md': '# x' })
    const part = await zipOf({ 'Export-2-Part-1.zip': inner, 'A.md': '# A' })
    const { pages } = await read([entry('Export-1-Part-1.zip', part)])
    expect(outline(pages)).toEqual(['p1 A (a)'])
  })

  it('is rejected for a part that is not an archive or that is a zip bomb, with its path', async () => {
    await expect(read([entry('Export-1-Part-1.zip', 'text')])).rejects.toThrow(
      /^Export-1-Part-1\.zip: The file is not a readable zip archive/,
    )
    const bomb = await zipOf({ 'bomb.md': Buffer.alloc(budget(4, 20) * 1024 * 1024) })
    await expect(read([entry('Export-1-Part-1.zip', bomb)])).rejects.toThrow(
      'Export-1-Part-1.zip: The archive entry "bomb.md" is compressed more than 300 times.',
    )
  })

  it('is rejected if its parts exceed the size limit together', async () => {
    const part = await zipOf({ 'A.md': '# A' })
    const large = { ...entry('x.bin', ''), size: 500 * 1024 * 1024 }
    await expect(read([large, entry('Export-1-Part-1.zip', part)])).rejects.toThrow('larger than 500 MB')
  })
})

describe('hostile exports', () => {
  it('are rejected without a page, with instructions', async () => {
    await expect(readTexts({ 'x.png': '' })).rejects.toThrow('Export as "Markdown & CSV" or as HTML')
    await expect(readTexts({})).rejects.toThrow('The export contains no page.')
  })

  it.each(['../x.md', '/x.md', 'a/../../x.md', `${'a/'.repeat(60)}x.md`])(
    'are rejected for the path %s',
    async (path) => {
      await expect(readTexts({ [path]: '# x' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    },
  )

  it('can have tables with unclosed quotes, without rows, and with rows of any length', async () => {
    const { pages } = await readTexts({
      'A.csv': 'Name,B\n"open, text\n1,2',
      'B.csv': '',
      'C.csv': 'Name,B\r\n1\r\n1,2,3\r\n"x"y,z',
    })
    expect(bodyOf(pages, 'A')).toContain('| open, text<br>1,2 |  |')
    expect(bodyOf(pages, 'B')).toBe('')
    expect(bodyOf(pages, 'C')).toContain('| 1 |  |\n| 1 | 2 |\n| xy | z |')
  })

  it.runIf(isLongRun)('have at most a thousand rows of a table imported', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => `r${index}`)
    const { pages } = await readTexts({ 'A.csv': ['Name', ...rows].join('\n') })
    expect(pages[0]?.markdown).toContain('| r999 |\n\n500 more rows are not shown.')
  })

  it('can have unclosed callouts and names of built-in members', async () => {
    const { pages } = await readTexts({
      'SUMMARY.md': '# S\n\n<aside>\nopen',
      '.gitbook.yaml': 'root: nowhere',
      'README.md': '# R\n\n</aside>',
    })
    expect(outline(pages)).toEqual(['p1 R (r)', 'p2 S (summary-2)'])
    expect(bodyOf(pages, 'S')).toBe('open\n')
  })
})
