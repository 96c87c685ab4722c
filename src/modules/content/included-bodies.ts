import type { RunStatement } from '../../database/rows.ts'
import type { Body } from '../../formats/body/documents.ts'
import { mayHaveConditions } from '../../formats/page/syntax/condition-tags.ts'
import { rowsIn } from './revision-rows.ts'

/** Returns whether parts of a body may be for some visitors only, or for none because a condition is malformed. */
export const hasConditions = ({ markdown }: Body): boolean => mayHaveConditions(markdown)

export const includedIds = ({ markdown }: Body): string[] =>
  [...markdown.matchAll(/\/reusable-contents\/([A-Za-z0-9]+)/g)].map(([, id]) => id as string)

const bodyOf = (markdown: string, nodes: object | null | undefined): Body =>
  nodes ? { markdown, nodes } : { markdown }

/** Maximum depth of reusable contents inside of each other. */
const includeDepth = 4

/** Reads the reusable contents that bodies of a revision include, by id, in one statement for each level. */
export async function readIncluded(
  run: RunStatement,
  revisionId: string,
  bodies: readonly Body[],
): Promise<Map<string, Body>> {
  const found = new Map<string, Body>()
  let wanted = bodies.flatMap(includedIds)
  for (let depth = 0; depth < includeDepth && wanted.length > 0; depth++) {
    const condition = 'v."reusableId" = ANY($2::text[])'
    const rows = await run<Body & { reusableId: string }>(
      `SELECT v."reusableId", d.markdown, d.nodes
       FROM "Revision" r CROSS JOIN LATERAL ${rowsIn('ReusableContentVersion', 'r', condition)} v
       JOIN "Document" d ON d.id = v."documentId" WHERE r.id = $1`,
      [revisionId, [...new Set(wanted)]],
    )
    const bodies = rows.map(({ markdown, nodes }) => bodyOf(markdown, nodes))
    for (const [index, { reusableId }] of rows.entries()) found.set(reusableId, bodies[index] as Body)
    wanted = bodies.flatMap(includedIds).filter((id) => !found.has(id))
  }
  return found
}
