import type { RunStatement } from '../../database/rows.ts'
import type { SiteRedirect } from '../../generated/prisma/client.ts'
import { pageAndAbove } from '../content/page-climb.ts'
import { pathOf } from './paths.ts'

/** The destination of a redirect: a section, a site-space, a page of the space of a site-space, or a URL elsewhere. */
export type Destination = Pick<SiteRedirect, 'sectionId' | 'siteSpaceId' | 'pageId' | 'url'>

/** The current location of a destination. */
export interface Target {
  /** Encoded path on the site, empty for the default. */
  readonly path: string
  /** The URL, if the destination is no part of the site. */
  readonly url: string | null
  readonly sectionId: string | null
  readonly siteSpaceId: string | null
  /** The page is no longer in the content, so the path is that of its site-space. */
  readonly pageIsGone: boolean
}

interface TargetRow {
  readonly page: string | null
  readonly sectionId: string | null
  readonly sectionPath: string | null
  readonly sectionIsDefault: boolean | null
  readonly siteSpaceId: string | null
  readonly siteSpacePath: string | null
  readonly siteSpaceIsDefault: boolean | null
  /** The slugs from the root; null for a link, which has none. Null if there is no such page. */
  readonly slugs: readonly (string | null)[] | null
}

const statement = `
  SELECT nullif(k.page, '') AS page, s.id AS "sectionId", s.path AS "sectionPath", s."isDefault" AS "sectionIsDefault",
    p.id AS "siteSpaceId", p.path AS "siteSpacePath", p."isDefault" AS "siteSpaceIsDefault",
    (SELECT array_agg(t.slug ORDER BY t.distance DESC) FROM ${pageAndAbove(`nullif(k.page, '')`, ['slug'])} t) AS slugs
  FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS k(section, "siteSpace", page, n)
  LEFT JOIN "SiteSpace" p ON p.id = k."siteSpace"
  LEFT JOIN "SiteSection" s ON s.id = coalesce(p."sectionId", k.section)
  LEFT JOIN "Space" o ON o.id = p."spaceId"
  LEFT JOIN "Revision" r ON r.id = o."revisionId"
  ORDER BY k.n`

/** Reads the current locations of destinations, in one statement. */
export async function readTargets(
  run: RunStatement,
  destinations: readonly Destination[],
): Promise<Target[]> {
  const rows = await run<TargetRow>(statement, [
    destinations.map(({ sectionId }) => sectionId ?? ''),
    destinations.map(({ siteSpaceId }) => siteSpaceId ?? ''),
    destinations.map(({ pageId }) => pageId ?? ''),
  ])
  return rows.map((row, index) => toTarget(row, destinations[index]?.url ?? null))
}

function toTarget(row: TargetRow, url: string | null): Target {
  const segments = [
    ...(row.sectionPath !== null && !row.sectionIsDefault ? [row.sectionPath] : []),
    ...(row.siteSpacePath !== null && !row.siteSpaceIsDefault ? [row.siteSpacePath] : []),
    ...(row.slugs ?? []).filter((slug) => slug !== null),
  ]
  return {
    path: pathOf(segments),
    url,
    sectionId: row.sectionId,
    siteSpaceId: row.siteSpaceId,
    pageIsGone: row.page !== null && row.slugs === null,
  }
}
