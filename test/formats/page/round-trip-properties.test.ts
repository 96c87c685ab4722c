import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heading, paragraph, text } from '../../../src/formats/page/model/nodes.ts'
import { validateDocument } from '../../../src/formats/page/model/validate-document.ts'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'
import { list, listItem } from '../../../src/formats/page/read/read-lists.ts'
import type { Block, JSONDocument } from '../../../src/formats/page/types.ts'
import { documentToMarkdown } from '../../../src/formats/page/write/document-to-markdown.ts'
import { propertyBudget } from '../../support/budget.ts'
import { annotatedBlocks, anyText } from './arbitrary-annotated.ts'
import { documents } from './arbitrary-blocks.ts'
import { foreignDocuments } from './arbitrary-foreign.ts'
import { compact } from './arbitrary-inline.ts'
import { markdowns } from './arbitrary-markdown.ts'

const tree = (nodes: Block[]): JSONDocument => compact({ object: 'document' as const, data: {}, nodes })

function expectRoundTrip(document: JSONDocument): void {
  expect(validateDocument(document)).toEqual(document)
  const markdown = documentToMarkdown(document)
  const read = markdownToDocument(markdown)
  expect(read).toEqual(document)
  expect(documentToMarkdown(read)).toBe(markdown)
}

test('annotations with blocks survive a round trip wherever text is allowed, including code', () => {
  fc.assert(
    fc.property(fc.array(annotatedBlocks, { minLength: 1, maxLength: 3 }), (blocks) =>
      expectRoundTrip(tree(blocks)),
    ),
    propertyBudget(6, 400),
  )
})

test('any Unicode characters survive a round trip in every block with text', () => {
  fc.assert(
    fc.property(anyText, anyText, (first, second) => {
      const bold = text(second, [{ object: 'mark', type: 'bold' }])
      expectRoundTrip(
        tree([
          paragraph(first === '' ? [] : [text(first)]),
          heading(1, second === '' ? [] : [bold], {}),
          list(false, 1, [listItem([paragraph(first === '' ? [] : [text(first)])])]),
          {
            object: 'block',
            type: 'hint',
            data: { style: 'danger' },
            nodes: [paragraph([bold].slice(second ? 0 : 1))],
          },
          { object: 'block', type: 'embed', data: { url: first }, isVoid: true },
          { object: 'block', type: 'math', data: { formula: second }, isVoid: true },
        ]),
      )
    }),
    propertyBudget(6, 400),
  )
})

test('serializing a parsed tree again gives the same text', () => {
  fc.assert(
    fc.property(fc.oneof(documents, markdowns.map(markdownToDocument)), (document) => {
      const markdown = documentToMarkdown(document)
      expect(documentToMarkdown(markdownToDocument(markdown))).toBe(markdown)
    }),
    propertyBudget(6, 400),
  )
})

/** Returns the text of a tree without spaces, which normalization can change. */
const textOf = (node: unknown): string => {
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (typeof node !== 'object' || node === null) return ''
  const { text: own, nodes, leaves, fragments } = node as Record<string, unknown>
  const value = typeof own === 'string' ? own : ''
  return [value, textOf(leaves), textOf(nodes), textOf(fragments)].join('').replace(/[\s\0\ufffd]/g, '')
}

test('a tree that is not in normal form is normalized once and keeps all of its text', () => {
  fc.assert(
    fc.property(foreignDocuments, (foreign) => {
      const accepted = validateDocument(foreign)
      const normal = markdownToDocument(documentToMarkdown(accepted))
      expect(textOf(normal)).toBe(textOf(accepted))
      expectRoundTrip(normal)
    }),
    propertyBudget(6, 400),
  )
})

const typesOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(typesOf)
  if (typeof value !== 'object' || value === null) return []
  const { object, type, kind } = value as Record<string, unknown>
  const own =
    typeof object === 'string' ? `${object} ${type}` : typeof kind === 'string' ? `to ${kind}` : undefined
  return [...(own ? [own] : []), ...Object.values(value).flatMap(typesOf)]
}

const blockTypes =
  'paragraph heading-1 heading-2 heading-3 list-ordered list-unordered list-tasks list-item divider blockquote hint if images image file drawing embed code code-line math expandable tabs tabs-item table swagger openapi-operation openapi-schemas openapi-webhook content-ref integration reusable-content stepper stepper-step columns column updates update prompt'
const inlineTypes = 'link emoji icon expression inline-math inline-image annotation mention button'
const markTypes = 'bold italic code keyboard strikethrough superscript subscript color'
const referenceKinds = 'url file page anchor user collection space reusable-content openapi'

test('the generated documents contain every type of block, inline, mark and reference', () => {
  const named = (prefix: string, names: string) => names.split(' ').map((name) => `${prefix} ${name}`)
  const all = [
    ...named('block', blockTypes),
    ...named('inline', inlineTypes),
    ...named('mark', markTypes),
    ...named('to', referenceKinds),
  ]
  const missing = new Set(all)
  for (let seed = 1; seed <= 30 && missing.size > 0; seed++)
    for (const name of fc.sample(documents, { numRuns: 50, seed }).flatMap(typesOf)) missing.delete(name)
  expect([...missing]).toEqual([])
})

test('a whitespace-only line in the code of an annotation keeps its length', () => {
  const source = 'See [this](#user-content-fn-1)[^1]\n\n[^1]: ```\n    a\n \n    b\n    ```\n'
  const document = markdownToDocument(source)
  expect(JSON.stringify(document)).toContain('"text":" "')
  expectRoundTrip(document)
})

test('an empty paragraph at the beginning of a task is kept', () => {
  expectRoundTrip(tree([list(false, 1, [listItem([paragraph([]), heading(2, [text('a')], {})], true)])]))
})

test('a list that starts at 5 stays a list as the first block of an item below a line of text', () => {
  const inner = list(false, 1, [listItem([list(true, 5, [listItem([paragraph([text('b')])])])])])
  expectRoundTrip(tree([list(false, 1, [listItem([paragraph([text('a')]), inner])])]))
})
