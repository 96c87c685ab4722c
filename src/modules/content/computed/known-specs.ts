import { mayOnOrganization } from '../../../access/authorize.ts'
import type { Viewer } from '../../../access/viewer.ts'
import { invalidInput } from '../../../errors.ts'
import type { Prisma, Space } from '../../../generated/prisma/client.ts'
import { type ContentChange, changePath } from '../content-change.ts'
import { type ComputedSource, specOf } from './sources.ts'

/**
 * Refuses changes that name a specification which the organization of the space does not have, or which the viewer may
 * not see: whoever reads the space would read it. The sources have been checked.
 */
export async function demandKnownSpecs(
  transaction: Prisma.TransactionClient,
  viewer: Viewer,
  { organizationId }: Space,
  changes: readonly ContentChange[],
): Promise<void> {
  const named = changes.flatMap(({ computed }, index) =>
    computed == null ? [] : [{ index, name: specOf(computed as ComputedSource) }],
  )
  if (named.length === 0) return
  const names = named.map(({ name }) => name)
  const specs = mayOnOrganization(viewer, 'organization:view-openapi-specs', organizationId)
    ? await transaction.openAPISpec.findMany({
        where: { organizationId, OR: [{ slug: { in: names } }, { id: { in: names } }] },
        select: { id: true, slug: true },
      })
    : []
  const known = new Set(specs.flatMap(({ id, slug }) => [id, slug]))
  for (const { index, name } of named)
    if (!known.has(name))
      throw invalidInput(
        `${changePath(index)}.computed.dependencies.spec.ref.spec`,
        'names no OpenAPI specification of the organization',
      )
}
