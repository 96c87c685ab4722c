import { visitOf } from '../../access/viewer.ts'
import type { Body } from '../../formats/body/documents.ts'
import type { PageVersion } from '../../generated/prisma/client.ts'
import { type Prefetch, prefetchedOf } from '../../graph/declare/prefetch.ts'
import type { Cost } from '../../request/cost.ts'

/** The body of a page; not known for one that is computed. */
export const bodyPrefetch: Prefetch = {
  // Visitors of a site see parts of bodies.
  inSql: (column, _args, { context }) =>
    visitOf(context.viewer)
      ? undefined
      : `CASE
  WHEN ${column('computed')} IS NOT NULL THEN NULL
  WHEN ${column('documentId')} IS NULL THEN json_build_object('markdown', '', 'bytes', 0)
  ELSE (
    SELECT json_build_object('markdown', d.markdown, 'nodes', d.nodes,
      'bytes', octet_length(d.markdown) + coalesce(pg_column_size(d.nodes), 0))
    FROM "Document" d WHERE d.id = ${column('documentId')}) END`,
}

/** Returns the body that was prefetched, and counts it; undefined if there is none. */
export function prefetchedBodyOf(page: PageVersion, cost: Cost | undefined): Body | undefined {
  const found = prefetchedOf<Body & { readonly bytes: number }>(page)
  if (!found) return undefined
  cost?.readBytes(found.bytes)
  const { markdown, nodes } = found
  return nodes ? { markdown, nodes } : { markdown }
}
