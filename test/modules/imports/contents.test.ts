import { describe, expect, test } from 'vitest'
import { isLongRun } from '../../support/budget.ts'
import { useImportWorld } from './import-world.ts'
import { importLayout, type PageTree } from './layout-import.ts'

const world = useImportWorld()

const imported = (files: Record<string, string>) => importLayout(world, files)

const pages = (...paths: string[]) =>
  Object.fromEntries(paths.map((path) => [path, `# ${path.split('/').at(-1)?.replace('.md', '')}\n`]))

/** Titles, each with those below it. */
type Titles = readonly [title: string, ...below: Titles[]]

const titlesOf = ([title, , ...below]: PageTree): Titles => [title, ...below.map(titlesOf)]

const recognized = (notes: readonly { kind: string; path: string; text: string }[]) =>
  notes.filter(({ kind }) => kind === 'recognized').map(({ path, text }) => `${path} ${text}`)

describe('sidebars in other files than the configuration', () => {
  test.runIf(isLongRun)(
    'are read from the files that VitePress imports, and what a program computes is counted',
    async () => {
      const { tree, notes } = await imported({
        '.vitepress/config/index.mts':
          "import { defineConfig } from 'vitepress'\nimport shared from './shared'\nimport { guide, names as list } from './guide.js'\nimport * as api from '../api'\nimport data from './data.json'\nimport { scan } from 'some-package'\nexport default defineConfig({ ...shared, themeConfig: { sidebar: [...guide(), ...list, api.items, { text: data.text, items: [{ text: 'C' + '!', link: '/c' }, ...scan('x')] }, ...['d'].map((name) => ({ link: name }))] } })\n",
        '.vitepress/config/shared.ts': "export default { title: 'S' }\n",
        '.vitepress/config/guide.ts':
          "import { b } from './b.ts'\nexport const names = [b]\nexport function guide() { return [{ text: 'Zoo', link: '/zoo' }] }\n",
        '.vitepress/config/b.ts':
          "import { names } from './guide.ts'\nexport const b = { text: 'B', link: '/b', names }\n",
        '.vitepress/config/data.json': '{"text": "More"}',
        '.vitepress/api/index.ts': "export const items = { text: 'Api', link: '/api' }\n",
        ...pages('zoo.md', 'b.md', 'c.md', 'd.md', 'api.md'),
      })
      expect(tree.map(titlesOf)).toEqual([['Zoo'], ['B'], ['Api'], ['More', ['C!']]])
      expect(recognized(notes).slice(1)).toEqual([
        '.vitepress/config/index.mts is the table of contents, but 2 of its parts are computed by a program and left out',
      ])
    },
  )

  test('are read from the files that those of Docusaurus require', async () => {
    const { tree, notes } = await imported({
      'docusaurus.config.js': 'module.exports = {}\n',
      'sidebars.js':
        "const more = require('./sidebars/more')\nmodule.exports = { docs: ['zoo', ...more, { type: 'category', label: 'Own', items: generated() }] }\n",
      'sidebars/more.js': "module.exports = [{ Ants: ['ant'] }]\n",
      ...pages('docs/zoo.md', 'docs/ant.md'),
    })
    expect(tree.map(titlesOf)).toEqual([['zoo'], ['Ants', ['ant']], ['Own']])
    expect(recognized(notes)).toContain(
      'sidebars.js is the table of contents, but 1 of its parts is computed by a program and left out',
    )
  })
})

describe('a configuration of GitBook that has no table of contents', () => {
  const files = {
    '.gitbook.yaml': 'root: ./docs\n',
    'docs/b.md': '# B\n\n:::tip\n\nText\n\n:::\n',
    'docs/a.md': '# A\n',
  }
  const sidebars = "module.exports = { docs: ['b', 'a'] }\n"

  test.each([
    [
      'below',
      {
        'website/docusaurus.config.js':
          "module.exports = { presets: [['classic', { docs: { path: '../docs' } }]] }\n",
        'website/sidebars.js': sidebars,
      },
    ],
    ['beside it', { 'docusaurus.config.js': 'module.exports = {}\n', 'sidebars.js': sidebars }],
  ])('is not what lays out pages of another generator %s', async (_where, others) => {
    const { tree, body } = await imported({ ...files, ...others })
    expect(tree.map(titlesOf)).toEqual([['B'], ['A']])
    expect(await body('b')).toContain('{% hint style="success" %}')
  })

  test.runIf(isLongRun)('lays out pages of none, by their names', async () => {
    expect((await imported(files)).tree.map(titlesOf)).toEqual([['A'], ['B']])
  })
})

describe('documentation in several languages', () => {
  const languages = {
    'packages/docs/.vitepress/config.ts':
      "export default { rewrites: { 'en/:rest*': ':rest*' }, locales: { root: { label: 'English' }, fr: {} } }\n",
    'packages/docs/config.ts':
      "export default { themeConfig: { sidebar: { '/guide/': [{ text: 'B', link: '/guide/b' }, { text: 'A', link: '/guide/a' }, { text: 'C', link: '/c' }] , '/': [{ text: 'C', link: '/c' }, { text: 'Gone', link: '/gone' }] } } }\n",
    'packages/docs/fr/config.ts':
      "export default { themeConfig: { sidebar: [{ text: 'Ah', link: '/fr/guide/a' }] } }\n",
    ...pages('packages/docs/en/index.md', 'packages/docs/en/c.md', 'packages/docs/en/guide/a.md'),
    ...pages('packages/docs/en/guide/b.md', 'packages/docs/fr/guide/a.md', 'README.md'),
  }

  test.runIf(isLongRun)(
    'of VitePress is read for the folder that is chosen, with its own sidebar and rewritten addresses',
    async () => {
      const english = await importLayout(world, languages, { root: 'packages/docs/en' })
      expect(english.tree.map(titlesOf)).toEqual([['index'], ['C'], ['Guide', ['B'], ['A'], ['C']]])
      const french = await importLayout(world, languages, { root: 'packages/docs/fr' })
      expect(french.tree.map(titlesOf)).toEqual([['Ah']])
    },
  )

  test.runIf(isLongRun)('is told if the whole is read', async () => {
    const { notes } = await imported(languages)
    expect(recognized(notes)).toContain(
      'packages/docs/.vitepress/config.ts has other languages or versions (in packages/docs/en, packages/docs/fr): choose a folder as the root to read only that, or "import --site" for a space of each',
    )
  })
})

describe('MkDocs without a nav', () => {
  test('has the order of .pages and .nav.yml in its folders', async () => {
    const { tree, notes, skipped } = await imported({
      'mkdocs.yml': 'plugins: [awesome-pages]\n',
      'docs/.pages':
        'nav:\n  - index.md\n  - zoo.md\n  - guide\n  - Site: https://example.com\n  - ...\n  - Last: last.md\n  - gone.md\n',
      'docs/guide/.nav.yml': 'title: The guide\nnav:\n  - b.md\n  - Section:\n    - a.md\n  - "*"\n',
      'docs/hidden/.pages': 'hide: true\n',
      'docs/desc/.pages': 'order: desc\n',
      ...pages('docs/index.md', 'docs/zoo.md', 'docs/last.md', 'docs/ant.md', 'docs/guide/index.md'),
      ...pages('docs/guide/a.md', 'docs/guide/b.md', 'docs/guide/c.md', 'docs/hidden/x.md'),
      ...pages('docs/desc/1.md', 'docs/desc/2.md', 'docs/plain/p.md'),
    })
    expect(tree.map(titlesOf)).toEqual([
      ['index'],
      ['zoo'],
      ['The guide', ['b'], ['Section', ['a']], ['c']],
      ['Site'],
      ['ant'],
      ['Desc', ['2'], ['1']],
      ['Plain', ['p']],
      ['Last'],
    ])
    expect(recognized(notes)[1]).toBe(
      'mkdocs.yml has no nav: .pages and .nav.yml in the folders give the order of the pages',
    )
    expect(skipped.map(({ path }) => path)).toEqual(['docs/gone.md', 'docs/hidden/x.md'])
  })
})

test('tabs of Wiki.js are tabs, each section below the heading with their class', async () => {
  const head = '---\ntitle: T\neditor: markdown\ndateCreated: 2024-01-01\n---\n\n'
  const { body } = await imported({
    'home.md': `${head}## Choose {.tabset}\n\n### On Linux\n\nOne\n\n\`\`\`sh\n# not a heading\n\`\`\`\n\n#### Deep\n\n### On "Mac"\n\nTwo\n\n## Next\n\nAfter\n`,
  })
  expect(await body('home')).toBe(
    '{% tabs %}\n{% tab title="On Linux" %}\n\nOne\n\n```sh\n# not a heading\n```\n\n#### Deep\n\n{% endtab %}\n{% tab title="On &quot;Mac&quot;" %}\n\nTwo\n\n{% endtab %}\n{% endtabs %}\n\n## Next\n\nAfter',
  )
})
