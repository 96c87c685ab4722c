import { apiInformationModule } from '../modules/api-information/module.ts'
import { auditEventsModule } from '../modules/audit-events/module.ts'
import { changeRequestsModule } from '../modules/change-requests/module.ts'
import { collectionsModule } from '../modules/collections/module.ts'
import { commentsModule } from '../modules/comments/module.ts'
import { contentModule } from '../modules/content/module.ts'
import { contentPermissionsModule } from '../modules/content-permissions/module.ts'
import { customFieldsModule } from '../modules/custom-fields/module.ts'
import { customizationsModule } from '../modules/customizations/module.ts'
import { embedsModule } from '../modules/embeds/module.ts'
import { eventsModule } from '../modules/events/module.ts'
import { exportsModule } from '../modules/exports/module.ts'
import { fontsModule } from '../modules/fonts/module.ts'
import { gitSyncModule } from '../modules/git-sync/module.ts'
import { glossaryModule } from '../modules/glossary/module.ts'
import { identityProvidersModule } from '../modules/identity-providers/module.ts'
import { importRunsModule } from '../modules/import-runs/module.ts'
import { importsModule } from '../modules/imports/module.ts'
import { insightsModule } from '../modules/insights/module.ts'
import { integrationsModule } from '../modules/integrations/module.ts'
import { invitesModule } from '../modules/invites/module.ts'
import { jobsModule } from '../modules/jobs/module.ts'
import { linksModule } from '../modules/links/module.ts'
import { membersModule } from '../modules/members/module.ts'
import type { Module } from '../modules/module.ts'
import { notificationsModule } from '../modules/notifications/module.ts'
import { oauthModule } from '../modules/oauth/module.ts'
import { oidcModule } from '../modules/oidc/module.ts'
import { openapiSpecsModule } from '../modules/openapi-specs/module.ts'
import { organizationLogosModule } from '../modules/organization-logos/module.ts'
import { organizationsModule } from '../modules/organizations/module.ts'
import { pdfModule } from '../modules/pdf/module.ts'
import { publishedSitesModule } from '../modules/published-sites/module.ts'
import { publishingModule } from '../modules/publishing/module.ts'
import { redirectsModule } from '../modules/redirects/module.ts'
import { reviewsModule } from '../modules/reviews/module.ts'
import { samlModule } from '../modules/saml/module.ts'
import { searchModule } from '../modules/search/module.ts'
import { sessionsModule } from '../modules/sessions/module.ts'
import { shareLinksModule } from '../modules/share-links/module.ts'
import { signInLinksModule } from '../modules/sign-in-links/module.ts'
import { siteImagesModule } from '../modules/site-images/module.ts'
import { siteSectionsModule } from '../modules/site-sections/module.ts'
import { siteSpacesModule } from '../modules/site-spaces/module.ts'
import { sitesModule } from '../modules/sites/module.ts'
import { spacesModule } from '../modules/spaces/module.ts'
import { subscriptionsModule } from '../modules/subscriptions/module.ts'
import { teamsModule } from '../modules/teams/module.ts'
import { tokensModule } from '../modules/tokens/module.ts'
import { translationsModule } from '../modules/translations/module.ts'
import { usersModule } from '../modules/users/module.ts'
import { visitorsModule } from '../modules/visitors/module.ts'
import { webhooksModule } from '../modules/webhooks/module.ts'

/** All modules, in the order in which the reference of the REST API has them. */
export const modules: readonly Module[] = [
  apiInformationModule,
  usersModule,
  organizationsModule,
  organizationLogosModule,
  membersModule,
  collectionsModule,
  spacesModule,
  contentModule,
  changeRequestsModule,
  importsModule,
  importRunsModule,
  exportsModule,
  pdfModule,
  jobsModule,
  gitSyncModule,
  commentsModule,
  reviewsModule,
  notificationsModule,
  linksModule,
  searchModule,
  embedsModule,
  sitesModule,
  siteSectionsModule,
  siteSpacesModule,
  customizationsModule,
  siteImagesModule,
  visitorsModule,
  publishingModule,
  insightsModule,
  integrationsModule,
  shareLinksModule,
  redirectsModule,
  customFieldsModule,
  teamsModule,
  contentPermissionsModule,
  invitesModule,
  tokensModule,
  sessionsModule,
  signInLinksModule,
  oauthModule,
  samlModule,
  oidcModule,
  identityProvidersModule,
  openapiSpecsModule,
  translationsModule,
  glossaryModule,
  fontsModule,
  publishedSitesModule,
  auditEventsModule,
  eventsModule,
  webhooksModule,
  subscriptionsModule,
]
