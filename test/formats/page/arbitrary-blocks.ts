import fc from 'fast-check'
import {
  fragment,
  heading,
  isEmptyParagraph,
  paragraph,
  text,
} from '../../../src/formats/page/model/nodes.ts'
import { list, listItem } from '../../../src/formats/page/read/read-lists.ts'
import type { Block, CodeLine, Image, JSONDocument, Paragraph } from '../../../src/formats/page/types.ts'
import {
  compact,
  contentRef,
  id,
  imageRef,
  inlineContent,
  line,
  plainContent,
  someLine,
} from './arbitrary-inline.ts'
import { tables } from './arbitrary-tables.ts'

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined })
const yes = optional(fc.constant(true as const))

const align = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom('start' as const, 'center' as const, 'end' as const) },
)

const paragraphs: fc.Arbitrary<Block> = fc
  .tuple(inlineContent, align)
  .map(([nodes, alignment]) => paragraph(nodes, alignment))

const headings: fc.Arbitrary<Block> = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    plainContent,
    optional(fc.stringMatching(/^[-a-z0-9.+_]{1,5}$/)),
    align,
  )
  .map(([depth, nodes, own, alignment]) =>
    compact(heading(depth, nodes, { id: own, align: alignment } as object)),
  )

const voidBlock = (type: string, data: object): Block =>
  compact({ object: 'block', type, data, isVoid: true } as Block)

const codeText = fc.array(
  fc.oneof(line, fc.constantFrom('', '  indented', '\tx', '```', '~~~', '{% endcode %}')),
  {
    minLength: 1,
    maxLength: 4,
  },
)

const codeOptions = fc.record({
  syntax: optional(fc.constantFrom('js', 'c++', 'objective-c', 'a`b')),
  title: optional(fc.oneof(someLine, fc.constant('C:\\dir\\"x"'))),
  overflow: optional(fc.constantFrom('wrap' as const, 'scroll' as const)),
  lineNumbers: optional(fc.boolean()),
  fullWidth: yes,
  expandable: yes,
  collapsedLineCount: optional(fc.integer({ min: 1, max: 100 })),
})

const codeLine = (value: string, highlighted: boolean): CodeLine => ({
  object: 'block',
  type: 'code-line',
  data: highlighted ? { highlighted } : {},
  nodes: [text(value)],
})

const code: fc.Arbitrary<Block> = fc
  .tuple(codeText, codeOptions, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), fc.boolean())
  .map(([lines, data, highlights, isPlain]) =>
    compact({
      object: 'block',
      type: 'code',
      data,
      nodes: lines.map((value, index) => codeLine(value, !isPlain && Boolean(highlights[index]))),
    } as Block),
  )

const length = fc.oneof(
  fc.integer({ min: 0, max: 2000 }),
  fc.record({ unit: fc.constantFrom('%', 'px', 'em'), value: fc.integer({ min: 0, max: 100 }) }),
)

const caption = plainContent
  .map((nodes) => paragraph(nodes))
  .filter((block): block is Paragraph => !isEmptyParagraph(block))

const image: fc.Arbitrary<Image> = fc
  .tuple(
    fc.record({
      ref: imageRef,
      refDark: optional(imageRef.filter((ref) => ref.kind === 'file' || ref.url !== '')),
      width: optional(length),
      height: optional(length),
      alt: optional(someLine),
    }),
    fc.oneof(
      fc.constant([]),
      caption.map((one) => [fragment('caption', [one])]),
      someLine.map((value) => [fragment('caption', [paragraph([text(value)])])]),
    ),
  )
  .map(([data, fragments]) =>
    compact({ object: 'block', type: 'image', data, fragments, isVoid: true } as Image),
  )

const images: fc.Arbitrary<Block> = fc
  .tuple(
    fc.record({
      align: optional(fc.constantFrom('center' as const, 'left' as const, 'right' as const)),
      fullWidth: yes,
    }),
    fc.array(image, { minLength: 1, maxLength: 2 }),
  )
  .map(([data, nodes]) => compact({ object: 'block', type: 'images', data, isVoid: false, nodes } as Block))

const json = fc.jsonValue({ maxDepth: 2 }).map((value) => compact(value))
const properties = fc.oneof(
  fc.dictionary(fc.constantFrom('content', 'url', 'data-props', 'fullWidth', 'a b'), json, { maxKeys: 2 }),
  fc.record({ content: fc.constantFrom('graph TD\n\n  A --> B', 'say "x" \\ %} \\', "it's", '\ttab') }),
)

const method = fc.constantFrom('get', 'post')

const references: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ url: line, fullWidth: yes }).map((data) => voidBlock('embed', data)),
  id.map((file) => voidBlock('file', { ref: { kind: 'file', file } })),
  optional(id).map((file) => voidBlock('drawing', file ? { ref: { kind: 'file', file } } : {})),
  contentRef
    .filter((ref) => ref.kind !== 'url' || ref.url !== '')
    .map((ref) => voidBlock('content-ref', { ref })),
  fc
    .record({ kind: fc.constant('reusable-content'), reusableContent: id, space: optional(id) })
    .map((ref) => voidBlock('reusable-content', { ref })),
  fc
    .record({
      ref: imageRef.filter((ref) => ref.kind === 'file' || ref.url !== ''),
      path: line,
      method,
      expanded: optional(fc.boolean()),
      fullWidth: optional(fc.boolean()),
    })
    .map((data) => voidBlock('swagger', data)),
  fc
    .record({ ref: fc.record({ kind: fc.constant('openapi'), spec: id }), path: line, method })
    .map((data) => voidBlock('openapi-operation', data)),
  fc
    .record({
      ref: fc.record({ kind: fc.constant('openapi'), spec: id }),
      schemas: fc.array(id, { maxLength: 3 }),
      grouped: optional(fc.boolean()),
    })
    .map((data) => voidBlock('openapi-schemas', data)),
  fc
    .record({ ref: fc.record({ kind: fc.constant('openapi'), spec: id }), name: id, method })
    .map((data) => voidBlock('openapi-webhook', data)),
  fc
    .record({
      integration: id,
      block: id,
      props: properties,
      action: optional(fc.constant({ action: '@ui.modal.close', returnValue: { a: [1] } })),
      url: optional(line),
      fullWidth: optional(fc.boolean()),
    })
    .map((data) => voidBlock('integration', data)),
)

const formulas = fc
  .constantFrom('a', 'a\n\nb', '', '$$', '\\begin{x}\n  y\n\\end{x}', ' a ')
  .map((formula) => voidBlock('math', { formula }))

const leaves: fc.Arbitrary<Block> = fc.oneof(
  { weight: 5, arbitrary: paragraphs },
  { weight: 2, arbitrary: headings },
  { weight: 2, arbitrary: code },
  { weight: 1, arbitrary: fc.constant(voidBlock('divider', {})) },
  { weight: 1, arbitrary: formulas },
  { weight: 2, arbitrary: images },
  { weight: 3, arbitrary: references },
)

const several = (block: fc.Arbitrary<Block>) => fc.array(block, { minLength: 1, maxLength: 3 })

const around = (type: string, data: fc.Arbitrary<object>, nodes: fc.Arbitrary<unknown[]>, isVoid?: false) =>
  fc.tuple(data, nodes).map(([own, inner]) => {
    const block = { object: 'block', type, data: own, nodes: inner } as Block
    return compact(isVoid === undefined ? block : ({ ...block, isVoid } as Block))
  })

function lists(block: fc.Arbitrary<Block>): fc.Arbitrary<Block> {
  const items = (checked: fc.Arbitrary<boolean | undefined>) =>
    fc.array(
      fc.tuple(several(block), checked).map(([nodes, value]) => listItem(nodes, value)),
      { minLength: 1, maxLength: 3 },
    )
  return fc.oneof(
    items(fc.constant(undefined)).map((nodes) => list(false, 1, nodes)),
    items(fc.boolean()).map((nodes) => list(false, 1, nodes)),
    fc
      .tuple(fc.constantFrom(1, 0, 7, 100_000), items(optional(fc.boolean())))
      .map(([start, nodes]) => list(true, start, nodes)),
  )
}

function containers(block: fc.Arbitrary<Block>): fc.Arbitrary<Block> {
  const none = fc.constant({})
  const parts = (type: string, data: fc.Arbitrary<object>) =>
    fc.array(around(type, data, several(block)), { maxLength: 2 })
  return fc.oneof(
    { weight: 4, arbitrary: lists(block) },
    { weight: 2, arbitrary: around('blockquote', none, several(block)) },
    around(
      'hint',
      fc.record({ style: fc.constantFrom('info', 'warning', 'danger', 'success') }),
      several(block),
    ),
    around('if', fc.constantFrom({ expression: 'a == "b" && c' }, { expression: 'x\n%}' }), several(block)),
    around(
      'tabs',
      fc.record({ fullWidth: yes }),
      parts('tabs-item', fc.record({ title: optional(fc.oneof(line, fc.constant('a\nb'))) })),
    ),
    around('stepper', none, parts('stepper-step', fc.record({ icon: optional(id) }))),
    around(
      'columns',
      fc.record({ fullWidth: yes }),
      parts('column', fc.record({ width: optional(length) })),
      false,
    ),
    around(
      'updates',
      fc.record({ format: fc.constantFrom('full', 'short', 'numeric') }),
      parts(
        'update',
        fc.record({
          date: fc.constantFrom('2026-10-20T00:00:00.000Z', '2026-10-20T10:30:00.000Z'),
          tags: optional(
            fc.array(
              id.map((tag) => ({ kind: 'tag', tag })),
              { minLength: 1, maxLength: 2 },
            ),
          ),
        }),
      ),
    ),
    around(
      'prompt',
      fc.record({
        description: line,
        icon: optional(id),
        openInAIProviders: optional(fc.boolean()),
        defaultExpanded: optional(fc.constantFrom('hidden', 'full')),
      }),
      code.map((one) => [one]),
    ),
    fc.tuple(plainContent, several(block)).map(
      ([title, body]): Block => ({
        object: 'block',
        type: 'expandable',
        data: {},
        fragments: [
          fragment('expandable-title', [paragraph(title)], 'expandable-title'),
          fragment('expandable-body', body, 'expandable-body'),
        ],
        isVoid: true,
      }),
    ),
  )
}

/** Blocks that HTML can represent, for table cells. */
const cellLeaves = fc.oneof(
  paragraphs,
  headings,
  code.map(withoutOptions),
  images,
  fc.constant(voidBlock('divider', {})),
)

function withoutOptions(block: Block): Block {
  const { syntax } = block.data as { syntax?: string }
  return { ...block, data: syntax === undefined || /[\s`]/.test(syntax) ? {} : { syntax } } as Block
}

const cells = several(
  fc.oneof(cellLeaves, lists(cellLeaves), around('blockquote', fc.constant({}), several(cellLeaves))),
)

const table: fc.Arbitrary<Block> = tables(
  plainContent.map((nodes) => [paragraph(nodes)]),
  cells,
)

const nested = (depth: number): fc.Arbitrary<Block> =>
  depth === 0
    ? leaves
    : fc.oneof(
        { weight: 4, arbitrary: leaves },
        { weight: 1, arbitrary: table },
        { weight: 4, arbitrary: containers(nested(depth - 1)) },
      )

/** Documents with everything that Markdown can represent, in the form in which they are parsed. */
export const documents: fc.Arbitrary<JSONDocument> = fc
  .array(nested(2), { maxLength: 4 })
  .map((nodes) => compact({ object: 'document', data: {}, nodes }))
