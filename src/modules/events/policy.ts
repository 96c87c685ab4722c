import { organizationsWith } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Matches the events that have a position, of organizations whose events the viewer may read. */
export const readableEvents = (viewer: Viewer): Prisma.EventWhereInput => ({
  organizationId: { in: organizationsWith(viewer, 'organization:read-events') },
  position: { not: null },
})
