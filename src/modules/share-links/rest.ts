import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'

const shareLinkBody = `
fragment ShareLinkBody on ShareLink {
  id createdAt name active: isActive
  urls { published }
}`

const tag = 'Sites'
const site = { siteId: path('siteId'), organizationId: path('organizationId') }
const shareLink = { ...site, shareLinkId: path('shareLinkId') }

export const shareLinkRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/share-links',
    tag,
    summary: 'List the share links of a site',
    operation: `query ListSiteShareLinks(
      $siteId: ID!, $organizationId: ID, $first: Int, $after: String, $search: String
    ) {
      site(id: $siteId, organizationId: $organizationId) {
        shareLinks(first: $first, after: $after, search: $search) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...ShareLinkBody }
        }
      }
    }`,
    fragments: [shareLinkBody],
    variables: { ...site, first: query('limit'), after: query('page'), search: query('search') },
    respond: list('site.shareLinks'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/share-links',
    tag,
    summary: 'Create a share link',
    operation: `mutation CreateSiteShareLink($siteId: ID!, $organizationId: ID, $input: CreateShareLinkInput!) {
      createShareLink(siteId: $siteId, organizationId: $organizationId, input: $input) { shareLink {
        ...ShareLinkBody
        _urls: urls { location }
      } }
    }`,
    fragments: [shareLinkBody],
    variables: { ...site, input: body() },
    respond: one('createShareLink.shareLink'),
    location: 'createShareLink.shareLink._urls.location',
    status: 201,
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId',
    tag,
    summary: 'Update a share link',
    operation: `mutation UpdateSiteShareLinkById(
      $siteId: ID!, $organizationId: ID, $shareLinkId: ID!, $input: UpdateShareLinkInput!
    ) {
      updateShareLink(
        siteId: $siteId, organizationId: $organizationId, shareLinkId: $shareLinkId, input: $input
      ) { shareLink { ...ShareLinkBody } }
    }`,
    fragments: [shareLinkBody],
    variables: { ...shareLink, input: body() },
    respond: one('updateShareLink.shareLink'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId',
    tag,
    summary: 'Delete a share link',
    operation: `mutation DeleteSiteShareLinkById($siteId: ID!, $organizationId: ID, $shareLinkId: ID!) {
      deleteShareLink(siteId: $siteId, organizationId: $organizationId, shareLinkId: $shareLinkId) {
        deletedShareLinkId
      }
    }`,
    variables: shareLink,
    respond: empty(),
    status: 205,
  }),
]
