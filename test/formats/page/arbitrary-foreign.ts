import fc from 'fast-check'
import { compact } from './arbitrary-inline.ts'

/**
 * Trees that the format allows but that no Markdown is parsed to: split texts, empty containers, unusual order.
 */
const leaf = fc.record({
  object: fc.constant('leaf'),
  text: fc.oneof(
    fc.constantFrom('', ' ', 'a', '*', '\n', '\n\n', 'a\r\nb', '<', '&', '{% hint %}', '$$'),
    fc.string({ unit: 'binary', maxLength: 4 }),
  ),
  marks: fc.array(
    fc.oneof(
      fc
        .constantFrom('bold', 'italic', 'code', 'keyboard', 'superscript')
        .map((type) => ({ object: 'mark', type })),
      fc.constantFrom('red', 'default').map((text) => ({
        object: 'mark',
        type: 'color',
        data: { text, background: 'default' },
      })),
    ),
    { maxLength: 3 },
  ),
})

const text = fc.record({
  object: fc.constant('text'),
  leaves: fc.array(leaf, { maxLength: 3 }),
  key: fc.string(),
})

const inline = fc.oneof(
  { weight: 3, arbitrary: text as fc.Arbitrary<object> },
  {
    weight: 1,
    arbitrary: fc.record({
      object: fc.constant('inline'),
      type: fc.constant('link'),
      data: fc.constant({ ref: { kind: 'url', url: 'https://example.org/' } }),
      isVoid: fc.constant(false),
      nodes: fc.array(text, { maxLength: 2 }),
    }),
  },
)

const inlines = fc.array(inline, { maxLength: 3 })

const block = (type: string, nodes: fc.Arbitrary<object[]>, data: fc.Arbitrary<object> = fc.constant({})) =>
  fc.record({ object: fc.constant('block'), type: fc.constant(type), data, nodes, key: fc.string() })

const textBlocks: fc.Arbitrary<object> = fc.oneof(
  block('paragraph', inlines),
  block('heading-2', inlines),
  block('code', fc.array(block('code-line', fc.array(text, { maxLength: 2 })), { maxLength: 3 })),
)

const checked = fc.constantFrom({}, { checked: true }, { checked: false })

const nested = (depth: number): fc.Arbitrary<object> => {
  if (depth === 0) return textBlocks
  const below = fc.array(nested(depth - 1), { maxLength: 3 })
  const items = fc.array(block('list-item', below, checked), { maxLength: 3 })
  return fc.oneof(
    { weight: 3, arbitrary: textBlocks },
    block('list-ordered', items, fc.constantFrom({}, { start: -1 }, { start: 2_000_000_000 }, { start: 5 })),
    block('list-unordered', items),
    block('list-tasks', items),
    block('blockquote', below),
    block('hint', below, fc.constant({ style: 'warning' })),
    block('tabs', fc.array(block('tabs-item', below), { maxLength: 2 })),
    block('stepper', fc.array(block('stepper-step', below), { maxLength: 2 })),
    block('columns', fc.array(block('column', below), { maxLength: 2 })),
  )
}

/** Documents as an external editor might send them. */
export const foreignDocuments = fc
  .array(nested(3), { maxLength: 3 })
  .map((nodes) => compact({ object: 'document', data: {}, nodes }))
