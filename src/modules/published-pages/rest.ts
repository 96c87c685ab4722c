import { body, list, path, query, type Route, route } from '../../rest/route.ts'
import { searchSpaceBody } from '../search/rest.ts'

export const publishedPageRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/search',
    tag: 'Sites',
    summary: 'Search the pages of a site',
    operation: `query SearchSiteContent(
      $siteId: ID!, $organizationId: ID, $query: String!, $scope: SiteSearchScopeInput,
      $mode: EarlierSiteSearchMode, $siteSpaceId: ID, $siteSpaceIds: [ID!], $first: Int, $after: String
    ) {
      searchSite(
        siteId: $siteId, organizationId: $organizationId, query: $query, scope: $scope,
        mode: $mode, siteSpaceId: $siteSpaceId, siteSpaceIds: $siteSpaceIds, first: $first, after: $after
      ) {
        totalCount pageInfo { hasNextPage endCursor } nodes { ...SearchSpaceBody }
      }
    }`,
    fragments: [searchSpaceBody],
    variables: {
      siteId: path('siteId'),
      organizationId: path('organizationId'),
      query: body('query'),
      scope: body('scope'),
      mode: body('mode'),
      siteSpaceId: body('siteSpaceId'),
      siteSpaceIds: body('siteSpaceIds'),
      first: query('limit'),
      after: query('page'),
    },
    respond: list('searchSite'),
    reads: true,
  }),
]
