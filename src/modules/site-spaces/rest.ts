import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'
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

const tag = 'Site spaces'
const site = { siteId: path('siteId'), organizationId: path('organizationId') }
const address = { ...site, siteSpaceId: path('siteSpaceId') }

export const siteSpaceRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/site-spaces',
    tag,
    summary: 'List the site-spaces of a site',
    operation: `query ListSiteSpaces(
      $siteId: ID!, $organizationId: ID, $first: Int, $after: String, $default: Boolean, $shareKey: String
    ) {
      site(id: $siteId, organizationId: $organizationId) {
        siteSpaces(first: $first, after: $after, isDefault: $default, shareKey: $shareKey) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...SiteSpaceBody }
        }
      }
    }`,
    fragments: [siteSpaceBody],
    variables: {
      ...site,
      first: query('limit'),
      after: query('page'),
      default: query('default'),
      shareKey: query('shareKey'),
    },
    respond: list('site.siteSpaces'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/site-spaces',
    tag,
    summary: 'Add a space to a site',
    operation: `mutation AddSpaceToSite($siteId: ID!, $organizationId: ID, $input: CreateSiteSpaceInput!) {
      createSiteSpace(siteId: $siteId, organizationId: $organizationId, input: $input) {
        siteSpace { ...SiteSpaceBody }
      }
    }`,
    fragments: [siteSpaceBody],
    variables: { ...site, input: body() },
    respond: one('createSiteSpace.siteSpace'),
    status: 201,
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId',
    tag,
    summary: 'Update a site-space',
    operation: `mutation UpdateSiteSpaceById(
      $siteId: ID!, $organizationId: ID, $siteSpaceId: ID!, $input: UpdateSiteSpaceInput!
    ) {
      updateSiteSpace(
        siteId: $siteId, organizationId: $organizationId, siteSpaceId: $siteSpaceId, input: $input
      ) { siteSpace { ...SiteSpaceBody } }
    }`,
    fragments: [siteSpaceBody],
    variables: { ...address, input: body() },
    respond: one('updateSiteSpace.siteSpace'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/move',
    tag,
    summary: 'Move a site-space',
    operation: `mutation MoveSiteSpace(
      $siteId: ID!, $organizationId: ID, $siteSpaceId: ID!, $input: MoveSiteSpaceInput
    ) {
      moveSiteSpace(
        siteId: $siteId, organizationId: $organizationId, siteSpaceId: $siteSpaceId, input: $input
      ) { siteSpace { ...SiteSpaceBody } }
    }`,
    fragments: [siteSpaceBody],
    variables: { ...address, input: body() },
    respond: one('moveSiteSpace.siteSpace'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId',
    tag,
    summary: 'Remove a space from a site',
    operation: `mutation DeleteSiteSpaceById($siteId: ID!, $organizationId: ID, $siteSpaceId: ID!) {
      deleteSiteSpace(siteId: $siteId, organizationId: $organizationId, siteSpaceId: $siteSpaceId) {
        deletedSiteSpaceId
      }
    }`,
    variables: address,
    respond: empty(),
    status: 205,
  }),
]
