import fc from 'fast-check'
import { markColors } from '../../../src/formats/page/model/mark-colors.ts'
import {
  fragment,
  leaf,
  paragraph,
  plainMark,
  text,
  withMark,
} from '../../../src/formats/page/model/nodes.ts'
import { normalizeInline } from '../../../src/formats/page/model/normalize-inline.ts'
import type {
  Block,
  ContentRef,
  ImageRef,
  Inline,
  InlineImage,
  InlineNode,
  Mark,
  Text,
} from '../../../src/formats/page/types.ts'

/** Text that resembles Markdown, HTML or block tags. */
const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('a', 'word', 'two words', ' ', 'é', '日本', '：', '🙂', '1', '.', ','),
  },
  { weight: 3, arbitrary: fc.constantFrom(...'*_~`[]()<>&#$:|\\!{}%+-=.@"\'/^?;') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'http://x.y/z?a=b&c',
      'https://',
      'www.x.org',
      'a@b.co',
      ':smile:',
      'a:b:c',
      '$$x$$',
      '{% hint %}',
      '{% endtab %}',
      '[^1]',
      '[a](b)',
      '![a](b)',
      '&amp;',
      '&#38;',
      '1. a',
      '- a',
      '[ ] a',
      '# h',
      '> q',
      '<b>x</b>',
      '</p>',
      '<!-- c -->',
      '| a |',
      '---',
      '===',
      '```',
      '**b**',
      '__',
      '~~',
      '\t',
      '  ',
      '\u00a0',
    ),
  },
)

export const line = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
export const someLine = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''))

const lines = fc.oneof(
  { weight: 6, arbitrary: someLine },
  { weight: 1, arbitrary: fc.array(line, { minLength: 2, maxLength: 3 }).map((all) => all.join('\n')) },
)

const color = fc.constantFrom(...markColors)

const mark: fc.Arbitrary<Mark> = fc.oneof(
  fc
    .constantFrom('bold', 'italic', 'strikethrough', 'superscript', 'subscript', 'keyboard', 'code')
    .map((type) => plainMark(type as 'bold')),
  fc
    .record({ text: color, background: color })
    .map((data): Mark => ({ object: 'mark', type: 'color', data })),
)

const marks = fc
  .array(mark, { maxLength: 3 })
  .map((all) => all.reduce<Mark[]>((set, one) => withMark(set, one), []))

const textNode: fc.Arbitrary<Text> = fc
  .array(fc.tuple(lines, marks), { minLength: 1, maxLength: 3 })
  .map((leaves) => ({ object: 'text', leaves: leaves.map(([value, set]) => leaf(value, set)) }))

export const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/)

const url = fc.oneof(
  fc.constantFrom(
    'https://example.org/a?b=c&d=e#f',
    'a b.md',
    '../x(y).md',
    'mailto:a@b.co',
    '',
    '#',
    '/pages',
    'x|y',
  ),
  line.filter((value) => !/[\n\t]/.test(value) && !/^#./.test(value) && value === value.trim()),
)

const anchor = fc.constantFrom('intro', 'über-uns', 'a b', '100%', '<x>')

export const imageRef: fc.Arbitrary<ImageRef> = fc.oneof(
  url.map((value): ImageRef => ({ kind: 'url', url: value })),
  id.map((file): ImageRef => ({ kind: 'file', file })),
)

export const contentRef: fc.Arbitrary<ContentRef> = fc.oneof(
  imageRef as fc.Arbitrary<ContentRef>,
  id.map((page): ContentRef => ({ kind: 'page', page })),
  fc.tuple(id, id).map(([page, space]): ContentRef => ({ kind: 'page', page, space })),
  anchor.map((value): ContentRef => ({ kind: 'anchor', anchor: value })),
  fc.tuple(anchor, id).map(([value, page]): ContentRef => ({ kind: 'anchor', anchor: value, page })),
  fc
    .tuple(anchor, id, id)
    .map(([value, page, space]): ContentRef => ({ kind: 'anchor', anchor: value, page, space })),
  id.map((user): ContentRef => ({ kind: 'user', user })),
  id.map((collection): ContentRef => ({ kind: 'collection', collection })),
  id.map((space): ContentRef => ({ kind: 'space', space })),
  id.map((reusableContent): ContentRef => ({ kind: 'reusable-content', reusableContent })),
  id.map((spec): ContentRef => ({ kind: 'openapi', spec })),
)

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined })

/** Omits undefined members, as JSON does. */
export const compact = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

const inlineImage: fc.Arbitrary<InlineImage> = fc
  .record({
    ref: imageRef,
    refDark: optional(imageRef.filter((ref) => ref.kind === 'file' || ref.url !== '')),
    caption: optional(someLine),
    size: optional(fc.constantFrom('original' as const, 'line' as const)),
  })
  .map((data) => compact({ object: 'inline', type: 'inline-image', data, isVoid: true } as InlineImage))

/** Normalizes nodes as the parser does: adjacent texts are merged, and an empty list contains an empty text. */
export const canonical = <Node extends InlineNode>(nodes: Node[]): (Node | Text)[] => {
  const joined = normalizeInline(nodes)
  return joined.length > 0 ? joined : [text('')]
}

const link: fc.Arbitrary<Inline> = fc
  .tuple(
    contentRef,
    fc.array(fc.oneof({ weight: 4, arbitrary: textNode }, { weight: 1, arbitrary: inlineImage }), {
      maxLength: 2,
    }),
  )
  .map(([ref, nodes]) => ({
    object: 'inline',
    type: 'link',
    data: { ref },
    isVoid: false,
    nodes: canonical(nodes),
  }))

const formula = fc.constantFrom('a^2', 'a|b', '\\frac{1}{2}', '*x*', 'a_b', ' ', 'x < y', '$', '{% a %}')

const plainInline: fc.Arbitrary<Inline> = fc.oneof(
  link,
  inlineImage as fc.Arbitrary<Inline>,
  fc
    .constantFrom('1f604', '1f469-200d-1f4bb', '2b50', '1f44d-1f3fd', '231', 'Ö')
    .map((code): Inline => ({ object: 'inline', type: 'emoji', data: { code }, isVoid: true })),
  fc
    .record({
      icon: fc.constantFrom('gear', 'arrow-right', 'x"y'),
      color: optional(fc.constantFrom('red' as const, '$warning' as const)),
    })
    .map((data) => compact({ object: 'inline', type: 'icon', data, isVoid: true } as Inline)),
  fc
    .oneof(line, fc.constant('a\nb'))
    .map(
      (expression): Inline => ({ object: 'inline', type: 'expression', data: { expression }, isVoid: true }),
    ),
  formula.map(
    (value): Inline => ({ object: 'inline', type: 'inline-math', data: { formula: value }, isVoid: true }),
  ),
  contentRef.map((ref): Inline => ({ object: 'inline', type: 'mention', data: { ref }, isVoid: true })),
  fc
    .record({
      label: lines,
      kind: fc.constantFrom('primary' as const, 'secondary' as const),
      icon: optional(fc.constantFrom('rocket', 'a"b')),
      ref: contentRef,
    })
    .map((data) => compact({ object: 'inline', type: 'button', data, isVoid: true } as Inline)),
  fc
    .record({
      label: lines,
      kind: fc.constantFrom('primary' as const, 'secondary' as const),
      action: fc.oneof(
        fc.record({ action: fc.constantFrom('search', 'ask'), query: optional(line) }),
        fc.record({ action: fc.constant('select'), slug: id }),
      ),
    })
    .map((data) => compact({ object: 'inline', type: 'button', data, isVoid: true } as Inline)),
)

const annotation: fc.Arbitrary<Inline> = fc
  .tuple(fc.array(textNode, { maxLength: 1 }), fc.array(fc.tuple(textNode), { minLength: 1, maxLength: 2 }))
  .map(([nodes, paragraphs]) => {
    const body: Block[] = paragraphs.map((content) => paragraph(canonical(content)))
    return {
      object: 'inline',
      type: 'annotation',
      data: {},
      isVoid: false,
      nodes: canonical(nodes) as Text[],
      fragments: [fragment('annotation-body', body, 'annotation-body')],
    }
  })

const inlineNodes = (inline: fc.Arbitrary<Inline>): fc.Arbitrary<InlineNode[]> =>
  fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: textNode as fc.Arbitrary<InlineNode> },
        { weight: 4, arbitrary: inline },
      ),
      {
        maxLength: 4,
      },
    )
    .map(canonical)

export const inlineContent = inlineNodes(
  fc.oneof({ weight: 6, arbitrary: plainInline }, { weight: 1, arbitrary: annotation }),
)

export const plainContent = inlineNodes(plainInline)
