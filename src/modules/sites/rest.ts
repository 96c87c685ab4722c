import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'

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

const tag = 'Sites'
const address = { siteId: path('siteId'), organizationId: path('organizationId') }

export const siteRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites',
    tag,
    summary: 'List the sites of an organization',
    operation: `query ListSites(
      $organizationId: ID!, $first: Int, $after: String
      $space: ID, $title: String, $published: Boolean, $type: [SiteType!]
    ) {
      organization(id: $organizationId) {
        sites(first: $first, after: $after, space: $space, search: $title, published: $published, type: $type) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...SiteBody }
        }
      }
    }`,
    fragments: [siteBody],
    variables: {
      organizationId: path('organizationId'),
      first: query('limit'),
      after: query('page'),
      space: query('space'),
      title: query('title'),
      published: query('published'),
      type: query('type'),
    },
    respond: list('organization.sites'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites',
    tag,
    summary: 'Create a site',
    operation: `mutation CreateSite($organizationId: ID!, $input: CreateSiteInput!) {
      createSite(organizationId: $organizationId, input: $input) { site { ...SiteBody } }
    }`,
    fragments: [siteBody],
    variables: { organizationId: path('organizationId'), input: body() },
    respond: one('createSite.site'),
    status: 201,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId',
    tag,
    summary: 'Get a site',
    operation: `query GetSiteById($siteId: ID!, $organizationId: ID) {
      site(id: $siteId, organizationId: $organizationId) { ...SiteBody }
    }`,
    fragments: [siteBody],
    variables: address,
    respond: one('site'),
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/sites/:siteId',
    tag,
    summary: 'Update a site',
    operation: `mutation UpdateSiteById($siteId: ID!, $organizationId: ID, $input: UpdateSiteInput!) {
      updateSite(siteId: $siteId, organizationId: $organizationId, input: $input) { site { ...SiteBody } }
    }`,
    fragments: [siteBody],
    variables: { ...address, input: body() },
    respond: one('updateSite.site'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/sites/:siteId',
    tag,
    summary: 'Delete a site',
    operation: `mutation DeleteSiteById($siteId: ID!, $organizationId: ID) {
      deleteSite(siteId: $siteId, organizationId: $organizationId) { deletedSiteId }
    }`,
    variables: address,
    respond: empty(),
    status: 205,
  }),
]
