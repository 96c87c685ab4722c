import { expect, test } from 'vitest'
import { fragment, leaf, paragraph, plainMark, text } from '../../../src/formats/page/model/nodes.ts'
import { opaqueBlock } from '../../../src/formats/page/model/opaque.ts'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'
import { documentToMarkdown } from '../../../src/formats/page/write/document-to-markdown.ts'

const kept = (source: string) => ({ ...leaf(''), source })
const p = (value: string, align?: 'center') => paragraph([text(value)], align)
const block = (type: string, data: object, nodes: unknown[]) => ({ object: 'block', type, data, nodes })
const voidBlock = (type: string, data: object) => ({ object: 'block', type, data, isVoid: true })
const item = (data: object, ...nodes: unknown[]) => block('list-item', data, nodes)
const code = (data: object, ...lines: string[]) =>
  block(
    'code',
    data,
    lines.map((line) => block('code-line', {}, [text(line)])),
  )
const image = (data: object, fragments: unknown[] = []) => ({ ...voidBlock('image', data), fragments })
const images = (data: object, ...nodes: unknown[]) => ({ ...block('images', data, nodes), isVoid: false })
const url = (value: string) => ({ kind: 'url', url: value })
const expandable = (title: unknown, body: unknown[]) => ({
  ...voidBlock('expandable', {}),
  fragments: [
    fragment('expandable-title', [title as never], 'expandable-title'),
    fragment('expandable-body', body as never, 'expandable-body'),
  ],
})

const cases: [name: string, markdown: string, nodes: unknown[]][] = [
  ['a paragraph', 'Hello\nworld', [p('Hello world')]],
  ['an aligned paragraph', '<p align="center">Hello</p>', [p('Hello', 'center')]],
  ['an empty paragraph', '<p></p>', [p('')]],
  ['a heading', '## Title', [block('heading-2', {}, [text('Title')])]],
  ['a heading underlined', 'Title\n===', [block('heading-1', {}, [text('Title')])]],
  [
    'a heading of a deep level, as the deepest there is, with its level',
    '##### Deep',
    [block('heading-3', { level: 5 }, [text('Deep')])],
  ],
  [
    'a heading with an anchor',
    '# T <a href="#own" id="own"></a>',
    [block('heading-1', { id: 'own' }, [text('T')])],
  ],
  ...(
    [
      '## T {#own}',
      '## T{#own}',
      '## T { #own .class key="v" }',
      '## T {.class #own}',
      '## T {: #own }',
      '## T {/* #own */}',
      '## T {#own} ##',
      '## T ## {#own}',
      'T {#own}\n---',
    ] as const
  ).map((source): [string, string, unknown[]] => [
    `the id of a heading: ${source}`,
    source,
    [block('heading-2', { id: 'own' }, [text('T')])],
  ]),
  ['braces of a heading that state no id', '## T \\{#own}', [block('heading-2', {}, [text('T {#own}')])]],
  ['braces within a heading', '## Use {#if} here', [block('heading-2', {}, [text('Use {#if} here')])]],
  ['braces alone in a heading', '## {#own}', [block('heading-2', {}, [text('{#own}')])]],
  ['a class of a heading', '## T {.own}', [block('heading-2', {}, [text('T {.own}')])]],
  [
    'a heading that is aligned',
    '<h2 align="center">T</h2>',
    [block('heading-2', { align: 'center' }, [text('T')])],
  ],
  ['a divider', '---', [voidBlock('divider', {})]],
  ['a list', '- a\n- b', [block('list-unordered', {}, [item({}, p('a')), item({}, p('b'))])]],
  [
    'a numbered list',
    '3. a\n4. b',
    [block('list-ordered', { start: 3 }, [item({}, p('a')), item({}, p('b'))])],
  ],
  [
    'a list of tasks with a list in it',
    '- [ ] a\n- [x] b\n  1. c',
    [
      block('list-tasks', {}, [
        item({ checked: false }, p('a')),
        item({ checked: true }, p('b'), block('list-ordered', {}, [item({}, p('c'))])),
      ]),
    ],
  ],
  [
    'a list of tasks with an item that is none',
    '- a\n- [x] b',
    [block('list-tasks', {}, [item({}, p('a')), item({ checked: true }, p('b'))])],
  ],
  [
    'an item with code and a hint',
    '- a\n\n  ```js\n  b\n  ```\n\n  {% hint style="danger" %}\n  c\n  {% endhint %}',
    [
      block('list-unordered', {}, [
        item({}, p('a'), code({ syntax: 'js' }, 'b'), block('hint', { style: 'danger' }, [p('c')])),
      ]),
    ],
  ],
  [
    'a quote in a quote',
    '> a\n>\n> > b',
    [block('blockquote', {}, [p('a'), block('blockquote', {}, [p('b')])])],
  ],
  [
    'a hint of unknown style',
    '{% hint style="loud" %}\na\n{% endhint %}',
    [block('hint', { style: 'info' }, [p('a')])],
  ],
  ['code', '```ts\na\n\n  b\n```', [code({ syntax: 'ts' }, 'a', '', '  b')]],
  ['code with tags in it', '```\n{% hint %}\n```', [code({}, '{% hint %}')]],
  [
    'code with options',
    '{% code title="a \\"b\\".js" overflow="wrap" lineNumbers="true" %}\n```js\nx\n```\n{% endcode %}',
    [code({ syntax: 'js', title: 'a "b".js', overflow: 'wrap', lineNumbers: true }, 'x')],
  ],
  [
    'code with a highlighted line',
    '<pre class="language-js"><code>a &#x3C; b\n<strong>c\n</strong></code></pre>',
    [
      block('code', { syntax: 'js' }, [
        block('code-line', {}, [text('a < b')]),
        block('code-line', { highlighted: true }, [text('c')]),
      ]),
    ],
  ],
  ['a formula', '$$\na + b\n$$', [voidBlock('math', { formula: 'a + b' })]],
  ['a formula in one line', '$$a + b$$', [voidBlock('math', { formula: 'a + b' })]],
  [
    'an image',
    '![Alt](/files/f "Caption")',
    [
      images(
        {},
        image({ ref: { kind: 'file', file: 'f' }, alt: 'Alt' }, [fragment('caption', [p('Caption')])]),
      ),
    ],
  ],
  [
    'a figure for dark and light',
    '<div align="left" data-full-width="true"><figure><picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="l.png" alt="A" width="50%" height="20"></picture><figcaption><p>C <em>d</em></p></figcaption></figure></div>',
    [
      images(
        { align: 'left', fullWidth: true },
        image(
          { ref: url('l.png'), refDark: url('d.png'), width: { unit: '%', value: 50 }, height: 20, alt: 'A' },
          [
            fragment('caption', [
              paragraph([{ object: 'text', leaves: [leaf('C '), leaf('d', [plainMark('italic')])] }]),
            ]),
          ],
        ),
      ),
    ],
  ],
  ['a file', '{% file src="/files/f" %}', [voidBlock('file', { ref: { kind: 'file', file: 'f' } })]],
  ['a drawing', '{% drawing src="/files/f" %}', [voidBlock('drawing', { ref: { kind: 'file', file: 'f' } })]],
  ['an embed', '{% embed url="https://x" %}\n\na', [voidBlock('embed', { url: 'https://x' }), p('a')]],
  [
    'an embed with its caption as an attribute',
    '{% embed url="https://x" caption="a *b*" %}',
    [{ ...voidBlock('embed', { url: 'https://x' }), fragments: [fragment('caption', [p('a *b*')])] }],
  ],
  [
    'a file with its caption as an attribute',
    '{% file src="/files/f" caption="a" %}',
    [
      {
        ...voidBlock('file', { ref: { kind: 'file', file: 'f' } }),
        fragments: [fragment('caption', [p('a')])],
      },
    ],
  ],
  [
    'an embed with an empty caption',
    '{% embed url="https://x" caption="" %}',
    [voidBlock('embed', { url: 'https://x' })],
  ],
  [
    'an embed with an end',
    '{% embed url="https://x" %}\na\n{% endembed %}',
    [{ ...voidBlock('embed', { url: 'https://x' }), fragments: [fragment('caption', [p('a')])] }],
  ],
  [
    'a reference to content',
    '{% content-ref url="/spaces/s/pages/p" %}\n[Page](x)\n{% endcontent-ref %}',
    [voidBlock('content-ref', { ref: { kind: 'page', page: 'p', space: 's' } })],
  ],
  [
    'reusable content',
    '{% include "/reusable-contents/r" %}',
    [voidBlock('reusable-content', { ref: { kind: 'reusable-content', reusableContent: 'r' } })],
  ],
  [
    'an expandable, spread over blocks',
    '<details>\n\n<summary>T</summary>\n\nbody\n\n</details>',
    [expandable(p('T'), [p('body')])],
  ],
  [
    'an expandable in one piece',
    '<details><summary>T</summary>body</details>',
    [expandable(p('T'), [p('body')])],
  ],
  [
    'tabs',
    '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n\n{% tab title="B" %}\nb\n{% endtab %}\n{% endtabs %}',
    [
      block('tabs', {}, [
        block('tabs-item', { title: 'A' }, [p('a')]),
        block('tabs-item', { title: 'B' }, [p('b')]),
      ]),
    ],
  ],
  [
    'tags on one line',
    '{% stepper %}{% step %}\na\n{% endstep %}{% endstepper %}',
    [block('stepper', {}, [block('stepper-step', {}, [p('a')])])],
  ],
  [
    'columns',
    '{% columns %}\n{% column width="50%" %}\na\n{% endcolumn %}\n{% endcolumns %}',
    [
      {
        ...block('columns', {}, [block('column', { width: { unit: '%', value: 50 } }, [p('a')])]),
        isVoid: false,
      },
    ],
  ],
  [
    'a condition',
    '{% if visitor.claims.plan == "pro" %}\na\n{% endif %}',
    [block('if', { expression: 'visitor.claims.plan == "pro"' }, [p('a')])],
  ],
  [
    'a block of an integration over several lines',
    '{% @mermaid/diagram content="graph TD\n\n  A --> B" fullWidth="true" %}',
    [
      voidBlock('integration', {
        integration: 'mermaid',
        block: 'diagram',
        props: { content: 'graph TD\n\n  A --> B' },
        fullWidth: true,
      }),
    ],
  ],
  [
    'a described operation',
    '{% openapi src="https://x/api.yaml" path="/pets" method="get" expanded="true" %}\n[x](y)\n{% endopenapi %}',
    [voidBlock('swagger', { ref: url('https://x/api.yaml'), path: '/pets', method: 'get', expanded: true })],
  ],
  [
    'an operation of a specification',
    '{% openapi-operation spec="s" path="/pets" method="get" %}\n[x](y)\n{% endopenapi-operation %}',
    [voidBlock('openapi-operation', { ref: { kind: 'openapi', spec: 's' }, path: '/pets', method: 'get' })],
  ],
  [
    'schemas of a specification',
    '{% openapi-schemas spec="s" schemas="A,B" grouped="false" %}\n{% endopenapi-schemas %}',
    [
      voidBlock('openapi-schemas', {
        ref: { kind: 'openapi', spec: 's' },
        schemas: ['A', 'B'],
        grouped: false,
      }),
    ],
  ],
  [
    'a webhook of a specification',
    '{% openapi-webhook spec="s" name="n" method="post" %}',
    [voidBlock('openapi-webhook', { ref: { kind: 'openapi', spec: 's' }, name: 'n', method: 'post' })],
  ],
  [
    'updates with dates and tags',
    '{% updates format="short" %}\n{% update date="2026-10-20" tags="api, beta" %}\n## New\n\na\n{% endupdate %}\n\n{% update date="2026-10-19T10:00:00Z" %}\nb\n{% endupdate %}\n{% endupdates %}',
    [
      block('updates', { format: 'short' }, [
        block(
          'update',
          {
            date: '2026-10-20T00:00:00.000Z',
            tags: [
              { kind: 'tag', tag: 'api' },
              { kind: 'tag', tag: 'beta' },
            ],
          },
          [block('heading-2', {}, [text('New')]), p('a')],
        ),
        block('update', { date: '2026-10-19T10:00:00.000Z' }, [p('b')]),
      ]),
    ],
  ],
  [
    'a prompt',
    '{% prompt description="Review" icon="rectangle-terminal" openInAIProviders="true" defaultExpanded="partial" %}\n```markdown\nReview the page.\n```\n{% endprompt %}',
    [
      block(
        'prompt',
        {
          description: 'Review',
          icon: 'rectangle-terminal',
          openInAIProviders: true,
          defaultExpanded: 'partial',
        },
        [code({ syntax: 'markdown' }, 'Review the page.')],
      ),
    ],
  ],
  [
    'updates with one between them that has no date',
    '{% updates format="full" %}\n{% update date="2026-10-20" %}\na\n{% endupdate %}\n\n{% update tags="x" %}\nb\n{% endupdate %}\n\n{% update date="2026-10-18" %}\nc\n{% endupdate %}\n\n{% update date="2026-10-17" %}\nd\n{% endupdate %}\n{% endupdates %}',
    [
      block('updates', { format: 'full' }, [block('update', { date: '2026-10-20T00:00:00.000Z' }, [p('a')])]),
      opaqueBlock('{% update tags="x" %}'),
      p('b'),
      opaqueBlock('{% endupdate %}'),
      block('updates', { format: 'full' }, [
        block('update', { date: '2026-10-18T00:00:00.000Z' }, [p('c')]),
        block('update', { date: '2026-10-17T00:00:00.000Z' }, [p('d')]),
      ]),
    ],
  ],
  [
    'a prompt without a fence',
    '{% prompt description="Review" icon="bolt" %}\nReview **the** page:\n\n* a\n* b\n{% endprompt %}',
    [
      block('prompt', { description: 'Review', icon: 'bolt' }, [
        code({ syntax: 'markdown' }, 'Review **the** page:', '', '* a', '* b'),
      ]),
    ],
  ],
  [
    'a prompt with a fence in its text',
    '{% prompt description="Run" %}\nRun this:\n\n```sh\nmake\n```\n{% endprompt %}',
    [
      block('prompt', { description: 'Run' }, [
        code({ syntax: 'markdown' }, 'Run this:', '', '```sh', 'make', '```'),
      ]),
    ],
  ],
  [
    'a prompt without text',
    '{% prompt description="Review" %}\n{% endprompt %}',
    [block('prompt', { description: 'Review' }, [code({ syntax: 'markdown' }, '')])],
  ],
  [
    'a formula in a quote in a list',
    '* > $$\n  > a\n  >\n  > b\n  > $$',
    [
      block('list-unordered', {}, [
        item({}, block('blockquote', {}, [voidBlock('math', { formula: 'a\n\nb' })])),
      ]),
    ],
  ],
  [
    'a formula with a line separator of Unicode',
    '$$\n\u2028\n$$\n\n$$a\u2028\nb$$',
    [voidBlock('math', { formula: '\u2028' }), voidBlock('math', { formula: 'a\nb' })],
  ],
  [
    'a formula in an annotation',
    '[a](#user-content-fn-1)[^1]\n\n[^1]: $$\n    b\n\n    c\n    $$',
    [
      paragraph([
        {
          object: 'inline',
          type: 'annotation',
          data: {},
          isVoid: false,
          nodes: [text('a')],
          fragments: [
            fragment(
              'annotation-body',
              [voidBlock('math', { formula: 'b\n\nc' }) as never],
              'annotation-body',
            ),
          ],
        },
      ]),
    ],
  ],
  [
    'a picture around an image, alone in its paragraph',
    '<picture>![](a)</picture>',
    [paragraph([{ ...voidBlock('inline-image', { ref: url('a') }), object: 'inline' } as never])],
  ],
  ['a tag that nothing is known about', '{% raw %}', [opaqueBlock('{% raw %}')]],
  ['a tag without an end', '{% hint %}\na', [opaqueBlock('{% hint %}'), p('a')]],
  ['an end without a tag', 'a\n{% endhint %}', [p('a'), opaqueBlock('{% endhint %}')]],
  [
    'a tab outside of tabs',
    '{% tab title="A" %}\na\n{% endtab %}',
    [opaqueBlock('{% tab title="A" %}'), p('a'), opaqueBlock('{% endtab %}')],
  ],
  [
    'a tag in a sentence',
    'a {% hint %} b',
    [paragraph([{ object: 'text', leaves: [leaf('a '), kept('{% hint %}'), leaf(' b')] }])],
  ],
  [
    'a tag on two lines in a sentence',
    'a {% x b="c"\n   d="e" %} f\ng {% y\nz %} h',
    [
      paragraph([
        {
          object: 'text',
          leaves: [leaf('a '), kept('{% x b="c" d="e" %}'), leaf(' f g '), kept('{% y z %}'), leaf(' h')],
        },
      ]),
    ],
  ],
  [
    'a tag on two lines at the end of a quote, and one without an end',
    '> a {% x\n> b %}\n\nc {% x\nd',
    [
      block('blockquote', {}, [paragraph([{ object: 'text', leaves: [leaf('a '), kept('{% x b %}')] }])]),
      p('c {% x d'),
    ],
  ],
  [
    'HTML that nothing is known about',
    '<section class="x">\n  a\n</section>',
    [opaqueBlock('<section class="x">'), p('a'), opaqueBlock('</section>')],
  ],
  [
    'a comment',
    'a\n\n<!-- b -->\n\nc <!-- d -->e',
    [
      p('a'),
      opaqueBlock('<!-- b -->'),
      paragraph([{ object: 'text', leaves: [leaf('c '), kept('<!-- d -->'), leaf('e')] }]),
    ],
  ],
  [
    'tags right below HTML',
    '{% hint %}\n<p>a</p>\n{% endhint %}',
    [block('hint', { style: 'info' }, [p('a')])],
  ],
]

test.each(cases)('Markdown of %s becomes its tree, and the tree its Markdown', (_name, markdown, nodes) => {
  const document = markdownToDocument(markdown)
  expect(document.nodes).toEqual(nodes)
  expect(markdownToDocument(documentToMarkdown(document))).toEqual(document)
})

const written = [
  'Text with **bold**, _italic_, ~~struck~~ and `code`.',
  '* a\n* b\n  * c\n\n1. d',
  '{% hint style="info" %}\nA hint.\n{% endhint %}',
  '{% code title="a.js" lineNumbers="true" %}\n```js\na\n```\n{% endcode %}',
  '| a | b |\n| - | :-: |\n| 1 | `x\\|y` |',
  '![Alt](/files/f "Caption")',
  '<figure><img src="/files/f" alt="A" width="375"><figcaption><p>C</p></figcaption></figure>',
  '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n{% endtabs %}',
  '<https://example.org>',
  '## Title <a href="#own" id="own"></a>',
  '{% updates format="full" %}\n{% update date="2026-10-20" tags="a,b" %}\n## New\n{% endupdate %}\n{% endupdates %}',
  '{% prompt description="Review" defaultExpanded="full" %}\n```markdown\nReview.\n```\n{% endprompt %}',
  '<details>\n\nbody\n\n</details>',
  ':smile: <i class="fa-bolt" style="color:$warning;"></i>',
  '<button type="button" class="button primary" data-icon="gitbook-assistant" data-action="ask" data-query="Why?">Ask</button>',
]

test.each(written)('Markdown as it is written stays as it is: %j', (markdown) => {
  expect(documentToMarkdown(markdownToDocument(markdown))).toBe(`${markdown}\n`)
})

test('an empty document gives empty Markdown', () => {
  expect(markdownToDocument('')).toEqual({ object: 'document', data: {}, nodes: [] })
  expect(documentToMarkdown(markdownToDocument(' \n'))).toBe('')
})
