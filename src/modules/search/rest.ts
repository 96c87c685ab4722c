import { list, path, query, type Route, route } from '../../rest/route.ts'

const searchPageBody = `
fragment SearchPageBody on SearchPageResult {
  id: pageId title description path score rank: place resultType: match
  sections { id: sectionId title path score body urls { app } }
  ancestors { title }
  urls { app }
}`

export const searchSpaceBody = `
fragment SearchSpaceBody on SearchSpaceResult { type id: spaceId title score pages { ...SearchPageBody } }
${searchPageBody}`

const searchVariables = { query: query('query'), first: query('limit'), after: query('page') }

export const searchRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/spaces/:spaceId/search',
    tag: 'Spaces',
    summary: 'Search the pages of a space',
    operation: `query SearchSpaceContent($spaceId: ID!, $query: String!, $first: Int, $after: String) {
      searchSpace(spaceId: $spaceId, search: $query, first: $first, after: $after) {
        totalCount pageInfo { hasNextPage endCursor } nodes { ...SearchPageBody }
      }
    }`,
    fragments: [searchPageBody],
    variables: { spaceId: path('spaceId'), ...searchVariables },
    respond: list('searchSpace'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/search',
    tag: 'Organizations',
    summary: 'Search the pages of an organization',
    operation: `query SearchOrganizationContent($organizationId: ID!, $query: String!, $first: Int, $after: String) {
      searchOrganization(organizationId: $organizationId, search: $query, first: $first, after: $after) {
        totalCount pageInfo { hasNextPage endCursor } nodes { ...SearchSpaceBody }
      }
    }`,
    fragments: [searchSpaceBody],
    variables: { organizationId: path('organizationId'), ...searchVariables },
    respond: list('searchOrganization'),
  }),
]
