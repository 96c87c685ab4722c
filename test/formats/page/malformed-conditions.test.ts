import fc from 'fast-check'
import { expect, test } from 'vitest'
import { malformedConditions } from '../../../src/formats/page/model/malformed-conditions.ts'
import { shownDocument } from '../../../src/formats/page/model/shown-document.ts'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'
import { documentToMarkdown } from '../../../src/formats/page/write/document-to-markdown.ts'
import { budget, isLongRun, propertyBudget } from '../../support/budget.ts'

/** Returns the tree that a visitor is shown for whom every condition holds. */
const shown = (markdown: string, reusable = ''): string =>
  JSON.stringify(
    shownDocument(markdownToDocument(markdown), {
      holds: () => true,
      reusable: () => markdownToDocument(reusable),
    }),
  )

/** Bodies with a tag that is no condition: SECRET is below it in its container, KEPT is above it or elsewhere. */
const hiding: [name: string, markdown: string][] = [
  ['a condition without an end', 'KEPT\n\n{% if a %}\nSECRET\n\n## SECRET'],
  ['a condition in upper case', 'KEPT\n\n{% IF a %}\nSECRET\n{% ENDIF %}\n\nSECRET'],
  ['a condition in title case', 'KEPT\n\n{% If a %}\nSECRET\n{% endif %}\nSECRET'],
  ['an end in another case', 'KEPT\n\n{% if a %}\nSECRET\n{% EndIf %}'],
  ['a condition within a line', 'KEPT {% if a %}SECRET{% endif %} SECRET\n\nSECRET'],
  ['a condition in emphasis', 'KEPT **{% if a %}SECRET{% endif %}** SECRET'],
  ['another brace at the end', 'KEPT\n\n{% if a }\nSECRET\n{% endif %}'],
  ['two braces at the end', 'KEPT\n\n{% if a }}\n\nSECRET'],
  ['another brace within a line', 'KEPT {% if a } SECRET'],
  ['a space in the brace', 'KEPT\n\n{ % if a % }\nSECRET\n{ % endif % }'],
  ['no condition', 'KEPT\n\n{% if %}\n\nSECRET\n'],
  ['a condition in parentheses at once', 'KEPT\n\n{% if(a) %}\nSECRET\n{% endif %}'],
  ['a tag that no line ends', 'KEPT\n\n{% if a == "\n\nSECRET'],
  ['a long tag within a line', `KEPT {% if ${'a && '.repeat(200)}a %}SECRET`],
  ['a name alone', 'KEPT\n\n{% if\n\nSECRET'],
  ['a tag over two lines', 'KEPT {%\nif a } SECRET'],
  ['an end alone', 'KEPT\n\n{% endif %}\n\nSECRET'],
  ['a part alone', 'KEPT\n\n{% else %}\n\nSECRET'],
  ['a part with a condition alone', 'KEPT\n\n{% elseif b %}\n\nSECRET'],
  ['a part of a condition', '{% if a %}\nKEPT\n{% else %}\nSECRET\n{% endif %}'],
  ['an inner condition without an end', 'KEPT\n\n{% if a %}\n{% if b %}\nSECRET\n{% endif %}\nSECRET'],
  [
    'an inner condition in another case',
    '{% if a %}\nKEPT\n{% IF b %}\nSECRET\n{% endif %}\nSECRET\n{% endif %}',
  ],
  ['an inner condition within a line', '{% if a %}\nKEPT {% if b %}SECRET\n{% endif %}\nSECRET'],
  ['a quote', '> KEPT\n>\n> {% if a }\n> SECRET\n\nKEPT'],
  ['a hint', '{% hint %}\nKEPT\n\n{% IF a %}\nSECRET\n{% endhint %}\n\nKEPT'],
  [
    'an end behind the container',
    '{% hint %}\nKEPT\n\n{% if a %}\nSECRET\n{% endhint %}\n\nSECRET\n\n{% endif %}',
  ],
  ['a list', '* KEPT\n* {% if a }\n  SECRET\n* SECRET\n\n\nKEPT'],
  ['a list of which items are meant', '* KEPT\n* {% if a %}\n* SECRET\n* {% endif %}\n* SECRET'],
  ['an item with the whole', '* KEPT {% if a %}SECRET{% endif %} SECRET\n* KEPT'],
  [
    'tabs',
    '{% tabs %}\n{% tab title="KEPT" %}\n{% if a }\nSECRET\n{% endtab %}\n{% tab title="SECRET" %}\nSECRET\n{% endtab %}\n{% endtabs %}',
  ],
  [
    'the title of a tab',
    '{% tabs %}\n{% tab title="KEPT" %}\n{% endtab %}\n{% tab title="{% if a %} SECRET" %}\nSECRET\n{% endtab %}\n{% endtabs %}',
  ],
  [
    'a step',
    '{% stepper %}\n{% step %}\nKEPT\n{% IF a %}\nSECRET\n{% endstep %}\n{% step %}\nSECRET\n{% endstep %}\n{% endstepper %}',
  ],
  [
    'a table',
    '| KEPT | b |\n| --- | --- |\n| KEPT | b |\n| {% if a } SECRET | SECRET |\n| SECRET | SECRET |',
  ],
  ['the head of a table', 'KEPT\n\n| a | {% if a } SECRET |\n| --- | --- |\n| SECRET | SECRET |'],
  ['bars in a cell', '| KEPT | b | c | d |\n| --- | --- | --- | --- |\n| {% if a || b %} SECRET | SECRET |'],
  [
    'a table of HTML',
    '<table><tr><td>KEPT</td></tr><tr><td>{% if a } SECRET</td></tr><tr><td>SECRET</td></tr></table>',
  ],
  ['between the cells of a table of HTML', 'KEPT\n\n<table><tr>{% if a }<td>SECRET</td></tr></table>'],
  ['between the items of a list of HTML', '<ul><li>KEPT</li>{% if a %}<li>SECRET</li>{% endif %}</ul>'],
  ['between terms of HTML', 'KEPT\n\n<dl>{% if a %}<dt>SECRET</dt><dd>SECRET</dd></dl>'],
  ['a paragraph of HTML', '<p>KEPT {% if a } SECRET</p>'],
  ['a heading of HTML', '<h2>KEPT {% IF a %} SECRET</h2>\n\nSECRET'],
  ['an element around', '<div>\n\nKEPT\n\n{% if a }\n\nSECRET\n\n</div>'],
  ['an expandable', '<details>\n<summary>KEPT</summary>\n\n{% if a }\nSECRET\n</details>\n\nKEPT'],
  [
    'the title of an expandable',
    '<details>\n<summary>KEPT {% if a } SECRET</summary>\n\nSECRET\n</details>\n\nKEPT',
  ],
  [
    'a title below the tag',
    'KEPT\n\n<details>\n\n{% if a }\n\n<summary>SECRET</summary>\n\nSECRET\n</details>',
  ],
  ['a heading', '## KEPT {% if a } SECRET\n\nSECRET'],
  ['a link', '[KEPT {% if a } SECRET](a.md) SECRET'],
  ['a mention', 'KEPT [{% if a } SECRET](/pages/a "mention") SECRET'],
  ['a button', 'KEPT <a class="button" href="a">{% if a } SECRET</a> SECRET'],
  ['an image', 'KEPT\n\n![{% if a %} SECRET](a.png)\n\nSECRET'],
  ['a caption', 'KEPT\n\n<figure><img src="a.png"><figcaption>{% if a } SECRET</figcaption></figure>'],
  ['the caption of an embed', 'KEPT\n\n{% embed url="a" %}\n{% if a %}\n\nSECRET\n{% endembed %}'],
  ['the title of an image', '![a](a.png "KEPT {% if a %} SECRET")\n\nSECRET'],
  ['the caption of a file', 'KEPT\n\n{% file src="/files/a" caption="KEPT {% if a %} SECRET" %}'],
  [
    'the text for a language model',
    'KEPT\n\n{% prompt description="a" %}\n{% if a }\n\nSECRET\n{% endprompt %}',
  ],
  ['a footnote', 'KEPT[^1]\n\n[^1]: KEPT {% if a } SECRET'],
  ['an inclusion', 'KEPT\n\n{% if a }\n\n{% include "/reusable-contents/a" %}'],
]

test.each(hiding)('visitors are not shown what follows %s', (_name, markdown) => {
  const answer = shown(markdown, 'SECRET')
  expect(answer).not.toContain('SECRET')
  expect(answer).toContain('KEPT')
  expect(malformedConditions(markdownToDocument(markdown)).length).toBeGreaterThan(0)
})

test('a reusable content hides to its own end', () => {
  const answer = shown('{% include "/reusable-contents/a" %}\n\nKEPT', 'ABOVE\n\n{% IF a %}\nSECRET')
  expect(answer).toContain('ABOVE')
  expect(answer).toContain('KEPT')
  expect(answer).not.toContain('SECRET')
})

const showing: [name: string, markdown: string][] = [
  ['a condition', '{% if a %}\nKEPT\n{% endif %}\n\nKEPT'],
  ['a condition on one line', '{% if a %}KEPT{% endif %}'],
  ['conditions in each other', '{% if a %}\n{% if b %}\nKEPT\n{% endif %}\nKEPT\n{% endif %}\nKEPT'],
  ['code in a line', '`{% if a %}` KEPT'],
  ['code of HTML in a line', '<code>{% if a %}</code> KEPT'],
  ['a block of code', '```liquid\n{% if a }\n{% IF %}\n```\n\nKEPT'],
  ['preformatted code', '<pre><code>{% if a %}\n</code></pre>\n\nKEPT'],
  ['an indented block of code', '    {% if a }\n\nKEPT'],
  [
    'a text for a language model',
    '{% prompt description="a" %}\n```\n{% if a }\n```\n{% endprompt %}\n\nKEPT',
  ],
  ['an escaped brace', '\\{% if a } KEPT'],
  ['another tag', 'KEPT {% iframe a } KEPT {% if-so %} {% ifs %} KEPT'],
  ['a comment', 'KEPT <!-- {% if a } --> KEPT\n\n<!-- {% if a } -->\n\nKEPT'],
]

test.each(showing)('visitors are shown %s', (_name, markdown) => {
  const count = (text: string) => text.split('KEPT').length
  expect(count(shown(markdown))).toBe(count(markdown))
  expect(malformedConditions(markdownToDocument(markdown))).toEqual([])
})

test.each([...hiding, ...showing])('editors see and export all of %s', (_name, markdown) => {
  const document = markdownToDocument(markdown)
  const written = documentToMarkdown(document)
  for (const word of ['KEPT', 'SECRET'])
    expect(written.split(word).length).toBeGreaterThanOrEqual(Math.min(2, markdown.split(word).length))
  const again = markdownToDocument(written)
  expect(documentToMarkdown(again)).toBe(written)
  expect(malformedConditions(again).length).toBe(malformedConditions(document).length)
  expect(JSON.stringify(shownDocument(again, { holds: () => true }))).not.toContain('SECRET')
})

/** Texts around a tag, in containers of each kind. */
const containers: readonly ((inner: string) => string)[] = [
  (inner) => inner,
  (inner) => `{% hint %}\n${inner}\n{% endhint %}`,
  (inner) => inner.replace(/^/gm, '> '),
  (inner) => `* ${inner.replace(/\n/g, '\n  ')}`,
  (inner) => `{% tabs %}\n{% tab title="a" %}\n${inner}\n{% endtab %}\n{% endtabs %}`,
  (inner) => `<details>\n<summary>a</summary>\n\n${inner}\n\n</details>`,
  (inner) => `{% if a %}\n${inner}\n{% endif %}`,
]

test('text below a tag of a condition that does not parse is in no answer to a visitor', () => {
  const name = fc.constantFrom('IF', 'If', 'iF', 'if', 'elseif', 'ELSE', 'else')
  const space = fc.constantFrom('', ' ', '  ', '\t')
  const open = fc.constantFrom('{%', '{%-', '{ %', '{{%', '{%+')
  const end = fc.constantFrom('}', '}}', '%', '%)', '', ' % }', '>', ']')
  const condition = fc.constantFrom('a', 'visitor.claims.a == "b"', '!a', 'a < b', '(a)', 'a | b', '"', '*a*')
  const above = fc.constantFrom('\n', '\n\n', ' ', '\n\n## ')
  const below = fc.constantFrom('\n', '\n\n', ' ', '\n\n## ', '\n\n* ', '\n\n> ', '\n\n| a |\n| --- |\n| ')
  const tag = fc
    .tuple(open, space, name, condition, space, end)
    .map(([left, a, word, test, b, right]) => `${left}${a}${word} ${test}${b}${right}`)
  fc.assert(
    fc.property(
      tag,
      above,
      below,
      fc.array(fc.nat(containers.length - 1), { maxLength: 3 }),
      (written, before, behind, around) => {
        const inner = `first${before}${written}${behind}SECRET`
        const body = around.reduce((text, index) => containers[index]?.(text) ?? text, inner)
        expect(shown(body)).not.toContain('SECRET')
      },
    ),
    propertyBudget(150, 3_000),
  )
})

test.runIf(isLongRun)(
  'a megabyte of malformed conditions in containers is cut in the time that it takes to read it',
  () => {
    const body = `${'{% hint %}\n* {% if a }\n\n{% endhint %}\n\n'.repeat(budget(500, 2_000))}`
    const document = markdownToDocument(body)
    const start = process.threadCpuUsage()
    const { nodes } = shownDocument(document, { holds: () => true })
    expect(nodes.length).toBe(document.nodes.length)
    expect(process.threadCpuUsage(start).user / 1_000_000).toBeLessThan(1)
  },
)

test('a condition in a text for a language model that is not in a fence hides the text', () => {
  const markdown = '{% prompt description="a" %}\nKEPT\n\n{% if a %}\nSECRET\n{% endif %}\n{% endprompt %}'
  const answer = JSON.stringify(shownDocument(markdownToDocument(markdown), { holds: () => false }))
  expect(answer).not.toContain('SECRET')
  expect(answer).toContain('KEPT')
})
