import type { RunStatement } from '../../database/rows.ts'
import { point } from '../content/page-climb.ts'
import { rowsIn } from '../content/revision-rows.ts'

interface PagePath {
  readonly revisionId: string
  /** Path of a page in its space, with or without slashes at the ends. */
  readonly path: string
}

/** SQL condition, in the form of an index: the row `v` is the child of the page at the next segment of the path. */
const isStep = `coalesce(v."parentId", '') = coalesce(d.page, '') AND v.slug = d.slugs[d.depth + 1]`

const statement = `
  WITH RECURSIVE descent AS (
    SELECT k.n::int AS n, ${point('r')}, string_to_array(k.path, '/') AS slugs, 0 AS depth, NULL::text AS page
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(revision, path, n)
    JOIN "Revision" r ON r.id = k.revision
    UNION ALL
    SELECT d.n, ${point('d')}, d.slugs, d.depth + 1, v."pageId"
    FROM descent d
    CROSS JOIN LATERAL (SELECT v."pageId" FROM ${rowsIn('PageVersion', 'd', isStep)} v OFFSET 0) v
    WHERE d.depth < cardinality(d.slugs))
  SELECT n, page FROM descent WHERE depth = cardinality(slugs)`

/** Returns the ids of the pages at paths, each in its revision, in one statement. Null where there is none. */
export async function readPagesAtPaths(
  run: RunStatement,
  paths: readonly PagePath[],
): Promise<(string | null)[]> {
  const pages = new Array<string | null>(paths.length).fill(null)
  if (paths.length === 0) return pages
  const rows = await run<{ readonly n: number; readonly page: string }>(statement, [
    paths.map(({ revisionId }) => revisionId),
    paths.map(({ path }) => path.replace(/^\/+|\/+$/g, '')),
  ])
  for (const { n, page } of rows) pages[n - 1] = page
  return pages
}
