import type { Pool } from 'pg'
import { documentToMarkdown } from '../../../page-format/document-to-markdown.ts'
import type { Block, Fragment, InlineNode, JSONDocument } from '../../../page-format/types.ts'
import { readPageBodies } from '../../content/body-reads.ts'
import type { Body } from '../../content/documents.ts'
import type { LocatedPage } from '../../content/located-content.ts'
import { documentOf } from '../../content/page-bodies.ts'
import { rowsIn } from '../../content/revision-rows.ts'
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

const hasConditions = ({ markdown }: Body) => /\{%-?\s*if\b/.test(markdown)

const includedIds = ({ markdown }: Body): string[] =>
  [...markdown.matchAll(/\/reusable-contents\/([A-Za-z0-9]+)/g)].map(([, id]) => id as string)

/** Reads the bodies of pages of one revision, in two statements and one for each level of reusable contents. */
export async function readWholeBodies(pool: Pool, pages: readonly LocatedPage[]): Promise<WholeBody[]> {
  const all = await readPageBodies(pool, pages)
  const [page] = pages
  const reusable = page ? await readReusable(pool, page.location.revisionId, all) : new Map<string, Body>()
  return all.map((body) => ({
    body,
    reusable,
    isConditional:
      hasConditions(body) || (includedIds(body).length > 0 && [...reusable.values()].some(hasConditions)),
  }))
}

const bodyOf = (markdown: string, nodes: object | null | undefined): Body =>
  nodes ? { markdown, nodes } : { markdown }

/** Maximum depth of reusable contents inside of each other. */
const includeDepth = 4

async function readReusable(
  pool: Pool,
  revisionId: string,
  bodies: readonly Body[],
): Promise<Map<string, Body>> {
  const found = new Map<string, Body>()
  let wanted = bodies.flatMap(includedIds)
  for (let depth = 0; depth < includeDepth && wanted.length > 0; depth++) {
    const condition = 'v."reusableId" = ANY($2::text[])'
    const { rows } = await pool.query<Body & { reusableId: string }>(
      `SELECT v."reusableId", d.markdown, d.nodes
       FROM "Revision" r CROSS JOIN LATERAL ${rowsIn('ReusableContentVersion', 'r', condition)} v
       JOIN "Document" d ON d.id = v."documentId" WHERE r.id = $1`,
      [revisionId, [...new Set(wanted)]],
    )
    const bodiesOfLevel = rows.map(({ markdown, nodes }) => bodyOf(markdown, nodes))
    for (const [index, { reusableId }] of rows.entries()) found.set(reusableId, bodiesOfLevel[index] as Body)
    wanted = bodiesOfLevel.flatMap(includedIds).filter((id) => !found.has(id))
  }
  return found
}

/**
 * Returns the tree of a body for a visitor: with reusable contents inserted, and without the parts whose conditions
 * do not hold.
 */
export function visibleDocument({ body, reusable }: WholeBody, claims: VisitorClaims): JSONDocument {
  const document = documentOf(body) as JSONDocument
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
  const { nodes } = documentOf(body) as JSONDocument
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
