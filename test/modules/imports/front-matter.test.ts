import { describe, expect, test } from 'vitest'
import { oneRowIn } from '../../support/budget.ts'
import { useImportWorld } from './import-world.ts'
import { type ImportSettings, importLayout } from './layout-import.ts'

const world = useImportWorld()

const imported = (files: Record<string, string>, settings: ImportSettings = {}) =>
  importLayout(world, files, settings)

const draft = 'is a draft: it is in no list, search or sitemap, but who knows its address can read it'

interface Page {
  readonly title: string
  readonly [field: string]: unknown
}

async function pagesOf(content: string): Promise<readonly Page[]> {
  return (await world.client.get(content)).body.pages
}

describe('front matter of other generators', () => {
  test.each(
    oneRowIn(4, [['draft: true'], ["draft: 'true' # later"], ['published: false'], ['publish: false']]),
  )('hides a page with %s, and the report says so', async (member) => {
    const { content, notes } = await imported({ 'a.md': `---\n${member}\n---\n# A\n`, 'b.md': '# B\n' })
    expect(notes.filter(({ path }) => path === 'a.md')).toEqual([
      { kind: 'hidden', path: 'a.md', text: draft },
    ])
    const [a, b] = await pagesOf(content)
    expect(a).toMatchObject({ hidden: true, noIndex: true, noRobotsIndex: true })
    expect(b).not.toHaveProperty('hidden', true)
  })

  test('keeps pages out of lists, searches and sitemaps, and hides parts of their layout', async () => {
    const matters: Readonly<Record<string, [string, object]>> = {
      a: ['unlisted: true', { hidden: true, noIndex: true, noRobotsIndex: true }],
      b: ['nav_exclude: true', { hidden: true }],
      c: ['search_exclude: true\nnoindex: true', { noIndex: true, noRobotsIndex: true }],
      d: ['hide_title: true\nhide_table_of_contents: true', { layout: { title: false, outline: false } }],
      e: ['hide: [navigation, toc]', { layout: { tableOfContents: false, outline: false } }],
      f: ['sidebar: false\naside: false\nprev: false\nnext: false', { layout: { pagination: false } }],
    }
    const files = Object.entries(matters).map(([name, [yaml]]) => [`${name}.md`, `---\n${yaml}\n---\n# T\n`])
    const { content, notes } = await imported(Object.fromEntries(files))
    const pages = await pagesOf(content)
    for (const [index, [, shown]] of Object.values(matters).entries())
      expect(pages[index], `page ${index}`).toMatchObject(shown)
    expect(notes.filter(({ kind }) => kind === 'kept')).toEqual([])
  })

  test('orders pages of folders by the positions that they state', async () => {
    const { tree, notes } = await imported({
      'index.md': '# Home\n',
      'ant.md': '---\nnav_order: 3\n---\n# Ant\n',
      'zoo.md': '---\nnav_order: 1\n---\n# Zoo\n',
      'last.md': '# Last\n',
      'more/index.md': '---\nweight: 2\n---\n# More\n',
      'more/a.md': '---\norder: 2\n---\n# A\n',
      'more/b.md': '---\norder: 1\n---\n# B\n',
    })
    expect(tree.map(([title, , ...below]) => [title, ...below.map(([one]) => one)])).toEqual([
      ['Home'],
      ['Zoo'],
      ['More', 'B', 'A'],
      ['Ant'],
      ['Last'],
    ])
    expect(notes.map(({ text }) => text)).toEqual([
      'There is no table of contents: positions in front matter, folders and file names give the order of the pages.',
    ])
  })

  test('names a page by its label if it has no title, and keeps the label beside a title', async () => {
    const { tree, notes } = await imported({
      'a.md': '---\nsidebar_label: Short\n---\nText\n',
      'b.md': '---\ntitle: A long title\nlinkTitle: Brief\n---\nText\n',
    })
    expect(tree.map(([title]) => title)).toEqual(['Short', 'A long title'])
    expect(notes.slice(1)).toEqual([
      {
        kind: 'kept',
        path: 'b.md',
        text: 'the title "Brief" for navigation is kept, but not read: a page has one title everywhere',
      },
    ])
  })
})

describe('the condition of a page in front matter', () => {
  test('becomes that of its text, the page is in no list, and an export is read alike', async () => {
    const page = '---\nif: visitor.claims.isBeta\n---\n\n# Secret\n\nThe plan.\n\n* a\n'
    const { content, notes, body } = await imported({
      'SUMMARY.md': '* [Home](README.md)\n* [Secret](secret.md)\n* [Odd](odd.md)\n',
      'README.md': '# Home\n',
      'secret.md': page,
      'odd.md': '---\nif: "a %} b"\n---\n\n# Odd\n\nText\n',
    })
    expect(notes.filter(({ kind }) => kind !== 'recognized')).toEqual([
      ...['visitor.claims.isBeta', 'false'].map((condition, index) => ({
        kind: 'hidden',
        path: ['secret.md', 'odd.md'][index],
        text: `is shown only if ${condition}: that is the condition of its text now, and the page is in no list`,
      })),
    ])
    const conditioned = '{% if visitor.claims.isBeta %}\n\nThe plan.\n\n* a\n\n{% endif %}'
    expect(await body('secret')).toBe(conditioned)
    expect(await body('odd')).toBe('{% if false %}\n\nText\n\n{% endif %}')
    expect((await pagesOf(content))[1]).toMatchObject({ hidden: true, noIndex: true, noRobotsIndex: true })
    const again = await imported({
      'SUMMARY.md': '* [Secret](secret.md)\n',
      'secret.md': page.replace('The plan.\n\n* a\n', `${conditioned}\n`),
    })
    expect(await again.body('secret')).toBe(conditioned)
  })
})
