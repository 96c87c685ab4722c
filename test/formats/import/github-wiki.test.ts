import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SourceEntry } from '../../../src/formats/import/files/entries.ts'
import { readFolder } from '../../../src/formats/import/files/folder.ts'
import { githubWikiEntries } from '../../../src/formats/import/github-wiki/convert.ts'
import type { ImportedPage } from '../../../src/formats/import/imported-content.ts'
import { readMarkdownSource } from '../../../src/formats/import/markdown/read-source.ts'
import { inWords } from './lines.ts'

const fixture = join(import.meta.dirname, '../../fixtures/imports/github-wiki')

const entry = (path: string, text: string): SourceEntry => {
  const bytes = Buffer.from(text)
  return { path, size: bytes.length, read: async () => bytes }
}

/**
 * Ids are sequential: pages `p1`, `p2` … in the order of the table of contents, files `f1`, `f2` … in the order
 * of references.
 */
async function read(entries: readonly SourceEntry[]) {
  let pages = 0
  let files = 0
  const conversion = await githubWikiEntries(entries)
  const content = await readMarkdownSource(conversion.entries, {
    newPageId: () => `p${++pages}`,
    newFileId: () => `f${++files}`,
  })
  return { ...content, skipped: inWords([...conversion.skipped, ...content.skipped]) }
}

const readTexts = (files: Record<string, string>) =>
  read(Object.entries(files).map(([path, text]) => entry(path, text)))

/** Formats a tree as lines: `p1 Home`, with subpages indented. */
const outline = (pages: readonly ImportedPage[] = [], indent = ''): string[] =>
  pages.flatMap(({ id, type, title, pages: below }) => [
    `${indent}${type} ${id} ${title}`,
    ...outline(below, `${indent}  `),
  ])

const bodyOf = (pages: readonly ImportedPage[], title: string): string | undefined =>
  pages
    .map((page) => (page.title === title ? (page.markdown ?? '') : bodyOf(page.pages ?? [], title)))
    .find((body) => body !== undefined)

describe('the wiki of a repository', () => {
  it('begins with Home, continues in the order of the sidebar and ends with the remaining pages', async () => {
    const { pages } = await read(await readFolder(fixture))
    expect(outline(pages)).toEqual([
      'DOCUMENT p1 Home',
      'GROUP p7 Guide',
      '  DOCUMENT p2 Getting Started',
      '    DOCUMENT p3 Install it',
      '  DOCUMENT p8 Reference',
      '    DOCUMENT p4 Configuration',
      '    DOCUMENT p5 CLI',
      '  LINK p9 Website',
      'DOCUMENT p6 FAQ',
    ])
  })

  it('has links to its pages and images converted to references, except in code', async () => {
    const { pages } = await read(await readFolder(fixture))
    expect(
      bodyOf(pages, 'Home'),
    ).toBe(`Welcome to the **Rocket** wiki! Start with [Getting Started](/pages/p2), or read about [its settings](/pages/p4#file-format).

* [Installation](/pages/p3) on every system
* [Command line](/pages/p5#exit-codes)
* [Another project](https://github.com/other/project/wiki/Home)
* [The source](https://github.com/acme/rocket)

![The logo of Rocket](/files/f1)

![Diagram](/files/f2)

Write \`[[Page Name]]\` to link to a page:

\`\`\`markdown
See [[Getting Started]] and [setup](Installation).
\`\`\`

Missing Page is still to be written.
`)
    expect(bodyOf(pages, 'Getting Started')).toContain('| [The CLI](/pages/p5) | All commands |')
    expect(bodyOf(pages, 'Getting Started')).toContain(
      'Back to [Home](/pages/p1) or to [the top](#first-steps).',
    )
    expect(bodyOf(pages, 'Install it')).toContain('<img src="/files/f2" width="300">')
    expect(bodyOf(pages, 'Install it')).toContain('<a href="/pages/p4#file-format">')
    expect(bodyOf(pages, 'Configuration')).toContain(
      '[the command line](/pages/p5) and the [manual](/files/f3)',
    )
    expect(bodyOf(pages, 'CLI')).toContain('[wiki path](/pages/p2)')
  })

  it('imports referenced files and reports what was skipped', async () => {
    const { files, skipped } = await read(await readFolder(fixture))
    expect(files.map(({ name, width }) => [name, width])).toEqual([
      ['flow.png', 16],
      ['logo.png', 8],
      ['manual.pdf', undefined],
    ])
    expect(skipped).toEqual([
      { path: 'Old-Notes.rst', reason: '.rst is not Markdown; only Markdown pages are imported' },
      { path: '_Footer.md', reason: 'a header or footer of the wiki, not a page' },
      {
        path: 'Home.md: [[Missing Page]]',
        reason: 'the wiki has no page or file with this name',
        kind: 'LINK',
      },
    ])
  })

  it('sorts pages by name without a sidebar', async () => {
    const { pages } = await readTexts({ 'B-2.md': 'b', 'B-10.md': 'b', 'A.md': 'a', 'Home.md': '[[a]]' })
    expect(outline(pages)).toEqual([
      'DOCUMENT p1 Home',
      'DOCUMENT p2 A',
      'DOCUMENT p3 B 2',
      'DOCUMENT p4 B 10',
    ])
  })

  it('reads foldable sections and bold lines of a sidebar as groups', async () => {
    const { pages } = await readTexts({
      '_Sidebar.md':
        '<details>\n<summary>First</summary>\n\n- [[A]]\n\n</details>\n\n**Second**\n\n[[B]]<br>\n[[C]] and [[D]]\n\n* [[Missing]]\n* [[B]]\n',
      'A.md': 'a',
      'B.md': 'b',
      'C.md': 'c',
      'D.md': 'd',
    })
    expect(outline(pages).map((line) => line.replace(/p\d+ /, ''))).toEqual([
      'GROUP First',
      '  DOCUMENT A',
      'GROUP Second',
      '  DOCUMENT B',
      '  DOCUMENT C',
      '  DOCUMENT D',
    ])
  })

  it('distinguishes pages whose names differ only by folder or case', async () => {
    const { pages } = await readTexts({ 'a/Page.md': 'one', 'b/page.md': 'two', 'SUMMARY.md': '[[PAGE]]' })
    expect(pages.map(({ title, slug }) => [title, slug])).toEqual([
      ['Page', 'page'],
      ['page', 'page-2'],
      ['SUMMARY', 'summary-2'],
    ])
    expect(pages[2]?.markdown).toBe('[PAGE](/pages/p1)\n')
  })

  it('keeps thematic breaks, code and headings at the beginning of a page', async () => {
    const { pages } = await readTexts({
      'A.md': '---\n\n# Other\n',
      'B.md': '\n    code\n',
      'C.md': '# C #\n\ntext',
    })
    expect(pages.map(({ markdown }) => markdown)).toEqual(['---\n\n# Other\n', '    code\n', 'text\n'])
  })
})

describe('a wiki that cannot be imported', () => {
  it('is rejected without a Markdown page, with the reason', async () => {
    await expect(readTexts({ 'Home.rst': 'text' })).rejects.toThrow(
      'The wiki contains no Markdown page (Home.rst: .rst is not Markdown; only Markdown pages are imported).',
    )
  })

  it.each([
    ['../Home.md', 'points outside of the source'],
    ['/etc/Home.md', 'points outside of the source'],
    ['a\0.md', 'NUL character'],
    [`${'a/'.repeat(60)}b.md`, 'more than 50 folders deep'],
    [`${'a'.repeat(1200)}.md`, 'longer than 1000 characters'],
  ])('is rejected for a path: case %#', async (path, reason) => {
    await expect(readTexts({ [path]: 'text' })).rejects.toThrow(reason)
  })

  it('is rejected for a text that nests too deeply, with the path of the file', async () => {
    await expect(readTexts({ 'Deep.md': `${'> '.repeat(2000)}x` })).rejects.toThrow(/^Deep\.md /)
    await expect(readTexts({ 'A.md': 'a', '_Sidebar.md': `${'> '.repeat(2000)}x` })).rejects.toThrow(
      /^_Sidebar\.md /,
    )
  })

  it('is rejected for a sidebar that nests pages deeper than a space allows', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `P${index}`)
    const sidebar = names.map((name, index) => `${'  '.repeat(index)}* [[${name}]]`).join('\n')
    await expect(
      readTexts({ '_Sidebar.md': sidebar, ...Object.fromEntries(names.map((name) => [`${name}.md`, name])) }),
    ).rejects.toThrow('The page "P32.md" is more than 32 pages deep. Move it up.')
  })
})
