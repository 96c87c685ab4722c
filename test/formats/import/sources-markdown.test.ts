import { describe, expect, it } from 'vitest'
import type { SourceEntry } from '../../../src/formats/import/files/entries.ts'
import type { ImportedPage } from '../../../src/formats/import/imported-content.ts'
import { type ImportedContent, readMarkdownSource } from '../../../src/formats/import/markdown/read-source.ts'
import { budget, oneRowIn } from '../../support/budget.ts'
import { inWords } from './lines.ts'

const noSuchFile = 'listed in the table of contents, but there is no such file'

const entry = (path: string, content: string | Buffer): SourceEntry => {
  const bytes = Buffer.from(content)
  return { path, size: bytes.length, read: async () => bytes }
}

/**
 * Ids are sequential: pages `p1`, `p2` … in the order of the table of contents, files `f1`, `f2` … in the order
 * of references.
 */
function read(files: Record<string, string>, includesUnlisted?: boolean): Promise<ImportedContent> {
  let pages = 0
  let stored = 0
  return readMarkdownSource(
    Object.entries(files).map(([path, content]) => entry(path, content)),
    { newPageId: () => `p${++pages}`, newFileId: () => `f${++stored}`, includesUnlisted },
  )
}

/** Formats a tree as lines: `GROUP Part (part)`. */
const outline = (pages: readonly ImportedPage[] = [], indent = ''): string[] =>
  pages.flatMap(({ type, title, slug, pages: below }) => [
    `${indent}${type} ${title} (${slug})`,
    ...outline(below, `${indent}  `),
  ])

const bodyOf = async (markdown: string, others: Record<string, string> = {}) => {
  const { pages, skipped } = await read({
    'SUMMARY.md': '* [Home](docs/home.md)\n* [Other](docs/other.md)\n* [Folder](docs/folder/README.md)\n',
    'docs/home.md': markdown,
    'docs/other.md': 'other',
    'docs/folder/README.md': 'folder',
    'docs/img/a b.png': 'image',
    'docs/img/c (1), d.png': 'image',
    ...others,
  })
  return { body: pages[0]?.markdown, skipped: inWords(skipped.filter(({ path }) => path.includes(': '))) }
}

describe('the table of contents in a SUMMARY.md', () => {
  it('has groups for headings, pages for lists, and top-level pages before the first part', async () => {
    const { pages } = await read({
      'SUMMARY.md':
        '---\nicon: x\n---\n\n# Contents\n\n* [Home](README.md)\n\n## Part *one*\n\n* [A](a.md)\n  * [B](sub/README.md)\n    * Plain item\n\n## Part two\n\n* [C](c.md)\n',
      'README.md': '',
      'a.md': '',
      'sub/README.md': '',
      'c.md': '',
    })
    expect(outline(pages)).toEqual([
      'DOCUMENT Home (home)',
      'GROUP Part one (part-one)',
      '  DOCUMENT A (a)',
      '    DOCUMENT B (sub)',
      '      DOCUMENT Plain item (plain-item)',
      'GROUP Part two (part-two)',
      '  DOCUMENT C (c)',
    ])
    expect(pages[1]?.pages?.[0]?.pages?.[0]?.pages?.[0]?.markdown).toBeUndefined()
  })

  it('has links for URLs, anchors, files and repeated mentions of a page', async () => {
    const { pages } = await read({
      'SUMMARY.md':
        '* [Web](https://example.org/x)\n* [Anchor](a.md#part)\n* [A](a.md)\n* [Again](a.md)\n* [File](x.pdf)\n',
      'a.md': '',
      'x.pdf': '',
    })
    expect(pages.map(({ type, target }) => target ?? type)).toEqual([
      { kind: 'url', url: 'https://example.org/x' },
      { kind: 'anchor', anchor: 'part', page: 'p1' },
      'DOCUMENT',
      { kind: 'page', page: 'p1' },
      { kind: 'file', file: 'f1' },
    ])
    expect(pages.filter(({ type }) => type === 'LINK').every(({ slug }) => slug === null)).toBe(true)
  })

  it('uses a link with an anchor as the page if the file is not listed otherwise', async () => {
    const { pages } = await read({ 'SUMMARY.md': '* [A](a.md#part)', 'a.md': 'text' })
    expect(pages).toMatchObject([{ type: 'DOCUMENT', title: 'A', markdown: 'text' }])
  })

  it('adds an empty page for pages below a link', async () => {
    const { pages } = await read({ 'SUMMARY.md': '* [Web](https://example.org/)\n  * [A](a.md)', 'a.md': '' })
    expect(outline(pages)).toEqual(['DOCUMENT Web (web)', '  LINK Web (null)', '  DOCUMENT A (a)'])
  })

  it('reports missing files and unlisted Markdown', async () => {
    const content = await read({
      'SUMMARY.md': '* [Gone](gone.md)\n* [Gone parent](gone2.md)\n  * [A](a.md)\n',
      'a.md': '',
      'unlisted.md': '',
    })
    expect(outline(content.pages)).toEqual(['DOCUMENT Gone parent (gone-parent)', '  DOCUMENT A (a)'])
    expect(inWords(content.skipped)).toEqual([
      { path: 'gone.md', reason: noSuchFile, kind: 'PAGE' },
      { path: 'gone2.md', reason: noSuchFile, kind: 'PAGE' },
      { path: 'unlisted.md', reason: 'not listed in SUMMARY.md', kind: 'PAGE' },
    ])
    expect([content.importedResources, content.totalResources]).toEqual([1, 2])
  })

  it('has the other Markdown files as hidden pages on request, below the page of their folder', async () => {
    const content = await read(
      {
        'SUMMARY.md':
          '* [Home](README.md)\n* [Guide](guide/README.md)\n  * [A](guide/a.md)\n* [Api](api.md)\n',
        'README.md': '[hidden](guide/deep/README.md) [also](old/)',
        'guide/README.md': '',
        'guide/a.md': '',
        'guide/b.md': '',
        'guide/deep/README.md': '',
        'guide/deep/c.md': '# A title of its own',
        'guide/none/d.md': '',
        'api.md': '',
        'api/e.md': '',
        'old/README.md': '',
        'old/f.md': '',
        'LICENSE.md': '',
        '.gitbook/includes/g.md': '',
        '.github/h.md': '',
      },
      true,
    )
    const lines = (pages: readonly ImportedPage[] = [], indent = ''): string[] =>
      pages.flatMap(({ title, hidden, pages: below }) => [
        `${indent}${title}${hidden ? ' (hidden)' : ''}`,
        ...lines(below, `${indent}  `),
      ])
    expect(lines(content.pages)).toEqual([
      'Home',
      'Guide',
      '  A',
      '  B (hidden)',
      '  Deep (hidden)',
      '    A title of its own (hidden)',
      '  D (hidden)',
      'Api',
      '  E (hidden)',
      'LICENSE (hidden)',
      'Old (hidden)',
      '  F (hidden)',
    ])
    expect(content.pages[0]?.markdown).not.toContain('.md')
    expect(content.pages[0]?.markdown).not.toContain('old/')
    expect(content).toMatchObject({ importedPages: 12, unlistedPages: 8 })
    expect(content.skipped).toEqual([])
    expect(content.reusable).toMatchObject([{ title: 'G' }])
  })

  it('gives siblings unique slugs', async () => {
    const { pages } = await read({
      'SUMMARY.md': '* [A](x/page.md)\n* [B](y/page.md)\n* [C](z/Page.md)',
      'x/page.md': '',
      'y/page.md': '',
      'z/Page.md': '',
    })
    expect(pages.map(({ slug }) => slug)).toEqual(['page', 'page-1', 'page-2'])
  })

  it('is found at the path in .gitbook.yaml', async () => {
    const { pages } = await read({
      '.gitbook.yaml': 'root: ./docs/\nstructure:\n  summary: toc.md\n',
      'docs/toc.md': '* [A](a.md)',
      'docs/a.md': '[root](/b.md) ![x](/../x.png)',
      'docs/b.md': '',
      'README.md': 'outside the documentation',
    })
    expect(outline(pages)).toEqual(['DOCUMENT A (a)'])
  })

  it('comes with a report of the redirects of .gitbook.yaml, which belong to a site', async () => {
    const { skipped } = await read({
      '.gitbook.yaml': 'redirects:\n  old/page: a.md\n',
      'SUMMARY.md': '* [A](a.md)',
      'a.md': '',
    })
    const reason = 'its redirects are not imported, because redirects belong to a site'
    expect(inWords(skipped)).toEqual([{ path: '.gitbook.yaml', reason }])
  })

  it('names a root page by its title, and others by file or folder', async () => {
    const { pages } = await read({
      '.gitbook.yaml': 'root: docs',
      'docs/SUMMARY.md':
        '* [Start here](README.md)\n* [Über uns](Über%20uns.md)\n* [???](!!!.md)\n* [One](one/index.md)',
      'docs/README.md': '',
      'docs/Über uns.md': '',
      'docs/!!!.md': '',
      'docs/one/index.md': '',
    })
    expect(pages.map(({ slug }) => slug)).toEqual(['start-here', 'über-uns', 'page', 'one'])
  })

  it('has slugs without what the emojis of titles leave behind', async () => {
    const { pages } = await read({
      'SUMMARY.md': '## 🚀 Start\n\n* [A](a.md)\n\n## ⚙️ Set up\n\n* [✨ New]()\n\n## 🎉\n',
      'a.md': '',
    })
    expect(outline(pages)).toEqual([
      'GROUP 🚀 Start (start)',
      '  DOCUMENT A (a)',
      'GROUP ⚙️ Set up (set-up)',
      '  DOCUMENT ✨ New (new)',
      'GROUP 🎉 (page)',
    ])
  })

  it('has empty pages for items without a link', async () => {
    const content = await read({ 'SUMMARY.md': '* [Draft]()\n  * [A](a.md)', 'a.md': '' })
    expect(outline(content.pages)).toEqual(['DOCUMENT Draft (draft)', '  DOCUMENT A (a)'])
    expect(content.skipped).toEqual([])
  })

  it('is rejected if it nests more than 50 deep', async () => {
    const lines = Array.from({ length: 51 }, (_, depth) => `${' '.repeat(2 * depth)}- x${depth}`)
    await expect(read({ 'SUMMARY.md': lines.join('\n'), 'a.md': '' })).rejects.toThrow('more than 50 deep')
  })
})

describe('folders without a SUMMARY.md', () => {
  it('are pages, or top-level groups without a README, in natural order', async () => {
    const { pages, skipped } = await read({
      'page-10.md': '',
      'page-2.md': '',
      'README.md': '# Welcome\n',
      'getting-started/first.md': '',
      'getting-started/deep/x.md': '',
      'guide/index.md': '# The guide\n\ntext',
      'guide/b.md': '',
      'code/main.go': '',
      '.gitbook/includes/shared.md': '',
      '.github/PULL_REQUEST.md': '',
      'node_modules/x/README.md': '',
    })
    expect(outline(pages)).toEqual([
      'DOCUMENT Welcome (welcome)',
      'GROUP Getting Started (getting-started)',
      '  DOCUMENT Deep (deep)',
      '    DOCUMENT X (x)',
      '  DOCUMENT First (first)',
      'DOCUMENT The guide (guide)',
      '  DOCUMENT B (b)',
      'DOCUMENT Page 2 (page-2)',
      'DOCUMENT Page 10 (page-10)',
    ])
    expect(skipped).toEqual([])
  })

  it('have the file in .gitbook.yaml as the first page', async () => {
    const { pages } = await read({
      '.gitbook.yaml': 'structure:\n  readme: start.md\n',
      'a.md': '',
      'start.md': '',
    })
    expect(outline(pages)).toEqual(['DOCUMENT Start (start)', 'DOCUMENT A (a)'])
  })
})

describe('a page', () => {
  it.each([
    ['---\ntitle: Front\n---\n# Heading\n\nx', '[Summary](a.md)', 'Front'],
    ['# Heading\n\nx', '[Summary](a.md)', 'Summary'],
    ['# A `b` *c*\n\nx', '[](a.md)', 'A b c'],
    ['x', '[](a.md)', 'A'],
  ])(
    'has its title from front matter, table of contents, heading or file name: %j',
    async (text, item, title) => {
      const { pages } = await read({ 'SUMMARY.md': `* ${item}`, 'a.md': text })
      expect(pages[0]).toMatchObject({ title, markdown: 'x' })
    },
  )

  it('keeps every character of its body after front matter and the leading heading, but for the kind of line endings', async () => {
    const body = '    code\r\n\r\nText  \r\n*  odd   list\r\n\\*escaped\\*\t\r\n\r\n# Second\r\n'
    const { pages } = await read({ 'a.md': `\uFEFF---\r\nicon: x\r\n---\r\n\r\n# T\r\n\r\n${body}` })
    expect(pages[0]?.markdown).toBe(body.replaceAll('\r\n', '\n'))
  })

  it('has its fields from front matter', async () => {
    const { pages } = await read({
      'a.md':
        '---\ndescription: D\nicon: book\nemoji: "1f600"\nhidden: true\nnoIndex: true\nnoRobotsIndex: true\ncover: img/c.png\ncoverY: 12\nlayout:\n  cover:\n    visible: true\n    size: hero\n---\nx',
      'img/c.png': '',
    })
    expect(pages[0]).toMatchObject({
      description: 'D',
      icon: 'book',
      emoji: '1f600',
      hidden: true,
      noIndex: true,
      noRobotsIndex: true,
      cover: { ref: { kind: 'file', file: 'f1' }, yPos: 12 },
      layout: { cover: true, coverSize: 'hero' },
      markdown: 'x',
    })
  })

  it('has the code of an emoji that its front matter names', async () => {
    const { pages } = await read({ 'a.md': '---\nemoji: rocket\n---\nx' })
    expect(pages[0]?.emoji).toBe('1f680')
  })

  it('has the layout of its front matter', async () => {
    const parts = ['title', 'description', 'tableOfContents', 'outline', 'pagination', 'metadata']
    const lines = parts.flatMap((part) => [`  ${part}:`, '    visible: false'])
    const { pages } = await read({
      'a.md': ['---', 'layout:', '  width: wide', ...lines, '---', 'x'].join('\n'),
    })
    expect(pages[0]?.layout).toEqual({
      width: 'wide',
      ...Object.fromEntries(parts.map((part) => [part, false])),
    })
  })

  it('keeps its body and is reported if its front matter is malformed', async () => {
    const { pages, skipped } = await read({ 'a.md': '---\ntitle: [\n---\nbody' })
    expect(pages[0]?.markdown).toBe('body')
    expect(inWords(skipped)).toEqual([
      {
        path: 'a.md',
        reason: expect.stringMatching(/^malformed front matter: /) as string,
        kind: 'FRONT_MATTER',
      },
    ])
  })

  it('does not expand aliases in front matter', async () => {
    const { skipped } = await read({ 'a.md': '---\na: &a [x, x]\nb: [*a, *a]\n---\nbody' })
    expect(skipped).toHaveLength(1)
  })
})

describe('links', () => {
  it.each([
    ['[x](other.md)', '[x](/pages/p2)'],
    ['[x](./other.md#Some-Part "title")', '[x](/pages/p2#Some-Part "title")'],
    ['[x](../docs/other.md?plain=1)', '[x](/pages/p2)'],
    ['[x](other)', '[x](/pages/p2)'],
    ['[x](OTHER.md)', '[x](/pages/p2)'],
    ['[x](/docs/other.md)', '[x](/pages/p2)'],
    ['[x](folder/)', '[x](/pages/p3)'],
    ['[x](folder)', '[x](/pages/p3)'],
    ['[x](home.md#a)', '[x](/pages/p1#a)'],
    ['![x](img/a%20b.png)', '![x](/files/f1)'],
    ['![x](<img/a b.png>)', '![x](</files/f1>)'],
    ['[![x](<img/a b.png>)](other.md)', '[![x](</files/f1>)](/pages/p2)'],
    ['[x]\n\n[x]: other.md', '[x]\n\n[x]: /pages/p2'],
    ['[a\\_b](\\other.md) [x](other\\.md)', '[a\\_b](\\other.md) [x](/pages/p2)'],
    ['<img src="img/a b.png" alt="other.md">', '<img src="/files/f1" alt="other.md">'],
    ['text <a class="button" href=\'other.md\'>x</a>', 'text <a class="button" href=\'/pages/p2\'>x</a>'],
    [
      '<picture><source srcset="img/a%20b.png 1x, img/a%20b.png 2x"></picture>',
      '<picture><source srcset="/files/f1 1x, /files/f1 2x"></picture>',
    ],
    [
      '<picture><source srcset="img/a b.png" media="(prefers-color-scheme: dark)"><img src="img/a%20b.png"></picture>',
      '<picture><source srcset="/files/f1" media="(prefers-color-scheme: dark)"><img src="/files/f1"></picture>',
    ],
    [
      '<picture><source srcset="img/c (1), d.png"><img src="img/c (1), d.png"></picture>',
      '<picture><source srcset="/files/f1"><img src="/files/f1"></picture>',
    ],
    ['{% file src="img/a b.png" %}', '{% file src="/files/f1" %}'],
    [
      '{% content-ref url="other.md" %}\n[other.md](other.md)\n{% endcontent-ref %}',
      '{% content-ref url="/pages/p2" %}\n[other.md](/pages/p2)\n{% endcontent-ref %}',
    ],
    ['{% embed url="other.md" %}', '{% embed url="/pages/p2" %}'],
    ['{% include "img/a b.png" %}', '{% include "/files/f1" %}'],
    ["{%\tinclude 'other.md' %}", "{%\tinclude '/pages/p2' %}"],
    ['{% file src="img/a%20b.png" %} caption', '{% file src="/files/f1" %} caption'],
    ["{% file\tid='x' src='img/a b.png' %}", "{% file\tid='x' src='/files/f1' %}"],
    [
      '{% swagger src="img/a b.png" path="/x" method="get" %}',
      '{% swagger src="/files/f1" path="/x" method="get" %}',
    ],
    ['<IMG SRC=other.md><a\n  href="other.md">', '<IMG SRC=/pages/p2><a\n  href="/pages/p2">'],
    ['<a title="1 > 0" href="other.md">x</a>', '<a title="1 > 0" href="/pages/p2">x</a>'],
    [
      '<source srcset="data:image/png;base64,AA== 1x, other.md 2x">',
      '<source srcset="data:image/png;base64,AA== 1x, /pages/p2 2x">',
    ],
    ['[x](other.md#a\\)b&amp;c)', '[x](/pages/p2#a%29b%26c)'],
    ['<a href="other.md#a&quot;b">', '<a href="/pages/p2#a%22b">'],
    ['[x](<other.md#a b>)', '[x](</pages/p2#a b>)'],
    ['> * [x](other.md)\n> * y', '> * [x](/pages/p2)\n> * y'],
    ['| a |\n| - |\n| [x](other.md) |', '| a |\n| - |\n| [x](/pages/p2) |'],
  ])('are converted to page and file ids: %j', async (before, after) => {
    expect((await bodyOf(before)).body).toBe(after)
  })

  it.each([
    '[x](#part) [y](https://example.org/other.md) <https://example.org> [m](mailto:a@example.org) [z](//example.org/x)',
    '`[x](other.md)` `{% file src="other.md" %}` `<a href="other.md">`',
    '```md\n[x](other.md)\n<img src="other.md">\n{% embed url="other.md" %}\n```',
    '    [x](other.md) {% embed url="other.md" %}',
    '<!-- <img src="other.md"> [x](other.md) {% file src="other.md" %} -->',
    '{% embed url="https://example.org/other.md" %}',
    '\\[x](other.md)',
    '$$\n[x](other.md)\n$$',
    '{% file src="other.md"',
    '{% file src="other.md" } text',
    '<b href="other.md">',
  ])('are unchanged if they are external or not links: %j', async (text) => {
    expect(await bodyOf(text)).toEqual({ body: text, skipped: [] })
  })

  it('of a site that was generated from the pages lead to the pages', async () => {
    const text = '[o](other.html#part) [f](folder/index.html) [g](folder/) [h](./folder) [x](real.html)'
    const { body, skipped } = await bodyOf(text, { 'docs/real.html': '<p>' })
    expect(body).toBe('[o](/pages/p2#part) [f](/pages/p3) [g](/pages/p3) [h](/pages/p3) [x](/files/f1)')
    expect(skipped).toEqual([])
  })

  it('to a Markdown file that does not become a page are reported as such', async () => {
    const text = '[x](../templates/page.md)'
    expect(await bodyOf(text, { 'templates/page.md': 'text' })).toEqual({
      body: text,
      skipped: [
        { path: 'docs/home.md: ../templates/page.md', reason: 'link target is not imported', kind: 'LINK' },
      ],
    })
  })

  it('are unchanged and reported if they are broken', async () => {
    const text = '[x](gone.md) ![y](../../../etc/passwd) [z](%E0%A4%A)'
    expect(await bodyOf(text)).toEqual({
      body: text,
      skipped: ['gone.md', '../../../etc/passwd', '%E0%A4%A'].map((address) => ({
        path: `docs/home.md: ${address}`,
        reason: 'link target not found',
        kind: 'LINK',
      })),
    })
  })
})

describe('files', () => {
  it('are imported if they are referenced or uploads; other images are reported', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAC0lEQVR4nGNgQAcAABIAAeRVjecAAAAASUVORK5CYII=',
      'base64',
    )
    const content = await readMarkdownSource(
      [
        entry('a.md', '![x](shown.png) ![x](./shown.png) [code](main.go)'),
        entry('shown.png', png),
        entry('main.go', 'package main'),
        entry('other.go', 'package main'),
        entry('unused.png', png),
        entry('.gitbook/assets/notes.md', 'an upload'),
      ],
      { newPageId: () => 'p', newFileId: () => 'f' },
    )
    expect(content.files).toMatchObject([
      { name: 'shown.png', contentType: 'image/png', width: 2, height: 3, git: { path: 'shown.png' } },
      { name: 'main.go' },
      { name: 'notes.md', contentType: 'text/markdown', git: { path: '.gitbook/assets/notes.md' } },
    ])
    expect(inWords(content.skipped)).toEqual([{ path: 'unused.png', reason: 'not referenced by any page' }])
    expect([content.importedResources, content.totalResources]).toEqual([4, 5])
  })

  it('have their git object ids', async () => {
    const { pages } = await read({ 'a.md': 'hello\n' })
    expect(pages[0]?.git).toEqual({ path: 'a.md', oid: 'ce013625030ba8dba906f756967f9e9ca394464a' })
  })
})

describe('hostile Markdown', () => {
  it.each(
    oneRowIn(3, [
      ['quotes', '>'.repeat(5000), 'nests deeper than'],
      ['lists on a line', `${'- '.repeat(5000)}x`, 'nests deeper than'],
      [
        'lists below each other',
        Array.from({ length: 600 }, (_, n) => `${' '.repeat(2 * n)}- a`).join('\n'),
        'is too complex',
      ],
      ['open brackets with an end', '[a](b'.repeat(20_000), 'is too complex'],
      ['emphasis without end', '*a_'.repeat(20_000), 'is too complex'],
      ['comments without end', '<!-- '.repeat(20_000), 'is too complex'],
      ['many lines', 'a\n=\n'.repeat(40_000), 'lines'],
      ['text without end', 'word '.repeat(400_000), 'is longer than'],
    ]),
  )('is rejected with its path if reading takes too long: %s', async (_what, text, reason) => {
    await expect(read({ 'deep.md': text })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringMatching(new RegExp(`^deep.md .*${reason}`)) as string,
    })
  })

  it.each(
    oneRowIn(3, [
      ['HTML tags without end', `<div>\n${'<a '.repeat(budget(20_000, 60_000))}`],
      ['HTML attributes without end', `<div>\n${'<a href="'.repeat(budget(12_000, 40_000))}`],
      ['block tags without end', '{% file '.repeat(budget(12_000, 40_000))],
      ['values of block tags without end', '{% file src="'.repeat(budget(10_000, 30_000))],
      ['brackets that nest', '!['.repeat(5000)],
    ]),
  )('is read in linear time: %s', async (_what, text) => {
    expect((await read({ 'long.md': text })).pages[0]?.markdown).toBe(text)
  })

  it('is read without front matter that is too long', async () => {
    const { pages, skipped } = await read({ 'a.md': `---\ntitle: ${'['.repeat(70_000)}\n---\nbody` })
    expect(pages[0]).toMatchObject({ title: 'A', markdown: 'body' })
    expect(inWords(skipped)).toEqual([
      {
        path: 'a.md',
        reason: 'malformed front matter: it is longer than 65536 characters',
        kind: 'FRONT_MATTER',
      },
    ])
  })

  it('is rejected beyond the limits of the caller', async () => {
    const options = { newPageId: () => 'p', newFileId: () => 'f' }
    const entries = [entry('a/b/c.md', 'text'), entry('b.md', 'b')]
    const withLimits = (limits: object) => readMarkdownSource(entries, { ...options, limits })
    await expect(withLimits({ entries: 1 })).rejects.toThrow('more than 1 files')
    await expect(withLimits({ depth: 2 })).rejects.toThrow('a/b/c.md is more than 2 folders deep')
    await expect(withLimits({ markdownBytes: 3 })).rejects.toThrow('a/b/c.md is larger than 3 bytes')
    await expect(withLimits({ entries: 2, depth: 3, markdownBytes: 4 })).resolves.toBeDefined()
  })

  it('is rejected with its path if a file is larger than 10 MB', async () => {
    await expect(read({ 'large.md': 'x'.repeat(10 * 1024 * 1024 + 1) })).rejects.toThrow('large.md is larger')
  })

  it('is rejected without any page', async () => {
    await expect(read({ 'main.go': '' })).rejects.toThrow('no Markdown page')
  })

  it('cannot use .gitbook.yaml to read outside of the source', async () => {
    await expect(read({ '.gitbook.yaml': 'root: [', 'a.md': '' })).rejects.toThrow(
      '.gitbook.yaml is malformed',
    )
    await expect(read({ '.gitbook.yaml': 'root: ../..', 'a.md': '' })).rejects.toThrow('no Markdown page')
  })
})
