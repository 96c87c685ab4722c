import type { RunStatement } from '../../database/rows.ts'
import { pageAtPath } from '../content/page-climb.ts'

interface PagePath {
  readonly revisionId: string
  /** Path of a page in its space, with or without slashes at the ends. */
  readonly path: string
}

const statement = `
  SELECT k.n::int AS n, v."pageId" AS page
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(revision, path, n)
  JOIN "Revision" r ON r.id = k.revision
  CROSS JOIN LATERAL (${pageAtPath('k.path')}) v`

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
