import { organizationsWith } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Matches the providers of organizations that the viewer administers. */
export const readableSamlProviders = (viewer: Viewer): Prisma.SamlProviderWhereInput => ({
  organizationId: { in: organizationsWith(viewer, 'organization:administer') },
})
