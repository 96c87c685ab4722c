import { organizationsWith } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Matches the audit events of organizations that the viewer administers. */
export const readableAuditEvents = (viewer: Viewer): Prisma.AuditEventWhereInput => ({
  organizationId: { in: organizationsWith(viewer, 'organization:administer') },
})
