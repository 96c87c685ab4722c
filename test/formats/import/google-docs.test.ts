import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SourceEntry } from '../../../src/formats/import/files/entries.ts'
import { readFolder } from '../../../src/formats/import/files/folder.ts'
import { googleDocsEntries } from '../../../src/formats/import/google-docs/convert.ts'
import type { ImportedPage } from '../../../src/formats/import/imported-content.ts'
import { readMarkdownSource } from '../../../src/formats/import/markdown/read-source.ts'
import { paragraph, png, run, wordParts, zipOf } from '../../fixtures/imports/docx/word-file.ts'
import { isLongRun } from '../../support/budget.ts'
import { inWords } from './lines.ts'

const entry = (path: string, content: string | Buffer): SourceEntry => {
  const bytes = Buffer.from(content)
  return { path, size: bytes.length, read: async () => bytes }
}

async function read(entries: readonly SourceEntry[]) {
  const conversion = await googleDocsEntries(entries)
  let pages = 0
  let files = 0
  const content = await readMarkdownSource(conversion.entries, {
    newPageId: () => `p${++pages}`,
    newFileId: () => `f${++files}`,
  })
  return { ...content, skipped: inWords([...conversion.skipped, ...content.skipped]) }
}

const readBody = async (body: string, style = '') => {
  const html = `<html><head><style>${style}</style></head><body>${body}</body></html>`
  const { pages } = await read([entry('Page.html', html)])
  return pages[0]?.markdown
}

const outline = (pages: readonly ImportedPage[] = [], indent = ''): string[] =>
  pages.flatMap(({ type, title, slug, pages: below }) => [
    `${indent}${type} ${title} (${slug})`,
    ...outline(below, `${indent}  `),
  ])

const wordFile = (path: string, text: string) =>
  zipOf(wordParts({ body: paragraph(run(text)) })).then((bytes) => entry(path, bytes))

describe('a web page that Google Docs exported', () => {
  it('becomes a page with its title, description, text and images, and without comments', async () => {
    const folder = join(import.meta.dirname, '../../fixtures/imports/google-docs/page')
    const { pages, files, skipped } = await read(await readFolder(folder))
    expect(pages).toMatchObject([{ title: 'Team Guide', slug: 'teamguide', description: 'How we “work”' }])
    expect(
      pages[0]?.markdown,
    ).toBe(`Please **read** _**this**_, not ~~that~~, and run \`make all\`. See [the docs](https://example.com/docs?a=1\\&b=2) or [the setup](#set-up).[^1]

# Rules

* One

  * Inner
  * Second inner

* Two

1. First

![A red dot](/files/f1)

2. Second

## Set up

\`\`\`
npm install
npm  test
\`\`\`

| **Name** | **Role** |
| - | - |
| Ada | Lead<br>since 1843 |

E = mc<sup>2</sup>

[^1]: All of **it**.
`)
    expect(files).toMatchObject([{ id: 'f1', name: 'image1.png', contentType: 'image/png', width: 5 }])
    expect(skipped).toEqual([])
  })
  it('can have a very long repetitive style sheet', async () => {
    const style = `.c1{${'text-decoration:'.repeat(100_000)};font-weight:700}`
    expect(await readBody('<p><span class="c1">Bold</span></p>', style)).toBe('**Bold**\n')
  }, 60_000)

  it('has lists that skip levels, and keeps separate lists separate', async () => {
    const list = (name: string, text: string, tag = 'ul') =>
      `<${tag} class="c1 lst-kix_${name}"><li>${text}</li></${tag}>`
    expect(
      await readBody(
        list('a-0', 'One') +
          list('a-2', 'Deep') +
          list('a-1', 'Less deep') +
          list('b-1', 'Other', 'ol') +
          list('a-0', 'Two'),
      ),
    ).toBe('* One\n\n  * Deep\n\n  - Less deep\n\n  1. Other\n\n* Two\n')
  })

  it('has embedded images imported as files, remote images linked and missing ones reported', async () => {
    const body = `<p>A<img src="data:image/png;base64,${png.toString('base64')}" alt="dot"></p><p>B<img src="https://example.com/b.png"></p><p>C<img src="images/../../c.png"></p>`
    const { pages, files, skipped } = await read([entry('Page.html', body), entry('c.png', png)])
    expect(pages[0]?.markdown).toBe('A![dot](/files/f1)\n\nB![](https://example.com/b.png)\n\nC\n')
    expect(files).toMatchObject([{ name: 'embedded1.png' }])
    expect(skipped).toEqual([
      { path: 'Page.html: images/../../c.png', reason: 'image not found' },
      { path: 'c.png', reason: 'not a Google Docs document; import it separately' },
    ])
  })

  it('has links to scripts and broken links converted to text', async () => {
    const body =
      '<p><a href="javascript:alert(1)">run</a> <a href="#h.gone">gone</a> <a href="https://www.google.com/url?q=javascript:alert(1)&amp;sa=D">sly</a> <a href="https://www.google.com/search?q=a">search</a></p>'
    expect(await readBody(body)).toBe('run gone sly [search](https://www.google.com/search?q=a)\n')
  })
})

describe('an archive of Google Docs', () => {
  it.runIf(isLongRun)(
    'has its folders as groups and pages, with documents next to a folder of the same name as its page',
    async () => {
      const { pages, skipped } = await read([
        entry('Takeout/archive_browser.html', '<p>Archive</p>'),
        await wordFile('Takeout/Drive/Welcome.docx', 'Hello'),
        await wordFile('Takeout/Drive/Guides/Start.docx', 'Start here'),
        await wordFile('Takeout/Drive/Guides/Start/Install 10.docx', 'Ten'),
        entry('Takeout/Drive/Guides/Start/Install 2.html', '<p class="title">Install</p><p>Two</p>'),
        entry('Takeout/Drive/Guides/Old/Notes.html', '<p>Old</p>'),
        entry('Takeout/Drive/Budget.xlsx', 'PK'),
      ])
      expect(outline(pages)).toEqual([
        'GROUP Guides (guides)',
        '  DOCUMENT Old (old)',
        '    DOCUMENT Notes (notes)',
        '  DOCUMENT Start (start)',
        '    DOCUMENT Install (install-2)',
        '    DOCUMENT Install 10 (install-10)',
        'DOCUMENT Welcome (welcome)',
      ])
      expect(skipped.map(({ path }) => path)).toEqual([
        'Takeout/archive_browser.html',
        'Takeout/Drive/Budget.xlsx',
      ])
    },
  )

  it('keeps both formats of one document', async () => {
    const { pages } = await read([await wordFile('Plan.docx', 'One'), entry('Plan.html', '<p>Two</p>')])
    expect(pages).toMatchObject([
      { title: 'Plan', markdown: 'One\n' },
      { title: 'Plan (html)', markdown: 'Two\n' },
    ])
  })

  it.runIf(isLongRun)('can be a single Word document, packed or unpacked', async () => {
    const parts = wordParts({ body: paragraph(run('Plan'), 'Title') + paragraph(run('Text')) })
    const expected = [{ title: 'Plan', markdown: 'Text\n' }]
    expect((await read([entry('plan.docx', await zipOf(parts))])).pages).toMatchObject(expected)
    const unpacked = Object.entries(parts).map(([path, content]) => entry(path, content))
    expect((await read(unpacked)).pages).toMatchObject(expected)
  })

  it.each([
    [
      'The export contains no document. Download the document as Microsoft Word (.docx) or as Web page (.html, zipped) and import that file.',
      [entry('a.pdf', '%PDF')],
    ],
    ['a/Plan.docx is not a Word document. Save it as .docx.', [entry('a/Plan.docx', 'Plan')]],
    ['The path "../Plan.html" points outside of the source. Rename the file.', [entry('../Plan.html', '')]],
    ['Deep.html is nested too deeply.', [entry('Deep.html', '<div>'.repeat(5000))]],
  ])('is rejected with the file and the reason: %s', async (message, entries) => {
    await expect(read(entries)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message })
  })
  it('is rejected with the file and the part that declares entities', async () => {
    const parts = { ...wordParts({ body: '' }), 'word/document.xml': '<!DOCTYPE a><a/>' }
    await expect(read([entry('a/Plan.docx', await zipOf(parts))])).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message:
        'a/Plan.docx: the part word/document.xml declares a DOCTYPE, which is not allowed in Word documents. Save the document again in Word or LibreOffice.',
    })
  })
})
