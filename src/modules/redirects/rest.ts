import { body, query } from '../../rest/route.ts'
import { type Row, routesOf, variable } from '../../rest/row.ts'

const siteRedirectBody = `
fragment SiteRedirectBody on SiteRedirect {
  id source draft: isDraft captureWildcard: includesCapturedPath permanent: isPermanent
  destination { kind siteSectionId siteSpaceId pageId url }
  createdAt updatedAt
}`

const route = routesOf('Sites', siteRedirectBody)

export const redirectRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/sites/:siteId/redirects', 'site.redirects', {
    name: 'ListSiteRedirects',
    summary: 'List the redirects of a site, newest first',
    inputs: {
      search: query('search'),
      isDraft: variable('Boolean = false', query('draft')),
      orderBy: '{ field: $order }',
      order: variable('SiteRedirectOrderField! = CREATED_AT', query('orderBy')),
    },
  }),
  route('POST', '/orgs/:organizationId/sites/:siteId/redirects', 'createSiteRedirect.siteRedirect', {
    summary: 'Create a redirect',
    status: 201,
  }),
  route('POST', '/orgs/:organizationId/sites/:siteId/redirects/bulk', 'createSiteRedirects.siteRedirects', {
    name: 'SetSiteRedirects',
    summary: 'Create or replace several redirects of a site, all or none',
    inputs: { redirects: body('redirects') },
  }),
  route('PUT', '/orgs/:organizationId/sites/:siteId/redirects', 'upsertSiteRedirects.siteRedirectResults', {
    summary: 'Create, replace, delete and publish redirects of a site, each by itself',
    reply: 'status source draft: isDraft id: siteRedirectId error',
    member: 'results',
    inputs: { redirects: body('redirects') },
  }),
  route(
    'PATCH',
    '/orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId',
    'updateSiteRedirect.siteRedirect',
    { name: 'UpdateSiteRedirectById', summary: 'Update a redirect' },
  ),
  route(
    'DELETE',
    '/orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId',
    'deleteSiteRedirect.deletedSiteRedirectId',
    { name: 'DeleteSiteRedirectById', summary: 'Delete a redirect', status: 205 },
  ),
  route('GET', '/orgs/:organizationId/sites/:siteId/redirect', 'site.redirect', {
    name: 'GetSiteRedirectBySource',
    summary: 'Get the redirect of a path on a site',
    reply: 'redirect { ...SiteRedirectBody } target',
    fragments: [siteRedirectBody],
    inputs: { source: query('source'), shareKey: query('shareKey') },
    visitors: true,
  }),
]
