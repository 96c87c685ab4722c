import { organizationsWith } from '../../access/authorize.ts'
import { noRows, type Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readableSpaces } from '../spaces/policy.ts'

/** Matches the jobs that the viewer asked for, and those of organizations that the viewer administers. */
export const readableJobs = (viewer: Viewer): Prisma.JobWhereInput =>
  viewer.kind === 'visitor'
    ? noRows
    : {
        space: readableSpaces(viewer),
        OR: [
          { requestedById: viewer.userId },
          { organizationId: { in: organizationsWith(viewer, 'organization:administer') } },
        ],
      }
