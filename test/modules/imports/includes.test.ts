import { describe, expect, test } from 'vitest'
import { useImportWorld } from './import-world.ts'
import { importLayout } from './layout-import.ts'

const world = useImportWorld()

const imported = (files: Record<string, string>) => importLayout(world, files)

const told = (notes: readonly { kind: string; path: string; text: string }[]) =>
  notes.filter(({ kind }) => kind !== 'moved').map(({ kind, path, text }) => `${kind} ${path} ${text}`)

describe('what pages of VitePress include', () => {
  test('is in the page: files, lines, regions, sections and code, and what is missing is named', async () => {
    const { body, notes } = await imported({
      '.vitepress/config.ts': "export default { themeConfig: { sidebar: [{ text: 'A', link: '/a' }] } }\n",
      'a.md': [
        '# A',
        '<!-- @include: ./parts/whole.md -->',
        '<!--@include: @/parts/lines.md{2,3}-->',
        '<!--@include: ./parts/lines.md{3,}-->',
        '<!--@include: ./parts/regions.md#own-->',
        '<!--@include: ./parts/regions.md#the-section-->',
        '<!--@include: ./parts/none.md-->',
        '<!--@include: ./parts/regions.md#none-->',
        '<!--@include: ../../outside.md-->',
        '::: code-group\n\n<<< @/code/a.ts#part{1,3 js:line-numbers}\n\n<<< ./code/a.ts{2} [Named]\n\n:::',
        '* item\n\n  <<< ./code/b.py',
        '<<< ./code/a.ts#none',
      ].join('\n\n'),
      'parts/whole.md': '---\ntitle: T\n---\nWhole\n\n<!--@include: ./nested.md-->\n',
      'parts/nested.md': 'Nested\n\n<!--@include: ./whole.md-->\n',
      'parts/lines.md': 'one\ntwo\nthree\nfour\n',
      'parts/regions.md':
        '<!-- #region own -->\nIn the region\n<!-- #endregion own -->\n\n## Before\n\nBefore\n\n## The section\n\nIn the section\n\n### Below\n\nMore\n\n## After\n\nAfter\n',
      'code/a.ts': 'first\n// #region part\nsecond\n// #endregion part\n',
      'code/b.py': 'def b():\n\n    pass\n',
    })
    const page = await body('a')
    for (const text of [
      'Whole',
      'Nested',
      'two\nthree\n',
      'three\nfour',
      'In the region',
      '### Below\n\nMore',
    ])
      expect(page).toContain(text)
    expect(page).toContain('{% tab title="a.ts" %}\n````js\nsecond\n````\n{% endtab %}')
    expect(page).toContain('{% tab title="Named" %}\n````ts\nfirst\nsecond\n````')
    expect(page).toContain('  ````py\n  def b():\n\n      pass\n  ````')
    expect(page).not.toMatch(/@include|<<<|#region|one|Before|After/)
    expect(told(notes).slice(2)).toEqual([
      'recognized . 6 files are included in 1 page.',
      ...[
        '<!--@include: ./whole.md-->',
        '<!--@include: ./parts/none.md-->',
        '<!--@include: ./parts/regions.md#none-->',
        '<!--@include: ../../outside.md-->',
        '<<< ./code/a.ts#none',
      ].map((what) => `dropped ${what.includes('whole') ? 'parts/nested.md' : 'a.md'} ${what} is dropped`),
    ])
  })
})

describe('what pages of mdBook include', () => {
  test('is in the page, also anchors without a space, and no file that is no text', async () => {
    const { body, notes } = await imported({
      'book.toml': '[book]\n',
      'src/SUMMARY.md': '* [A](a.md)\n',
      'src/a.md':
        '# A\n\n```rust\n{{#rustdoc_include a.rs:own}}\n```\n\n{{#include part.md:2:}}\n\n{{#playground a.rs}}\n\n{{#include bin.md}}{{#include a.rs:none}}{{#unknown a}}\n\n\\{{#include a.rs}}\n',
      'src/a.rs': 'fn a() {}\n// ANCHOR:own\nfn b() {}\n// ANCHOR_END:own\n',
      'src/part.md': 'one\ntwo\nthree\n',
      'src/bin.md': '\0\u0001\0',
    })
    const page = await body('a')
    expect(page).toContain('```rust\nfn b() {}\n```\n\ntwo\nthree\n\n```rust\nfn a() {}\nfn b() {}\n```')
    expect(page).toContain('{{#include a.rs}}')
    expect(page).not.toContain('unknown')
    expect(told(notes).filter((note) => note.startsWith('dropped'))).toEqual([
      'dropped src/a.md {{#include a.rs:none}} is dropped',
      'dropped src/a.md {{#unknown a}} is dropped',
    ])
  })
})

describe('what pages of MkDocs include', () => {
  test('is in the page: snippets, their sections and lines, and files of other extensions', async () => {
    const { body, notes } = await imported({
      'mkdocs.yml':
        'markdown_extensions:\n  - admonition\n  - pymdownx.snippets:\n      base_path: [snippets]\nnav:\n  - a/a.md\n',
      'docs/a/a.md': [
        '# A',
        '--8<-- "one.md"',
        '!!! note\n    --8<-- "docs/parts/two.md:own"',
        '```yaml\n--8<-- "conf.yml:2:3"\n```',
        '--8<--\none.md\n; one.md\n--8<--',
        ';--8<-- "one.md"',
        '-8<- "none.md"',
        '--8<-- "https://example.com/a.md"',
        'Inline {!docs/parts/inline.txt!} here {!none.md!}.',
        '{% include-markdown "../parts/linked.md"\n   start="<!--s-->"\n   end="<!--e-->" %}',
        '{% include-markdown "../none.md" %}',
      ].join('\n\n'),
      'snippets/one.md': 'One\n',
      'snippets/conf.yml': 'a: 1\nb: 2\nc: 3\nd: 4\n',
      'docs/parts/two.md': 'Not\n\n--8<-- [start:own]\nTwo\n\nParts\n--8<-- [end:own]\n',
      'docs/parts/inline.txt': 'inside',
      'docs/parts/linked.md':
        'Not\n<!--s-->\n[b](b.md) ![x](x.png "X") [out](https://example.com)\n<!--e-->\nNot\n',
      'docs/parts/b.md': '# B\n',
      'docs/parts/x.png': 'png',
    })
    const page = await body('a')
    expect(page.match(/^One$/gm)).toHaveLength(2)
    expect(page).toContain('{% hint style="info" %}\nTwo\n\nParts\n{% endhint %}')
    expect(page).toContain('```yaml\nb: 2\nc: 3\n```')
    expect(page).toContain('--8<-- "one.md"')
    expect(page).toContain('Inline inside here .')
    expect(page).toMatch(/\[b\]\(\.\.\/parts\/b\.md\) !\[x\]\(file:x\.png "X"\) \[out\]/)
    expect(page).not.toMatch(/Not|include-markdown|none\.md|\[start/)
    expect(told(notes).slice(2)).toEqual([
      'recognized . 5 files are included in 1 page.',
      'dropped docs/a/a.md none.md is dropped',
      'dropped docs/a/a.md https://example.com/a.md is dropped',
      'dropped docs/a/a.md {!none.md!} is dropped',
      'dropped docs/a/a.md {% include-markdown "../none.md" %} is dropped',
    ])
  })
})

describe('what pages of Docusaurus import', () => {
  test('is in the page where it is shown, with its links and properties, and no page of its own', async () => {
    const { body, notes, tree } = await importLayout(
      world,
      {
        'docusaurus.config.js': 'module.exports = {}\n',
        'docs/guide/a.mdx': [
          '---\ntitle: A\n---',
          "import Part from '../_parts/_part.mdx';\nimport Site from '@site/docs/_parts/_site.md'\nimport Code from '!!raw-loader!./a.js'\nimport None from './_none.mdx'\nimport Widget from '@site/src/Widget'",
          '<Part name="Ann" other={\'two\'} />',
          '1. Step\n\n   <Site></Site>',
          '<CodeBlock language="js" title="a.js">{Code}</CodeBlock>',
          '<None />',
          '<Widget />',
        ].join('\n\n'),
        'docs/guide/a.js': 'let a\n',
        'docs/b.md': '# B\n',
        'docs/_parts/_part.mdx':
          "import Inner from './_inner.mdx'\n\nHello {props.name} and {props.other}, [b](../b.md) ![x](./x.png)\n\n```md\n[b](../b.md)\n```\n\n<Inner/>\n",
        'docs/_parts/_inner.mdx': 'Inner\n',
        'docs/_parts/_site.md': 'Of the\nsite\n',
        'docs/_parts/x.png': 'png',
      },
      { includesUnlisted: true },
    )
    expect(tree.map(([title]) => title)).toEqual(['B', 'Guide'])
    const page = await body('guide/a')
    expect(page).toContain('Hello Ann and two, [b](page:b) ![x](file:x.png)')
    expect(page).toContain('```md\n[b](../b.md)\n```\n\nInner')
    expect(page).toContain('   Of the\n   site')
    expect(page).toContain('{% code title="a.js" %}\n````js\nlet a\n````\n{% endcode %}')
    expect(page).not.toMatch(/import |<Part|<None|<Widget|props/)
    expect(told(notes).slice(2)).toEqual([
      'recognized . 4 files are included in 1 page.',
      "dropped docs/guide/a.mdx import None from './_none.mdx' is dropped",
      'dropped docs/guide/a.mdx the import of MDX is dropped',
      'dropped docs/guide/a.mdx the component <None> is dropped',
      'dropped docs/guide/a.mdx the component <Widget> is dropped',
    ])
  })
})
