import { organizationsWith } from '../../access/authorize.ts'
import { type Viewer, visibleOrganizations } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { activeProviders } from '../organizations/single-sign-on.ts'

/** Matches the providers of organizations that the viewer administers. */
export const readableSamlProviders = (viewer: Viewer): Prisma.SamlProviderWhereInput => ({
  organizationId: { in: organizationsWith(viewer, 'organization:administer') },
})

/** Matches the providers with which the members of the viewer's organizations can sign in. */
export const signInChoices = (viewer: Viewer): Prisma.SamlProviderWhereInput => ({
  organizationId: { in: visibleOrganizations(viewer) },
  ...activeProviders,
})
