import { expect, test, vi } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import { documentLimits } from '../../../src/formats/page/limits.ts'
import { paragraph, text } from '../../../src/formats/page/model/nodes.ts'
import { opaqueBlock } from '../../../src/formats/page/model/opaque.ts'
import { validateDocument } from '../../../src/formats/page/model/validate-document.ts'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'
import { prepareToParse } from '../../../src/formats/page/syntax/parser-guard.ts'
import { documentToMarkdown } from '../../../src/formats/page/write/document-to-markdown.ts'
import { budget, isLongRun, oneRowIn } from '../../support/budget.ts'

const many = 100_000

function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(AppError)
    expect((error as AppError).code).toBe('BAD_USER_INPUT')
    return (error as AppError).fields?.[0]?.path ?? ''
  }
  throw new Error('was accepted')
}

const indented = Array.from({ length: 400 }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join('\n')
const quadratic = 40_000
/** Levels that would overflow the stack of a reader without a limit. */
const levels = budget(3_000, 9_000)

const refused: [name: string, markdown: string][] = [
  ['ten megabytes', 'a word '.repeat(1_500_000)],
  ['more lines than a page has', 'a\n'.repeat(documentLimits.lines + 1)],
  ['more brackets than threads have memory for', '['.repeat(documentLimits.bracketsAndBackslashes + 1)],
  ['more backslashes than threads have memory for', '\\'.repeat(documentLimits.bracketsAndBackslashes + 1)],
  ['quotes inside quotes', '>'.repeat(many)],
  ['lists inside lists', `${'- '.repeat(many)}a`],
  ['lists and quotes inside each other', `${'> - 1. '.repeat(many / 10)}a`],
  ['lists that indentation nests', indented],
  ['footnotes inside footnotes', '[^1]: '.repeat(many / 10)],
  ['brackets that close all that was opened', '['.repeat(quadratic) + ']'.repeat(quadratic)],
  ['code upon code in one paragraph', '`x` and '.repeat(20_000)],
  ['emphasis that never closes', '*a_ '.repeat(quadratic)],
  ['headings underlined without a gap', 'a\n=\n'.repeat(9_000)],
  ['lines of a quote that are not quoted', `> a\n${'a\n> > b\n'.repeat(9_000)}`],
  ['instructions of HTML without an end', 'a <? '.repeat(quadratic)],
  ['tags inside tags', '{% hint %}\n'.repeat(levels) + '{% endhint %}\n'.repeat(levels)],
  ['expandables inside expandables', '<details>'.repeat(levels) + '</details>'.repeat(levels)],
  ['lists of HTML inside each other', '<ul><li>'.repeat(levels) + '</li></ul>'.repeat(levels)],
  [
    'a footnote repeated until it fills the memory',
    `[^1]: ${'a'.repeat(200_000)}\n\n${'[^1]'.repeat(10_000)}`,
  ],
  [
    'an address repeated until it fills the memory',
    `[a]: ${'a'.repeat(200_000)}\n\n${'[a] '.repeat(10_000)}`,
  ],
  ['rows of backticks of every length', Array.from({ length: 200 }, (_, i) => '`'.repeat(i + 1)).join(' ')],
]

test.each(oneRowIn(3, refused, 1))('%s are refused as a fault of the input', (_name, markdown) => {
  expect(refusal(() => markdownToDocument(markdown))).toBe('markdown')
})

/** The number of repetitions. */
const some = budget(600, 5_000)
const divisions = Math.min(some * 2, documentLimits.lines / 4 - 1)

const accepted: [name: string, markdown: string][] = [
  // Written anew, each has a backslash.
  [
    'brackets that nothing closes',
    '['.repeat(Math.min(some * 20, documentLimits.bracketsAndBackslashes / 2)),
  ],
  ['tags that nothing closes', '{% hint %}\n'.repeat(some)],
  ['ends of tags that nothing opens', '{% endhint %}\n'.repeat(some)],
  ['a tag whose value never ends', `{% embed url="\n${'a\n'.repeat(some)}`],
  ['a list of which the last item alone has a checkbox', `${'- a\n'.repeat(some)}- [ ] a`],
  ['embeds, one after the other', '{% embed url="a" %}\n'.repeat(some)],
  [
    'code in many paragraphs, items and cells',
    `${'`x` and `y`\n\n'.repeat(some / 2)}${'- `x`\n'.repeat(some / 2)}`,
  ],
  ['elements that nothing closes', 'a <b>'.repeat(some * 2)],
  ['elements inside elements', `a ${'<b>'.repeat(some * 2)}${'</b>'.repeat(some * 2)}`],
  ['figures inside figures', '<figure>'.repeat(some) + '</figure>'.repeat(some)],
  // Written anew, each tag is followed by a blank line.
  ['divisions inside divisions', '<div>'.repeat(divisions) + '</div>'.repeat(divisions)],
  ['anchors of notes that nothing closes', `<pre>${'<a data-footnote-ref>'.repeat(some)}</pre>`],
  ['blanks in a row', `a${' '.repeat(some * 20)}b`],
  ['a row of dashes apart', '- '.repeat(some * 20)],
  ['comments that nothing closes', '<!--'.repeat(some / 2.5)],
  ['attributes without an end', `<div ${'a=b '.repeat(some * 4)}`],
  ['a wide table', `${'a|'.repeat(some / 2)}\n${'-|'.repeat(some / 2)}\n`],
  ['a long table', `a|b\n-|-\n${'a|b\n'.repeat(some / 2)}`],
  ['tables that nothing closes', '<table><tr><td>\n\n'.repeat(some / 15)],
  ['tags in a line that nothing closes', '{% a '.repeat(some)],
  ['tags over lines that nothing closes', 'a {% b\n'.repeat(some)],
  ['tags on two lines', 'a {% b\nc %}\n'.repeat(some)],
  ['a tag on two lines whose value never ends', `a {% b c="\n${'d {% e\n'.repeat(some)}`],
  ['conditions in a line that nothing closes', '{% if a } '.repeat(some)],
  ['conditions on lines that nothing closes', '{% IF a }\n\n'.repeat(some / 2)],
  ['braces before blanks', '{          '.repeat(some)],
  ['names of conditions without a tag', '{%if'.repeat(some)],
  ['a formula that never ends', '$$a '.repeat(some * 2)],
]

test.each(oneRowIn(3, accepted, 1))(
  '%s are read, and keep their tree when written anew',
  (_name, markdown) => {
    const document = markdownToDocument(markdown)
    expect(markdownToDocument(documentToMarkdown(document))).toEqual(document)
  },
)

test.runIf(isLongRun)(
  'as many lines of HTML as a page has are not searched for an end from each of them',
  () => {
    const start = process.threadCpuUsage()
    prepareToParse('<tr><td>a</td></tr>\n'.repeat(documentLimits.lines - 1))
    expect(process.threadCpuUsage(start).user / 1_000_000).toBeLessThan(3)
  },
)

test('a tree without a depth limit is rejected before any recursion', () => {
  let node: unknown = paragraph([text('a')])
  for (let depth = 0; depth < many; depth++)
    node = { object: 'block', type: 'blockquote', data: {}, nodes: [node] }
  expect(refusal(() => validateDocument({ object: 'document', data: {}, nodes: [node] }))).toBe('document')
})

test('deeply nested properties of an integration are rejected', () => {
  let props: unknown = {}
  for (let depth = 0; depth < many; depth++) props = { props }
  const node = {
    object: 'block',
    type: 'integration',
    data: { integration: 'a', block: 'b', props },
    isVoid: true,
  }
  expect(refusal(() => validateDocument({ object: 'document', data: {}, nodes: [node] }))).toBe('document')
})

test('a tree with too many nodes is rejected', () => {
  const node = { object: 'block', type: 'divider', data: {}, isVoid: true }
  const nodes = new Array(documentLimits.nodes + 1).fill(node)
  expect(refusal(() => validateDocument({ object: 'document', data: {}, nodes }))).toBe('document')
})

test('a tree whose Markdown could not be parsed again is not serialized', () => {
  const nodes = [paragraph([text('a'.repeat(documentLimits.markdownLength))])]
  expect(refusal(() => documentToMarkdown({ object: 'document', data: {}, nodes }))).toBe('document')
})

test('names of built-in object members are not tags, columns or entities', () => {
  const document = markdownToDocument('{% constructor %}\n\n<p>&constructor; &toString;</p>')
  expect(document.nodes).toEqual([
    opaqueBlock('{% constructor %}'),
    paragraph([text('&constructor; &toString;')]),
  ])
})

test('lines of elements inside elements are searched for tags as often as there are lines', () => {
  const searchesIn = (depth: number) => {
    const search = vi.spyOn(String.prototype, 'matchAll')
    try {
      prepareToParse('<ul>\n'.repeat(depth) + '</ul>\n'.repeat(depth))
      return search.mock.calls.length
    } finally {
      search.mockRestore()
    }
  }
  const [few, many] = [searchesIn(100), searchesIn(400)]
  expect(few).toBeGreaterThan(200)
  expect(many).toBeLessThan(5 * few)
})
