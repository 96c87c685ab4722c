import type {
  Block,
  Fragment,
  Heading,
  HeadingType,
  InlineNode,
  Leaf,
  Mark,
  Paragraph,
  PlainMarkType,
  Text,
} from '../types.ts'

/** The canonical order of marks, so that equal texts have equal trees. */
const markOrder = [
  'bold',
  'italic',
  'strikethrough',
  'color',
  'superscript',
  'subscript',
  'keyboard',
  'code',
] as const

export const plainMark = (type: PlainMarkType): Mark => ({ object: 'mark', type })

/** Adds a mark to a set of marks. A text has one color: a new color replaces the previous one. */
export function withMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const others = marks.filter(({ type }) => type !== mark.type)
  return [...others, mark].sort((a, b) => markOrder.indexOf(a.type) - markOrder.indexOf(b.type))
}

export const sameMark = (a: Mark, b: Mark): boolean =>
  a.type === b.type &&
  (a.type !== 'color' ||
    b.type !== 'color' ||
    (a.data.text === b.data.text && a.data.background === b.data.background))

export const sameMarks = (a: readonly Mark[], b: readonly Mark[]): boolean =>
  a.length === b.length && a.every((mark, index) => sameMark(mark, b[index] as Mark))

export const leaf = (text: string, marks: Mark[] = []): Leaf => ({ object: 'leaf', text, marks })

export const text = (value: string, marks: Mark[] = []): Text => ({
  object: 'text',
  leaves: [leaf(value, marks)],
})

export const paragraph = (nodes: InlineNode[], align?: 'start' | 'center' | 'end'): Paragraph => ({
  object: 'block',
  type: 'paragraph',
  data: align ? { align } : {},
  nodes: orEmptyText(nodes),
})

export const textParagraph = (value: string): Paragraph => paragraph([text(value)])

export const fragment = (name: string, nodes: Block[], type?: string): Fragment =>
  type === undefined
    ? { object: 'fragment', fragment: name, nodes }
    : { object: 'fragment', fragment: name, type, nodes }

/** Returns the nodes, or one empty text node if there are none: editors expect at least one text node. */
export const orEmptyText = <Node extends InlineNode>(nodes: Node[]): (Node | Text)[] =>
  nodes.length === 0 ? [text('')] : nodes

/** Returns the nodes, or one empty paragraph if there are none: an editor needs a paragraph for its cursor. */
export const orEmptyParagraph = (nodes: Block[]): Block[] => (nodes.length === 0 ? [paragraph([])] : nodes)

export const isEmptyParagraph = (node: Block): boolean =>
  node.type === 'paragraph' && node.data?.align === undefined && node.nodes.every(isEmptyText)

export const isEmptyText = (node: InlineNode): boolean =>
  node.object === 'text' && node.leaves.every(({ text, source }) => text === '' && source === undefined)

/** Returns whether inlines are texts without marks. */
export const areTexts = (nodes: readonly InlineNode[]): boolean =>
  nodes.every(
    (node) =>
      node.object === 'text' &&
      node.leaves.every(({ marks, source }) => marks.length === 0 && source === undefined),
  )

/** Returns the text of inline nodes without formatting, for titles, labels and search. */
export function plainText(nodes: readonly InlineNode[]): string {
  let result = ''
  for (const node of nodes) {
    if (node.object === 'text') result += node.leaves.map(({ text }) => text).join('')
    else if (node.type === 'link' || node.type === 'annotation') result += plainText(node.nodes)
    else if (node.type === 'button') result += node.data.label
    else if (node.type === 'inline-math') result += node.data.formula
    else if (node.type === 'inline-image') result += node.data.caption ?? ''
  }
  return result
}

/** Returns the level of a heading in Markdown, 1 to 6. */
export const headingLevel = ({ type, data }: Heading): 1 | 2 | 3 | 4 | 5 | 6 =>
  (type === 'heading-3' ? data?.level : undefined) ?? (Number(type.at(-1)) as 1 | 2 | 3)

/** Writes a paragraph in bold. Other blocks stay as they are. */
export function boldBlock(block: Block): Block {
  if (block.type !== 'paragraph') return block
  const nodes = block.nodes.map((node): InlineNode => {
    if (node.object !== 'text') return node
    const leaves = node.leaves.map((one) =>
      one.source === undefined ? { ...one, marks: withMark(one.marks, plainMark('bold')) } : one,
    )
    return { ...node, leaves }
  })
  return { ...block, nodes }
}

/** Omits undefined members, so that a tree equals itself after a JSON round trip. */
export function defined<Data extends object>(data: Data): Data {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as Data
}

/** Creates a heading. Levels below the third are headings of the third with their level. */
export const heading = (depth: number, nodes: Heading['nodes'], data: Heading['data']): Heading => ({
  object: 'block',
  type: `heading-${Math.min(depth, 3)}` as HeadingType,
  data: depth > 3 ? { ...data, level: depth as 4 } : data,
  nodes: paragraph(nodes).nodes,
})
