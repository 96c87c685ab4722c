import { organizationsWith } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/**
 * Returns the filter for specifications of organizations in which the viewer may view them. Visitors of a site see those
 * that the content of the site uses.
 */
export const readableOpenAPISpecs = (viewer: Viewer): Prisma.OpenAPISpecWhereInput =>
  viewer.visit
    ? usedOpenAPISpecs(viewer, [...viewer.visit.specs])
    : { organizationId: { in: organizationsWith(viewer, 'organization:view-openapi-specs') } }

const usedOpenAPISpecs = (viewer: Viewer, used: string[]): Prisma.OpenAPISpecWhereInput => ({
  organizationId: { in: [...viewer.memberships.keys()] },
  OR: [{ slug: { in: used } }, { id: { in: used } }],
})

export const readableOpenAPISpecVersions = (viewer: Viewer): Prisma.OpenAPISpecVersionWhereInput => ({
  spec: readableOpenAPISpecs(viewer),
})
