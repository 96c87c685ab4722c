import { query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'
import { siteBody } from '../sites/rest.ts'

const publishingAuthBody = `
fragment PublishingAuthBody on PublishingAuth { backend privateKey fallbackURL logoutURL }`

const route = routesOf('Sites', publishingAuthBody)

export const publishingRoutes: readonly Row[] = [
  route('POST', '/orgs/:organizationId/sites/:siteId/publish', 'publishSite.site', {
    summary: 'Publish a site',
    reply: siteBody,
  }),
  route('POST', '/orgs/:organizationId/sites/:siteId/unpublish', 'unpublishSite.site', {
    summary: 'Unpublish a site',
    reply: siteBody,
  }),
  route('GET', '/orgs/:organizationId/sites/:siteId/publishing/auth', 'site.publishingAuth', {
    name: 'GetSitePublishingAuthById',
    summary: 'Get the authentication of visitors of a site',
  }),
  route(
    'PATCH',
    '/orgs/:organizationId/sites/:siteId/publishing/auth',
    'updateSitePublishingAuth.publishingAuth',
    {
      name: 'UpdateSitePublishingAuthById',
      summary: 'Update the authentication of visitors of a site',
    },
  ),
  route(
    'POST',
    '/orgs/:organizationId/sites/:siteId/publishing/auth/regenerate',
    'regenerateSitePublishingKey.publishingAuth',
    {
      name: 'RegenerateSitePublishingAuthById',
      summary: 'Replace the key that signs the tokens of visitors',
    },
  ),
  route('GET', '/orgs/:organizationId/sites/:siteId/publishing/preview', 'site.preview', {
    name: 'GetSitePublishingPreviewById',
    summary: 'Get the URL of a preview of a site, published or not',
    reply: 'url',
    inputs: { siteSpace: query('siteSpace'), claims: query('claims') },
  }),
]
