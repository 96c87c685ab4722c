import { expect, test } from 'vitest'
import { fragment, leaf, paragraph, plainMark, text } from '../../../src/formats/page/model/nodes.ts'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'
import type { Mark, PlainMarkType } from '../../../src/formats/page/types.ts'
import { documentToMarkdown } from '../../../src/formats/page/write/document-to-markdown.ts'

const inline = (type: string, data: object) => ({ object: 'inline', type, data, isVoid: true })
const link = (ref: object, ...nodes: unknown[]) => ({
  object: 'inline',
  type: 'link',
  data: { ref },
  isVoid: false,
  nodes,
})
const kept = (source: string) => ({ ...leaf(''), source })
const marked = (value: string, ...types: PlainMarkType[]) => ({
  object: 'text',
  leaves: [leaf(value, types.map(plainMark))],
})
const colored = (value: string, colors: object) => ({
  object: 'text',
  leaves: [leaf(value, [{ object: 'mark', type: 'color', data: colors } as Mark])],
})
const annotation = (nodes: unknown[], ...body: unknown[]) => ({
  object: 'inline',
  type: 'annotation',
  data: {},
  isVoid: false,
  nodes,
  fragments: [fragment('annotation-body', body as never, 'annotation-body')],
})
const url = (value: string) => ({ kind: 'url', url: value })

const cases: [name: string, markdown: string, nodes: unknown[]][] = [
  ['bold text', '**a**', [marked('a', 'bold')]],
  [
    'bold text in Chinese that ends with punctuation before a letter',
    '**指令：**点击**“设置”**按钮',
    [
      {
        object: 'text',
        leaves: [
          leaf('指令：', [plainMark('bold')]),
          leaf('点击'),
          leaf('“设置”', [plainMark('bold')]),
          leaf('按钮'),
        ],
      },
    ],
  ],
  [
    'italic text in Korean before a particle',
    '*한국어(韓國語)*를',
    [{ object: 'text', leaves: [leaf('한국어(韓國語)', [plainMark('italic')]), leaf('를')] }],
  ],
  ['asterisks between blanks in Japanese', '日 ** 本 ** 語', [text('日 ** 本 ** 語')]],
  ['asterisks beside punctuation in English', 'a **b:**c', [text('a **b:**c')]],
  ['italic text in bold', '***a***', [marked('a', 'bold', 'italic')]],
  ['struck text', '~~a~~', [marked('a', 'strikethrough')]],
  ['code', '`` a`b ``', [marked('a`b', 'code')]],
  ['raised text', '<sup>2</sup>', [marked('2', 'superscript')]],
  ['lowered text', '<sub>2</sub>', [marked('2', 'subscript')]],
  ['a key', '<kbd>Esc</kbd>', [marked('Esc', 'keyboard')]],
  ['a color', '<mark style="color:red;">a</mark>', [colored('a', { text: 'red', background: 'default' })]],
  [
    'a color behind a color',
    '<mark style="background-color:$info; color:blue">a</mark>',
    [colored('a', { text: 'blue', background: '$info' })],
  ],
  ['a line end', 'a\\\nb', [text('a\nb')]],
  ['a link to an address', '[a](https://x)', [link(url('https://x'), text('a'))]],
  ['a link to a page', '[a](/pages/p)', [link({ kind: 'page', page: 'p' }, text('a'))]],
  ['a link by label', '[a][l]\n\n[l]: /users/u', [link({ kind: 'user', user: 'u' }, text('a'))]],
  ['a bare address', 'www.x.org', [link(url('http://www.x.org'), text('www.x.org'))]],
  [
    'an image in a link',
    '[![a](b)](c)',
    [link(url('c'), inline('inline-image', { ref: url('b'), caption: 'a' }))],
  ],
  ['an image in text', 'a ![](b)', [text('a '), inline('inline-image', { ref: url('b') })]],
  [
    'an image with a size',
    'a <img src="/files/f" alt="c" data-size="line">',
    [text('a '), inline('inline-image', { ref: { kind: 'file', file: 'f' }, caption: 'c', size: 'line' })],
  ],
  ['an emoji', ':smile:', [inline('emoji', { code: '1f604' })]],
  [
    'an emoji of several code points',
    ':woman_technologist:',
    [inline('emoji', { code: '1f469-200d-1f4bb' })],
  ],
  ['an emoji by its code', ':1f604:', [inline('emoji', { code: '1f604' })]],
  [
    'an emoji by name in HTML',
    '<i class="emoji" data-code="rocket"></i>',
    [inline('emoji', { code: '1f680' })],
  ],
  [
    'an emoji whose underscores are escaped, as GitBook writes it',
    ':white\\_check\\_mark:',
    [inline('emoji', { code: '2705' })],
  ],
  [
    'an emoji by the name that GitBook gives it, and GitHub does not',
    ':slight\\_smile: :hammer_pick:',
    [inline('emoji', { code: '1f642' }), text(' '), inline('emoji', { code: '2692-fe0f' })],
  ],
  ['a digit as an emoji', ':digit\\_one: Set up', [inline('emoji', { code: '0031-fe0f' }), text(' Set up')]],
  ['digits between colons', 'a :31: b', [text('a :31: b')]],
  [
    'an emoji as GitBook writes it in HTML',
    'a <span data-gb-custom-inline data-tag="emoji" data-code="2705">✅</span>',
    [text('a '), inline('emoji', { code: '2705' })],
  ],
  [
    'an emoji of HTML in a link',
    '<a href="https://x"><i class="emoji" data-code="rocket"></i> Go</a>',
    [link(url('https://x'), text('🚀 Go'))],
  ],
  ['a text with escaped underscores between colons', ':a\\_b: :c\\d:', [text(':a_b: :c\\d:')]],
  ['an emoji in a link', '[:rocket: Go](https://x)', [link(url('https://x'), text('🚀 Go'))]],
  ['an emoji before a colon', ':eyes:: see', [inline('emoji', { code: '1f440' }), text(': see')]],
  [
    'an emoji before a colon at the end',
    'a :rocket::',
    [text('a '), inline('emoji', { code: '1f680' }), text(':')],
  ],
  [
    'emoji side by side',
    ':eyes::rocket:',
    [inline('emoji', { code: '1f440' }), inline('emoji', { code: '1f680' })],
  ],
  [
    'an emoji before a colon in HTML',
    '<mark>:eyes::</mark>',
    expect.arrayContaining([inline('emoji', { code: '1f440' })]),
  ],
  ['colons in a name', 'std::rocket: a::eyes:', [text('std::rocket: a::eyes:')]],
  ['text between colons that names no emoji', 'a :zebra_crossing_x: b', [text('a :zebra_crossing_x: b')]],
  ['an escaped emoji and a time', '\\:smile: 10:30:45', [text(':smile: 10:30:45')]],
  ['an icon', '<i class="fa-gear">:gear:</i>', [inline('icon', { icon: 'gear' })]],
  ['an icon in a style', '<i class="fa-solid fa-bolt fa-2x"></i>', [inline('icon', { icon: 'bolt' })]],
  ['an icon of a brand', '<i class="fab fa-github fa-fw"></i>', [inline('icon', { icon: 'github' })]],
  ['a formula', 'a $$x^2$$', [text('a '), inline('inline-math', { formula: 'x^2' })]],
  ['a price', '$5 and $6', [text('$5 and $6')]],
  [
    'an expression',
    '<code class="expression">a * b * c &amp;&amp; d</code>',
    [inline('expression', { expression: 'a * b * c && d' })],
  ],
  ['a mention', '[@](/users/u "mention")', [inline('mention', { ref: { kind: 'user', user: 'u' } })]],
  [
    'a mention of a page that is not known, as a link with its text',
    '[Broken link](broken-reference "mention")',
    [link(url('broken-reference'), text('Broken link'))],
  ],
  [
    'a mention of a page that is not known, by its address',
    '[broken](broken "mention")',
    [inline('mention', { ref: url('broken') })],
  ],
  [
    'a button',
    '<a href="/pages/p" class="button secondary" data-icon="rocket">Go</a>',
    [inline('button', { label: 'Go', kind: 'secondary', icon: 'rocket', ref: { kind: 'page', page: 'p' } })],
  ],
  [
    'a button without a target',
    '<a class="button primary" data-icon="x">Here</a>',
    [inline('button', { label: 'Here', kind: 'primary', icon: 'x', ref: url('') })],
  ],
  [
    'a button with an action',
    '<button type="button" class="button secondary" data-action="ask" data-query="Why?" data-icon="bolt">Ask</button>',
    [
      inline('button', {
        label: 'Ask',
        kind: 'secondary',
        icon: 'bolt',
        action: { action: 'ask', query: 'Why?' },
      }),
    ],
  ],
  [
    'a button that searches',
    '<button type="button" class="button primary" data-action="search">Find</button>',
    [inline('button', { label: 'Find', kind: 'primary', action: { action: 'search' } })],
  ],
  ['a button without an action', '<button onclick="x()">**a**</button>', [marked('a', 'bold')]],
  [
    'an icon with a color',
    '<i class="fa-bolt" style="color:$warning;">:bolt:</i>',
    [inline('icon', { icon: 'bolt', color: '$warning' })],
  ],
  [
    'an annotation',
    '[a](#user-content-fn-1)[^1]\n\n[^1]: Note',
    [annotation([text('a')], paragraph([text('Note')]))],
  ],
  [
    'an annotation of a text that looks like a footnote',
    '[\\^1](#user-content-fn-1)[^1]\n\n[^1]: Note',
    [annotation([text('^1')], paragraph([text('Note')]))],
  ],
  [
    'a footnote without a text of its own',
    '[^n]\n\n[^n]: Note',
    [annotation([marked('n', 'superscript')], paragraph([text('Note')]))],
  ],
  [
    'a footnote that contains itself',
    '[a](#user-content-fn-1)[^1]\n\n[^1]: Note[^1]',
    [annotation([text('a')], paragraph([text('Note[^1]')]))],
  ],
  [
    'an element that nothing is known about, and a tag without an end',
    '<u>a</u> <b>c',
    [{ object: 'text', leaves: [kept('<u>'), leaf('a'), kept('</u>'), leaf(' c')] }],
  ],
  ['a placeholder', 'your <name>', [text('your <name>')]],
  ['a marked text', '<mark>a</mark>', [colored('a', { text: 'default', background: 'yellow' })]],
  [
    'a link with a title',
    '[a](https://x "T")',
    [
      {
        object: 'inline',
        type: 'link',
        data: { ref: url('https://x'), title: 'T' },
        isVoid: false,
        nodes: [text('a')],
      },
    ],
  ],
  [
    'a link with a title of two lines',
    "[a](https://x 'b\nc')",
    [{ ...link(url('https://x'), text('a')), data: { ref: url('https://x'), title: 'b c' } }],
  ],
  [
    'a picture for dark with a name of a file that has spaces',
    'a <picture><source srcset="d (1).png" media="(prefers-color-scheme: dark)"><img src="l (1).png"></picture>',
    [text('a '), inline('inline-image', { ref: url('l (1).png'), refDark: url('d (1).png') })],
  ],
  [
    'a picture whose image is the one for dark',
    'a <picture><source srcset="l.png 2x" media="(prefers-color-scheme: light)"><img src="d.png"></picture>',
    [text('a '), inline('inline-image', { ref: url('l.png'), refDark: url('d.png') })],
  ],
  [
    'a tag at the beginning of a line in a link',
    '[<br>{% x %}](https://x)',
    [link(url('https://x'), { object: 'text', leaves: [leaf('\n'), kept('{% x %}')] })],
  ],
  [
    'a picture around an image of Markdown',
    'a <picture>![b](c)</picture>',
    [text('a '), inline('inline-image', { ref: url('c'), caption: 'b' })],
  ],
  [
    'a picture with a text besides its image',
    'a <picture>b<img src="c"></picture>',
    [
      { object: 'text', leaves: [leaf('a '), kept('<picture>'), leaf('b')] },
      inline('inline-image', { ref: url('c') }),
      { object: 'text', leaves: [kept('</picture>')] },
    ],
  ],
  [
    'a video in a sentence',
    'a <video src="https://x/v.mp4"></video>',
    [text('a '), link(url('https://x/v.mp4'), text('v.mp4'))],
  ],
  ['an entity', '&copy; &lt;b&gt;', [text('© <b>')]],
  ['the mark of the encoding as a character', '&#xFEFF;a', [text('\uFEFFa')]],
]

test.each(cases)('Markdown of %s becomes its nodes, and the nodes its Markdown', (_name, markdown, nodes) => {
  const document = markdownToDocument(markdown)
  expect(document.nodes).toEqual([paragraph(nodes as never)])
  expect(markdownToDocument(documentToMarkdown(document))).toEqual(document)
})
