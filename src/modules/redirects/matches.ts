import type { RunStatement } from '../../database/rows.ts'
import type { SiteRedirect } from '../../generated/prisma/client.ts'
import { restBehind } from './paths.ts'

/** A redirect that holds for a path. */
export interface Match<Redirect = SiteRedirect> {
  readonly redirect: Redirect
  /** The rest of the path that the wildcard of its source stands for, empty without one. */
  readonly rest: string
}

/** A path on a site for which a redirect is looked for. */
export interface Place {
  readonly path: string
  /** Redirects with wildcards count too. They do not for what is content. */
  readonly wildcards: boolean
}

interface MatchRow extends SiteRedirect {
  readonly n: number
}

/** The longest source that a wildcard may follow. */
const maximumPrefix = 511

const statement = `
  SELECT k.n::int AS n, m.*
  FROM unnest($2::text[], $3::boolean[]) WITH ORDINALITY AS k(path, wildcards, n)
  CROSS JOIN LATERAL (
    SELECT r.* FROM "SiteRedirect" r
    WHERE r."siteId" = $1 AND NOT r.draft AND r.id <> ALL($4::text[]) AND r.source = ANY(ARRAY(
      SELECT k.path
      UNION ALL
      SELECT left(k.path, g) || '*' FROM generate_series(1, least(length(k.path), ${maximumPrefix})) g
      WHERE k.wildcards))
    ORDER BY r.source = k.path DESC, length(r.source) DESC LIMIT 1) m`

/**
 * Finds for each path the redirect of a site that acts there, in one statement: that of the path, else the one with the
 * longest source that ends in a wildcard. Those with an id in `without` do not count.
 */
export async function findMatches(
  run: RunStatement,
  siteId: string,
  places: readonly Place[],
  without: readonly string[] = [],
): Promise<(Match | null)[]> {
  const rows = await run<MatchRow>(statement, [
    siteId,
    places.map(({ path }) => path),
    places.map(({ wildcards }) => wildcards),
    without,
  ])
  const matches = new Array<Match | null>(places.length).fill(null)
  for (const { n, ...redirect } of rows) matches[n - 1] = matchOf(redirect, (places[n - 1] as Place).path)
  return matches
}

export function matchOf<Redirect extends { readonly source: string }>(
  redirect: Redirect,
  path: string,
): Match<Redirect> | null {
  const rest = restBehind(redirect.source, path)
  return rest === null ? null : { redirect, rest }
}
