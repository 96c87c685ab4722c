import { organizationsWith } from '../../access/authorize.ts'
import type { SiteVisitor, Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/**
 * Returns the filter for specifications of organizations in which the viewer may view them. Visitors of a site see those
 * that the content of the site uses.
 */
export const readableOpenAPISpecs = (viewer: Viewer): Prisma.OpenAPISpecWhereInput =>
  viewer.kind === 'visitor'
    ? usedOpenAPISpecs(viewer)
    : { organizationId: { in: organizationsWith(viewer, 'organization:view-openapi-specs') } }

function usedOpenAPISpecs({ organizationId, visit }: SiteVisitor): Prisma.OpenAPISpecWhereInput {
  const used = [...visit.specs]
  return { organizationId, OR: [{ slug: { in: used } }, { id: { in: used } }] }
}

export const readableOpenAPISpecVersions = (viewer: Viewer): Prisma.OpenAPISpecVersionWhereInput => ({
  spec: readableOpenAPISpecs(viewer),
})
