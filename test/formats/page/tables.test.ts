import { describe, expect, test } from 'vitest'
import { fragment, paragraph, plainMark, text } from '../../../src/formats/page/model/nodes.ts'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'
import type { Table } from '../../../src/formats/page/types.ts'
import { documentToMarkdown } from '../../../src/formats/page/write/document-to-markdown.ts'

const cell = (name: string, value: string) => fragment(name, [paragraph([text(value)])])

test('a Markdown table becomes a grid of text columns whose cells are fragments', () => {
  const { nodes } = markdownToDocument('| A | B |\n| - | -: |\n| 1 | |\n| 2 | x |')
  expect(nodes).toEqual([
    {
      object: 'block',
      type: 'table',
      isVoid: true,
      data: {
        view: { type: 'grid', columns: ['column-1', 'column-2'], hideHeader: false },
        definition: {
          'column-1': { id: 'column-1', title: 'A', type: 'text', textAlignment: 'left' },
          'column-2': { id: 'column-2', title: 'B', type: 'text', textAlignment: 'right' },
        },
        records: {
          'row-1': { orderIndex: 'a0', values: { 'column-1': 'row-1-column-1' } },
          'row-2': {
            orderIndex: 'a1',
            values: { 'column-1': 'row-2-column-1', 'column-2': 'row-2-column-2' },
          },
        },
      },
      fragments: [cell('row-1-column-1', '1'), cell('row-2-column-1', '2'), cell('row-2-column-2', 'x')],
    },
  ])
})

const cards = `<table data-view="cards" data-card-size="large"><thead><tr><th>Title</th><th data-type="checkbox">Done</th><th data-type="content-ref" data-hidden data-card-target></th><th data-type="files" data-hidden data-card-cover></th></tr></thead><tbody><tr><td>a<br>b</td><td>true</td><td><a href="/pages/p">/pages/p</a></td><td><a href="/files/f">/files/f</a></td></tr></tbody></table>`

test('cards keep their columns of all types and their target and cover', () => {
  const document = markdownToDocument(cards)
  const [table] = document.nodes
  expect(table?.data).toEqual({
    view: {
      type: 'cards',
      cardSize: 'large',
      columns: ['column-1', 'column-2'],
      targetDefinition: 'column-3',
      coverDefinition: 'column-4',
    },
    definition: {
      'column-1': { id: 'column-1', title: 'Title', type: 'text', textAlignment: 'left' },
      'column-2': { id: 'column-2', title: 'Done', type: 'checkbox' },
      'column-3': { id: 'column-3', title: '', type: 'content-ref' },
      'column-4': { id: 'column-4', title: '', type: 'files' },
    },
    records: {
      'row-1': {
        orderIndex: 'a0',
        values: {
          'column-1': 'row-1-column-1',
          'column-2': true,
          'column-3': { kind: 'page', page: 'p' },
          'column-4': ['f'],
        },
      },
    },
  })
  expect(documentToMarkdown(document)).toBe(`${cards}\n`)
})

const options =
  '<table><thead><tr><th>Name</th><th width="100">Status &amp; <em>more</em><select multiple><option value="k1" label="Done" color="blue"></option><option value="k2" label="To do" color="red"></option></select></th></tr></thead><tbody><tr><td>a</td><td><span data-option="k1">Done, </span><span data-option="k2">To do</span></td></tr></tbody></table>'

test('a column with options keeps them, and its cells their values', () => {
  const document = markdownToDocument(options)
  const [table] = document.nodes as [Table]
  expect(table.data.definition['column-2']).toEqual({
    id: 'column-2',
    title: 'Status & more',
    type: 'select',
    multiple: true,
    options: [
      { value: 'k1', label: 'Done', color: 'blue' },
      { value: 'k2', label: 'To do', color: 'red' },
    ],
  })
  expect(table.data.records['row-1']?.values['column-2']).toEqual(['k1', 'k2'])
  expect(documentToMarkdown(document)).toContain(
    '<select multiple><option value="k1" label="Done" color="blue"></option>',
  )
  expect(markdownToDocument(documentToMarkdown(document))).toEqual(document)
})

test('a cell with an option that its column does not have keeps the label that it shows', () => {
  const markdown =
    '<table><thead><tr><th data-type="select">Kind</th></tr></thead><tbody><tr><td><span data-option="k1">Done</span></td></tr></tbody></table>'
  const [table] = markdownToDocument(markdown).nodes as [Table]
  expect(table.data.records['row-1']?.values['column-1']).toEqual(['Done'])
})

test('a cell mentions a page as GitBook writes it', () => {
  const cell = (mention: string) =>
    `<table data-view="cards"><thead><tr><th></th></tr></thead><tbody><tr><td>${mention}</td></tr></tbody></table>`
  const document = markdownToDocument(cell('See <a data-mention href="/pages/p">roles.md</a>'))
  const [table] = document.nodes as [Table]
  const ref = { kind: 'page', page: 'p' }
  const mention = { type: 'mention', data: { ref } }
  expect(table.fragments[0]?.nodes).toMatchObject([{ nodes: [{ object: 'text' }, mention] }])
  const written = documentToMarkdown(document)
  expect(written).toBe(`${cell('See <a data-mention href="/pages/p">/pages/p</a>')}\n`)
  expect(markdownToDocument(written)).toEqual(document)
})

const covers =
  '<table data-view="cards"><thead><tr><th></th><th data-type="image" data-hidden data-card-cover>Cover image</th><th data-type="image" data-hidden data-card-cover-dark>Cover image (dark)</th></tr></thead><tbody><tr><td>a</td><td data-object-fit="contain"><a href="/files/f">/files/f</a></td><td><a href="https://x/y.png">https://x/y.png</a></td></tr></tbody></table>'

test('cards keep their covers for light and dark', () => {
  const document = markdownToDocument(covers)
  const [table] = document.nodes as [Table]
  expect(table.data.view).toMatchObject({ coverDefinition: 'column-2', coverDefinitionDark: 'column-3' })
  expect(table.data.definition['column-2']).toEqual({ id: 'column-2', title: 'Cover image', type: 'image' })
  expect(table.data.records['row-1']?.values).toMatchObject({
    'column-2': { ref: { kind: 'file', file: 'f' }, objectFit: 'contain' },
    'column-3': { kind: 'url', url: 'https://x/y.png' },
  })
  expect(documentToMarkdown(document)).toBe(`${covers}\n`)
})

test('a cell with several blocks is kept by serializing the table as HTML', () => {
  const html =
    '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td><p>a</p><ul><li><p>b</p></li></ul></td></tr></tbody></table>'
  expect(documentToMarkdown(markdownToDocument(html))).toBe(`${html}\n`)
})

const inHint: [name: string, markdown: string][] = [
  ['a tag in its text', 'a &lt;/p> &lt;b>c'],
  ['a tag in its code', '<code>&lt;/td></code>'],
  ['a tag in its block of code', '<pre><code>&lt;/td>\n\nb</code></pre>'],
  ['an address as the text of its link', '[https://a.b](https://a.b)'],
  ['a space in the address of a link', '<a href="a b">c</a>'],
  ['a space in the address of an image', 'a <img src="a b" alt="c">'],
  [
    'the end of an element without its beginning',
    '{% @lectern/markdown data-props="{\\"source\\":\\"\\\\u003c/i>\\"}" %}',
  ],
]

test.each(inHint)('a cell with a hint keeps %s', (_name, markdown) => {
  const cell = `{% hint style="info" %}\n${markdown}\n{% endhint %}`
  const document = markdownToDocument(`<table><tbody><tr><td>\n\n${cell}\n\n</td></tr></tbody></table>`)
  expect(document).toMatchObject({ nodes: [{ fragments: [{ nodes: [{ type: 'hint' }] }] }] })
  expect(markdownToDocument(documentToMarkdown(document))).toEqual(document)
})

test.each(['\\|', '\\\\|', 'a\\\\\\|b|'])(
  'a cell keeps the backslashes before a bar in its code: %s',
  (value) => {
    const document = markdownToDocument('| A |\n| - |\n| a |')
    const table = document.nodes[0] as Table
    table.fragments = [fragment('row-1-column-1', [paragraph([text(value, [plainMark('code')])])])]
    expect(markdownToDocument(documentToMarkdown(document))).toMatchObject({
      nodes: [{ fragments: table.fragments }],
    })
  },
)

test('the title of a column keeps the images and the lists in its cell', () => {
  const cell = '<figure><img src="a.png" alt="a < b"></figure><ul><li>c</li></ul>'
  const document = markdownToDocument(`<table><thead><tr><th>${cell}</th></tr></thead></table>`)
  const [table] = document.nodes as [Table]
  expect(table.data.definition['column-1']).toMatchObject({ title: 'a < b c' })
  expect(documentToMarkdown(document)).toBe('| ![a < b](a.png) c |\n| - |\n')
  expect(markdownToDocument(documentToMarkdown(document))).toEqual(document)
})

test('a header cell keeps links, images, marks and tags', () => {
  const markdown =
    '| [a](https://x) | **b** ![c](d.png) | <foo e="f < g">h</foo> |\n| - | - | - |\n| 1 | 2 | 3 |\n'
  expect(documentToMarkdown(markdownToDocument(markdown))).toBe(markdown)
})

const wrapped: [name: string, cell: string, markdown: string][] = [
  [
    'a figure',
    '<figure><img src="a.png" alt="a < b"></figure>',
    '<td><figure><img src="a.png" alt="a &lt; b"><figcaption></figcaption></figure></td>',
  ],
  [
    'an element around a block',
    '<section data-x="a < b"><p>c</p></section>',
    '<td>\n\n<section data-x="a < b">\n\nc\n\n</section>\n\n</td>',
  ],
]

describe.each(wrapped)('%s with a bracket in an attribute', (_name, cell, markdown) => {
  const tables = {
    HTML: `<table><tr><th>A</th></tr><tr><td>${cell}</td></tr></table>`,
    Markdown: `| A |\n| - |\n| ${cell} |`,
  }

  test.each(Object.entries(tables))('is kept in a cell of a table of %s', (_syntax, table) => {
    const document = markdownToDocument(table)
    const written = documentToMarkdown(document)
    expect(written).toContain(markdown)
    expect(markdownToDocument(written)).toEqual(document)
  })
})

test('rows are sorted by their order index and not by their names', () => {
  const document = markdownToDocument('| A |\n| - |\n| 1 |\n| 2 |')
  const table = document.nodes[0] as { data: { records: Record<string, { orderIndex: string }> } }
  const { 'row-1': first, 'row-2': second } = table.data.records
  Object.assign(first as object, { orderIndex: 'b0' })
  expect(second?.orderIndex).toBe('a1')
  expect(documentToMarkdown(document)).toBe('| A |\n| - |\n| 2 |\n| 1 |\n')
})
