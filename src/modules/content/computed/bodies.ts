import type { Pool } from 'pg'
import type { PageVersion } from '../../../generated/prisma/client.ts'
import type { Body } from '../documents-store.ts'
import { placeOf } from '../page-places.ts'
import { withComputedLinks } from './links.ts'
import { type BodySource, keyOf, knownSource, specOf } from './sources.ts'

/** Whether the body of a page is computed, and to be computed where it was read. */
export const isComputedBody = (page: PageVersion): boolean =>
  page.type === 'DOCUMENT' && page.computed !== null && placeOf(page).leavesComputed !== true

/** A body to compute in a space: from what, and what the ids of pages that it refers to are derived from. */
export interface ComputedBody {
  readonly spaceId: string
  readonly computed: unknown
  readonly seed: string
}

export const computedBodyOf = (page: PageVersion): ComputedBody => ({
  spaceId: placeOf(page).spaceId,
  computed: page.computed,
  seed: page.computedSeed ?? page.pageId,
})

/**
 * Computes bodies, in one statement. A specification counts within the organization of the space: whoever may read the
 * space reads what its writers put there. Empty where there is no such specification or page.
 */
export async function readComputedBodies(pool: Pool, wanted: readonly ComputedBody[]): Promise<Body[]> {
  const sources = wanted.map(({ computed }) => knownSource<BodySource>(computed))
  const { rows } = await pool.query<{ n: number; markdown: string }>(
    `SELECT DISTINCT ON (k.n) k.n::int AS n, p.markdown
     FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS k(space, spec, key, n)
     JOIN "Space" s ON s.id = k.space
     JOIN "OpenAPISpec" o ON o."organizationId" = s."organizationId" AND k.spec IN (o.id, o.slug)
     JOIN "OpenAPISpecPage" p ON p."specId" = o.id AND p.key = k.key
     ORDER BY k.n, o.id`,
    [
      wanted.map(({ spaceId }) => spaceId),
      sources.map((source) => (source ? specOf(source) : null)),
      sources.map((source) => (source ? keyOf(source) : null)),
    ],
  )
  const bodies = wanted.map((): Body => ({ markdown: '' }))
  for (const { n, markdown } of rows) {
    const { seed } = wanted[n - 1] as ComputedBody
    bodies[n - 1] = { markdown: withComputedLinks(markdown, seed) }
  }
  return bodies
}
