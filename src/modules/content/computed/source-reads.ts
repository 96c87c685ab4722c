import type { Body } from '../../../formats/body/documents.ts'
import type { Space } from '../../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../../request/context.ts'
import { loadSpace } from '../../spaces/service.ts'
import { type LocatedPage, readAs } from '../located-content.ts'
import { readComputedBodies } from './bodies.ts'
import { assertKnownSpecs } from './known-specs.ts'
import { readPagesOfSource } from './pages.ts'
import { sourceId } from './source-ids.ts'
import { type ComputedSource, readBodySource, readPagesSource } from './sources.ts'

/** A source that no page of the space needs to have. Ids of generated pages are derived from the seed. */
export interface Computation {
  readonly source?: unknown
  readonly seed: string
}

/** Returns the body that a document of the space with the source would have. */
export async function loadBodyOfSource(
  context: Context,
  spaceId: string,
  { source, seed }: Computation,
): Promise<Body> {
  const space = await loadSpace(context, spaceId)
  const computed = readBodySource(source, 'source')
  await assertKnownSpec(context, space, computed)
  const [body] = await readComputedBodies(context.database.query, [{ spaceId: space.id, computed, seed }])
  return body as Body
}

/** Returns the pages that a computed page with the source would generate at the root of the space. */
export async function loadPagesOfSource(
  context: Context,
  spaceId: string,
  { source, seed }: Computation,
): Promise<readonly LocatedPage[]> {
  const space = await loadSpace(context, spaceId)
  const computed = readPagesSource(source, 'source')
  await assertKnownSpec(context, space, computed)
  const pages = await readPagesOfSource(context.database.query, space, computed, seed, context.cost)
  const place = { source: sourceId({ spaceId: space.id, source: computed, seed }) }
  return pages.map((page) => readAs(page, place))
}

const assertKnownSpec = (context: Context, { organizationId }: Space, source: ComputedSource) =>
  assertKnownSpecs(context.database.prisma, viewerOf(context), organizationId, [{ source, path: 'source' }])
