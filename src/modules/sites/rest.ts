import { query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'

export const siteBody = `
fragment SiteBody on Site {
  id type appliedType title
  icon { icon { light dark } emoji }
  hostname basename
  proxy { origin target }
  visibility defaultLevel published: isPublished
  siteSpaces: siteSpaceCount
  createdAt
  adaptiveContent { enabled: isEnabled }
  ads { status submittable: isSubmittable topic zoneId reason }
  features { id: feature plan frozen: isFrozen }
  urls { location app published preview }
  permissions { view access edit create admin installIntegration viewAdaptiveSchema editAdaptiveSchema }
}`

const route = routesOf('Sites', siteBody)

export const siteRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/sites', 'organization.sites', {
    name: 'ListSites',
    summary: 'List the sites of an organization',
    inputs: {
      space: query('space'),
      search: query('title'),
      published: query('published'),
      type: query('type'),
    },
  }),
  route('POST', '/orgs/:organizationId/sites', 'createSite.site', {
    summary: 'Create a site',
    status: 201,
  }),
  route('GET', '/orgs/:organizationId/sites/:siteId', 'site', {
    name: 'GetSiteById',
    summary: 'Get a site',
  }),
  route('PATCH', '/orgs/:organizationId/sites/:siteId', 'updateSite.site', {
    name: 'UpdateSiteById',
    summary: 'Update a site',
  }),
  route('DELETE', '/orgs/:organizationId/sites/:siteId', 'deleteSite.deletedSiteId', {
    name: 'DeleteSiteById',
    summary: 'Delete a site',
    status: 205,
  }),
]
