import { mayOnOrganization } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

const readableOrganizations = (viewer: Viewer): string[] =>
  [...viewer.memberships.keys()].filter((organizationId) =>
    mayOnOrganization(viewer, 'organization:view-openapi-specs', organizationId),
  )

/** The specifications of the organizations in which the viewer may read everything. */
export const readableOpenAPISpecs = (viewer: Viewer): Prisma.OpenAPISpecWhereInput => ({
  organizationId: { in: readableOrganizations(viewer) },
})

export const readableOpenAPISpecVersions = (viewer: Viewer): Prisma.OpenAPISpecVersionWhereInput => ({
  spec: readableOpenAPISpecs(viewer),
})
