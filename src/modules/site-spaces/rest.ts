import { query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'
import { spaceBody } from '../spaces/rest.ts'

export const siteSpaceBody = `
fragment SiteSpaceBody on SiteSpace {
  id path
  section: sectionId
  space { ...SpaceBody }
  title localizedTitle default: isDefault condition pageId draft: isDraft hidden: isHidden
  hasAdvancedCustomizationFeature
  urls { location published }
}
${spaceBody}`

const route = routesOf('Site spaces', siteSpaceBody)

export const siteSpaceRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/sites/:siteId/site-spaces', 'site.siteSpaces', {
    name: 'ListSiteSpaces',
    summary: 'List the site-spaces of a site',
    inputs: { isDefault: query('default'), shareKey: query('shareKey') },
  }),
  route('POST', '/orgs/:organizationId/sites/:siteId/site-spaces', 'createSiteSpace.siteSpace', {
    name: 'AddSpaceToSite',
    summary: 'Add a space to a site',
    status: 201,
  }),
  route(
    'PATCH',
    '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId',
    'updateSiteSpace.siteSpace',
    { name: 'UpdateSiteSpaceById', summary: 'Update a site-space' },
  ),
  route(
    'POST',
    '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/move',
    'moveSiteSpace.siteSpace',
    { summary: 'Move a site-space' },
  ),
  route(
    'DELETE',
    '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId',
    'deleteSiteSpace.deletedSiteSpaceId',
    { name: 'DeleteSiteSpaceById', summary: 'Remove a space from a site', status: 205 },
  ),
]
