import type { Pool } from 'pg'
import type { PageVersion } from '../../../generated/prisma/client.ts'
import type { Body } from '../documents-store.ts'
import { placeOf } from '../page-places.ts'
import { withComputedLinks } from './links.ts'
import { type BodySource, keyOf, knownSource, specOf } from './sources.ts'

/** Whether the body of a page is computed, and to be computed where it was read. */
export const isComputedBody = (page: PageVersion): boolean =>
  page.type === 'DOCUMENT' && page.computed !== null && placeOf(page).leavesComputed !== true

/**
 * The computed bodies of pages, in one statement. A specification counts within the organization of the space: whoever
 * may read the space reads what its writers put there. Empty where there is no such specification or page.
 */
export async function readComputedBodies(pool: Pool, pages: readonly PageVersion[]): Promise<Body[]> {
  const sources = pages.map(({ computed }) => knownSource<BodySource>(computed))
  const { rows } = await pool.query<{ n: number; markdown: string }>(
    `SELECT DISTINCT ON (k.n) k.n::int AS n, p.markdown
     FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS k(space, spec, key, n)
     JOIN "Space" s ON s.id = k.space
     JOIN "OpenAPISpec" o ON o."organizationId" = s."organizationId" AND k.spec IN (o.id, o.slug)
     JOIN "OpenAPISpecPage" p ON p."specId" = o.id AND p.key = k.key
     ORDER BY k.n, o.id`,
    [
      pages.map((page) => placeOf(page).spaceId),
      sources.map((source) => (source ? specOf(source) : null)),
      sources.map((source) => (source ? keyOf(source) : null)),
    ],
  )
  const bodies = pages.map((): Body => ({ markdown: '' }))
  for (const { n, markdown } of rows) {
    const { computedSeed, pageId } = pages[n - 1] as PageVersion
    bodies[n - 1] = { markdown: withComputedLinks(markdown, computedSeed ?? pageId) }
  }
  return bodies
}
