import { organizationsWith } from '../../access/authorize.ts'
import { type Viewer, visibleOrganizations } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { IdentityProviderKind } from '../../generated/prisma/enums.ts'
import { activeProviders } from '../organizations/single-sign-on.ts'

/** Matches the providers of a kind in the organizations that the viewer administers. */
export const readableProviders =
  (kind: IdentityProviderKind) =>
  (viewer: Viewer): Prisma.IdentityProviderWhereInput => ({
    kind,
    organizationId: { in: organizationsWith(viewer, 'organization:administer') },
  })

/** Matches the providers with which the members of the viewer's organizations can sign in. */
export const signInChoices = (viewer: Viewer): Prisma.IdentityProviderWhereInput => ({
  organizationId: { in: visibleOrganizations(viewer) },
  ...activeProviders,
})
