import { body, one, path, query, type Route, route } from '../../rest/route.ts'
import { siteBody } from '../sites/rest.ts'

const publishingAuthBody = `
fragment PublishingAuthBody on PublishingAuth { backend privateKey fallbackURL logoutURL }`

const tag = 'Sites'
const site = { siteId: path('siteId'), organizationId: path('organizationId') }

export const publishingRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/publish',
    tag,
    summary: 'Publish a site',
    operation: `mutation PublishSite($siteId: ID!, $organizationId: ID) {
      publishSite(siteId: $siteId, organizationId: $organizationId) { site { ...SiteBody } }
    }`,
    fragments: [siteBody],
    variables: site,
    respond: one('publishSite.site'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/unpublish',
    tag,
    summary: 'Unpublish a site',
    operation: `mutation UnpublishSite($siteId: ID!, $organizationId: ID) {
      unpublishSite(siteId: $siteId, organizationId: $organizationId) { site { ...SiteBody } }
    }`,
    fragments: [siteBody],
    variables: site,
    respond: one('unpublishSite.site'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/publishing/auth',
    tag,
    summary: 'Get the authentication of visitors of a site',
    operation: `query GetSitePublishingAuthById($siteId: ID!, $organizationId: ID) {
      site(id: $siteId, organizationId: $organizationId) { publishingAuth { ...PublishingAuthBody } }
    }`,
    fragments: [publishingAuthBody],
    variables: site,
    respond: one('site.publishingAuth'),
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/sites/:siteId/publishing/auth',
    tag,
    summary: 'Update the authentication of visitors of a site',
    operation: `mutation UpdateSitePublishingAuthById(
      $siteId: ID!, $organizationId: ID, $input: UpdateSitePublishingAuthInput!
    ) {
      updateSitePublishingAuth(siteId: $siteId, organizationId: $organizationId, input: $input) {
        publishingAuth { ...PublishingAuthBody }
      }
    }`,
    fragments: [publishingAuthBody],
    variables: { ...site, input: body() },
    respond: one('updateSitePublishingAuth.publishingAuth'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/publishing/auth/regenerate',
    tag,
    summary: 'Replace the key that signs the tokens of visitors',
    operation: `mutation RegenerateSitePublishingAuthById($siteId: ID!, $organizationId: ID) {
      regenerateSitePublishingKey(siteId: $siteId, organizationId: $organizationId) {
        publishingAuth { ...PublishingAuthBody }
      }
    }`,
    fragments: [publishingAuthBody],
    variables: site,
    respond: one('regenerateSitePublishingKey.publishingAuth'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/publishing/preview',
    tag,
    summary: 'Get the URL of a preview of a site, published or not',
    operation: `query GetSitePublishingPreviewById(
      $siteId: ID!, $organizationId: ID, $siteSpace: ID, $claims: String
    ) {
      site(id: $siteId, organizationId: $organizationId) {
        preview(siteSpace: $siteSpace, claims: $claims) { url }
      }
    }`,
    variables: { ...site, siteSpace: query('siteSpace'), claims: query('claims') },
    respond: one('site.preview'),
  }),
]
