import { organizationsWith } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Returns the filter for specifications of organizations in which the viewer may view them. */
export const readableOpenAPISpecs = (viewer: Viewer): Prisma.OpenAPISpecWhereInput => ({
  organizationId: { in: organizationsWith(viewer, 'organization:view-openapi-specs') },
})

export const readableOpenAPISpecVersions = (viewer: Viewer): Prisma.OpenAPISpecVersionWhereInput => ({
  spec: readableOpenAPISpecs(viewer),
})
