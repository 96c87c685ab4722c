import { mayOnOrganization } from '../../../access/authorize.ts'
import type { Viewer } from '../../../access/viewer.ts'
import type { PrismaReads } from '../../../database/prisma-reads.ts'
import { refusedInput } from '../reasons.ts'
import { type ComputedSource, specOf } from './sources.ts'

/** A valid source from a client, with its path in the request. */
export interface GivenSource {
  readonly source: ComputedSource
  readonly path: string
}

/**
 * Throws if a source names a specification that the organization does not have or that the viewer may not view, because
 * all readers of the computed content can read it.
 */
export async function assertKnownSpecs(
  database: Pick<PrismaReads, 'openAPISpec'>,
  viewer: Viewer,
  organizationId: string,
  given: readonly GivenSource[],
): Promise<void> {
  if (given.length === 0) return
  const mayView = mayOnOrganization(viewer, 'organization:view-openapi-specs', organizationId)
  const names = given
    .map(({ source }) => specOf(source))
    .filter((name) => (viewer.kind === 'visitor' ? viewer.visit.specs.has(name) : mayView))
  const specs =
    names.length > 0
      ? await database.openAPISpec.findMany({
          where: { organizationId, OR: [{ slug: { in: names } }, { id: { in: names } }] },
          select: { id: true, slug: true },
        })
      : []
  const known = new Set(specs.flatMap(({ id, slug }) => [id, slug]))
  for (const { source, path } of given)
    if (!known.has(specOf(source)))
      throw refusedInput(`${path}.dependencies.spec.ref.spec`, 'SPECIFICATION_NOT_IN_ORGANIZATION')
}
