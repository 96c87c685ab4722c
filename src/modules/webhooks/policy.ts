import { organizationsWith } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Matches the webhooks of organizations that the viewer administers. */
export const readableWebhooks = (viewer: Viewer): Prisma.WebhookWhereInput => ({
  organizationId: { in: organizationsWith(viewer, 'organization:administer') },
})
