import { describe, expect, test } from 'vitest'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { useImportWorld } from './import-world.ts'
import { type ImportSettings, importLayout, refusalOf } from './layout-import.ts'

const world = useImportWorld()

const imported = (files: Record<string, string>, options: ImportSettings = {}) =>
  importLayout(world, files, options)

const refused = (files: Record<string, string>, options: ImportSettings = {}) =>
  refusalOf(world, files, options)

const recognized = (path: string, text: string) => ({ kind: 'recognized', path, text })

const moved = (path: string, text: string) => ({ kind: 'moved', path, text })

const isContents = (path: string) => recognized(path, 'is the table of contents')

describe('the table of contents', () => {
  test('is where book.json has its root and structure', async () => {
    const { tree, notes, skipped, body } = await imported({
      'README.md': '# Repository\n',
      'book.json':
        '{"root": "./tw", "structure": {"summary": "TOC.md", "readme": "Start.md"}, "plugins": ["katex"]}',
      'tw/TOC.md': '# Contents\n\n* [Zoo](zoo.md)\n* [Ant](ant.md)\n',
      'tw/Start.md': '# Start\n',
      'tw/zoo.md': '# Zoo\n\n[Ant](/ant.md) ![](../images/z.png)\n',
      'tw/ant.md': '# Ant\n',
      'images/z.png': 'png',
    })
    expect(tree).toEqual([
      ['Zoo', 'zoo'],
      ['Ant', 'ant'],
    ])
    expect(notes).toEqual([
      recognized('book.json', 'is read as that of GitBook (legacy), with the pages in tw'),
      { kind: 'dropped', path: 'book.json', text: 'the plugins katex are not run' },
      isContents('tw/TOC.md'),
    ])
    expect(skipped).toEqual([{ path: 'tw/Start.md', reason: 'not listed in TOC.md' }])
    expect(await body('zoo')).toBe('[Ant](page:ant) ![](file:z.png)')
  })

  test.each(
    oneRowIn(2, [
      [
        'module.exports',
        `const root = 'book'\nmodule.exports = { root, title: require('./package').name }\n`,
      ],
      ['export default', `export default { ['root']: \`./\${'book'}/\`, plugins: [...ours] }\n`],
    ]),
  )('is where book.js has its root, of which nothing is run, with %s', async (_what, text) => {
    const files = { 'book.js': text, 'book/SUMMARY.md': '* [B](b.md)\n* [A](a.md)\n' }
    const { tree, notes } = await imported({
      ...files,
      'package.json': '{"devDependencies": {"honkit": "6"}}',
      'book/a.md': '# A\n',
      'book/b.md': '# B\n',
    })
    expect(tree.map(([title]) => title)).toEqual(['B', 'A'])
    expect(notes).toEqual([
      recognized('book.js', 'is read as that of HonKit, with the pages in book'),
      isContents('book/SUMMARY.md'),
    ])
  })

  test('is that of mdBook, with chapters outside of lists, parts and drafts', async () => {
    const { tree, notes, skipped, body } = await imported({
      'book.toml': '[book]\ntitle = "A book"\nsrc = "text"\n\n[output.html]\n',
      'text/SUMMARY.md': [
        '# Summary',
        '[Introduction](README.md)',
        '# User guide',
        '- [Install](install/index.md)\n  - [Linux](install/linux.md)\n- [Later]()',
        '---',
        '[Contributors](contributors.md)',
      ].join('\n\n'),
      'text/README.md': '# Introduction\n',
      'text/install/index.md': '# Install\n',
      'text/install/linux.md': '# Linux\n',
      'text/contributors.md':
        '# Contributors\n\n{{#title X}}{{#include ../code/a.rs:2:3}}\n\n{{#include ../code/a.rs:part}}\n\n{{#include part.md}}\n\n{{#playground ../code/b.rs editable}}\n\n\\{{#include no.md}} {{#include no.md}}\n',
      'text/part.md': 'Part {{#include part.md}}\n',
      'code/a.rs': 'one\ntwo\nthree\n// ANCHOR: part\nfour\n// ANCHOR_END: part\n',
      'code/b.rs': 'fn main() {}\n',
    })
    expect(tree).toEqual([
      ['Introduction', 'introduction'],
      ['User guide', 'user-guide', ['Install', 'install', ['Linux', 'linux']], ['Later', 'later']],
      ['Contributors', 'contributors'],
    ])
    expect(notes).toEqual([
      recognized('book.toml', 'is read as that of mdBook, with the pages in text'),
      isContents('text/SUMMARY.md'),
      recognized('.', '3 files are included in 1 page.'),
      { kind: 'dropped', path: 'text/part.md', text: '{{#include part.md}} is dropped' },
      { kind: 'dropped', path: 'text/contributors.md', text: '{{#include no.md}} is dropped' },
      moved('text/install/index.md', 'was at install, and is at user-guide/install'),
      moved('text/install/linux.md', 'was at install/linux, and is at user-guide/install/linux'),
    ])
    expect(skipped).toEqual([])
    expect(await body('contributors')).toBe(
      `two\nthree\n\nfour\n\n${'Part '.repeat(10)}\n\n\`\`\`rust\nfn main() {}\n\`\`\`\n\n{{#include no.md}}`,
    )
  })

  test.runIf(isLongRun)(
    'is the only one in the repository if there is none at the top, and the report says so',
    async () => {
      const { tree, notes, skipped } = await imported({
        'README.md': '# Code\n',
        'packages/a/README.md': '# A\n',
        'docs/SUMMARY.md': '* [Zoo](zoo.md)\n* [Ant](ant.md)\n',
        'docs/zoo.md': '# Zoo\n',
        'docs/ant.md': '# Ant\n',
        'test/book/SUMMARY.md': '* [Not](not.md)\n',
      })
      expect(tree.map(([title]) => title)).toEqual(['Zoo', 'Ant'])
      expect(notes).toEqual([
        recognized(
          '.',
          'Nothing at the top says how the pages are laid out, but a file in docs does: it is the root.',
        ),
        recognized('.', '3 Markdown files outside of docs are no page.'),
        isContents('docs/SUMMARY.md'),
      ])
      expect(skipped).toEqual([])
    },
  )

  const languages = {
    'LANGS.md': '# Languages\n\n* [English](en/)\n* [فارسی](fa)\n* [Gone](gone/)\n',
    'en/SUMMARY.md': '# Summary\n\n* [Start](README.md)\n\n## Part\n\n* [B](b.md)\n* [A](a.md)\n',
    'en/README.md': '# Start\n\n[B](/b.md) [fa](../fa/a.md)\n',
    'en/b.md': '# B\n\n![](../assets/x.png)\n',
    'en/a.md': '# A\n',
    'fa/SUMMARY.md': '* [شروع](a.md)\n',
    'fa/a.md': '# شروع\n',
    'assets/x.png': 'png',
  }

  test.runIf(isLongRun)('is that of each language of LANGS.md, in a group of its own', async () => {
    const { tree, notes, skipped, body } = await imported(languages)
    expect(tree).toEqual([
      ['English', 'en', ['Start', 'start'], ['Part', 'part', ['B', 'b'], ['A', 'a']]],
      ['فارسی', 'fa', ['شروع', 'a']],
      ['Gone', 'gone'],
    ])
    expect(notes).toEqual([
      recognized(
        'LANGS.md',
        'names 3 languages (en, fa, gone), each of which is a group of pages: choose a folder as the root to read only that, or "import --site" for a space of each',
      ),
      isContents('en/SUMMARY.md'),
      isContents('fa/SUMMARY.md'),
    ])
    expect(skipped).toEqual([{ path: 'gone', reason: 'named in LANGS.md, but there is no such folder' }])
    expect(await body('en/start')).toBe('[B](page:en/part/b) [fa](page:fa/a)')
  })

  test('is that of the folder that is chosen as the root, out of which links may lead', async () => {
    const { tree, notes, body } = await imported(languages, { root: '/en/' })
    expect(tree).toEqual([
      ['Start', 'start'],
      ['Part', 'part', ['B', 'b'], ['A', 'a']],
    ])
    expect(notes).toEqual([isContents('en/SUMMARY.md')])
    expect(await body('part/b')).toBe('![](file:x.png)')
  })

  test('is that of each folder that has one, in a group of its own, and never a page', async () => {
    const { tree, notes } = await imported(
      {
        'a/SUMMARY.md': '* [Two](two.md)\n* [One](one.md)\n',
        'a/one.md': '# One\n',
        'a/two.md': '# Two\n',
        'b/book.toml': '',
        'b/src/SUMMARY.md': '- [Y](y.md)\n',
        'b/src/y.md': '# Y\n',
      },
      { includesUnlisted: true },
    )
    expect(tree).toEqual([
      ['A', 'a', ['Two', 'two'], ['One', 'one']],
      ['B', 'b', ['Y', 'y']],
    ])
    expect(notes.map(({ text }) => text)).toEqual([
      'There are 2 tables of contents (in a, b), each of which is a group of pages: choose a folder as the root to read only that, or "import --site" for a space of each.',
      'is the table of contents',
      'is read as that of mdBook, with the pages in b/src',
      'is the table of contents',
    ])
  })

  test.runIf(isLongRun)('is missed, and the order by names is told', async () => {
    const { tree, notes } = await imported({ 'b.md': '# B\n', 'a.md': '# A\n' })
    expect(tree.map(([title]) => title)).toEqual(['A', 'B'])
    const text = 'There is no table of contents: folders and file names give the order of the pages.'
    expect(notes).toEqual([recognized('.', text)])
  })

  test.each([
    ['book.json', 'of another shape', '{"root": 1}'],
    ['book.json', 'cut off', '{'],
    ['book.js', 'cut off', 'module.exports = {{'],
    ['book.js', 'nested without end', `module.exports = ${'['.repeat(100_000)}`],
    ['book.toml', 'cut off', '[book'],
    ['.gitbook.yaml', 'of another shape', 'root: [a]'],
  ])('is not guessed if %s is %s', async (name, _what, text) => {
    const refusal = await refused({ [name]: text, 'page.md': '# Page\n' })
    expect(refusal).toContain(`${name} is malformed`)
  })
})

describe('the root of an import', () => {
  test('has to be a folder of the source, and of a source with folders', async () => {
    for (const root of ['docs', '../..', 'page.md'])
      expect(await refused({ 'page.md': '# Page\n' }, { root })).toContain(`no folder "${root}"`)
    const refusal = await refused({ 'page.html': '<p>Page' }, { root: 'docs', source: 'html' })
    expect(refusal).toContain('only for the sources')
  })

  test.runIf(isLongRun)('is the folder of a wiki', async () => {
    const files = { 'wiki/Home.md': 'Hello\n', 'wiki/Set-up.md': 'Text\n', 'other/Page.md': 'Text\n' }
    const { tree } = await imported(files, { root: 'wiki', source: 'github-wiki' })
    expect(tree.map(([title]) => title)).toEqual(['Home', 'Set up'])
  })

  test.runIf(isLongRun)('is recorded with a run', async () => {
    const { content } = await imported({ 'page.md': '# Page\n' })
    const space = content.split('/')[2]
    const { body } = await world.client.post(`/org/${world.organizationId}/imports`, {
      source: { type: 'zip', url: 'http://127.0.0.1:1/none.zip' },
      target: { space },
      root: 'docs',
    })
    expect(body).toMatchObject({ object: 'import-run', status: expect.any(String) })
  })
})
