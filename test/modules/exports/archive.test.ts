import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { ExportPage } from '../../../src/formats/export/export-source.ts'
import { readFolder } from '../../../src/formats/import/files/folder.ts'
import { budget, isLongRun } from '../../support/budget.ts'
import {
  archiveOf,
  comparable,
  expectSameTree,
  exportable,
  file,
  importOf,
  page,
  textsOf,
} from './read-archive.ts'

const manyPages = budget(60, 1000)

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

  it('has the emoji of pages by their names', async () => {
    const texts = await textsOf(await archiveOf([page('a', { emoji: '1f680' })]))
    expect(texts['README.md']).toContain('emoji: rocket\n')
  })

  it('preserves all fields of its pages in a round trip', async () => {
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
          title: 'Two  spaces\n\u2028.',
          icon: 'link',
          target: { kind: 'url', url: 'https://example.org/x(y)?a=b&c=*d*#e' },
        }),
      ],
      [file('f1', 'cover.png', 'cover')],
    )
  })

  it('preserves the order of groups, pages and links at the top level', async () => {
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

  it('preserves links to earlier and later pages, anchors, files and other content', async () => {
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
    ['Markdown syntax', '*a* _b_ `c` [d](e) <f> &amp; # g ## | $$h$$ ~~i~~ \\ ![j] {% hint %}'],
    ['an address', 'https://example.org www.example.org a@example.org'],
    ['a number', '1. First'],
    ['a number sign at its end', 'C #'],
    ['text that YAML would parse as another type', 'true: - "no" # 012'],
    ['spaces and line breaks', '  a  b\n\nc\t'],
    ['emoji and other scripts', '🙂 :smile: 日本語 ‮gnirts'],
    ['text that looks like front matter', '---'],
    ['a non-breaking space', 'a\u00a0b'],
  ])('preserves titles with %s', async (_, title) => {
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
    [
      'files with fragments',
      '[a](/files/f1#L3) ![i](/files/f1#gh-dark-mode-only)\n\n{% file src="/files/f1#page=3" %}\n\n<img src="/files/f1#x" alt="">\n',
    ],
    ['a setext heading', 'Title of a\n=====\n'],
    ['front matter', '---\ntitle: No\n---\n\nText'],
    ['indented code', '    code\n'],
    [
      'a table, a definition and a note',
      '| a |\n| - |\n| [x][r] |\n\n[r]: /pages/page-b "t"\n\nA[^1]\n\n[^1]: [b](/pages/page-b)\n',
    ],
    [
      'links in HTML and block tags',
      '<a href="/pages/page-b#x">b</a> <picture><source srcset="/files/f1 2x"><img src="/files/f1"></picture>\n\n{% drawing src="/files/f1" %}\n\n{% content-ref url="/pages/page-b" %}\n[b](/pages/page-b)\n{% endcontent-ref %}\n',
    ],
    ['links to itself and to an anchor on it', '[a](/pages/page-a) [b](/pages/page-a#x) [c](#x)'],
  ])('preserves a body that contains %s', async (_, markdown) => {
    await expectSameTree(
      [page('b'), page('a', { markdown }), page('child', { parentId: 'page-a', markdown })],
      [file('f1', 'ü (1).png', 'image')],
    )
  })

  it('leaves URLs unchanged that are only text or have targets outside of the archive', async () => {
    const markdown =
      '/pages/page-a `/pages/page-a` [a](/pages/gone) [b](/files/gone#x) [c](/spaces/s/pages/p)\n\n```\n[x](/pages/page-a)\n```\n'
    const { pages } = await importOf(await archiveOf([page('a', { markdown })]))
    expect(pages[0]?.markdown).toBe(markdown)
  })

  it('preserves a space without documents', async () => {
    await expectSameTree([page('group', { type: 'GROUP', markdown: '' })])
  })

  it(`preserves ${manyPages} pages and their links`, async () => {
    const pages = Array.from({ length: manyPages }, (_, index) =>
      page(`p${index}`, {
        parentId: index % 10 === 0 ? null : `page-p${index - (index % 10 === 1 ? 1 : 2)}`,
        markdown: `[next](/pages/page-p${(index + 1) % manyPages}#a)\n`,
      }),
    )
    const depthFirst = (parentId: string | null): ExportPage[] =>
      pages.filter((one) => one.parentId === parentId).flatMap((one) => [one, ...depthFirst(one.id)])
    await expectSameTree(depthFirst(null))
  })

  it('preserves pages nested as deep as a space allows', async () => {
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

describe.runIf(isLongRun)('a real documentation repository', () => {
  it('has the same tree after export and import, and the same text when exported again', async () => {
    const first = exportable(await importOf(await readFolder(corpus)))
    expect(first.pages.length).toBeGreaterThan(30)
    const archive = await archiveOf(first.pages, first.files)
    const second = exportable(await importOf(archive))
    expect(await comparable(second)).toEqual(await comparable(first))
    expect(await textsOf(await archiveOf(second.pages, second.files))).toEqual(await textsOf(archive))
  })
})
