import { documentToMarkdown } from '../../../page-format/document-to-markdown.ts'
import { markdownToDocument } from '../../../page-format/markdown-to-document.ts'
import type { Block, Fragment, InlineNode, JSONDocument } from '../../../page-format/types.ts'
import type { Body } from '../../content/documents.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import type { VisitorClaims } from '../../visitors/visitor.ts'

/** A page body with the reusable contents that it includes. */
export interface WholeBody {
  readonly body: Body
  /** Bodies of reusable contents, by id. */
  readonly reusable: ReadonlyMap<string, Body>
  /** Parts of the body are visible to some visitors only. */
  readonly isConditional: boolean
}

export const hasConditions = ({ markdown }: Body) => /\{%-?\s*if\b/.test(markdown)

export const includedIds = ({ markdown }: Body): string[] =>
  [...markdown.matchAll(/\/reusable-contents\/([A-Za-z0-9]+)/g)].map(([, id]) => id as string)

/**
 * Returns the tree of a body for a visitor: with reusable contents inserted, and without the parts whose conditions
 * do not hold.
 */
export function visibleDocument({ body, reusable }: WholeBody, claims: VisitorClaims): JSONDocument {
  const document = treeOf(body)
  const context: VisibilityContext = { claims, reusable, included: [], budget: { nodes: maximumNodes } }
  return { ...document, nodes: visibleBlocks(document.nodes, context) }
}

/**
 * Returns the Markdown of a body for a visitor: the stored text unchanged, if it has no conditions and no reusable
 * contents.
 */
export const visibleMarkdown = (whole: WholeBody, claims: VisitorClaims): string =>
  whole.isConditional || includedIds(whole.body).length > 0
    ? documentToMarkdown(visibleDocument(whole, claims))
    : whole.body.markdown

export const treeOf = ({ markdown, nodes }: Body): JSONDocument =>
  (nodes as JSONDocument | undefined) ?? markdownToDocument(markdown)

/** Maximum nodes of a page. Reusable contents that include others several times would multiply without it. */
const maximumNodes = 100_000

interface VisibilityContext {
  readonly claims: VisitorClaims
  readonly reusable: ReadonlyMap<string, Body>
  /** Reusable contents around the block. Including one of them again would be a cycle. */
  readonly included: readonly string[]
  readonly budget: { nodes: number }
}

function visibleBlocks(blocks: readonly Block[], context: VisibilityContext): Block[] {
  return blocks.flatMap((block): Block[] => {
    context.budget.nodes -= 1
    if (block.type === 'if')
      return conditionHolds(block.data.expression, context.claims) ? visibleBlocks(block.nodes, context) : []
    if (block.type === 'reusable-content') return includedBlocks(block.data.ref.reusableContent, context)
    return [withVisibleChildren(block, context)]
  })
}

function includedBlocks(id: string, context: VisibilityContext): Block[] {
  const body = context.reusable.get(id)
  if (!body || context.included.includes(id) || context.budget.nodes <= 0) return []
  const { nodes } = treeOf(body)
  return visibleBlocks(nodes, { ...context, included: [...context.included, id] })
}

function withVisibleChildren(block: Block, context: VisibilityContext): Block {
  const children = 'nodes' in block ? (block.nodes as readonly (Block | InlineNode)[]) : undefined
  const nodes = children?.every((child) => child.object === 'block')
    ? visibleBlocks(children as readonly Block[], context)
    : children
  const fragments = 'fragments' in block ? block.fragments : undefined
  return {
    ...block,
    ...(nodes && { nodes }),
    ...(fragments && {
      fragments: fragments.map(
        (fragment): Fragment => ({ ...fragment, nodes: visibleBlocks(fragment.nodes, context) }),
      ),
    }),
  } as Block
}
