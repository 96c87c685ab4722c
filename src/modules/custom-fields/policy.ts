import { organizationsWith } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Matches the fields of organizations whose fields the viewer may list. */
export const readableCustomFields = (viewer: Viewer): Prisma.CustomFieldWhereInput => ({
  organizationId: { in: organizationsWith(viewer, 'organization:list-custom-fields') },
})
