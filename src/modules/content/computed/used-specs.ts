import { boundedCache } from '../../../caches/bounded-cache.ts'
import type { Database } from '../../../database/client.ts'
import { sizeOf } from '../../../request/cost.ts'
import { rowsIn } from '../revision-rows.ts'

/** The specifications that revisions use, which never change, by id of the revision. */
const known = boundedCache<string, readonly string[]>('usedSpecifications', (specifications) =>
  sizeOf(specifications),
)

const sourcesOf = `SELECT v.computed #>> '{dependencies,spec,ref,spec}' AS spec FROM
  ${rowsIn('PageVersion', 'r', 'v.computed IS NOT NULL')} v`

/** A block of an operation, of schemas or of a webhook names its specification. */
const blocksOf = (model: 'PageVersion' | 'ReusableContentVersion') =>
  `SELECT m.groups[1] FROM ${rowsIn(model, 'r', 'v."documentId" IS NOT NULL')} v
   JOIN "Document" d ON d.id = v."documentId"
   CROSS JOIN LATERAL regexp_matches(d.markdown, '[{]%-?\\s*openapi-[^%]*\\mspec="([^"]*)"', 'g') AS m(groups)
   WHERE d.markdown LIKE '%openapi-%'`

/**
 * Returns the revisions that may use OpenAPI specifications: in computed pages, or in blocks of bodies. What only looks like
 * such a block counts too.
 */
export async function revisionsWithSpecs(
  { query }: Pick<Database, 'query'>,
  revisionIds: readonly string[],
): Promise<readonly string[]> {
  const using = new Set(revisionIds.filter((id) => known.get(id)?.length))
  const unknown = revisionIds.filter((id) => !known.has(id))
  if (unknown.length > 0) {
    const rows = await query<{ id: string; specs: string[] }>(
      `SELECT r.id, ARRAY(${sourcesOf} UNION ${blocksOf('PageVersion')} UNION ${blocksOf('ReusableContentVersion')}) AS specs
       FROM "Revision" r WHERE r.id = ANY($1::text[])`,
      [unknown],
    )
    for (const { id, specs } of rows) {
      const named = specs.filter(Boolean)
      known.set(id, named)
      if (named.length > 0) using.add(id)
    }
  }
  return revisionIds.filter((id) => using.has(id))
}
