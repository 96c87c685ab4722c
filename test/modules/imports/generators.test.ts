import { describe, expect, test } from 'vitest'
import { budget, isLongRun } from '../../support/budget.ts'
import { useImportWorld } from './import-world.ts'
import { type ImportSettings, importLayout } from './layout-import.ts'

const world = useImportWorld()

const imported = (files: Record<string, string>, settings: ImportSettings = {}) =>
  importLayout(world, files, settings)

const recognized = (path: string, text: string) => ({ kind: 'recognized', path, text })
const dropped = (path: string, text: string) => ({ kind: 'dropped', path, text })

const png = 'png'

describe('Docusaurus', () => {
  const config = `import { themes } from 'prism-react-renderer'
const config: Config = {
  title: 'Site',
  presets: [['classic', { docs: { sidebarPath: './sidebars.ts', editUrl: process.env.EDIT } } satisfies Options]],
}
export default config
`

  test('is read with its sidebars, ids, numbers, routes, static files and components', async () => {
    const { tree, notes, skipped, body } = await imported({
      'website/docusaurus.config.ts': config,
      'website/sidebars.ts': `import type { SidebarsConfig } from '@docusaurus/plugin-content-docs'
const guides = ['guides/install', { type: 'doc', id: 'guides/the-cli', label: 'Command line' }]
const sidebars: SidebarsConfig = {
  docs: [
    'intro',
    { type: 'category', label: 'Guides', link: { type: 'doc', id: 'guides/index' }, items: guides },
    { Reference: ['api', 'gone'] },
    { type: 'link', label: 'Blog', href: 'https://example.com/blog' },
  ],
}
export default sidebars
`,
      'website/docs/01-intro.md': [
        '---\nslug: /\nsidebar_label: Start\ntags: [a]\n---',
        "import Tabs from '@theme/Tabs'\nimport TabItem from '@theme/TabItem'",
        '# Introduction',
        '[install](/docs/guides/install#linux) [rel](guides/install) [file](./guides/02-install.mdx) ![logo](/img/logo.png)',
        ':::note[Mind the *gap*]\n\nText\n\n:::',
        ':::tip\n\n::::warning Deep\n\nInner\n\n::::\n\n:::',
        '<Tabs groupId="os">\n  <TabItem value="linux" label="Linux">\n\n  ```bash title="run.sh"\n  :::note\n  ```\n\n  </TabItem>\n  <TabItem value="mac">Text</TabItem>\n</Tabs>',
        '<Hero size={{a: 1}} />\n\n{/* secret */}',
      ].join('\n\n'),
      'website/docs/guides/index.md': '# Guides\n\n[intro](/docs/)\n',
      'website/docs/guides/02-install.mdx':
        'export const x = {\n\n  a: 1,\n}\n\n# Install\n\n<Chart/>\n\nexport is a word.\n',
      'website/docs/guides/cli.md': '---\nid: the-cli\ntitle: CLI\n---\n\nText\n',
      'website/docs/api.md': '# API\n',
      'website/static/img/logo.png': png,
      'README.md': '# Code\n',
    })
    expect(tree).toEqual([
      ['Start', 'intro'],
      ['Guides', 'guides', ['Install', 'install'], ['CLI', 'cli']],
      ['Reference', 'reference', ['API', 'api']],
      ['Blog', undefined],
    ])
    expect(notes.filter(({ kind }) => kind === 'moved').map(({ text }) => text)).toEqual([
      'was at docs, and is at intro',
      'was at docs/guides, and is at guides',
      'was at docs/guides/install, and is at guides/install',
      'was at docs/guides/cli, and is at guides/cli',
      'was at docs/api, and is at reference/api',
    ])
    expect(notes.filter(({ kind }) => kind !== 'moved')).toEqual([
      recognized(
        '.',
        'Nothing at the top says how the pages are laid out, but a file in website does: it is the root.',
      ),
      recognized(
        'website/docusaurus.config.ts',
        'is read as that of Docusaurus, with the pages in website/docs',
      ),
      recognized('.', '1 Markdown file outside of website/docs is no page.'),
      recognized('website/sidebars.ts', 'is the table of contents'),
      {
        kind: 'kept',
        path: 'website/docs/01-intro.md',
        text: 'tags in the front matter is kept, but not read',
      },
      dropped('website/docs/01-intro.md', 'the import of MDX is dropped, 2 times'),
      dropped('website/docs/01-intro.md', 'the component <Hero> is dropped'),
      dropped('website/docs/guides/02-install.mdx', 'the export of MDX is dropped'),
      dropped('website/docs/guides/02-install.mdx', 'the component <Chart> is dropped'),
    ])
    expect(skipped).toEqual([
      { path: 'gone', reason: 'listed in the table of contents, but there is no such file' },
    ])
    const intro = await body('intro')
    expect(intro).toContain(
      '[install](page:guides/install#linux) [rel](page:guides/install) [file](page:guides/install) ![logo](file:logo.png)',
    )
    expect(intro).toContain('{% hint style="info" %}\n**Mind the *gap***\n\nText\n\n{% endhint %}')
    expect(intro).toContain('{% tab title="Linux" %}')
    expect(intro).toContain('{% tab title="mac" %}\nText\n{% endtab %}')
    expect(intro).toContain('{% code title="run.sh" %}')
    expect(intro).toContain(':::note\n')
    expect(intro).not.toMatch(/import |<Hero|secret|TabItem/)
    expect(intro.match(/\{% hint/g)).toHaveLength(3)
    expect(intro.match(/\{% endhint/g)).toHaveLength(3)
    expect(await body('guides')).toBe('[intro](page:intro)')
    expect(await body('guides/install')).toBe('export is a word.')
  })

  test.runIf(isLongRun)(
    'is read in the order of positions, categories and numbers without sidebars',
    async () => {
      const { tree, notes } = await imported({
        'docusaurus.config.js':
          "module.exports = { presets: [['classic', { docs: { routeBasePath: '/' } }]] }\n",
        'docs/02-b.md': '# B\n',
        'docs/01-z.md': '# Z\n',
        'docs/last.md': '---\nsidebar_position: 9\n---\n# Last\n',
        'docs/_partial.md': 'Part\n',
        'docs/10-more/_category_.json': '{"label": "More of it", "position": 3}',
        'docs/10-more/two.md': '---\nsidebar_position: 2\n---\n# Two\n',
        'docs/10-more/one.md': '---\nsidebar_position: 1\ndraft: true\n---\n# One\n',
        'docs/unsorted/unsorted.md': '# Unsorted\n',
        'docs/unsorted/below.md': '# Below\n',
      })
      expect(tree).toEqual([
        ['Z', 'z'],
        ['B', 'b'],
        ['More of it', 'more', ['One', 'one'], ['Two', 'two']],
        ['Last', 'last'],
        ['Unsorted', 'unsorted', ['Below', 'below']],
      ])
      expect(notes.map(({ text }) => text)).toEqual([
        'is read as that of Docusaurus, with the pages in docs',
        'has no sidebars: front matter, categories and numbers in names give the order of the pages',
        'is a draft: it is in no list, search or sitemap, but who knows its address can read it',
      ])
    },
  )
})

describe('VitePress', () => {
  test('is read with its sidebars, public files, containers and groups of code', async () => {
    const { tree, notes, skipped, body } = await imported({
      'package.json': '{}',
      'docs/.vitepress/config.mts': `import { defineConfig } from 'vitepress'
export default defineConfig({
  themeConfig: {
    nav: nav(),
    sidebar: { '/guide/': { base: '/guide/', items: guide() }, '/api/': [{ text: 'API', link: '/api/' }] },
  },
})
function nav() { return [{ text: 'Guide', link: '/guide/a' }] }
function guide(): DefaultTheme.SidebarItem[] {
  return [{ text: 'Intro', items: [{ text: 'Zoo', link: 'zoo' }, { text: 'Ant', link: 'ant.html' }, { text: 'Gone', link: 'gone' }] }]
}
`,
      'docs/index.md': '---\nlayout: home\ntitle: Home\n---\n',
      'docs/guide/zoo.md':
        '# Zoo\n\n::: tip Title here\nText [ant](/guide/ant#x) ![i](/img/i.png)\n:::\n\n::: details More\nInner\n:::\n\n::: code-group\n\n```js{1,3} [config.js]\nx\n```\n\n```ts\ny\n```\n\n:::\n\n::: raw\nRaw\n:::\n',
      'docs/guide/ant.md':
        '<script setup>\nimport a from "a"\n</script>\n\n# Ant <Badge type="tip" text="new" />\n\n[[toc]]\n\n<<< @/code/a.js#part{1} [a.js]\n\n<<< @/none.js\n\n```\n<<< @/none.js\n```\n',
      'docs/code/a.js': 'one\n// #region part\ntwo\n// #endregion part\n',
      'docs/api/index.md': '# API\n',
      'docs/public/img/i.png': png,
    })
    expect(tree).toEqual([
      ['Home', 'home'],
      ['Intro', 'guide', ['Zoo', 'zoo'], ['Ant', 'ant']],
      ['API', 'api'],
    ])
    expect(notes.slice(0, 2)).toEqual([
      recognized('docs/.vitepress/config.mts', 'is read as that of VitePress, with the pages in docs'),
      recognized('docs/.vitepress/config.mts', 'is the table of contents'),
    ])
    expect(notes.slice(2)).toEqual([
      recognized('.', '1 file is included in 1 page.'),
      dropped('docs/guide/ant.md', '<<< @/none.js is dropped'),
      dropped('docs/guide/zoo.md', '::: raw is dropped'),
      dropped('docs/guide/ant.md', '<script> is dropped'),
      dropped('docs/guide/ant.md', '[[toc]] is dropped'),
    ])
    expect(skipped).toMatchObject([{ path: '/guide/gone' }])
    expect(await body('guide/ant')).toBe(
      '{% code title="a.js" %}\n````js\ntwo\n````\n{% endcode %}\n\n```\n<<< @/none.js\n```',
    )
    const zoo = await body('guide/zoo')
    expect(zoo).toContain(
      '{% hint style="success" %}\n**Title here**\n\nText [ant](page:guide/ant#x) ![i](file:i.png)\n{% endhint %}',
    )
    expect(zoo).toContain('<summary>More</summary>')
    expect(zoo).toContain('{% tab title="config.js" %}\n```js\nx\n```\n{% endtab %}\n')
    expect(zoo).toContain('{% tab title="ts" %}')
    expect(zoo).not.toContain(':::')
  })
})

describe('a configuration that only a program can read', () => {
  test('is named in the report, with the order of the pages', async () => {
    const { tree, notes } = await imported({
      'package.json': '{}',
      'docs/.vitepress/config/index.ts':
        "import { sidebar } from './en'\nexport default { themeConfig: { sidebar: sidebar() } }\n",
      'docs/b.md': '# B\n',
      'docs/a.md': '# A\n',
    })
    expect(tree.map(([title]) => title)).toEqual(['A', 'B'])
    expect(notes[1]).toEqual(
      recognized(
        'docs/.vitepress/config/index.ts',
        'has no list of pages that can be read without running it: folders and file names give their order',
      ),
    )
  })
})

describe('MkDocs', () => {
  test('is read with its nav, admonitions, expandables and tabs', async () => {
    const { tree, notes, skipped, body } = await imported({
      'mkdocs.yml':
        'site_name: S\ndocs_dir: pages\nmarkdown_extensions:\n  - x:\n      f: !!python/name:a.b\nnav:\n  - index.md\n  - Guide:\n    - guide/index.md\n    - Set up: guide/setup.md\n    - guide/ant.md\n  - Site: https://example.com\n  - Gone: gone.md\n',
      'pages/index.md': '# Welcome\n\n[setup](guide/setup.md) ![x](img/x.png)\n',
      'pages/guide/index.md': '# The guide\n',
      'pages/guide/setup.md':
        '# Setup\n\n!!! warning "Take care"\n    First\n\n    ??? note\n        Inner\n\n    ```yaml\n    !!! note\n    ```\n\nAfter\n\n=== "npm"\n\n    ```bash\n    npm i\n    ```\n\n=== "yarn"\n\n    Text\n\n[TOC]\n',
      'pages/guide/ant.md': '# Ant\n',
      'pages/img/x.png': png,
      'README.md': '# Code\n',
    })
    expect(tree).toEqual([
      ['Welcome', 'welcome'],
      ['Guide', 'guide', ['Set up', 'setup'], ['Ant', 'ant']],
      ['Site', undefined],
    ])
    expect(notes).toEqual([
      recognized('mkdocs.yml', 'is read as that of MkDocs, with the pages in pages'),
      recognized('mkdocs.yml', 'is the table of contents'),
      dropped('pages/guide/setup.md', '[TOC] is dropped'),
    ])
    expect(skipped).toMatchObject([{ path: 'gone.md' }])
    expect(await body('welcome')).toBe('[setup](page:guide/setup) ![x](file:x.png)')
    const setup = await body('guide/setup')
    expect(setup).toContain('{% hint style="warning" %}\n**Take care**\n\nFirst\n')
    expect(setup).toContain('<summary>Note</summary>')
    expect(setup).toContain('```yaml\n!!! note\n```')
    expect(setup).toContain('{% endhint %}\n\nAfter')
    expect(setup.match(/\{% tabs %\}/g)).toHaveLength(1)
    expect(setup.match(/\{% tab title/g)).toHaveLength(2)
  })
})

describe.runIf(isLongRun)('an Azure DevOps wiki', () => {
  test('is read with its order, names, attachments and links', async () => {
    const { tree, notes, body } = await imported({
      '.order': 'Welcome\nSet%2Dup-guide\n',
      'Welcome.md':
        '[[_TOC_]]\n\n[guide](/Set%2Dup-guide) [linux](/Set%2Dup-guide/On-Linux) [b](./Ant.md) ![x](/.attachments/x-1.png =500x)\n\n::: mermaid\ngraph TD\n:::\n',
      'Set%2Dup-guide.md': 'Text\n',
      'Set%2Dup-guide/.order': 'On-Mac\nOn-Linux\n',
      'Set%2Dup-guide/On-Linux.md': 'Linux\n',
      'Set%2Dup-guide/On-Mac.md': 'Mac\n',
      'Ant.md': 'Ant\n',
      '.attachments/x-1.png': png,
    })
    expect(tree).toEqual([
      ['Welcome', 'welcome'],
      ['Set-up guide', 'set-up-guide', ['On Mac', 'on-mac'], ['On Linux', 'on-linux']],
      ['Ant', 'ant'],
    ])
    expect(notes).toEqual([
      recognized('.order', 'is read as that of an Azure DevOps wiki'),
      recognized('.order', 'and those in the folders below give the order of the pages'),
      dropped('Welcome.md', '[[_TOC_]] is dropped'),
    ])
    const welcome = await body('welcome')
    expect(welcome).toContain('[guide](page:set-up-guide) [linux](page:set-up-guide/on-linux) [b](page:ant)')
    expect(welcome).toContain('<img src="file:x-1.png" alt="x" width="500">')
    expect(welcome).toContain('```mermaid\ngraph TD\n```')
  })
})

describe.runIf(isLongRun)('Wiki.js', () => {
  const matter = (title: string, published = true) =>
    `---\ntitle: ${title}\ndescription: About\npublished: ${published}\ndate: 2024-01-01\ntags: a, b\neditor: markdown\ndateCreated: 2024-01-01\n---\n\n`

  test('is read with its titles, pages beside folders, absolute links and notices', async () => {
    const { tree, notes, body } = await imported({
      'home.md': `${matter('Welcome')}[linux](/setup/linux)\n\n> Mind this\n> well\n{.is-warning}\n`,
      'setup.md': `${matter('Set up')}Text\n`,
      'setup/linux.md': `${matter('On Linux', false)}Text\n`,
      'about.md': `${matter('About us')}Text\n`,
    })
    expect(tree).toEqual([
      ['Welcome', 'home'],
      ['About us', 'about'],
      ['Set up', 'setup', ['On Linux', 'linux']],
    ])
    expect(notes[0]).toEqual(recognized('home.md', 'is read as that of Wiki.js'))
    expect(await body('home')).toBe(
      '[linux](page:setup/linux)\n\n\n{% hint style="warning" %}\nMind this\nwell\n{% endhint %}',
    )
  })
})

describe.runIf(isLongRun)('an export of Outline', () => {
  test('is read with pages beside folders, notices, expandables and sizes of images', async () => {
    const file = 'uploads/0a1b2c3d-1111-4222-8333-444455556666/0a1b2c3d-1111-4222-8333-444455556666/x.png'
    const { tree, notes, body } = await imported({
      'Team/Setup.md': `# Setup\n\n:::info\nText\n\n:::\n\n+++ More\nInner\n\n+++\n\n ![x](../${file} " =300x20")\n`,
      'Team/Setup/Linux.md': '# Linux\n\n[up](../Setup.md)\n',
      [file]: png,
    })
    expect(tree).toEqual([['Team', 'team', ['Setup', 'setup', ['Linux', 'linux']]]])
    expect(notes[0]).toEqual(recognized(file, 'is read as that of an export of Outline'))
    const setup = await body('team/setup')
    expect(setup).toContain('{% hint style="info" %}\nText\n\n{% endhint %}')
    expect(setup).toContain('<summary>More</summary>\n\nInner')
    expect(setup).toContain('<img src="file:x.png" alt="x" width="300" height="20">')
    expect(await body('team/setup/linux')).toBe('[up](page:team/setup)')
  })
})

describe('pages of GitBook', () => {
  test('keep what other generators have a meaning for', async () => {
    const text = ':::note\n\n!!! note\n\n=== "a"\n\n+++ b\n'
    const { body } = await imported({ 'SUMMARY.md': '* [A](a.md)\n', 'a.md': text })
    expect(await body('a')).toBe(text.trim())
  })
})

test.runIf(isLongRun)('a page of a hostile size is rewritten in linear time', async () => {
  const parts = [
    '::: a',
    '!!! a ',
    '=== "',
    '+++ a',
    '<A ',
    '{/*',
    '> a\n{.is-a}',
    '![a](b =1x',
    '\t',
    ':::',
    'import ',
    '    !!! b',
  ]
  for (const part of parts) {
    const text = `${part.repeat(Math.ceil(budget(40_000, 100_000) / part.length))}\n${`${part}\n`.repeat(budget(800, 2000))}`
    const { toPageFormat } = await import('../../../src/formats/import/markdown/dialects/to-page-format.ts')
    const start = process.threadCpuUsage()
    toPageFormat(text, 'a.mdx', { isMdx: true })
    expect(process.threadCpuUsage(start).user / 1_000_000, part).toBeLessThan(2)
  }
})
