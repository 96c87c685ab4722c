import { apiInformationRoutes } from '../modules/api-information/rest.ts'
import { auditEventRoutes } from '../modules/audit-events/rest.ts'
import { changeRequestRoutes } from '../modules/change-requests/rest.ts'
import { collectionRoutes } from '../modules/collections/rest.ts'
import { commentRoutes } from '../modules/comments/rest.ts'
import { contentRoutes } from '../modules/content/rest.ts'
import { contentPermissionRoutes } from '../modules/content-permissions/rest.ts'
import { customFieldRoutes } from '../modules/custom-fields/rest.ts'
import { customizationRoutes } from '../modules/customizations/rest.ts'
import { embedRoutes } from '../modules/embeds/rest.ts'
import { exportRoutes } from '../modules/exports/rest.ts'
import { fontRoutes } from '../modules/fonts/rest.ts'
import { glossaryRoutes } from '../modules/glossary/rest.ts'
import { importRunRoutes } from '../modules/import-runs/rest.ts'
import { importRoutes } from '../modules/imports/rest.ts'
import { insightRoutes } from '../modules/insights/rest.ts'
import { integrationRoutes } from '../modules/integrations/rest.ts'
import { inviteRoutes } from '../modules/invites/rest.ts'
import { jobRoutes } from '../modules/jobs/rest.ts'
import { linkRoutes } from '../modules/links/rest.ts'
import { memberRoutes } from '../modules/members/rest.ts'
import { openAPISpecRoutes } from '../modules/openapi-specs/rest.ts'
import { organizationRoutes } from '../modules/organizations/rest.ts'
import { pdfRoutes } from '../modules/pdf/rest.ts'
import { publishedSiteRoutes } from '../modules/published-sites/rest.ts'
import { publishingRoutes } from '../modules/publishing/rest.ts'
import { redirectRoutes } from '../modules/redirects/rest.ts'
import { reviewRoutes } from '../modules/reviews/rest.ts'
import { samlRoutes } from '../modules/saml/rest.ts'
import { searchRoutes } from '../modules/search/rest.ts'
import { shareLinkRoutes } from '../modules/share-links/rest.ts'
import { siteSectionRoutes } from '../modules/site-sections/rest.ts'
import { siteSpaceRoutes } from '../modules/site-spaces/rest.ts'
import { siteRoutes } from '../modules/sites/rest.ts'
import { spaceRoutes } from '../modules/spaces/rest.ts'
import { teamRoutes } from '../modules/teams/rest.ts'
import { tokenRoutes } from '../modules/tokens/rest.ts'
import { translationRoutes } from '../modules/translations/rest.ts'
import { userRoutes } from '../modules/users/rest.ts'
import { visitorRoutes } from '../modules/visitors/rest.ts'
import { deriveRoutes } from '../rest/derive-route.ts'
import type { Route } from '../rest/route.ts'
import { schema } from './graph.ts'

/** The REST API: the rows of all modules. */
export const routes: readonly Route[] = deriveRoutes(schema, [
  ...apiInformationRoutes,
  ...userRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...collectionRoutes,
  ...spaceRoutes,
  ...contentRoutes,
  ...changeRequestRoutes,
  ...importRoutes,
  ...importRunRoutes,
  ...exportRoutes,
  ...pdfRoutes,
  ...jobRoutes,
  ...commentRoutes,
  ...reviewRoutes,
  ...linkRoutes,
  ...searchRoutes,
  ...embedRoutes,
  ...siteRoutes,
  ...siteSectionRoutes,
  ...siteSpaceRoutes,
  ...customizationRoutes,
  ...visitorRoutes,
  ...publishingRoutes,
  ...insightRoutes,
  ...integrationRoutes,
  ...shareLinkRoutes,
  ...redirectRoutes,
  ...customFieldRoutes,
  ...teamRoutes,
  ...contentPermissionRoutes,
  ...inviteRoutes,
  ...tokenRoutes,
  ...samlRoutes,
  ...openAPISpecRoutes,
  ...translationRoutes,
  ...glossaryRoutes,
  ...fontRoutes,
  ...publishedSiteRoutes,
  ...auditEventRoutes,
])
