import { describe, expect, test } from 'vitest'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { useImportWorld } from './import-world.ts'
import { importLayout } from './layout-import.ts'

const world = useImportWorld()

const imported = (files: Record<string, string>) => importLayout(world, files)

const pagesAt = (paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, `Text of ${path}\n`]))

describe('the slug of an imported page', () => {
  test.each(
    oneRowIn(6, [
      ['r/v6.34.2.md', 'v6.34.2'],
      ['r/usb-3.0-hubs.md', 'usb-3.0-hubs'],
      ['r/Set_Up~2.md', 'set_up~2'],
      ['r/Über uns.md', 'über-uns'],
      ['r/入门.md', '入门'],
      ['r/a--b.md', 'a--b'],
      ['r/a+b(c)!.md', 'abc'],
      ['r/!!!.md', 'page'],
      ['r/....md', 'page'],
      ['r/v1.2/README.md', 'v1.2'],
    ]),
  )('of the file %s is %s', async (path, slug) => {
    const { tree } = await imported({ 'SUMMARY.md': `* [Page](<${path}>)\n`, [path]: 'Text\n' })
    expect(tree).toEqual([['Page', slug]])
  })

  test('is the folder of the pages of a group, or else its title with "and" and single hyphens', async () => {
    const { tree } = await imported({
      'SUMMARY.md': [
        '## Editing & publishing\n\n* [A](editing/a.md)\n* [B](editing/b/README.md)',
        '## One & only +\n\n* [C](c.md)',
        '## Two -- folders\n\n* [D](d/d.md)\n* [E](e/e.md)',
        '## Links\n\n* [X](https://example.com)\n* [F](v1.2/f.md)',
        '## Lone\n\n* [G](lone/g/README.md)',
      ].join('\n\n'),
      ...pagesAt(['editing/a.md', 'editing/b/README.md', 'c.md', 'd/d.md', 'e/e.md', 'v1.2/f.md']),
      ...pagesAt(['lone/g/README.md']),
    })
    expect(tree.map(([title, slug]) => [title, slug])).toEqual([
      ['Editing & publishing', 'editing'],
      ['One & only +', 'one-and-only'],
      ['Two -- folders', 'two-folders'],
      ['Links', 'v1.2'],
      ['Lone', 'lone'],
    ])
  })

  test.runIf(isLongRun)('is kept by an export and an import of that', async () => {
    const files = {
      'SUMMARY.md':
        '## Editing & more\n\n* [A](edit/v1.2.md)\n* [B](edit/v1.2/README.md)\n\n## A & B\n\n* [C](c.md)\n',
      ...pagesAt(['edit/v1.2.md', 'edit/v1.2/README.md', 'c.md']),
    }
    const { content, tree } = await imported(files)
    const { url } = (await world.client.get(`${content}/export`)).body
    const again = world.server.serve(
      `/${world.organizationId}/again.zip`,
      Buffer.from(await (await fetch(url)).arrayBuffer()),
    )
    const other = await imported({ 'x.md': 'X\n' })
    await world.client.post(`${other.content}/import`, { url: again, source: 'zip' })
    const { pages } = (await world.client.get(`${other.content}/pages`)).body
    const slugsOf = (list: readonly { slug: string; pages?: readonly never[] }[]): unknown[] =>
      list.map(({ slug, pages: below = [] }) => [slug, ...slugsOf(below)])
    expect(slugsOf(pages.slice(1))).toEqual(
      tree.map(function slugs([, slug, ...below]): unknown[] {
        return [slug, ...below.map(slugs)]
      }),
    )
  })
})

describe('a page beside the folder of its name', () => {
  test('is one page with the pages of the folder below it', async () => {
    const { tree } = await imported(
      pagesAt([
        'Home.md',
        'Setup.md',
        'Setup/Linux.md',
        'Setup/Linux/Debian.md',
        'Notes/Notes.md',
        'Notes/One.md',
        'Alone/Two.md',
      ]),
    )
    expect(tree).toEqual([
      ['Alone', 'alone', ['Two', 'two']],
      ['Home', 'home'],
      ['Notes', 'notes', ['One', 'one']],
      ['Setup', 'setup', ['Linux', 'linux', ['Debian', 'debian']]],
    ])
  })

  test('has the README of the folder below it', async () => {
    const { tree } = await imported(pagesAt(['Setup.md', 'Setup/README.md', 'Setup/Linux.md']))
    expect(tree).toEqual([['Setup', 'setup', ['Linux', 'linux'], ['README', 'setup']]])
  })
})

describe('an entry of SUMMARY.md', () => {
  test('has its number, and what is in angle brackets', async () => {
    const { tree, notes } = await imported({
      'SUMMARY.md': [
        '* 1. Landform\n  * [Hills](hills.md)',
        '* 2. [Water](water.md "Short")\n  * [Lakes](lakes.md)',
        '* [List<T>](list.md)\n* [Use <tags> & <b>bold</b>](tags.md)',
        '## The <form> element <a href="#form" id="form"></a>\n\n* [Lone](lone.md)',
      ].join('\n\n'),
      ...pagesAt(['hills.md', 'water.md', 'lakes.md', 'list.md', 'tags.md', 'lone.md']),
    })
    expect(tree).toEqual([
      ['1. Landform', '1-landform', ['Hills', 'hills']],
      ['2. Water', 'water', ['Lakes', 'lakes']],
      ['List<T>', 'list'],
      ['Use <tags> & bold', 'tags'],
      ['The <form> element', 'form', ['Lone', 'lone']],
    ])
    expect(notes.filter(({ kind }) => kind === 'kept')).toEqual([
      {
        kind: 'kept',
        path: 'water.md',
        text: 'the title "Short" for navigation is kept, but not read: a page has one title everywhere',
      },
    ])
  })
})
