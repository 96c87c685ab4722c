import type { Pool } from 'pg'
import { readPageBodies } from '../../content/body-reads.ts'
import type { Body } from '../../content/documents.ts'
import type { LocatedPage } from '../../content/located-content.ts'
import { rowsIn } from '../../content/revision-rows.ts'
import { hasConditions, includedIds, type WholeBody } from './visible-body.ts'

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
