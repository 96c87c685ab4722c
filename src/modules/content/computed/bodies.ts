import type { RunStatement } from '../../../database/rows.ts'
import type { Body } from '../../../formats/body/documents.ts'
import type { PageVersion } from '../../../generated/prisma/client.ts'
import { arrayParameter } from '../../../graph/sql/array-parameter.ts'
import { locatedPage } from '../located-content.ts'
import { resolveComputedLinks } from './links.ts'
import { type BodySource, keyOf, specOf, supportedSource } from './sources.ts'

/** Returns whether the body of a page has to be computed; false for pages read with `computed: false`. */
export const isComputedBody = (page: PageVersion): boolean =>
  page.type === 'DOCUMENT' && page.computed !== null && locatedPage(page).storedOnly !== true

/** A body to compute in a space from a source. Ids of the pages that it links to are derived from the seed. */
export interface ComputedBody {
  readonly spaceId: string
  readonly computed: unknown
  readonly seed: string
}

export const computedBodyOf = (page: PageVersion): ComputedBody => ({
  spaceId: locatedPage(page).spaceId,
  computed: page.computed,
  seed: page.computedSeed ?? page.pageId,
})

/**
 * Computes bodies in one statement. Specifications are looked up in the organization of the space, and their own
 * permissions do not apply: readers of a space may read what its writers included. Empty if the specification or page
 * does not exist.
 */
export async function readComputedBodies(
  run: RunStatement,
  wanted: readonly ComputedBody[],
): Promise<Body[]> {
  const sources = wanted.map(({ computed }) => supportedSource<BodySource>(computed))
  const rows = await run<{ n: number; markdown: string }>(
    `SELECT DISTINCT ON (k.n) k.n::int AS n, p.markdown
     FROM unnest(${arrayParameter('$1')}, ${arrayParameter('$2')}, ${arrayParameter('$3')}) WITH ORDINALITY AS k(space, spec, key, n)
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
    bodies[n - 1] = { markdown: resolveComputedLinks(markdown, seed) }
  }
  return bodies
}
