import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMarkdownPage } from '../../../src/modules/content/markdown-page.ts'
import {
  type ExportFile,
  type ExportPage,
  exportArchive,
  pageMarkdown,
} from '../../../src/modules/exports/archive.ts'
import { titleLine } from '../../../src/modules/exports/page-fields.ts'
import { readFolder } from '../../../src/modules/imports/sources/folder.ts'
import { archiveOf, comparable, exportable, file, importOf, page, textsOf } from './read-archive.ts'

async function expectSameTree(pages: readonly ExportPage[], files: readonly ExportFile[] = []) {
  const imported = await importOf(await archiveOf(pages, files))
  const again = exportable(imported)
  expect(await comparable(again)).toEqual(await comparable({ pages, files }))
  return imported
}

describe('the archive of a space', () => {
  it('is a Markdown repository with a table of contents, pages in folders, and uploads', async () => {
    const texts = await textsOf(
      await archiveOf(
        [
          page('welcome', {
            description: 'Begin: here',
            icon: 'hand',
            markdown: 'See [Install](/pages/page-install#first).',
          }),
          page('guides', { type: 'GROUP', title: 'Guides', markdown: '' }),
          page('setup', {
            parentId: 'page-guides',
            hidden: true,
            markdown: '![Logo](/files/f1) `[a](/pages/page-welcome)`',
          }),
          page('install', { parentId: 'page-setup', markdown: '{% file src="/files/f1" %}\n' }),
          page('site', {
            type: 'LINK',
            slug: null,
            title: 'Site',
            target: { kind: 'url', url: 'https://example.org/' },
          }),
        ],
        [file('f1', 'logo.png', 'bytes')],
      ),
    )
    expect(texts).toEqual({
      'SUMMARY.md':
        '# Guide\n\n* [Title of welcome](README.md)\n\n## Guides\n\n* [Title of setup](guides/setup/README.md)\n  * [Title of install](guides/setup/install.md)\n\n---\n\n* [Site](https://example.org/)\n',
      'README.md':
        '---\ndescription: "Begin: here"\nicon: hand\nslug: welcome\n---\n\n# Title of welcome\n\nSee [Install](guides/setup/install.md#first).',
      'guides/setup/README.md':
        '---\nhidden: true\n---\n\n# Title of setup\n\n![Logo](../../.gitbook/assets/logo.png) `[a](/pages/page-welcome)`',
      'guides/setup/install.md': '# Title of install\n\n{% file src="../../.gitbook/assets/logo.png" %}\n',
      '.gitbook/assets/logo.png': 'bytes',
    })
  })

  it('comes back with all that its pages say of themselves', async () => {
    await expectSameTree(
      [
        page('home', {
          emoji: '1f600',
          icon: 'gear',
          description: 'Two\nlines: "a" # b',
          hidden: true,
          noIndex: true,
          noRobotsIndex: true,
          layout: { width: 'wide', cover: true, coverSize: 'full', title: false, pagination: true },
          cover: { ref: { kind: 'file', file: 'f1' }, yPos: -12.5 },
        }),
        page('second', { cover: { ref: { kind: 'url', url: 'https://example.org/a b.png' }, yPos: 0 } }),
        page('group', {
          type: 'GROUP',
          markdown: '',
          emoji: '1f601',
          icon: 'x',
          hidden: true,
          description: 'a --> b',
        }),
        page('below', { parentId: 'page-group' }),
        page('link', {
          type: 'LINK',
          slug: null,
          markdown: '',
          title: 'Two  spaces\n',
          icon: 'link',
          target: { kind: 'url', url: 'https://example.org/x(y)?a=b&c=*d*#e' },
        }),
      ],
      [file('f1', 'cover.png', 'cover')],
    )
  })

  it('keeps the order of groups, pages and links at the root', async () => {
    const group = (slug: string) => page(slug, { type: 'GROUP', markdown: '' })
    await expectSameTree([
      group('empty'),
      page('a'),
      page('b', { parentId: null }),
      group('one'),
      page('c', { parentId: 'page-one' }),
      page('d', { parentId: 'page-c' }),
      group('two'),
      page('e', { parentId: 'page-two' }),
      page('f'),
      group('last'),
    ])
  })

  it('keeps links to pages, before and behind them, to anchors, files and to what is elsewhere', async () => {
    const link = (target: object) =>
      page('link', { id: `link-${JSON.stringify(target)}`, type: 'LINK', slug: null, markdown: '', target })
    await expectSameTree(
      [
        link({ kind: 'page', page: 'page-a' }),
        link({ kind: 'anchor', page: 'page-a', anchor: 'über 100%' }),
        page('a'),
        link({ kind: 'page', page: 'page-a' }),
        link({ kind: 'anchor', page: 'page-a', anchor: 'part' }),
        link({ kind: 'file', file: 'f1' }),
        link({ kind: 'page', page: 'gone' }),
        link({ kind: 'page', page: 'p', space: 's' }),
        link({ kind: 'anchor', page: 'p', space: 's', anchor: 'x' }),
        link({ kind: 'space', space: 's' }),
        link({ kind: 'user', user: 'u' }),
        link({ kind: 'collection', collection: 'c' }),
        link({ kind: 'openapi', spec: 'petstore' }),
        link({ kind: 'url', url: 'mailto:a@example.org' }),
      ],
      [file('f1', 'a.pdf', 'pdf')],
    )
  })

  it.each([
    ['signs of Markdown', '*a* _b_ `c` [d](e) <f> &amp; # g ## | $$h$$ ~~i~~ \\ ![j] {% hint %}'],
    ['an address', 'https://example.org www.example.org a@example.org'],
    ['a number', '1. First'],
    ['a number sign at its end', 'C #'],
    ['what YAML reads as something else', 'true: - "no" # 012'],
    ['spaces and line ends', '  a  b\n\nc\t'],
    ['emoji and other scripts', '🙂 :smile: 日本語 ‮gnirts'],
    ['what looks like front matter', '---'],
    ['a space of another kind', 'a\u00a0b'],
  ])('keeps titles with %s', async (_, title) => {
    await expectSameTree([
      page('a', { title }),
      page('b', { title, parentId: 'page-a' }),
      page('group', { type: 'GROUP', title, markdown: '' }),
      page('link', {
        type: 'LINK',
        slug: null,
        markdown: '',
        title,
        target: { kind: 'url', url: 'https://example.org/' },
      }),
    ])
  })

  it.each([
    ['nothing', ''],
    ['a heading that is the title', '# Title of a\n\nText'],
    ['a heading underlined', 'Title of a\n=====\n'],
    ['front matter', '---\ntitle: No\n---\n\nText'],
    ['code that is indented', '    code\n'],
    [
      'a table, a definition and a note',
      '| a |\n| - |\n| [x][r] |\n\n[r]: /pages/page-b "t"\n\nA[^1]\n\n[^1]: [b](/pages/page-b)\n',
    ],
    ['windows line ends', 'a\r\n\r\n[b](/pages/page-b)\r\n'],
    [
      'links in HTML and block tags',
      '<a href="/pages/page-b#x">b</a> <picture><source srcset="/files/f1 2x"><img src="/files/f1"></picture>\n\n{% drawing src="/files/f1" %}\n\n{% content-ref url="/pages/page-b" %}\n[b](/pages/page-b)\n{% endcontent-ref %}\n',
    ],
    ['a link to itself and to a place on it', '[a](/pages/page-a) [b](/pages/page-a#x) [c](#x)'],
  ])('keeps a body that holds %s', async (_, markdown) => {
    await expectSameTree(
      [page('b'), page('a', { markdown }), page('child', { parentId: 'page-a', markdown })],
      [file('f1', 'ü (1).png', 'image')],
    )
  })

  it('leaves addresses alone that are only text, or lead to what is not in the archive', async () => {
    const markdown =
      '/pages/page-a `/pages/page-a` [a](/pages/gone) [b](/files/gone#x) [c](/spaces/s/pages/p)\n\n```\n[x](/pages/page-a)\n```\n'
    const { pages } = await importOf(await archiveOf([page('a', { markdown })]))
    expect(pages[0]?.markdown).toBe(markdown)
  })

  it.each([
    [['Case', 'case', 'CASE']],
    [['readme', 'README', 'index', 'summary', 'SUMMARY']],
    [['node_modules', '.git', '.gitbook', '__MACOSX', 'con', 'NUL.txt', 'aux']],
    [['v1.2', 'v12', 'a.b.', '~', '_', '-', '...a']],
    [['é', 'e\u0301', '日本', 'ß', 'SS']],
    [['a-1', 'a', 'A', 'a-2']],
    [['x'.repeat(100), 'ж'.repeat(100), '語'.repeat(100), `${'語'.repeat(99)}本`]],
  ])('keeps the slugs %j, of pages with and without pages below', async (slugs) => {
    const level = slugs.flatMap((slug) => [
      page(slug, { title: 'Same' }),
      page('child', { id: `child-${slug}`, parentId: `page-${slug}`, title: 'Same' }),
    ])
    const groups = slugs.map((slug) =>
      page(slug, {
        id: `group-${slug}`,
        slug: `g${slug}`.length > 100 ? `g${slug.slice(1)}` : `g${slug}`,
        type: 'GROUP',
        title: 'Same',
        markdown: '',
      }),
    )
    const entries = await archiveOf([...level, ...groups])
    const names = entries.map(({ path }) => path.normalize('NFC').toLowerCase())
    expect(new Set(names).size).toBe(names.length)
    expect(entries.every(({ path }) => path.split('/').every((name) => Buffer.byteLength(name) <= 255))).toBe(
      true,
    )
    await expectSameTree([...level, ...groups])
  })

  it('writes pages without a usable slug to safe paths', async () => {
    const hostile = ['../../etc/passwd', '..', '', 'a/b', 'C:\\x', '/', '\0', '🙂', 'x'.repeat(600)]
    const pages = hostile.map((slug, index) => page(slug, { id: `p${index}`, title: `T${index}` }))
    const entries = await archiveOf(pages)
    expect(entries).toHaveLength(pages.length + 1)
    expect(entries.every(({ path }) => !/(^|\/)\.|[\\:]|^\//.test(path))).toBe(true)
    const { pages: read } = await importOf(entries)
    expect(read.map(({ title }) => title)).toEqual(pages.map(({ title }) => title))
  })

  it('keeps the names and bytes of files that are called the same', async () => {
    const files = [
      file('f1', 'a.png', '1'),
      file('f2', 'a.png', '2'),
      file('f3', 'A.PNG', '3'),
      file('f4', 'notes.md', '# 4'),
    ]
    const imported = await expectSameTree(
      [page('a', { markdown: files.map(({ id }) => `![](/files/${id})`).join('\n') })],
      files,
    )
    const contents = await Promise.all(
      imported.files.map(async ({ name, read }) => `${name} ${await read()}`),
    )
    expect(contents).toEqual(['a.png 1', 'a.png 2', 'A.PNG 3', 'notes.md # 4'])
  })

  it('writes files with hostile names to safe, different paths, and brings back the links to them', async () => {
    const names = [
      '../../x.png',
      'a/b.png',
      '',
      '..',
      '.',
      'con.png',
      'a\\b',
      'a:b*?.png',
      `${'🙂'.repeat(200)}.png`,
      'x.'.repeat(300),
      '\u202egnp.exe',
      'ü %20#?.png',
    ]
    const files = names.map((name, index) => file(`f${index}`, name, `bytes of ${index}`))
    const markdown = files.map(({ id }) => `[x](/files/${id})`).join(' ')
    const entries = await archiveOf([page('a', { markdown })], files)
    const paths = entries.map(({ path }) => path).filter((path) => path.startsWith('.gitbook/assets/'))
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(names.length)
    expect(
      paths.every(
        (path) =>
          !/[\\:*?"<>|]|\.\.\//.test(path) && path.split('/').every((name) => Buffer.byteLength(name) <= 255),
      ),
    ).toBe(true)
    const { pages, files: read } = await importOf(entries)
    const order = [...(pages[0]?.markdown ?? '').matchAll(/\/files\/([\w-]+)/g)].map(([, id]) =>
      read.find((one) => one.id === id),
    )
    expect(await Promise.all(order.map(async (one) => String(await one?.read())))).toEqual(
      names.map((_, index) => `bytes of ${index}`),
    )
  })

  it('keeps a space that has no document', async () => {
    await expectSameTree([page('group', { type: 'GROUP', markdown: '' })])
  })

  it('keeps a thousand pages and their links', async () => {
    const pages = Array.from({ length: 1000 }, (_, index) =>
      page(`p${index}`, {
        parentId: index % 10 === 0 ? null : `page-p${index - (index % 10 === 1 ? 1 : 2)}`,
        markdown: `[next](/pages/page-p${(index + 1) % 1000}#a)\n`,
      }),
    )
    const depthFirst = (parentId: string | null): ExportPage[] =>
      pages.filter((one) => one.parentId === parentId).flatMap((one) => [one, ...depthFirst(one.id)])
    await expectSameTree(depthFirst(null))
  })

  it('keeps pages nested as deep as a space allows', async () => {
    await expectSameTree(
      Array.from({ length: 32 }, (_, index) =>
        page(`p${index}`, {
          parentId: index === 0 ? null : `page-p${index - 1}`,
          markdown: '[up](/pages/page-p0)',
        }),
      ),
    )
  })
})

const corpus = fileURLToPath(new URL('../../fixtures/learn-go-with-tests/', import.meta.url))

describe('a documentation repository of the wild', () => {
  it('is the same tree when it is exported and imported again, and the same text when exported once more', async () => {
    const first = exportable(await importOf(await readFolder(corpus)))
    expect(first.pages.length).toBeGreaterThan(30)
    const archive = await archiveOf(first.pages, first.files)
    const second = exportable(await importOf(archive))
    expect(await comparable(second)).toEqual(await comparable(first))
    expect(await textsOf(await archiveOf(second.pages, second.files))).toEqual(await textsOf(archive))
  })
})

describe('the stream of an archive', () => {
  const counted = (count: number, size: number) => {
    let open = 0
    let most = 0
    const files = Array.from(
      { length: count },
      (_, index): ExportFile => ({
        id: `f${index}`,
        name: `${index}.bin`,
        contentType: 'application/zip',
        size,
        open: async () => {
          most = Math.max(most, ++open)
          return Readable.from([Buffer.alloc(size)]).once('close', () => open--)
        },
      }),
    )
    return { files, open: () => open, most: () => most }
  }

  it('opens one file at a time, and none before it is read', async () => {
    const { files, most } = counted(50, 100_000)
    const { stream } = exportArchive({ title: 'Guide', pages: [page('a')], files })
    expect((await buffer(stream)).length).toBeGreaterThan(50 * 100_000)
    expect(most()).toBe(1)
  })

  it('closes what is open when its reader goes away', async () => {
    const { files, open, most } = counted(50, 1_000_000)
    const { stream } = exportArchive({ title: 'Guide', pages: [page('a')], files })
    for await (const chunk of stream) if (chunk.length > 10_000) break
    await expect.poll(open).toBe(0)
    expect(most()).toBe(1)
  })

  it('fails where the bytes of a file cannot be read', async () => {
    const broken: ExportFile = {
      ...file('f1', 'a.png', ''),
      open: async () =>
        new Readable({
          read() {
            this.destroy(new Error('disk gone'))
          },
        }),
    }
    const { stream } = exportArchive({ title: 'Guide', pages: [page('a')], files: [broken] })
    await expect(buffer(stream)).rejects.toThrow('disk gone')
    const missing: ExportFile = { ...broken, open: () => Promise.reject(new Error('no disk')) }
    await expect(
      buffer(exportArchive({ title: 'Guide', pages: [], files: [missing] }).stream),
    ).rejects.toThrow('no disk')
  })

  it('leaves out files whose bytes are gone', async () => {
    const gone: ExportFile = { ...file('f1', 'a.png', ''), open: async () => null }
    const paths = (await archiveOf([page('a')], [gone, file('f2', 'b.png', 'b')])).map(({ path }) => path)
    expect(paths).toEqual(['SUMMARY.md', 'README.md', '.gitbook/assets/b.png'])
  })

  it('can be imported though a file compresses as well as a bomb', async () => {
    const size = 3_000_000
    const files = [file('f1', 'zeros.bmp', Buffer.alloc(size))]
    const { files: read } = await importOf(
      await archiveOf([page('a')], [{ ...files[0], contentType: 'image/bmp' } as ExportFile]),
    )
    expect(read[0]?.size).toBe(size)
  })

  it('is called by the title of the space', () => {
    expect(exportArchive({ title: 'Guide: a/b', pages: [], files: [] }).fileName).toBe('Guide- a-b.zip')
    expect(exportArchive({ title: '..', pages: [], files: [] }).fileName).toBe('page.zip')
  })
})

describe('the Markdown of one page', () => {
  it('holds front matter, the title and the body as it is stored', () => {
    const one = page('a', { title: 'A *star*', icon: 'x', markdown: '[b](/pages/page-b)' })
    expect(pageMarkdown(one)).toBe('---\nicon: x\n---\n\n# A \\*star\\*\n\n[b](/pages/page-b)')
  })

  it('leads where the caller says', () => {
    const resolve = (kind: string, id: string) => (kind === 'pages' ? `https://example.org/${id}` : undefined)
    const one = page('a', { markdown: '[b](/pages/page-b#x) ![c](/files/f1)' })
    expect(pageMarkdown(one, { resolve })).toContain('[b](https://example.org/page-b#x) ![c](/files/f1)')
  })

  it('has its title read back by those who write a page from Markdown', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), (title) => {
        fc.pre(titleLine(title) === title && title !== '')
        const read = readMarkdownPage(pageMarkdown(page('a', { title, markdown: '# Other\n' })))
        expect([read.heading, read.bodyBelowHeading]).toEqual([title, '# Other'])
      }),
    )
  })
})
