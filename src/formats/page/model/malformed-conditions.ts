import { conditionTagOf, isEndOfCondition, mayHaveConditions } from '../syntax/condition-tags.ts'
import type { Block, Fragment, InlineNode, JSONDocument, Leaf, Table } from '../types.ts'
import { orEmptyParagraph, orEmptyText } from './nodes.ts'
import { opaqueSource } from './opaque.ts'
import { type DocumentNode, walkDocument } from './walk-document.ts'

/**
 * The rest of nodes in one container, and how many conditions begin in them that do not end there. Nothing was left out
 * if `isCut` is false.
 */
interface Cut<Node> {
  readonly nodes: Node[]
  readonly isCut: boolean
  readonly open: number
}

/**
 * Returns a document without what follows a tag of a condition that is none (without an end, in another case, among words), up
 * to the end of its container: it was meant to be hidden from somebody, and nobody can tell from whom. Conditions that
 * begin in one container and end in another hide all between them.
 */
export function withoutMalformedConditions(document: JSONDocument): JSONDocument {
  return malformedConditions(document).length === 0
    ? document
    : { ...document, nodes: cutBlocks(document.nodes).nodes }
}

/** Returns the tags of conditions in a document that are none, in its order. */
export function malformedConditions({ nodes }: Pick<JSONDocument, 'nodes'>): string[] {
  const found: string[] = []
  for (const node of walkDocument(documentOf(nodes))) found.push(...tagsOf(node))
  return found
}

/** Returns the tags of conditions that a node itself has, without those of its children. */
function tagsOf(node: DocumentNode): string[] {
  if (node.object === 'fragment') return []
  if (node.object === 'text')
    return node.leaves.flatMap(({ source }) =>
      source !== undefined && conditionTagOf(source) ? [source] : [],
    )
  const source = node.object === 'block' ? opaqueSource(node) : undefined
  if (source !== undefined) return conditionTagOf(source) ? [source] : []
  return textsOf(node).filter(mayHaveConditions)
}

/** The members of nodes that readers see as text. */
const textMembers = ['title', 'alt', 'caption', 'label', 'description'] as const

function textsOf(node: Exclude<DocumentNode, Fragment | { object: 'text' }>): string[] {
  const data = (node.data ?? {}) as Partial<Record<string, unknown>>
  const own = textMembers.map((name) => data[name])
  const columns = node.type === 'table' ? columnTexts(node) : []
  return [...own, ...columns].filter((text): text is string => typeof text === 'string')
}

const columnTexts = ({ data }: Table): string[] =>
  Object.values(data.definition).flatMap((column) => [
    column.title,
    ...(column.type === 'select' ? column.options.map(({ label }) => label) : []),
  ])

const documentOf = (nodes: readonly DocumentNode[]): JSONDocument => ({
  object: 'document',
  data: {},
  nodes: nodes as Block[],
})

/** Counts the conditions that begin in nodes and do not end in them. */
function openConditions(nodes: readonly DocumentNode[]): number {
  let open = 0
  for (const node of walkDocument(documentOf(nodes)))
    for (const tag of tagsOf(node)) open = openAfter(open, tag)
  return open
}

const openAfter = (open: number, tag: string): number =>
  isEndOfCondition(tag) ? Math.max(0, open - 1) : conditionTagOf(tag) === 'end' ? open : open + 1

/** The parts of other blocks: a condition in one that goes on behind it hides the parts behind it, too. */
const parts = new Set(['list-item', 'tabs-item', 'stepper-step', 'column', 'update', 'image', 'if'])

function cutBlocks(blocks: readonly Block[]): Cut<Block> {
  const nodes: Block[] = []
  let isCut = false
  let open = 0
  /** The number of nodes up to the one in which a condition begins that goes on behind it. */
  let openAt: number | undefined
  const endAt = (index: number): Cut<Block> => ({
    nodes,
    isCut: true,
    open: open + openConditions(blocks.slice(index)),
  })
  for (const [index, block] of blocks.entries()) {
    const [tag] = tagsOf(block)
    if (tag !== undefined) {
      if (conditionTagOf(tag) === 'end' && openAt !== undefined) nodes.length = openAt
      return endAt(index)
    }
    const inner = cutBlock(block)
    if (inner.block) nodes.push(inner.block)
    if (!inner.isCut) continue
    isCut = true
    open += inner.open
    if (inner.open > 0) openAt ??= nodes.length
    if (isText(block) || block.type === 'images' || (inner.open > 0 && parts.has(block.type)))
      return endAt(index + 1)
  }
  return { nodes, isCut, open }
}

const isText = (block: Block): boolean => block.type === 'paragraph' || block.type.startsWith('heading-')

interface CutBlock {
  /** Absent if nothing is left of it. */
  readonly block?: Block
  readonly isCut: boolean
  readonly open: number
}

/** Code says nothing about conditions: what looks like a tag there is an example of one. */
const codeTypes = new Set(['code', 'code-line', 'prompt'])

function cutBlock(block: Block): CutBlock {
  if (codeTypes.has(block.type)) return { block, isCut: false, open: 0 }
  if (block.type === 'table') return cutTable(block)
  const inner = 'nodes' in block ? cutChildren(block.nodes) : undefined
  const fragments = 'fragments' in block && block.fragments ? cutFragments(block.fragments) : undefined
  if (!inner?.isCut && !fragments?.isCut) return { block, isCut: false, open: 0 }
  const isEmpty = isText(block) && inner?.nodes.length === 0
  return {
    ...(!isEmpty && {
      block: {
        ...block,
        ...(inner && { nodes: isText(block) ? orEmptyText(inner.nodes as InlineNode[]) : inner.nodes }),
        ...(fragments && { fragments: fragments.nodes }),
      } as Block,
    }),
    isCut: true,
    open: (inner?.open ?? 0) + (fragments?.open ?? 0),
  }
}

const cutChildren = (nodes: readonly (Block | InlineNode)[]): Cut<Block | InlineNode> =>
  nodes.every(({ object }) => object === 'block')
    ? cutBlocks(nodes as Block[])
    : cutInline(nodes as InlineNode[])

/** Cuts the fragments of a block, one after the other. Those behind a condition that goes on stay, but are empty. */
function cutFragments(fragments: readonly Fragment[]): Cut<Fragment> {
  const nodes: Fragment[] = []
  let isCut = false
  let open = 0
  for (const fragment of fragments) {
    const inner = open > 0 ? hidden(fragment.nodes) : cutBlocks(fragment.nodes)
    isCut ||= inner.isCut
    open += inner.open
    nodes.push(inner.isCut ? { ...fragment, nodes: orEmptyParagraph(inner.nodes) } : fragment)
  }
  return { nodes, isCut, open }
}

const hidden = (nodes: readonly Block[]): Cut<Block> => ({
  nodes: [],
  isCut: true,
  open: openConditions(nodes),
})

/** Cuts the cells of a table. The rows from the one on in which a condition goes on are left out. */
function cutTable(table: Table): CutBlock {
  const rows = Object.entries(table.data.records)
  const rowOfCell = new Map<unknown, number>()
  for (const [index, [, { values }]] of rows.entries())
    for (const value of Object.values(values)) if (typeof value === 'string') rowOfCell.set(value, index)
  let rowsLeft = rows.length
  let isCut = false
  let open = 0
  const fragments = (table.fragments ?? []).map((fragment): Fragment => {
    const inner = cutBlocks(fragment.nodes)
    open += inner.open
    isCut ||= inner.isCut
    if (inner.open > 0) rowsLeft = Math.min(rowsLeft, rowOfCell.get(fragment.fragment) ?? -1)
    return inner.isCut ? { ...fragment, nodes: orEmptyParagraph(inner.nodes) } : fragment
  })
  if (!isCut) return { block: table, isCut, open }
  // A condition in the title of a column is one of all rows.
  if (rowsLeft < 0) return { isCut, open }
  const { cellMerges, ...data } = table.data
  const isWhole = rowsLeft === rows.length
  const records = Object.fromEntries(rows.slice(0, rowsLeft))
  return {
    block: {
      ...table,
      data: { ...data, records, ...(isWhole && cellMerges && { cellMerges }) },
      fragments: fragments.filter(({ fragment }) => (rowOfCell.get(fragment) ?? -1) < rowsLeft),
    },
    isCut,
    open,
  }
}

function cutInline(inline: readonly InlineNode[]): Cut<InlineNode> {
  const nodes: InlineNode[] = []
  for (const [index, node] of inline.entries()) {
    const rest = () => openConditions(inline.slice(index) as DocumentNode[])
    if (node.object === 'text') {
      const at = node.leaves.findIndex(isCondition)
      if (at < 0) {
        nodes.push(node)
        continue
      }
      if (at > 0) nodes.push({ ...node, leaves: node.leaves.slice(0, at) })
      return { nodes, isCut: true, open: rest() }
    }
    if (tagsOf(node).length > 0) return { nodes, isCut: true, open: rest() }
    const inner = 'nodes' in node ? cutInline(node.nodes) : undefined
    const body = node.type === 'annotation' ? cutFragments(node.fragments) : undefined
    if (!inner?.isCut && !body?.isCut) {
      nodes.push(node)
      continue
    }
    if (inner && inner.nodes.length > 0)
      nodes.push({ ...node, nodes: inner.nodes, ...(body && { fragments: body.nodes }) } as InlineNode)
    return { nodes, isCut: true, open: rest() }
  }
  return { nodes, isCut: false, open: 0 }
}

const isCondition = ({ source }: Leaf): boolean =>
  source !== undefined && conditionTagOf(source) !== undefined
