import fc from 'fast-check'
import { fragment, heading, paragraph, text } from '../../../src/formats/page/model/nodes.ts'
import { list, listItem } from '../../../src/formats/page/read/read-lists.ts'
import type { Annotation, Block, Code, CodeLine, Expression, Text } from '../../../src/formats/page/types.ts'
import { canonical, compact, inlineContent, line, plainContent } from './arbitrary-inline.ts'

/** Characters that any text can contain and that survive a round trip. U+0000 is excluded. */
export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .string({ unit: 'binary', maxLength: 20 })
    .map((value) => value.replaceAll('\0', '').replaceAll('\r', '')),
)

const code = (lines: CodeLine[], data: Code['data']): Code => ({
  object: 'block',
  type: 'code',
  data,
  nodes: lines,
})

const plainLine = (value: string): CodeLine => ({
  object: 'block',
  type: 'code-line',
  data: {},
  nodes: [text(value)],
})

/** The blocks that the contract allows in the body of an annotation: the essentials and code. */
const annotationBody: fc.Arbitrary<Block[]> = fc.array(
  fc.oneof(
    plainContent.map((nodes): Block => paragraph(nodes)),
    plainContent.map((nodes): Block => heading(2, nodes, {})),
    plainContent.map((nodes): Block => list(false, 1, [listItem([paragraph(nodes)])])),
    plainContent.map((nodes): Block => list(true, 3, [listItem([paragraph(nodes)]), listItem([])])),
    plainContent.map((nodes): Block => list(false, 1, [listItem([paragraph(nodes)], true)])),
    line.map((value): Block => code([plainLine(value)], { syntax: 'js' })),
    fc.constant<Block>({ object: 'block', type: 'divider', data: {}, isVoid: true }),
  ),
  { minLength: 1, maxLength: 3 },
)

const annotationOf = (nodes: Text[], body: Block[]): Annotation => ({
  object: 'inline',
  type: 'annotation',
  data: {},
  isVoid: false,
  nodes,
  fragments: [fragment('annotation-body', body, 'annotation-body')],
})

/** Text with annotations whose bodies contain blocks. */
export const annotatedContent = fc
  .array(fc.tuple(inlineContent, line, annotationBody), { minLength: 1, maxLength: 2 })
  .map((all) =>
    canonical(
      all.flatMap(([before, value, body]) => [
        ...before,
        annotationOf(canonical([text(value)]) as Text[], body),
      ]),
    ),
  )

const expression = (value: string): Expression => ({
  object: 'inline',
  type: 'expression',
  data: { expression: value },
  isVoid: true,
})

/** A line of code with annotations and expressions. Text of code has no line endings. */
const richLine = fc
  .tuple(
    fc.array(
      fc.oneof(
        line.map((value) => text(value)),
        line.map(expression),
        fc
          .tuple(line, annotationBody)
          .map(([value, body]) => annotationOf(canonical([text(value)]) as Text[], body)),
      ),
      { maxLength: 3 },
    ),
    fc.boolean(),
  )
  .map(
    ([nodes, highlighted]): CodeLine => ({
      object: 'block',
      type: 'code-line',
      data: highlighted ? { highlighted } : {},
      nodes: canonical(nodes),
    }),
  )

/** Code with highlighted lines, annotations and expressions. */
export const richCode: fc.Arbitrary<Block> = fc
  .tuple(
    fc.array(richLine, { minLength: 1, maxLength: 4 }),
    fc.record({
      syntax: fc.constantFrom(undefined, 'js'),
      title: fc.option(line, { nil: undefined }),
      lineNumbers: fc.constantFrom(undefined, true),
      overflow: fc.constantFrom(undefined, 'wrap' as const),
    }),
  )
  .map(([lines, data]) => compact(code(lines, data)))

/** Annotated text wherever text is allowed. */
export const annotatedBlocks: fc.Arbitrary<Block> = fc.oneof(
  annotatedContent.map((nodes): Block => paragraph(nodes)),
  annotatedContent.map((nodes): Block => heading(3, nodes, { id: 'own' })),
  annotatedContent.map((nodes): Block => list(false, 1, [listItem([paragraph(nodes)], false)])),
  annotatedContent.map(
    (nodes): Block => ({ object: 'block', type: 'blockquote', data: {}, nodes: [paragraph(nodes)] }),
  ),
  annotatedContent.map(
    (nodes): Block => ({ object: 'block', type: 'hint', data: { style: 'info' }, nodes: [paragraph(nodes)] }),
  ),
  fc.tuple(annotatedContent, annotatedContent).map(
    ([title, body]): Block => ({
      object: 'block',
      type: 'expandable',
      data: {},
      fragments: [
        fragment('expandable-title', [paragraph(title)], 'expandable-title'),
        fragment('expandable-body', [paragraph(body)], 'expandable-body'),
      ],
      isVoid: true,
    }),
  ),
  annotatedContent.map(
    (nodes): Block => ({
      object: 'block',
      type: 'images',
      data: {},
      isVoid: false,
      nodes: [
        {
          object: 'block',
          type: 'image',
          data: { ref: { kind: 'file', file: 'f1' } },
          fragments: [fragment('caption', [paragraph(nodes)])],
          isVoid: true,
        },
      ],
    }),
  ),
  richCode,
)
