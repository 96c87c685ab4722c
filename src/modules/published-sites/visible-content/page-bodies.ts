import type { Pool } from 'pg'
import { documentToMarkdown } from '../../../page-format/document-to-markdown.ts'
import type { Block, Fragment, InlineNode, JSONDocument } from '../../../page-format/types.ts'
import { readPageBodies } from '../../content/body-reads.ts'
import type { Body } from '../../content/documents.ts'
import type { LocatedPage } from '../../content/located-pages.ts'
import { documentOf } from '../../content/page-bodies.ts'
import { rowsIn } from '../../content/revision-rows.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import type { VisitorClaims } from '../../visitors/visitor.ts'

/** The body of a page with all that it includes. */
export interface WholeBody {
  readonly body: Body
  /** The bodies of reusable contents, by their ids. */
  readonly reusable: ReadonlyMap<string, Body>
  /** Parts of it are shown to some visitors only. */
  readonly isConditional: boolean
}

const hasConditions = ({ markdown }: Body) => /\{%-?\s*if\b/.test(markdown)

const includedIds = ({ markdown }: Body): string[] =>
  [...markdown.matchAll(/\/reusable-contents\/([A-Za-z0-9]+)/g)].map(([, id]) => id as string)

/** Bodies of pages of one revision: two statements, and one for each level of reusable contents in them. */
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

/** Reusable contents include others, to some depth. */
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

/** The tree of a body as a visitor sees it: reusable contents in their places, and without what is not for them. */
export function visibleDocument({ body, reusable }: WholeBody, claims: VisitorClaims): JSONDocument {
  const document = documentOf(body) as JSONDocument
  const sight: Sight = { claims, reusable, included: [], room: { nodes: maximumNodes } }
  return { ...document, nodes: visibleBlocks(document.nodes, sight) }
}

/** The Markdown of a body as a visitor sees it; the very text of its author where all of it is for everybody. */
export const visibleMarkdown = (whole: WholeBody, claims: VisitorClaims): string =>
  whole.isConditional || includedIds(whole.body).length > 0
    ? documentToMarkdown(visibleDocument(whole, claims))
    : whole.body.markdown

/** Reusable contents that include others several times each would grow without bounds. */
const maximumNodes = 100_000

interface Sight {
  readonly claims: VisitorClaims
  readonly reusable: ReadonlyMap<string, Body>
  /** Reusable contents around the block, which do not include themselves. */
  readonly included: readonly string[]
  readonly room: { nodes: number }
}

function visibleBlocks(blocks: readonly Block[], sight: Sight): Block[] {
  return blocks.flatMap((block): Block[] => {
    sight.room.nodes -= 1
    if (block.type === 'if')
      return conditionHolds(block.data.expression, sight.claims) ? visibleBlocks(block.nodes, sight) : []
    if (block.type === 'reusable-content') return includedBlocks(block.data.ref.reusableContent, sight)
    return [withVisibleChildren(block, sight)]
  })
}

function includedBlocks(id: string, sight: Sight): Block[] {
  const body = sight.reusable.get(id)
  if (!body || sight.included.includes(id) || sight.room.nodes <= 0) return []
  const { nodes } = documentOf(body) as JSONDocument
  return visibleBlocks(nodes, { ...sight, included: [...sight.included, id] })
}

function withVisibleChildren(block: Block, sight: Sight): Block {
  const children = 'nodes' in block ? (block.nodes as readonly (Block | InlineNode)[]) : undefined
  const nodes = children?.every((child) => child.object === 'block')
    ? visibleBlocks(children as readonly Block[], sight)
    : children
  const fragments = 'fragments' in block ? block.fragments : undefined
  return {
    ...block,
    ...(nodes && { nodes }),
    ...(fragments && {
      fragments: fragments.map(
        (fragment): Fragment => ({ ...fragment, nodes: visibleBlocks(fragment.nodes, sight) }),
      ),
    }),
  } as Block
}
