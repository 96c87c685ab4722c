import { organizationsWith } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readableSpaces } from '../spaces/policy.ts'

/** Matches the fields of organizations whose fields the viewer may list. */
export const readableCustomFields = (viewer: Viewer): Prisma.CustomFieldWhereInput => ({
  organizationId: { in: organizationsWith(viewer, 'organization:list-custom-fields') },
})

/** Matches also the fields of organizations with a space that the viewer may read, which shows the values of all fields. */
export const knownCustomFields = (viewer: Viewer): Prisma.CustomFieldWhereInput => ({
  OR: [readableCustomFields(viewer), { organization: { spaces: { some: readableSpaces(viewer) } } }],
})
