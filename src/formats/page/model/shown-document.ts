import type { Block, Expression, Fragment, InlineNode, JSONDocument, Leaf } from '../types.ts'
import { keptExpression } from './kept-expressions.ts'
import { withoutMalformedConditions } from './malformed-conditions.ts'
import { isOpaque } from './opaque.ts'
import { isUnderline } from './underlines.ts'
import { type DocumentNode, walkDocument } from './walk-document.ts'

/** The conditions and the reusable contents for which a document is shown. */
export interface Showing {
  /**
   * Returns whether the condition of a block holds. Without it, blocks with conditions stay as they are, and so does what
   * is kept without being shown: clients that do not show the document write it back.
   */
  readonly holds?: (condition: string) => boolean
  /** Returns the text of an expression, or undefined if it has none, which stays as it is. Without it they all do. */
  readonly evaluate?: (expression: string) => string | undefined
  /** Returns the tree of a reusable content, or undefined if there is none. Without it they stay references. */
  readonly reusable?: (id: string) => JSONDocument | undefined
}

/** Maximum nodes of a page. Reusable contents that include others several times would multiply without it. */
const maximumNodes = 100_000

interface Walk extends Showing {
  /** Reusable contents around the block. Including one of them again would be a cycle. */
  readonly included: readonly string[]
  readonly budget: { nodes: number }
}

/**
 * Returns a document without the parts whose conditions do not hold and what is kept without being shown, and with the
 * reusable contents that are known.
 */
export function shownDocument(document: JSONDocument, showing: Showing): JSONDocument {
  if (!showing.holds && !walkDocument(document).some(dependsOnShowing)) return document
  return {
    ...document,
    nodes: shownBlocks(nodesFor(document, showing), {
      ...showing,
      included: [],
      budget: { nodes: maximumNodes },
    }),
  }
}

/** Returns whether a node may be shown as another one where conditions stay. Most documents have none, whatever their depth. */
function dependsOnShowing(node: DocumentNode): boolean {
  if (node.object === 'text') return node.leaves.some(({ source }) => source !== undefined)
  if (node.object === 'inline') return node.type === 'expression'
  if (node.object === 'fragment') return false
  return node.type === 'reusable-content'
}

/** Returns the nodes of a document that conditions may show, which is all for those who see the conditions themselves. */
const nodesFor = (document: JSONDocument, { holds }: Showing): Block[] =>
  (holds ? withoutMalformedConditions(document) : document).nodes

function shownBlocks(blocks: readonly Block[], walk: Walk): Block[] {
  return blocks.flatMap((block): Block[] => {
    walk.budget.nodes -= 1
    if (block.type === 'if' && walk.holds)
      return walk.holds(block.data.expression) ? shownBlocks(block.nodes, walk) : []
    if (isOpaque(block) && walk.holds) return []
    if (block.type === 'reusable-content' && walk.reusable)
      return includedBlocks(block.data.ref.reusableContent, walk, walk.reusable)
    return [withShownChildren(block, walk)]
  })
}

function includedBlocks(id: string, walk: Walk, reusable: NonNullable<Showing['reusable']>): Block[] {
  const document = reusable(id)
  if (!document || walk.included.includes(id) || walk.budget.nodes <= 0) return []
  return shownBlocks(nodesFor(document, walk), { ...walk, included: [...walk.included, id] })
}

function withShownChildren(block: Block, walk: Walk): Block {
  const children = 'nodes' in block ? (block.nodes as readonly (Block | InlineNode)[]) : undefined
  const nodes = children?.every((child) => child.object === 'block')
    ? shownBlocks(children as readonly Block[], walk)
    : shownInline(children as readonly InlineNode[] | undefined, walk)
  const fragments = 'fragments' in block ? block.fragments : undefined
  return {
    ...block,
    ...(nodes && { nodes }),
    ...(fragments && {
      fragments: fragments.map(
        (fragment): Fragment => ({ ...fragment, nodes: shownBlocks(fragment.nodes, walk) }),
      ),
    }),
  } as Block
}

/** Returns nodes of a line without what their texts keep, but the tags that sites show: those of underlines. */
function shownInline(
  nodes: readonly InlineNode[] | undefined,
  walk: Walk,
): readonly InlineNode[] | undefined {
  if (!walk.holds && !walk.evaluate) return nodes
  return nodes?.map((node): InlineNode => {
    if (node.object === 'text')
      return { ...node, leaves: node.leaves.flatMap((leaf) => shownLeaf(leaf, walk)) }
    if (node.type === 'expression') return shownExpression(node, walk)
    return 'nodes' in node ? ({ ...node, nodes: shownInline(node.nodes, walk) } as InlineNode) : node
  })
}

function shownExpression(node: Expression, { evaluate }: Walk): InlineNode {
  const text = evaluate?.(node.data.expression)
  return text === undefined ? node : { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }
}

/** Returns a leaf with the text of the expression that it keeps. Visitors are shown nothing else that leaves keep but underlines. */
function shownLeaf(leaf: Leaf, { holds, evaluate }: Walk): Leaf[] {
  if (leaf.source === undefined || isUnderline(leaf)) return [leaf]
  const expression = evaluate && keptExpression(leaf)
  if (expression === undefined) return holds ? [] : [leaf]
  const text = evaluate?.(expression) ?? (holds && `{{ ${expression} }}`)
  return text === undefined ? [leaf] : [{ object: 'leaf', text, marks: leaf.marks }]
}
