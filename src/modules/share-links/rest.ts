import { query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'

const shareLinkBody = `
fragment ShareLinkBody on ShareLink {
  id createdAt name active: isActive
  urls { published }
}`

const route = routesOf('Sites', shareLinkBody)

export const shareLinkRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/sites/:siteId/share-links', 'site.shareLinks', {
    name: 'ListSiteShareLinks',
    summary: 'List the share links of a site',
    inputs: { search: query('search') },
  }),
  route('POST', '/orgs/:organizationId/sites/:siteId/share-links', 'createShareLink.shareLink', {
    name: 'CreateSiteShareLink',
    summary: 'Create a share link',
    reply: '...ShareLinkBody _urls: urls { location }',
    fragments: [shareLinkBody],
    status: 201,
    location: '_urls.location',
  }),
  route(
    'PATCH',
    '/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId',
    'updateShareLink.shareLink',
    { name: 'UpdateSiteShareLinkById', summary: 'Update a share link' },
  ),
  route(
    'DELETE',
    '/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId',
    'deleteShareLink.deletedShareLinkId',
    { name: 'DeleteSiteShareLinkById', summary: 'Delete a share link', status: 205 },
  ),
]
