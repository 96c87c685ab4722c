import { expect, test } from 'vitest'
import { shownDocument } from '../../../src/formats/page/model/shown-document.ts'
import { validateDocument } from '../../../src/formats/page/model/validate-document.ts'
import { walkDocument } from '../../../src/formats/page/model/walk-document.ts'
import { headingSections } from '../../../src/formats/page/read/heading-sections.ts'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'
import type { Integration } from '../../../src/formats/page/types.ts'
import { documentToMarkdown } from '../../../src/formats/page/write/document-to-markdown.ts'
import { reviewedContract } from '../../support/published-contract.ts'

/** Returns the document as lines: the type of each block and its text. */
function outline(markdown: string): string[] {
  const lines: string[] = []
  for (const node of walkDocument(markdownToDocument(markdown))) {
    if (node.object === 'block') lines.push(`${node.type}${detailsOf(node.data)}`)
    else if (node.object === 'text')
      lines.push(node.leaves.map(({ text, source }) => text || `[${source}]`).join(''))
  }
  return lines
}

function detailsOf(data: object = {}): string {
  const { align, style, url, level, props, formula } = data as Record<string, unknown>
  const { source } = (props ?? {}) as { source?: string }
  const found = [align, style, url, level, source, formula].filter((value) => value !== undefined)
  return found.length > 0 ? ` ${found.join(' ')}` : ''
}

const cases: [name: string, markdown: string, lines: string[]][] = [
  [
    'a formula whose text begins on its first line',
    '$$\\begin{a}\nx\n\\end{a}$$\n\nafter',
    ['math \\begin{a}\nx\n\\end{a}', 'paragraph', 'after'],
  ],
  [
    'a formula without an end',
    '$$\\begin{a}\nx\n\nafter',
    ['paragraph', '$$\\begin{a} x', 'paragraph', 'after'],
  ],
  ['an alert', '> [!WARNING]\n> Take care.', ['hint warning', 'paragraph', 'Take care.']],
  ['a quote that begins like an alert', '> [!NOTE] a', ['blockquote', 'paragraph', '[!NOTE] a']],
  [
    'a hint of the style warn',
    '{% hint style="warn" %}\na\n{% endhint %}',
    ['hint warning', 'paragraph', 'a'],
  ],
  ['a hint in one line', '{% hint style="info" %} a {% endhint %}', ['hint info', 'paragraph', 'a']],
  [
    'code whose parts have styles, beside code that looks like a tag',
    '<pre><code>a <b>c</b><br><span\n class="x">d</span> List&lt;A> Set<B>\n<i>e\nf</i></code></pre>',
    [
      'code',
      'code-line',
      'a [<b>]c[</b>]',
      'code-line',
      '[<span\nclass="x">]d[</span>] List<A> Set<B>',
      'code-line',
      'e',
      'code-line',
      'f',
    ],
  ],
  [
    'a hint whose tags remove the space around them',
    '{%- hint style="info" -%}\na {%- b -%} c\n{%- endhint-%}',
    ['hint info', 'paragraph', 'a [{%- b -%}] c'],
  ],
  [
    'tags on several lines',
    '{% hint\n  style="warning"\n%}\na\n{% endhint %}\n\n- {% x\n  y="1" %}\n  z',
    [
      'hint warning',
      'paragraph',
      'a',
      'list-unordered',
      'list-item',
      'integration {% x\ny="1" %}',
      'paragraph',
      'z',
    ],
  ],
  [
    'a tag without an end above a list',
    '{% a\n- b\n- c',
    ['paragraph', '{% a', 'list-unordered', 'list-item', 'paragraph', 'b', 'list-item', 'paragraph', 'c'],
  ],
  [
    'a division that is centered',
    '<div align="center">\n\n# A\n\n**b**\n\n</div>',
    ['heading-1 center', 'A', 'paragraph center', 'b'],
  ],
  [
    'a division around Markdown',
    '<div class="x">\n\n- a\n\n</div>',
    ['integration <div class="x">', 'list-unordered', 'list-item', 'paragraph', 'a', 'integration </div>'],
  ],
  ['a paragraph around Markdown', '<p align="right">\n\na\n\n</p>', ['paragraph end', 'a']],
  [
    'a player',
    '<iframe src="https://www.youtube.com/embed/abc?x=1"></iframe>',
    ['embed https://www.youtube.com/watch?v=abc'],
  ],
  ['a video', '<video controls>\n<source src="https://x/v.mp4">\nNone.\n</video>', ['embed https://x/v.mp4']],
  ['a file that is played', '<video src="/files/f"></video>', ['file']],
  [
    'terms',
    '<dl><dt>A<dd>a<dt>B<dd>b</dl>',
    [
      'list-unordered',
      'list-item',
      'paragraph',
      'A',
      'paragraph',
      'a',
      'list-item',
      'paragraph',
      'B',
      'paragraph',
      'b',
    ],
  ],
  ['a script', '<script>\n\nalert(1)\n\n</script>', ['integration <script>\n\nalert(1)\n\n</script>']],
  ['an anchor alone', '<a name="x"></a>', ['integration <a name="x"></a>']],
  [
    'an unknown element',
    '<Card title="a">\n\nb\n\n</Card>',
    ['integration <Card title="a">', 'paragraph', 'b', 'integration </Card>'],
  ],
  [
    'an unknown element whose tag ends on a line of its own, around blocks',
    '<Card\n  title="a"\n  href="b"\n>\n\nc\n\n</Card>',
    ['integration <Card title="a" href="b">', 'paragraph', 'c', 'integration </Card>'],
  ],
  [
    'an unknown element whose tag ends on a line of its own, around text',
    '<Card\n  title="a"\n>\nb **c**\n</Card>',
    ['paragraph', '[<Card title="a">] b c [</Card>]'],
  ],
  [
    'an unknown element whose tag ends on a line of its own, in a quote in a list',
    '- > <Card\n  >   title="a"\n  > >b</Card>\n- c',
    [
      ...['list-unordered', 'list-item', 'blockquote', 'paragraph', '[<Card title="a">]b[</Card>]'],
      ...['list-item', 'paragraph', 'c'],
    ],
  ],
  [
    'an unknown element whose tag has several lines, in the text of a division',
    '<div class="x">\na <foo\n  b="1"\n  c="2">d</foo>\n</div>',
    [...['integration <div class="x">', 'paragraph', 'a [<foo b="1" c="2">]d[</foo>]'], 'integration </div>'],
  ],
  [
    'a quote below what is only the beginning of a tag',
    '<b\n> c\n\n<your name\n> d',
    [
      'paragraph',
      '<b',
      'blockquote',
      'paragraph',
      'c',
      'paragraph',
      '<your name',
      'blockquote',
      'paragraph',
      'd',
    ],
  ],
  [
    'an unknown element in the title of a definition',
    '<dl><dt>a <u>b</u></dt><dd>c</dd></dl>',
    ['list-unordered', 'list-item', 'paragraph', 'a [<u>]b[</u>]', 'paragraph', 'c'],
  ],
  [
    'an unknown element in a caption',
    '<figure><img src="a"><figcaption>b <u>c</u></figcaption></figure>',
    ['images', 'image', 'paragraph', 'b [<u>]c[</u>]'],
  ],
  [
    'an unknown tag with a line ending in a value, in text',
    'a <foo b="c\nd"\ne>f</foo>',
    ['paragraph', 'a [<foo b="c\nd" e>]f[</foo>]'],
  ],
  ['an unknown tag in a sentence', 'a {% x y="z" %} b', ['paragraph', 'a [{% x y="z" %}] b']],
  ['a reference of an earlier editor', '{% page-ref page="https://x" %}', ['content-ref']],
  [
    'a list of HTML with a blank line',
    '<ul>\n<li>a\n\n<li>b</li>\n</ul>',
    ['list-unordered', 'list-item', 'paragraph', 'a', 'list-item', 'paragraph', 'b'],
  ],
  [
    'a cell in which an element ends that began in a paragraph of it',
    '<table><td>a<i class="fa-x"><figure>',
    ['table', 'paragraph', 'a', 'integration <figure>', 'integration </figure>', 'integration </i>'],
  ],
  [
    'a space by its number in a table without cells',
    '<table><td><table><tr>&#32;',
    ['table', ...['table', 'tbody', 'tr', '/tr', '/tbody', '/table'].map((name) => `integration <${name}>`)],
  ],
  ['a comment that only HTML ends', '<ul>a<![b></ul>', ['paragraph', 'a[<!--[b-->]']],
  [
    'a formula that compares, in a cell',
    '<table><td>\n\n$$\nx < y\n$$\n\na &amp; b\n\n</td></table>',
    ['table', 'math x < y', 'paragraph', 'a & b'],
  ],
  [
    'a list without an end above a list of Markdown',
    '<ul>\n\n- a',
    ['integration <ul>', 'integration </ul>', 'list-unordered', 'list-item', 'paragraph', 'a'],
  ],
]

test.each(cases)('Markdown with %s keeps what it means', (_name, markdown, lines) => {
  expect(outline(markdown)).toEqual(lines)
  const document = markdownToDocument(markdown)
  expect(validateDocument(document)).toEqual(document)
  expect(markdownToDocument(documentToMarkdown(document))).toEqual(document)
})

const kept = [
  '<!-- a\n\nb -->',
  'a <!-- b --> c',
  '{% raw %}',
  'a <u>b</u>',
  'a <foo b="1" c="2">d</foo>',
  '<div class="x">\n\na\n\n</div>',
  '#### Deep',
  '[a](https://x "T")',
  '{% embed url="https://x" %}\nA **caption**.\n{% endembed %}',
  '{% file src="/files/f" %}\nA caption.\n{% endfile %}',
  '{% hint style="info" icon="leaf" %}\na\n{% endhint %}',
  '{% tabs %}\n{% tab title="A" icon="gear" %}\na\n{% endtab %}\n{% endtabs %}',
  '| [a](https://x) | **b** |\n| - | - |\n| 1 | 2 |',
]

test.each(kept)('Markdown is written as it was read: %j', (markdown) => {
  expect(documentToMarkdown(markdownToDocument(markdown))).toBe(`${markdown}\n`)
})

const table = `<table>
  <tr><th>A<th>B<th>C

  <tr><td rowspan="2">a
    <td colspan="2">b

  <tr><td>

- c

  <td>d
</table>

after`

test('a table keeps its cells over blank lines, without the ends of cells, and with cells that span others', () => {
  const document = markdownToDocument(table)
  const [first, second, ...others] = document.nodes
  expect(others).toEqual([])
  expect(second).toMatchObject({ type: 'paragraph' })
  expect(first).toMatchObject({
    type: 'table',
    data: {
      definition: { 'column-1': { title: 'A' }, 'column-2': { title: 'B' }, 'column-3': { title: 'C' } },
      cellMerges: [
        { anchor: { record: 'row-1', column: 'column-1' }, rowSpan: 2, colSpan: 1 },
        { anchor: { record: 'row-1', column: 'column-2' }, rowSpan: 1, colSpan: 2 },
      ],
      records: {
        'row-1': { values: { 'column-1': 'row-1-column-1', 'column-2': 'row-1-column-2' } },
        'row-2': { values: { 'column-2': 'row-2-column-2', 'column-3': 'row-2-column-3' } },
      },
    },
  })
  expect(outline(table)).toContain('list-unordered')
  expect(markdownToDocument(documentToMarkdown(document))).toEqual(document)
})

test('a tag of several lines in text is written on one line', () => {
  const markdown = 'a <foo\n  b="1"\n  c="2">**d**</foo>'
  expect(documentToMarkdown(markdownToDocument(markdown))).toBe('a <foo b="1" c="2">**d**</foo>\n')
})

test('what is kept without being shown is no text of the page for search', () => {
  const sections = headingSections(
    markdownToDocument('<!-- a -->\n\n{% raw %}\n\nb <u>c</u> <!-- d -->\n\n{% endraw %}'),
  )
  expect(sections.map(({ text }) => text.trim())).toEqual(['b c'])
})

test('a document keeps what is left out of a copy for readers', () => {
  const document = markdownToDocument('a <!-- b --> c')
  expect(documentToMarkdown(shownDocument(document, { holds: () => true }))).not.toContain('b')
  expect(documentToMarkdown(document)).toBe('a <!-- b --> c\n')
})

test('what is kept is a block of an integration, as the published contract has it', () => {
  const [block] = markdownToDocument('<!-- a -->').nodes
  const { data, ...others } = block as Integration
  expect(data).toEqual({ integration: 'lectern', block: 'markdown', props: { source: '<!-- a -->' } })
  // The contract lets no text be a property of an integration: it says twice that one may.
  const value = { ...others, data: { ...data, props: {} } }
  expect(reviewedContract.faultsOfValue('DocumentBlockIntegration', value)).toEqual([])
})
